"""Others play on when one gives up, leaves or is gone: four seats of Luzhanqi."""

from datetime import timedelta
from random import Random
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.identity import Actor
from accounts.models import Tenant
from games.commands import ClaimAbandoned, ConfirmLayout, PlayPly, Resign
from games.errors import InProgress, NotYourTurn
from games.events import EventType
from games.models import Match, Room, SavedLayout, Seat
from games.queries import match_record, match_snapshot, see_match
from games.referee import execute
from games.rooms import NewRoom, create_room, leave_room
from games.rules.core import IllegalPly, Side
from games.rules.luzhanqi.system import LUZHANQI
from games.rules.verify import verify_record
from tests.support.rooms import current, events_of, fresh, join, make_actor, refused, seats_of

pytestmark = pytest.mark.usefixtures("valkey")
SIDES = (Side.SOUTH, Side.EAST, Side.NORTH, Side.WEST)
OPTIONS = LUZHANQI.parse_options({"variant": "four"})
Party = dict[Side, Actor]


@pytest.fixture
def party(tenant: Tenant) -> Party:
    return {side: make_actor(tenant) for side in SIDES}


@pytest.fixture
def room(party: Party) -> Room:
    options = {"variant": "four", "first_player": "fixed"}
    room = create_room(party[Side.SOUTH], NewRoom(system="luzhanqi", options=options))
    for side in SIDES[1:]:
        assert join(party[side], room).side == side
    return room


@pytest.fixture
def match(room: Room, party: Party) -> Match:
    """All four have laid out."""
    for seed, side in enumerate(SIDES):
        pieces = tuple(LUZHANQI.random_layout(OPTIONS, side, Random(seed)).items())
        assert fresh(current(room)).phase == Match.Phase.LAYOUT
        execute(party[side], ConfirmLayout(match=current(room).id, command_id=uuid4(), pieces=pieces))
    return fresh(current(room))


def play(match: Match, party: Party, plies: int, seed: int = 1) -> Match:
    rng = Random(seed)
    for _ in range(plies):
        match = fresh(match)
        ply = rng.choice(LUZHANQI.legal_plies(match.sealed(), Side(match.turn)))
        command = PlayPly(match=match.id, command_id=uuid4(), expected=match.version, ply=ply)
        execute(party[Side(match.turn)], command)
    return fresh(match)


def resign(match: Match, actor: Actor) -> Match:
    execute(actor, Resign(match=match.id, command_id=uuid4()))
    return fresh(match)


def gone(room: Room, *sides: Side) -> None:
    long_ago = timezone.now() - timedelta(days=1)
    Seat.everywhere.filter(room=room, side__in=sides).update(last_seen_at=long_ago)


def test_four_lay_out_and_play_in_turn(match: Match, party: Party) -> None:
    assert (match.phase, match.turn) == (Match.Phase.PLAYING, "south")
    turns = []
    for _ in range(5):
        turns.append(match.turn)
        match = play(match, party, 1)
    assert turns == ["south", "east", "north", "west", "south"]


def test_the_last_layout_is_kept_as_its_owner_sees_it_on_the_board_for_two(match: Match) -> None:
    for seat in seats_of(match):
        kept = SavedLayout.everywhere.get(player_id=seat.player_id, is_last=True).sealed_pieces
        turned = LUZHANQI.turn_layout(kept, side=Side.FIRST, to=Side(seat.side))
        assert turned == seat.sealed_layout


def test_who_resigns_is_out_and_the_others_play_on(match: Match, party: Party) -> None:
    match = resign(play(match, party, 1), party[Side.EAST])
    assert (match.phase, match.turn, match.outcome) == (Match.Phase.PLAYING, "north", None)
    event = events_of(match)[-1]
    assert (event.type, event.side, event.sealed_ruling["ply"]) == (EventType.PLY, "east", ["left"])
    seen = match_snapshot(see_match(party[Side.SOUTH], match.id))
    assert seen["view"]["out"] == ["east"]
    assert seen["reveal"] is None
    match = play(match, party, 3)
    assert match.turn == "north"
    assert isinstance(
        refused(party[Side.EAST], Resign(match=match.id, command_id=uuid4()), IllegalPly), IllegalPly
    )
    command = PlayPly(match=match.id, command_id=uuid4(), expected=match.version, ply=("Sa6", "Sa5"))
    refused(party[Side.EAST], command, NotYourTurn)


def test_the_second_ally_that_resigns_ends_the_match_and_reveals_it(match: Match, party: Party) -> None:
    match = play(resign(play(match, party, 2), party[Side.SOUTH]), party, 2)
    match = resign(match, party[Side.NORTH])
    assert match.outcome == {"winners": ["east", "west"], "termination": "resigned"}
    record = match_record(see_match(party[Side.EAST], match.id))
    assert [ply["number"] for ply in record["plies"]] == [1, 2, 3, 4, 5, 6]
    verify_record(record)


def test_who_leaves_the_room_is_out_and_keeps_its_place_in_the_history(
    match: Match, room: Room, party: Party, tenant: Tenant
) -> None:
    leave_room(party[Side.WEST], room.slug)
    match = fresh(match)
    assert (match.phase, match.turn) == (Match.Phase.PLAYING, "south")
    newcomer = make_actor(tenant)
    join(newcomer, room)
    assert seats_of(match)[3].player_id == party[Side.WEST].player.id
    match = play(match, party, 4)
    assert match.turn == "east"
    for side in (Side.EAST, Side.SOUTH):
        leave_room(party[side], room.slug)
    assert fresh(match).outcome == {"winners": ["south", "north"], "termination": "resigned"}


def test_who_is_out_leaves_the_room_without_a_word(match: Match, room: Room, party: Party) -> None:
    match = resign(match, party[Side.EAST])
    leave_room(party[Side.EAST], room.slug)
    assert fresh(match).version == match.version


def test_who_is_gone_is_put_out_one_at_a_time(match: Match, room: Room, party: Party) -> None:
    gone(room, Side.EAST, Side.WEST)
    claim = ClaimAbandoned(match=match.id, command_id=uuid4())
    execute(party[Side.SOUTH], claim)
    match = fresh(match)
    assert (match.phase, match.turn) == (Match.Phase.PLAYING, "south")
    again = execute(party[Side.SOUTH], claim)  # under the side that was gone, and yet from who claimed
    assert (again.repeated, again.side, again.version) == (True, Side.SOUTH, match.version)
    execute(party[Side.SOUTH], ClaimAbandoned(match=match.id, command_id=uuid4()))
    assert fresh(match).outcome == {"winners": ["south", "north"], "termination": "resigned"}


def test_nobody_is_put_out_who_is_there(match: Match, party: Party) -> None:
    error = refused(party[Side.SOUTH], ClaimAbandoned(match=match.id, command_id=uuid4()), InProgress)
    assert error.extra["retry_after"] > 0
