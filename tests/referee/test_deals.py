"""Matches that the server deals, and nobody lays out: as in Luzhanqi, flipped."""

import json
from random import Random
from uuid import uuid4

import pytest

from accounts.errors import BadRequest
from accounts.identity import Actor
from games import rooms
from games.commands import ConfirmLayout, PlayPly, Resign
from games.errors import WrongPhase
from games.events import EventType
from games.models import Match, Room
from games.queries import events_since, match_deductions, match_record, match_snapshot, see_match, turns
from games.referee import execute
from games.rematches import offer_rematch, play_computer
from games.rooms import NewRoom, create_room
from games.rules.core import Ply, Secret, Side
from games.rules.luzhanqi.kinds import KINDS
from games.rules.luzhanqi.system import LUZHANQI
from games.rules.proofs import commit
from games.rules.verify import verify_record
from tests.rules.support import texts
from tests.support.rooms import current, events_of, fresh, join, layout_for, refused

pytestmark = pytest.mark.usefixtures("valkey")


def flip_room(first: Actor, **wanted) -> Room:
    options = {"variant": "flip", "first_player": "host"}
    return create_room(first, NewRoom(system="luzhanqi", options=options, **wanted))


@pytest.fixture
def match(first: Actor, second: Actor) -> Match:
    room = flip_room(first, spectators_allowed=True)
    join(second, room)
    return fresh(current(room))


def test_play_begins_when_the_last_seat_is_taken(first: Actor, second: Actor) -> None:
    room = flip_room(first)
    waiting = fresh(current(room))
    assert (waiting.phase, waiting.version, waiting.sealed_deal) == (Match.Phase.LAYOUT, 0, None)
    assert match_snapshot(see_match(first, waiting.id))["deal"] is None
    assert turns(first) == []  # there is nothing to lay out
    join(second, room)
    match = fresh(waiting)
    assert (match.phase, match.turn, match.version) == (Match.Phase.PLAYING, "first", 1)
    (started,) = events_of(match)
    assert started.type == EventType.STARTED
    assert started.public["commitments"] == match.deal_commitments
    assert len(match.deal_commitments) == len(match.sealed_deal) == 50
    assert [line["match"] for line in turns(first)] == [str(match.id)]


def test_one_screen_begins_at_once(first: Actor) -> None:
    match = current(flip_room(first, opponent=Room.Opponent.SAME_SCREEN))
    assert match.phase == Match.Phase.PLAYING


def test_the_deal_is_committed_to_and_stays_as_it_was(match: Match, first: Actor) -> None:
    for square, kind in match.sealed_deal.items():
        digest = commit(str(match.id), Secret(None, square, kind), match.sealed_deal_salts[square])
        assert match.deal_commitments[square] == digest
    assert len(set(match.sealed_deal_salts.values())) == 50
    before = (match.sealed_deal, match.sealed_deal_salts, match.deal_commitments)
    execute(first, PlayPly(match=match.id, command_id=uuid4(), expected=1, ply=Ply("a1")))
    match = fresh(match)
    assert (match.sealed_deal, match.sealed_deal_salts, match.deal_commitments) == before


def seen_by(actor: Actor, match: Match) -> str:
    """All that somebody receives before the first flip, without what differs from match to match."""
    seen = see_match(actor, match.id)
    told = match_snapshot(seen)
    for each in (told, *(frame["d"] for frame in events_since(seen, 0))):
        each.pop("at", None)
    events = [frame["d"] for frame in events_since(seen, 0)]
    text = json.dumps([told, events])
    for square, digest in match.deal_commitments.items():
        text = text.replace(digest, square)
    for event in events_of(match):
        text = text.replace(event.at.isoformat(), "then")
    return text.replace(str(match.id), "match").replace(match.room.slug, "room")


def test_before_the_first_flip_two_deals_look_the_same_to_everybody(
    first: Actor, second: Actor, spectator: Actor
) -> None:
    rooms = [flip_room(first, spectators_allowed=True) for _ in range(2)]
    for room in rooms:
        join(second, room)
    one, two = (Match.everywhere.select_related("room").get(room=room) for room in rooms)
    assert one.sealed_deal != two.sealed_deal
    for actor in (first, second, spectator):
        assert seen_by(actor, one) == seen_by(actor, two)
        told = match_snapshot(see_match(actor, one.id))
        told.pop("options")  # one of which is called by a kind
        assert not set(KINDS) & set(texts(told))


def test_a_whole_match_is_played_and_its_record_holds_the_deal(
    match: Match, first: Actor, second: Actor, spectator: Actor
) -> None:
    rng, players = Random(4), {"first": first, "second": second}
    while not (match := fresh(match)).is_over:
        position = match.sealed()
        ply = rng.choice(LUZHANQI.legal_plies(position, Side(match.turn)))
        if position.number % 25 == 0:
            assert match_deductions(see_match(first, match.id))["pieces"] == []
        command = PlayPly(match=match.id, command_id=uuid4(), expected=match.version, ply=ply)
        execute(players[match.turn], command)
    record = match_record(see_match(spectator, match.id))
    assert list(record["layouts"]) == ["deal"]
    verify_record(json.loads(json.dumps(record)))


def test_the_end_reveals_the_deal(match: Match, first: Actor, spectator: Actor) -> None:
    assert match_snapshot(see_match(spectator, match.id))["reveal"] is None
    execute(first, Resign(match=match.id, command_id=uuid4()))
    seen = match_snapshot(see_match(spectator, match.id))
    assert seen["reveal"] == {"deal": {"layout": match.sealed_deal, "salts": match.sealed_deal_salts}}
    assert all(it["kind"] for it in seen["view"]["pieces"])
    verify_record(match_record(see_match(spectator, match.id)))


def test_nobody_lays_out(first: Actor, match: Match) -> None:
    pieces = tuple(layout_for(Side.FIRST).items())
    for each in (current(flip_room(first)), match):
        refused(first, ConfirmLayout(match=each.id, command_id=uuid4(), pieces=pieces), WrongPhase)


def test_a_rematch_is_dealt_anew(match: Match, first: Actor, second: Actor) -> None:
    execute(first, Resign(match=match.id, command_id=uuid4()))
    slug = Room.everywhere.get(pk=match.room_id).slug
    assert offer_rematch(first, slug) is None
    again = offer_rematch(second, slug)
    assert again is not None
    again = fresh(again)
    assert (again.phase, again.turn) == (Match.Phase.PLAYING, "first")
    assert again.sealed_deal != match.sealed_deal
    assert see_match(first, again.id).audience.side == Side.FIRST


def test_no_computer_sits_down_where_none_plays(first: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "PLAYED", ("gunjin",))
    for variant in ("dark", "flip", "four"):
        wanted = NewRoom(
            system="luzhanqi", options={"variant": variant}, opponent=Room.Opponent.COMPUTER, level="beginner"
        )
        with pytest.raises(BadRequest):
            create_room(first, wanted)
    with pytest.raises(BadRequest):
        play_computer(first, flip_room(first).slug, "beginner")
