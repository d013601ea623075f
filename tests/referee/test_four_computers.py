"""Computers among four: several in a row, one whose side is out, one that is silent, and their room's end."""

from datetime import timedelta
from random import Random
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.identity import Actor
from accounts.models import Tenant
from accounts.quotas import spend_bot_seconds
from accounts.tenancy import tenant_scope
from games.bots import question, stand_in_answer, waiting_bots
from games.commands import ConfirmLayout, MatchCommand, PlayPly, Resign
from games.housekeeping import purge_rooms, wake_stalled_bots
from games.models import Match, MatchSeat, Room
from games.referee import execute, execute_for_bot, give_up, lock_table, record_events
from games.rematches import play_computer
from games.rooms import NewRoom, create_room
from games.rules.core import Side
from games.rules.luzhanqi.system import LUZHANQI
from games.tasks import play_answer
from tests.support.rooms import age, current, exists, fresh, join, seats_of

pytestmark = pytest.mark.usefixtures("valkey")
LATER = timedelta(minutes=5)


@pytest.fixture
def room(first: Actor) -> Room:
    """One person in the south, and three computers."""
    options = {"variant": "four", "first_player": "fixed"}
    return create_room(
        first, NewRoom(system="luzhanqi", options=options, opponent=Room.Opponent.COMPUTER, level="beginner")
    )


@pytest.fixture
def match(room: Room, first: Actor) -> Match:
    """All have laid out."""
    match = current(room)
    confirm(match, Side.SOUTH, first)
    answer(match)
    assert fresh(match).phase == Match.Phase.PLAYING
    return fresh(match)


def confirm(match: Match, side: Side, actor: Actor) -> None:
    pieces = tuple(LUZHANQI.random_layout(match.options, side, Random(1)).items())
    execute(actor, ConfirmLayout(match=match.id, command_id=uuid4(), seat=side, pieces=pieces))


def waiting(match: Match) -> list[str]:
    return [seat.side for seat in waiting_bots(fresh(match), seats_of(match))]


def obeyed(command: MatchCommand, seat: MatchSeat) -> bool:
    with tenant_scope(seat.tenant_id):
        return execute_for_bot(command, seat.as_side) is not None


def answer(match: Match) -> None:
    """What every computer that is asked answers, one after the other."""
    for seat in waiting_bots(fresh(match), seats_of(match)):
        now = fresh(match)
        assert obeyed(stand_in_answer(now, seats_of(now), seat), seat)


def play(match: Match, actor: Actor) -> None:
    match = fresh(match)
    ply = LUZHANQI.legal_plies(match.sealed(), Side(match.turn))[0]
    execute(actor, PlayPly(match=match.id, command_id=uuid4(), expected=match.version, ply=ply))


def put_out(match: Match, side: Side) -> None:
    with tenant_scope(match.tenant_id):
        table, now = lock_table(match.id), timezone.now()
        record_events(table.match, give_up(table, table.seat(side), now), now)


def test_all_of_them_are_asked_for_layouts_and_answer_in_any_order(room: Room, first: Actor) -> None:
    match = current(room)
    assert waiting(match) == ["east", "north", "west"]
    confirm(match, Side.SOUTH, first)
    for side in ("north", "west", "east"):
        layout = dict(LUZHANQI.random_layout(match.options, Side(side), Random(2)))
        # version 0: each was asked before any of the others had answered
        assert play_answer({"layout": layout}, str(match.id), side, 0, str(match.tenant_id))
    assert fresh(match).turn == "south"


def test_three_in_a_row_are_asked_one_after_the_other(match: Match, first: Actor) -> None:
    assert waiting(match) == []
    play(match, first)
    asked = []
    while fresh(match).turn != "south":
        asked += waiting(match)
        answer(match)
    assert asked == ["east", "north", "west"]
    assert fresh(match).bot_asked_at is None


def test_one_whose_side_is_out_is_not_asked_any_more(match: Match, first: Actor) -> None:
    put_out(match, Side.EAST)
    play(match, first)
    assert waiting(match) == ["north"]
    answer(match)
    assert waiting(match) == ["west"]
    answer(match)
    assert fresh(match).turn == "south"


def test_an_answer_that_comes_when_its_side_is_out_changes_nothing(match: Match, first: Actor) -> None:
    play(match, first)
    now = fresh(match)
    (east,) = waiting_bots(now, seats_of(now))
    late = stand_in_answer(now, seats_of(now), east)
    put_out(match, Side.EAST)
    version = fresh(match).version
    assert not obeyed(late, east)
    assert (fresh(match).version, fresh(match).turn) == (version, "north")


def test_the_computers_play_on_among_themselves_when_the_person_is_out(match: Match, first: Actor) -> None:
    execute(first, Resign(match=match.id, command_id=uuid4()))
    assert waiting(match) == ["east"]
    for _ in range(6):
        answer(match)
    assert fresh(match).ply_count == 7


def asked_level(match: Match) -> object:
    now, seats = fresh(match), seats_of(match)
    return question(now, seats, waiting_bots(now, seats)[0], [])["level"]


def test_computers_among_themselves_are_asked_for_the_least(match: Match, first: Actor) -> None:
    match.seats.exclude(bot_level="").update(bot_level="advanced")
    play(match, first)
    assert asked_level(match) == "advanced"
    execute(first, Resign(match=match.id, command_id=uuid4()))
    assert asked_level(match) == "beginner"


def limit_time(tenant: Tenant) -> None:
    """No more of the tenant's computers' time is left today."""
    tenant.quota_bot_seconds_per_day = 1
    tenant.save(update_fields=["quota_bot_seconds_per_day"])
    spend_bot_seconds(tenant.id, 1)


def abandoned(match: Match) -> bool:
    now = fresh(match)
    return now.is_over and now.outcome == {"winners": [], "termination": "abandoned"}


def test_computers_without_time_play_on_with_a_person(match: Match, first: Actor) -> None:
    limit_time(first.tenant)
    play(match, first)
    for _ in range(3):
        answer(match)
    assert fresh(match).turn == "south"


def test_computers_without_time_do_not_play_on_among_themselves(match: Match, first: Actor) -> None:
    limit_time(first.tenant)
    execute(first, Resign(match=match.id, command_id=uuid4()))
    assert abandoned(match)
    assert waiting(match) == []


def test_computers_among_themselves_play_until_their_time_is_up(match: Match, first: Actor) -> None:
    execute(first, Resign(match=match.id, command_id=uuid4()))
    answer(match)
    limit_time(first.tenant)
    answer(match)
    assert abandoned(match)
    assert fresh(match).ply_count == 3


def test_for_silent_ones_the_referee_answers_one_by_one(match: Match, first: Actor) -> None:
    play(match, first)
    for side in ("east", "north", "west"):
        assert fresh(match).turn == side
        for _ in range(2):
            assert wake_stalled_bots(timezone.now() + LATER) == 1
    assert fresh(match).turn == "south"
    assert wake_stalled_bots(timezone.now() + LATER) == 0


def test_silent_ones_get_a_layout_each(room: Room, first: Actor) -> None:
    match = current(room)
    confirm(match, Side.SOUTH, first)
    for _ in range(6):
        wake_stalled_bots(timezone.now() + LATER)
    assert fresh(match).phase == Match.Phase.PLAYING


def test_people_and_computers_are_asked_by_turn(first: Actor, second: Actor) -> None:
    options = {"variant": "four", "first_player": "fixed"}
    room = create_room(first, NewRoom(system="luzhanqi", options=options))
    join(second, room)
    match = play_computer(first, room.slug, "beginner")
    for side, actor in ((Side.SOUTH, first), (Side.EAST, second)):
        confirm(match, side, actor)
    answer(match)
    play(match, first)
    assert waiting(match) == []
    play(match, second)
    for _ in range(2):
        answer(match)
    assert fresh(match).turn == "south"


def test_the_room_is_purged_and_its_match_goes_with_it(match: Match, room: Room) -> None:
    age(room, last_presence_at=timezone.now() - timedelta(hours=1))
    assert purge_rooms(timezone.now()) == 1
    assert not exists(match)
    assert wake_stalled_bots(timezone.now() + LATER) == 0
