"""Room handlers: what each does, and every case in which it refuses."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.errors import BadRequest, NotFound
from accounts.identity import Actor
from accounts.tenancy import tenant_scope
from games import presence, rooms
from games.commands import Resign
from games.errors import Forbidden, InProgress, RoomClosed, RoomFull, SeatTaken, WrongPhase
from games.events import EventType
from games.models import Match, Room, Seat
from games.referee import execute
from games.rematches import offer_rematch, play_computer, withdraw_rematch
from games.rooms import RANDOM_SIDE, NewRoom, claim_seat, close_by_creator, create_room, leave_room
from games.rules.core import BadOptions, JsonObject, Side
from tests.support.rooms import (
    computer_room,
    confirm,
    current,
    events_of,
    free_seat,
    fresh,
    friend_room,
    join,
    layout_for,
    make_actor,
    make_tenant,
    new_room,
    seats_of,
    start,
)

pytestmark = pytest.mark.usefixtures("valkey")


def over(room: Room, first: Actor, second: Actor) -> Match:
    """The room's match, played and resigned by the second side."""
    match = start(room, first, second)
    execute(second, Resign(match=match.id, command_id=uuid4()))
    return fresh(match)


def gone(room: Room, number: int, seconds: int) -> None:
    Seat.everywhere.filter(room=room, number=number).update(
        last_seen_at=timezone.now() - timedelta(seconds=seconds)
    )


# --- create


def test_a_friend_room_has_one_taken_and_one_free_seat_and_a_match_in_layout(first: Actor) -> None:
    room = new_room(first)
    one, two = room.seats.all()
    assert (one.side, one.player_id, two.side, two.is_free) == ("first", first.player.id, "second", True)
    match = current(room)
    assert (match.phase, match.version, match.number) == ("layout", 0, 1)
    assert room.expires_at - room.created_at == first.tenant.room_lifetime


def test_the_creator_chooses_a_side(first: Actor) -> None:
    room = new_room(first, side="second")
    assert {seat.side for seat in room.seats.filter(player=first.player)} == {"second"}


def test_a_random_side_is_either_of_the_two(first: Actor) -> None:
    sides = {new_room(first, side=RANDOM_SIDE).seats.get(player=first.player).side for _ in range(20)}
    assert sides == {"first", "second"}


@pytest.mark.parametrize("side", ["south", "third", "FIRST"])
def test_a_side_the_system_lacks_is_refused(first: Actor, side: str) -> None:
    with pytest.raises(BadRequest):
        new_room(first, side=side)
    assert not Room.everywhere.exists()


def test_on_one_screen_the_creator_holds_both_seats(first: Actor) -> None:
    room = new_room(first, opponent=Room.Opponent.SAME_SCREEN)
    assert {seat.player_id for seat in room.seats.all()} == {first.player.id}


def test_options_get_their_defaults_and_stay_with_the_match(first: Actor) -> None:
    room = new_room(first, options={"win_general": "loses"})
    assert room.options["win_general"] == "loses"
    assert room.options["quiet_draw"] == 100
    assert current(room).options == room.options


def test_unknown_options_are_refused(first: Actor) -> None:
    with pytest.raises(BadOptions):
        new_room(first, options={"gravity": "off"})
    with pytest.raises(BadOptions):
        new_room(first, options={"quiet_draw": 7})


def test_unknown_and_disabled_systems_are_refused(first: Actor) -> None:
    with pytest.raises(BadRequest):
        create_room(first, NewRoom(system="chess"))
    elsewhere = make_actor(make_tenant(systems=["shogi"]))
    with pytest.raises(BadRequest):
        create_room(elsewhere, NewRoom(system="gunjin"))


def test_unknown_levels_are_refused(first: Actor) -> None:
    for level in ("", "master"):
        with pytest.raises(BadRequest):
            computer_room(first, level)
    assert not Room.everywhere.exists()


def test_two_rooms_have_different_links(first: Actor) -> None:
    assert new_room(first).slug != new_room(first).slug


# --- claim


def test_the_secret_opens_the_free_seat_and_is_spent(first: Actor, second: Actor, spectator: Actor) -> None:
    room = new_room(first)
    secret = free_seat(room).link_secret()
    seat = claim_seat(second, room.slug, 2, secret)
    assert (seat.player_id, seat.side) == (second.player.id, "second")
    assert seats_of(current(room))[1].player_id == second.player.id
    with pytest.raises(RoomFull):
        claim_seat(spectator, room.slug, 2, secret)
    leave_room(second, room.slug)
    with pytest.raises(Forbidden):
        claim_seat(spectator, room.slug, 2, secret)


@pytest.mark.parametrize("secret", ["", "0" * 32, "é" * 8])
def test_a_wrong_secret_is_refused(first: Actor, second: Actor, secret: str) -> None:
    room = new_room(first)
    with pytest.raises(Forbidden):
        claim_seat(second, room.slug, 2, secret)
    assert free_seat(room).number == 2


def test_another_rooms_secret_is_refused(first: Actor, second: Actor) -> None:
    room, other = new_room(first), new_room(first)
    with pytest.raises(Forbidden):
        claim_seat(second, room.slug, 2, free_seat(other).link_secret())


def test_the_taken_seat_of_a_room_with_a_free_one_is_refused(first: Actor, second: Actor) -> None:
    room = new_room(first)
    with pytest.raises(SeatTaken):
        claim_seat(second, room.slug, 1, free_seat(room).link_secret())
    with pytest.raises(NotFound):
        claim_seat(second, room.slug, 3, free_seat(room).link_secret())


def test_the_creators_own_link_leads_back_to_the_own_seat(first: Actor) -> None:
    room = new_room(first)
    secret = free_seat(room).link_secret()
    assert claim_seat(first, room.slug, 2, secret).number == 1
    assert free_seat(room).link_secret() == secret


def test_who_sits_here_gets_the_seat_back_without_a_secret(first: Actor, second: Actor) -> None:
    room = friend_room(first, second)
    assert claim_seat(second, room.slug, 2, "").number == 2


# --- play the computer instead


def test_while_nobody_came_the_computer_takes_the_seat_and_the_layout_stays(first: Actor) -> None:
    room = new_room(first)
    match = current(room)
    confirm(first, match, Side.FIRST)
    secret = free_seat(room).link_secret()
    assert play_computer(first, room.slug, "advanced").id == match.id
    own, other = seats_of(match)
    assert own.sealed_layout == layout_for(Side.FIRST)
    assert own.is_confirmed
    assert other.bot_level == "advanced"
    room.refresh_from_db()
    assert room.opponent == Room.Opponent.COMPUTER
    assert fresh(match).opponent == Room.Opponent.COMPUTER
    assert fresh(match).bot_asked_at is not None
    with pytest.raises(RoomFull):
        claim_seat(make_actor(first.tenant), room.slug, 2, secret)


def test_while_the_opponent_is_there_the_match_is_in_progress(first: Actor, second: Actor) -> None:
    room = friend_room(first, second)
    with tenant_scope(room.tenant_id):
        presence.arrive(room.seats.get(number=2), "socket", timezone.now())
    gone(room, 2, 9999)
    with pytest.raises(InProgress) as refusal:
        play_computer(first, room.slug, "beginner")
    assert refusal.value.extra == {"retry_after": 120}
    assert current(room).phase == Match.Phase.LAYOUT


def test_gone_for_less_than_two_minutes_is_in_progress(first: Actor, second: Actor) -> None:
    room = friend_room(first, second)
    start(room, first, second)
    gone(room, 2, 100)
    with pytest.raises(InProgress) as refusal:
        play_computer(first, room.slug, "beginner")
    assert 15 <= int(str(refusal.value.extra["retry_after"])) <= 20


def test_after_two_minutes_the_match_is_abandoned_and_a_new_one_begins(first: Actor, second: Actor) -> None:
    room = friend_room(first, second)
    match = start(room, first, second)
    gone(room, 2, 121)
    fresh_match = play_computer(first, room.slug, "beginner")
    assert fresh_match.number == 2
    old = fresh(match)
    assert old.outcome == {"winners": [], "termination": "abandoned"}
    assert events_of(old)[-1].type == EventType.ENDED
    assert [seat.bot_level for seat in seats_of(fresh_match)] == ["", "beginner"]
    assert [seat.player_id for seat in seats_of(old)] == [first.player.id, second.player.id]
    with pytest.raises(Forbidden):
        play_computer(second, room.slug, "beginner")


def test_the_tenants_own_limit_counts(db: None) -> None:
    tenant = make_tenant(abandon_after_seconds=10)
    one, two = make_actor(tenant), make_actor(tenant)
    room = friend_room(one, two)
    gone(room, 2, 11)
    assert play_computer(one, room.slug, "beginner").number == 2


def test_after_the_end_a_rematch_is_the_way(first: Actor, second: Actor) -> None:
    room = friend_room(first, second)
    over(room, first, second)
    with pytest.raises(WrongPhase):
        play_computer(first, room.slug, "beginner")


def test_after_the_opponent_left_the_computer_plays_the_next_match(
    first: Actor, second: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = friend_room(first, second)
    over(room, first, second)
    offer_rematch(first, room.slug)
    leave_room(second, room.slug)
    told: list[JsonObject] = []
    monkeypatch.setattr(rooms, "publish_room", lambda _room, data: told.append(data))
    match = play_computer(first, room.slug, "beginner")
    (taken,) = (data for data in told if data["type"] == "seat.taken")
    assert taken["player"] == {"name": "Computer (beginner)", "kind": "bot", "level": "beginner"}
    assert (match.number, match.phase) == (2, "layout")
    assert not any(seat.offers_rematch for seat in Seat.everywhere.filter(room=room))


def test_computer_and_one_screen_rooms_have_nobody_to_replace(first: Actor) -> None:
    for room in (computer_room(first), new_room(first, opponent=Room.Opponent.SAME_SCREEN)):
        with pytest.raises(WrongPhase):
            play_computer(first, room.slug, "beginner")


def test_an_unknown_level_is_refused(first: Actor) -> None:
    with pytest.raises(BadRequest):
        play_computer(first, new_room(first).slug, "god")


# --- rematch


def test_an_accepted_rematch_swaps_the_sides(first: Actor, second: Actor) -> None:
    room = friend_room(first, second)
    over(room, first, second)
    assert offer_rematch(first, room.slug) is None
    match = offer_rematch(second, room.slug)
    assert match is not None
    assert (match.number, match.phase, match.version) == (2, "layout", 0)
    assert [seat.player_id for seat in seats_of(match)] == [second.player.id, first.player.id]
    assert not any(seat.is_confirmed for seat in seats_of(match))
    assert not any(seat.offers_rematch for seat in room.seats.all())


def test_an_offer_given_twice_is_one_offer(first: Actor, second: Actor) -> None:
    room = friend_room(first, second)
    over(room, first, second)
    assert offer_rematch(first, room.slug) is None
    assert offer_rematch(first, room.slug) is None
    assert room.matches.count() == 1


def test_a_withdrawn_offer_is_no_offer(first: Actor, second: Actor) -> None:
    room = friend_room(first, second)
    over(room, first, second)
    offer_rematch(first, room.slug)
    withdraw_rematch(first, room.slug)
    withdraw_rematch(first, room.slug)
    assert offer_rematch(second, room.slug) is None


def test_no_rematch_while_the_match_runs_or_the_opponent_left(first: Actor, second: Actor) -> None:
    room = friend_room(first, second)
    with pytest.raises(WrongPhase):
        offer_rematch(first, room.slug)
    over(room, first, second)
    leave_room(second, room.slug)
    with pytest.raises(WrongPhase):
        offer_rematch(first, room.slug)


def test_against_the_computer_the_side_stays(first: Actor) -> None:
    room = computer_room(first, "intermediate", side="second")
    Match.everywhere.filter(room=room).update(phase=Match.Phase.OVER)
    match = offer_rematch(first, room.slug)
    assert match is not None
    assert [seat.bot_level for seat in seats_of(match)] == ["intermediate", ""]


def test_on_one_screen_a_rematch_begins_at_once(first: Actor) -> None:
    room = new_room(first, opponent=Room.Opponent.SAME_SCREEN)
    Match.everywhere.filter(room=room).update(phase=Match.Phase.OVER)
    match = offer_rematch(first, room.slug)
    assert match is not None
    assert {seat.player_id for seat in seats_of(match)} == {first.player.id}


# --- leave and close


def test_leaving_in_the_layout_phase_abandons_the_match(first: Actor, second: Actor) -> None:
    room = friend_room(first, second)
    leave_room(second, room.slug)
    match = current(room)
    assert match.outcome == {"winners": [], "termination": "abandoned"}
    assert free_seat(room).number == 2
    room.refresh_from_db()
    assert room.closed_at is None


def test_leaving_in_play_resigns(first: Actor, second: Actor) -> None:
    room = friend_room(first, second)
    match = start(room, first, second)
    leave_room(first, room.slug)
    assert fresh(match).outcome == {"winners": ["second"], "termination": "resigned"}


def test_leaving_after_the_end_changes_no_outcome(first: Actor, second: Actor) -> None:
    room = friend_room(first, second)
    match = over(room, first, second)
    leave_room(second, room.slug)
    assert fresh(match).outcome == match.outcome
    assert fresh(match).version == match.version


def test_the_last_person_to_leave_closes_the_room(first: Actor, second: Actor) -> None:
    room = friend_room(first, second)
    over(room, first, second)
    leave_room(second, room.slug)
    leave_room(first, room.slug)
    with pytest.raises(RoomClosed):
        leave_room(first, room.slug)
    room.refresh_from_db()
    assert room.closed_reason == "left"


@pytest.mark.parametrize(
    "opponent", [Room.Opponent.COMPUTER, Room.Opponent.SAME_SCREEN, Room.Opponent.FRIEND]
)
def test_leaving_alone_closes_the_room_and_ends_its_match(first: Actor, opponent: Room.Opponent) -> None:
    room = new_room(first, opponent=opponent, level="beginner")
    leave_room(first, room.slug)
    room.refresh_from_db()
    assert room.closed_at is not None
    match = current(room)
    assert match.outcome == {"winners": [], "termination": "abandoned"}
    assert [event.type for event in events_of(match)] == [EventType.ENDED]


def test_the_creator_closes_a_room_nobody_joined(first: Actor, second: Actor) -> None:
    room = new_room(first)
    secret = free_seat(room).link_secret()
    close_by_creator(first, room.slug)
    with pytest.raises(RoomClosed):
        claim_seat(second, room.slug, 2, secret)
    assert current(room).outcome == {"winners": [], "termination": "abandoned"}


def test_a_shared_room_closes_only_after_its_match(first: Actor, second: Actor) -> None:
    room = friend_room(first, second)
    with pytest.raises(WrongPhase):
        close_by_creator(first, room.slug)
    over(room, first, second)
    with pytest.raises(Forbidden):
        close_by_creator(second, room.slug)
    close_by_creator(first, room.slug)
    with pytest.raises(RoomClosed):
        close_by_creator(first, room.slug)


# --- who may


HANDLERS = {
    "claim": lambda actor, slug: claim_seat(actor, slug, 2, "secret"),
    "play_computer": lambda actor, slug: play_computer(actor, slug, "beginner"),
    "offer_rematch": offer_rematch,
    "withdraw_rematch": withdraw_rematch,
    "leave": leave_room,
    "close": close_by_creator,
}


@pytest.mark.parametrize("name", HANDLERS)
def test_another_tenants_player_finds_nothing(first: Actor, outsider: Actor, name: str) -> None:
    room = new_room(first)
    with pytest.raises(NotFound):
        HANDLERS[name](outsider, room.slug)
    with pytest.raises(NotFound):
        HANDLERS[name](first, "nothing-here")


@pytest.mark.parametrize("name", HANDLERS)
def test_a_closed_room_says_so(first: Actor, name: str) -> None:
    room = new_room(first)
    close_by_creator(first, room.slug)
    with pytest.raises(RoomClosed):
        HANDLERS[name](first, room.slug)


@pytest.mark.parametrize("name", sorted(HANDLERS.keys() - {"claim"}))
def test_who_has_no_seat_may_change_nothing(first: Actor, second: Actor, spectator: Actor, name: str) -> None:
    room = friend_room(first, second, spectators_allowed=True)
    with pytest.raises(Forbidden):
        HANDLERS[name](spectator, room.slug)


def test_joining_again_after_leaving_needs_the_new_link(first: Actor, second: Actor) -> None:
    room = friend_room(first, second)
    leave_room(second, room.slug)
    assert join(second, room).player_id == second.player.id
