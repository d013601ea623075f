"""Rooms for more than two: free seats, people and computers side by side, who leaves and who is gone."""

from datetime import timedelta
from random import Random
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.errors import NotFound
from accounts.identity import Actor
from accounts.models import Tenant
from accounts.tenancy import tenant_scope
from games import presence
from games.bots import ticket_key
from games.commands import ClaimAbandoned, ConfirmLayout, Resign
from games.errors import Forbidden, InProgress, RoomFull, WrongPhase
from games.events import EventType
from games.models import Match, Room, Seat
from games.queries import events_since, match_snapshot, see_match
from games.referee import execute
from games.rematches import offer_rematch, play_computer
from games.rooms import NewRoom, claim_seat, create_room, leave_room
from games.rules.core import Side
from games.rules.luzhanqi.system import LUZHANQI
from tests.support.rooms import current, events_of, fresh, join, make_actor, refused, seats_of

SIDES = (Side.SOUTH, Side.EAST, Side.NORTH, Side.WEST)
OPTIONS = {"variant": "four", "first_player": "fixed"}
Party = dict[Side, Actor]
pytestmark = pytest.mark.usefixtures("valkey")


@pytest.fixture
def party(tenant: Tenant) -> Party:
    return {side: make_actor(tenant) for side in SIDES}


def new_room(host: Actor, **wanted) -> Room:
    return create_room(host, NewRoom(system="luzhanqi", **{"options": OPTIONS, **wanted}))


def full_room(party: Party) -> Room:
    host, *guests = party.values()
    room = new_room(host)
    for guest in guests:
        join(guest, room)
    return room


@pytest.fixture
def room(party: Party) -> Room:
    """All four sit, nothing is laid out."""
    return full_room(party)


def lay_out(match: Match, side: Side, actor: Actor) -> None:
    layout = LUZHANQI.random_layout(match.options, side, Random(1))
    pieces = tuple(layout.items())
    execute(actor, ConfirmLayout(match=match.id, command_id=uuid4(), seat=side, pieces=pieces))


def gone(room: Room, *sides: Side) -> None:
    long_ago = timezone.now() - timedelta(days=1)
    Seat.everywhere.filter(room=room, side__in=sides).update(last_seen_at=long_ago)


def holders(match: Match) -> list[object]:
    return [seat.player_id or seat.bot_level for seat in seats_of(match)]


def confirmed(match: Match) -> list[str]:
    return [seat.side for seat in seats_of(match) if seat.is_confirmed]


def test_a_fifth_player_finds_no_seat(room: Room, tenant: Tenant) -> None:
    seat = Seat.everywhere.filter(room=room).first()
    seat.room = room
    with pytest.raises(RoomFull):
        claim_seat(make_actor(tenant), room.slug, seat.number, seat.link_secret())


# --- leaving before play


def test_who_leaves_before_play_frees_the_seat_and_the_others_keep_their_layouts(
    room: Room, party: Party, tenant: Tenant
) -> None:
    before = current(room)
    for side in (Side.SOUTH, Side.EAST, Side.NORTH):
        lay_out(before, side, party[side])
    leave_room(party[Side.EAST], room.slug)
    match = fresh(current(room))
    assert (fresh(before).phase, fresh(before).outcome["termination"]) == (Match.Phase.OVER, "abandoned")
    assert (match.number, match.phase) == (2, Match.Phase.LAYOUT)
    assert confirmed(match) == ["south", "north"]
    for old, new in zip(seats_of(before), seats_of(match), strict=True):
        if new.is_confirmed:
            assert new.sealed_layout == old.sealed_layout
            assert not set(new.sealed_salts.values()) & set(old.sealed_salts.values())
    newcomer = make_actor(tenant)
    assert join(newcomer, room).side == Side.EAST
    lay_out(match, Side.EAST, newcomer)
    lay_out(match, Side.WEST, party[Side.WEST])
    assert fresh(match).phase == Match.Phase.PLAYING


def test_who_takes_a_seat_again_learns_nothing_of_the_layout_that_was_there(
    room: Room, party: Party, tenant: Tenant
) -> None:
    before = current(room)
    lay_out(before, Side.EAST, party[Side.EAST])
    leave_room(party[Side.EAST], room.slug)
    newcomer = make_actor(tenant)
    join(newcomer, room)
    match = current(room)
    with pytest.raises(NotFound):
        see_match(newcomer, before.id)
    seen = see_match(newcomer, match.id)
    assert match_snapshot(seen)["layout"] == {"revision": 0, "confirmed": False, "pieces": None}
    assert events_since(seen, 0) == []
    with pytest.raises(NotFound):
        see_match(party[Side.EAST], match.id)


def test_what_was_kept_is_told_as_if_it_had_just_been_confirmed(room: Room, party: Party) -> None:
    lay_out(current(room), Side.SOUTH, party[Side.SOUTH])
    leave_room(party[Side.EAST], room.slug)
    match = current(room)
    (event,) = events_of(match)
    assert (event.type, event.side) == (EventType.LAYOUT_CONFIRMED, "south")
    own, other = (see_match(party[side], match.id) for side in (Side.SOUTH, Side.NORTH))
    shown = match_snapshot(own)
    assert shown["layout"]["confirmed"]
    assert events_since(own, 0)[0]["d"]["layout"] == shown["layout"]
    assert "layout" not in events_since(other, 0)[0]["d"]


def test_the_host_may_leave_a_room_that_waits(party: Party) -> None:
    host, guest = party[Side.SOUTH], party[Side.EAST]
    room = new_room(host)
    join(guest, room)
    leave_room(host, room.slug)
    assert Room.everywhere.get(pk=room.pk).closed_at is None
    assert holders(current(room)) == ["", guest.player.id, "", ""]
    leave_room(guest, room.slug)
    assert Room.everywhere.get(pk=room.pk).closed_reason == "left"


# --- computers for free seats


def test_computers_take_the_free_seats_and_nobodys_place(party: Party) -> None:
    host, guest = party[Side.SOUTH], party[Side.EAST]
    room = new_room(host)
    join(guest, room)
    match = current(room)
    lay_out(match, Side.EAST, guest)
    assert play_computer(host, room.slug, "beginner").id == match.id
    assert holders(match) == [host.player.id, guest.player.id, "beginner", "beginner"]
    assert confirmed(match) == ["east"]
    room.refresh_from_db()
    assert (room.opponent, fresh(match).opponent) == (Room.Opponent.FRIEND, Room.Opponent.FRIEND)
    with pytest.raises(InProgress):
        play_computer(host, room.slug, "beginner")


def test_a_guest_leaves_the_free_seats_to_the_host(party: Party) -> None:
    room = new_room(party[Side.SOUTH])
    join(party[Side.EAST], room)
    with pytest.raises(Forbidden):
        play_computer(party[Side.EAST], room.slug, "beginner")
    leave_room(party[Side.SOUTH], room.slug)
    play_computer(party[Side.EAST], room.slug, "beginner")
    assert holders(current(room)) == ["beginner", party[Side.EAST].player.id, "beginner", "beginner"]
    assert Room.everywhere.get(pk=room.pk).opponent == Room.Opponent.COMPUTER


def test_a_guest_calls_computers_when_the_host_is_gone(party: Party) -> None:
    host, guest = party[Side.SOUTH], party[Side.EAST]
    room = new_room(host)
    join(guest, room)
    gone(room, Side.SOUTH)
    play_computer(guest, room.slug, "beginner")
    assert holders(current(room)) == ["beginner", guest.player.id, "beginner", "beginner"]


def test_one_call_fills_the_free_seats_and_those_of_who_is_gone(room: Room, party: Party) -> None:
    host, *guests = party.values()
    for side, guest in zip(SIDES[:2], (host, guests[0]), strict=True):
        lay_out(current(room), side, guest)
    leave_room(guests[1], room.slug)
    gone(room, Side.WEST)
    play_computer(host, room.slug, "beginner")
    assert holders(current(room)) == [host.player.id, guests[0].player.id, "beginner", "beginner"]
    assert confirmed(current(room)) == ["south", "east"]


def test_who_is_gone_before_play_is_replaced_and_the_others_stay(room: Room, party: Party) -> None:
    before = current(room)
    for side in (Side.SOUTH, Side.NORTH):
        lay_out(before, side, party[side])
    with pytest.raises(InProgress):
        play_computer(party[Side.SOUTH], room.slug, "beginner")
    gone(room, Side.EAST)
    match = play_computer(party[Side.SOUTH], room.slug, "beginner")
    assert match.number == before.number + 1
    wanted = [party[side].player.id for side in SIDES]
    wanted[1] = "beginner"
    assert holders(match) == wanted
    assert confirmed(match) == ["south", "north"]


def test_a_match_in_play_goes_on_while_anybody_is_there(room: Room, party: Party) -> None:
    match = current(room)
    for side in SIDES:
        lay_out(match, side, party[side])
    gone(room, Side.EAST, Side.WEST)
    with pytest.raises(InProgress):
        play_computer(party[Side.SOUTH], room.slug, "beginner")
    gone(room, Side.NORTH)
    again = play_computer(party[Side.SOUTH], room.slug, "beginner")
    assert (again.number, confirmed(again)) == (2, [])
    assert fresh(match).outcome["termination"] == "abandoned"


def test_a_dealt_match_that_computers_complete_begins_and_asks_the_one_who_begins(
    first: Actor, valkey, django_capture_on_commit_callbacks
) -> None:
    room = new_room(first, options={"variant": "flip", "first_player": "fixed"}, side="second")
    with django_capture_on_commit_callbacks(execute=True):
        match = fresh(play_computer(first, room.slug, "beginner"))
    assert valkey.exists(ticket_key(str(match.id), "first"))
    assert (match.phase, match.turn) == (Match.Phase.PLAYING, "first")
    assert match.bot_asked_at is not None
    assert match.opponent == Room.Opponent.COMPUTER


def test_who_sat_down_during_play_ends_nothing(room: Room, party: Party, tenant: Tenant) -> None:
    match = current(room)
    for side in SIDES:
        lay_out(match, side, party[side])
    leave_room(party[Side.WEST], room.slug)
    newcomer = make_actor(tenant)
    join(newcomer, room)
    gone(room, *SIDES[:3])
    with pytest.raises(WrongPhase):
        play_computer(newcomer, room.slug, "beginner")
    leave_room(newcomer, room.slug)
    assert fresh(match).phase == Match.Phase.PLAYING


def left_to_a_newcomer(room: Room, party: Party) -> tuple[Match, Actor]:
    """In play the west left; somebody else took the seat and looks at the room."""
    match, tenant = current(room), party[Side.WEST].tenant
    for side in SIDES:
        lay_out(match, side, party[side])
    leave_room(party[Side.WEST], room.slug)
    newcomer = make_actor(tenant)
    seat = join(newcomer, room)
    with tenant_scope(tenant.id):
        presence.arrive(Seat.objects.get(room=room, side=seat.side), "socket", timezone.now())
    return match, newcomer


def test_who_took_the_seat_of_one_who_left_is_not_taken_for_the_leaver(room: Room, party: Party) -> None:
    match, newcomer = left_to_a_newcomer(room, party)
    gone(room, Side.EAST, Side.NORTH)
    again = play_computer(party[Side.SOUTH], room.slug, "beginner")
    assert fresh(match).outcome["termination"] == "abandoned"
    assert holders(again) == [party[Side.SOUTH].player.id, "beginner", "beginner", newcomer.player.id]


def test_the_open_page_of_one_who_left_is_not_the_newcomers(room: Room, party: Party, tenant: Tenant) -> None:
    leaver, newcomer = party[Side.WEST], make_actor(tenant)
    with tenant_scope(tenant.id):
        seat = Seat.objects.get(room=room, side=Side.WEST)
        presence.arrive(seat, "an open page", timezone.now())
        assert presence.connected([seat])
        leave_room(leaver, room.slug)
        join(newcomer, room)
        taken = Seat.objects.get(pk=seat.pk)
        assert not presence.connected([taken])
        long_ago = timezone.now() - timedelta(days=1)
        Seat.objects.filter(pk=seat.pk).update(last_seen_at=long_ago)
        assert not presence.depart(seat, "an open page", timezone.now())
        taken.refresh_from_db()
        assert taken.last_seen_at == long_ago


# --- the end, and the next match


def over(match: Match, party: Party) -> None:
    for side in SIDES:
        lay_out(match, side, party[side])
    for side in (Side.SOUTH, Side.NORTH):
        execute(party[side], Resign(match=match.id, command_id=uuid4()))
    assert fresh(match).is_over


def test_where_somebody_left_after_the_end_computers_sit_down_and_the_others_are_asked(
    room: Room, party: Party
) -> None:
    over(current(room), party)
    leave_room(party[Side.WEST], room.slug)
    assert play_computer(party[Side.SOUTH], room.slug, "beginner").number == 1
    assert offer_rematch(party[Side.EAST], room.slug) is None
    match = offer_rematch(party[Side.NORTH], room.slug)
    assert match is not None
    people = {party[side].player.id for side in (Side.SOUTH, Side.EAST, Side.NORTH)}
    assert set(holders(match)) == {*people, "beginner"}


def test_who_is_gone_after_the_end_gives_way_to_a_computer(room: Room, party: Party) -> None:
    over(current(room), party)
    offer_rematch(party[Side.WEST], room.slug)
    offer_rematch(party[Side.EAST], room.slug)
    with pytest.raises(WrongPhase):
        play_computer(party[Side.NORTH], room.slug, "beginner")
    gone(room, Side.WEST)
    play_computer(party[Side.NORTH], room.slug, "beginner")
    west = Seat.everywhere.get(room=room, side=Side.WEST)
    assert (west.player_id, west.bot_level, west.offers_rematch) == (None, "beginner", False)
    assert current(room).number == 1
    match = offer_rematch(party[Side.SOUTH], room.slug)
    assert match is not None
    people = {party[side].player.id for side in (Side.SOUTH, Side.EAST, Side.NORTH)}
    assert set(holders(match)) == {*people, "beginner"}


def test_after_the_end_one_call_fills_the_free_seats_and_those_of_who_is_gone(
    room: Room, party: Party
) -> None:
    over(current(room), party)
    leave_room(party[Side.EAST], room.slug)
    gone(room, Side.NORTH)
    play_computer(party[Side.SOUTH], room.slug, "beginner")
    match = offer_rematch(party[Side.WEST], room.slug)
    assert match is not None
    people = {party[side].player.id for side in (Side.SOUTH, Side.WEST)}
    assert set(holders(match)) == {*people, "beginner"}


def test_who_alone_is_there_after_the_end_plays_on_with_computers(room: Room, party: Party) -> None:
    over(current(room), party)
    gone(room, Side.EAST, Side.NORTH, Side.WEST)
    match = play_computer(party[Side.SOUTH], room.slug, "beginner")
    assert (match.number, match.opponent) == (2, Room.Opponent.COMPUTER)
    assert holders(match) == [party[Side.SOUTH].player.id, "beginner", "beginner", "beginner"]


def test_who_only_looked_away_after_the_end_keeps_the_seat(room: Room, party: Party, tenant: Tenant) -> None:
    over(current(room), party)
    gone(room, Side.EAST, Side.NORTH, Side.WEST)
    with tenant_scope(tenant.id):
        presence.arrive(Seat.objects.get(room=room, side=Side.EAST), "socket", timezone.now())
    play_computer(party[Side.SOUTH], room.slug, "beginner")
    offer = Seat.everywhere.get(room=room, side=Side.SOUTH)
    assert offer.offers_rematch
    match = offer_rematch(party[Side.EAST], room.slug)
    assert match is not None
    assert sorted(map(str, holders(match))).count("beginner") == 2


@pytest.mark.parametrize("rule", ["host", "loser"])
def test_a_rematch_turns_the_table_with_its_computers(party: Party, rule: str) -> None:
    host, guest = party[Side.SOUTH], party[Side.EAST]
    room = new_room(host, options={"variant": "four", "first_player": rule}, side="")
    join(guest, room)
    play_computer(host, room.slug, "beginner")
    match = current(room)
    ring = holders(match)
    outcome = {"winners": ["south", "north"], "termination": "flag-taken"}
    Match.everywhere.filter(pk=match.pk).update(phase=Match.Phase.OVER, outcome=outcome)
    offer_rematch(host, room.slug)
    again = offer_rematch(guest, room.slug)
    assert again is not None
    turned = holders(again)
    begins = host.player.id if rule == "host" else ring[1]
    assert turned == ring[ring.index(begins) :] + ring[: ring.index(begins)]


def test_who_is_out_puts_nobody_out(room: Room, party: Party) -> None:
    match = current(room)
    for side in SIDES:
        lay_out(match, side, party[side])
    execute(party[Side.SOUTH], Resign(match=match.id, command_id=uuid4()))
    gone(room, Side.EAST)
    refused(party[Side.SOUTH], ClaimAbandoned(match=match.id, command_id=uuid4()), WrongPhase)
    execute(party[Side.NORTH], ClaimAbandoned(match=match.id, command_id=uuid4()))
    assert fresh(match).turn == "north"
