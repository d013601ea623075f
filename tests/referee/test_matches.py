"""What the referee does right: layouts, plies, ends, proofs, and at what cost."""

import copy
from random import Random
from uuid import uuid4

import pytest

from accounts.identity import Actor
from accounts.tenancy import tenant_scope
from games.commands import ClaimAbandoned, Resign, WithdrawLayout
from games.events import EventType
from games.models import Match, Room, SavedLayout, Seat
from games.queries import match_record, see_match
from games.referee import execute
from games.rules.core import JsonObject, Secret, Side
from games.rules.proofs import commit
from games.rules.verify import RecordRefused, verify_record
from tests.support.rooms import (
    confirm,
    current,
    events_of,
    fresh,
    friend_room,
    layout_for,
    legal_ply,
    new_room,
    play_out,
    ply_command,
    seats_of,
    start,
    statements,
)

pytestmark = pytest.mark.usefixtures("valkey")


@pytest.fixture
def room(first: Actor, second: Actor) -> Room:
    return friend_room(first, second)


@pytest.fixture
def playing(room: Room, first: Actor, second: Actor) -> Match:
    return start(room, first, second)


@pytest.fixture
def record(playing: Match, first: Actor, second: Actor) -> JsonObject:
    """Of a whole random match."""
    play_out(playing, {"first": first, "second": second}, Random(11))
    return match_record(see_match(first, playing.id))


# --- layouts


def test_play_begins_when_both_have_confirmed(room: Room, first: Actor, second: Actor) -> None:
    match = current(room)
    confirm(second, match, Side.SECOND)
    assert fresh(match).phase == Match.Phase.LAYOUT
    confirm(first, match, Side.FIRST)
    now = fresh(match)
    assert (now.phase, now.turn, now.version) == ("playing", "first", 3)
    assert [event.type for event in events_of(match)] == [
        EventType.LAYOUT_CONFIRMED, EventType.LAYOUT_CONFIRMED, EventType.STARTED,
    ]  # fmt: skip


def test_confirming_again_replaces_layout_and_salts(room: Room, first: Actor) -> None:
    match = current(room)
    confirm(first, match, Side.FIRST, seed=1)
    before = seats_of(match)[0]
    confirm(first, match, Side.FIRST, seed=2)
    after = seats_of(match)[0]
    assert after.sealed_layout == layout_for(Side.FIRST, 2)
    assert not set(before.sealed_salts.values()) & set(after.sealed_salts.values())
    assert after.layout_revision == 2


def test_salts_are_fresh_after_a_withdrawal(room: Room, first: Actor) -> None:
    match = current(room)
    confirm(first, match, Side.FIRST)
    before = seats_of(match)[0]
    execute(first, WithdrawLayout(match=match.id, command_id=uuid4()))
    draft = seats_of(match)[0]
    assert (draft.commitments, draft.sealed_salts, draft.confirmed_at) == (None, None, None)
    assert draft.sealed_layout == before.sealed_layout
    confirm(first, match, Side.FIRST)
    after = seats_of(match)[0]
    assert not set(before.commitments.values()) & set(after.commitments.values())


def test_commitments_are_those_of_the_layout(playing: Match) -> None:
    for seat in seats_of(playing):
        assert seat.commitments == {
            square: commit(str(playing.id), Secret(seat.as_side, square, kind), seat.sealed_salts[square])
            for square, kind in seat.sealed_layout.items()
        }
        assert len(set(seat.sealed_salts.values())) == 23


def test_the_last_layout_is_kept_from_the_owners_side(playing: Match, first: Actor, second: Actor) -> None:
    with tenant_scope(playing.tenant_id):
        kept = SavedLayout.objects.get(player=second.player, is_last=True)
    assert set(kept.sealed_pieces) == set(layout_for(Side.FIRST))


def test_on_one_screen_no_layout_is_kept(first: Actor) -> None:
    room = new_room(first, opponent=Room.Opponent.SAME_SCREEN)
    match = start(room, first, first)
    assert match.phase == Match.Phase.PLAYING
    assert not SavedLayout.everywhere.exists()


def test_on_one_screen_one_player_plays_both_sides(first: Actor) -> None:
    match = start(new_room(first, opponent=Room.Opponent.SAME_SCREEN), first, first)
    for _ in range(4):
        execute(first, ply_command(match := fresh(match)))
    assert fresh(match).ply_count == 4


# --- plies and ends


def test_a_ply_is_one_event_and_turns_the_turn(playing: Match, first: Actor) -> None:
    receipt = execute(first, ply_command(playing))
    assert (receipt.version, receipt.side, receipt.event.type) == (4, Side.FIRST, "ply")
    now = fresh(playing)
    assert (now.turn, now.ply_count, now.version) == ("second", 1, 4)


@pytest.mark.parametrize("winner", [Side.FIRST, Side.SECOND])
def test_resigning_is_allowed_in_and_out_of_turn(
    playing: Match, first: Actor, second: Actor, winner: Side
) -> None:
    loser = second if winner is Side.FIRST else first
    execute(loser, Resign(match=playing.id, command_id=uuid4()))
    over = fresh(playing)
    assert over.outcome == {"winners": [str(winner)], "termination": "resigned"}
    assert (over.phase, over.turn) == ("over", "")


def test_every_end_reveals_both_layouts_and_salts(playing: Match, first: Actor) -> None:
    execute(first, Resign(match=playing.id, command_id=uuid4()))
    last = events_of(playing)[-1]
    assert set(last.public["reveal"]) == {"first", "second"}
    assert last.public["reveal"]["second"]["layout"] == seats_of(playing)[1].sealed_layout


def test_versions_count_every_event_without_a_gap(record: JsonObject, playing: Match) -> None:
    events = events_of(playing)
    assert [event.version for event in events] == list(range(1, len(events) + 1))
    assert fresh(playing).version == len(events)


# --- proofs


def test_a_whole_match_passes_the_verifier(record: JsonObject) -> None:
    verify_record(record)


def test_a_resigned_match_passes_the_verifier(playing: Match, first: Actor) -> None:
    execute(first, ply_command(playing))
    execute(first, Resign(match=playing.id, command_id=uuid4()))
    verify_record(match_record(see_match(first, playing.id)))


def test_an_abandoned_match_passes_the_verifier(playing: Match, room: Room, first: Actor) -> None:
    execute(first, ply_command(playing))
    Seat.everywhere.filter(room=room).update(last_seen_at=room.created_at.replace(year=2020))
    execute(first, ClaimAbandoned(match=playing.id, command_id=uuid4()))
    verify_record(match_record(see_match(first, playing.id)))


def _changed_kind(record: JsonObject) -> None:
    squares = record["layouts"]["second"]
    one, two = [square for square in squares if squares[square] in {"captain", "spy"}][:2]
    squares[one], squares[two] = "spy" if squares[one] == "captain" else "captain", squares[one]


def _changed_salt(record: JsonObject) -> None:
    record["salts"]["first"]["a1"] = "00" * 16


def _changed_ply(record: JsonObject) -> None:
    record["plies"][3]["ply"] = record["plies"][5]["ply"]


def _changed_winner(record: JsonObject) -> None:
    record["end"]["winners"] = ["second"] if record["end"]["winners"] != ["second"] else ["first"]


def _lost_ply(record: JsonObject) -> None:
    del record["plies"][-1]


@pytest.mark.parametrize("tamper", [_changed_kind, _changed_salt, _changed_ply, _changed_winner, _lost_ply])
def test_a_tampered_record_is_refused(record: JsonObject, tamper) -> None:
    changed = copy.deepcopy(record)
    tamper(changed)
    assert changed != record
    with pytest.raises(RecordRefused):
        verify_record(changed)


# --- cost


def test_a_ply_costs_at_most_four_statements_however_long_the_match(
    playing: Match, first: Actor, second: Actor
) -> None:
    players = {"first": first, "second": second}
    rng = Random(4)
    counts = []
    for _ in range(30):
        match = fresh(playing)
        command = ply_command(match, legal_ply(match, rng))
        kept: list[str] = []
        with statements(kept):
            execute(players[match.turn], command)
        counts.append(len(kept))
    assert set(counts) == {4}, kept
