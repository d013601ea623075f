"""The lobby: which rooms strangers find, and how they sit down."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts.blocks import block
from accounts.errors import BadRequest
from accounts.identity import Actor
from accounts.models import Player
from accounts.tenancy import tenant_scope
from games import presence
from games.errors import Blocked, Forbidden, RoomFull
from games.lobby import open_rooms
from games.models import Room, Seat
from games.queries import see_room
from games.rematches import play_computer
from games.rooms import claim_seat, close_by_creator, leave_room
from tests.support.rooms import age, current, friend_room, join, make_actor, new_room, seats_of

pytestmark = pytest.mark.usefixtures("valkey")


@pytest.fixture
def room(first: Actor) -> Room:
    return new_room(first, is_listed=True, side="second", options={"win_general": "loses"})


def found(actor: Actor, **asked) -> list[str]:
    return [line["slug"] for line in open_rooms(actor, limit=20, **asked)]


def test_a_listed_room_is_found_with_what_one_must_know(room: Room, first: Actor, second: Actor) -> None:
    (line,) = open_rooms(second, limit=20)
    assert line == {
        "slug": room.slug,
        "id": str(room.id),
        "system": "gunjin",
        "options": room.options,
        "spectators_allowed": False,
        "spectators_delay": 0,
        "deductions_allowed": True,
        "chat": "presets",
        "created_at": room.created_at.isoformat(),
        "host": {"name": first.player.name, "kind": "guest", "level": None},
        "host_connected": False,
        "yours": False,
        "seat": 1,
        "side": "first",
    }
    assert [line["yours"] for line in open_rooms(first, limit=20)] == [True]


def test_a_stranger_sits_down_without_a_secret(room: Room, second: Actor) -> None:
    assert see_room(second, room.slug)["may_join"]
    seat = claim_seat(second, room.slug, 1, None)
    assert seat.player_id == second.player.id
    assert {each.player_id for each in seats_of(current(room))} == {seat.player_id, room.creator_id}


def test_the_link_of_a_listed_room_works_too(room: Room, second: Actor) -> None:
    assert join(second, room).player_id == second.player.id


def test_a_room_that_is_not_listed_is_not_found_and_needs_its_link(first: Actor, second: Actor) -> None:
    room = new_room(first)
    assert found(second) == []
    assert not see_room(second, room.slug)["may_join"]
    with pytest.raises(Forbidden):
        claim_seat(second, room.slug, 2, None)
    assert Seat.everywhere.get(room=room, number=2).is_free


def test_a_room_leaves_the_lobby_when_its_seat_is_taken_and_does_not_come_back(
    room: Room, second: Actor, spectator: Actor
) -> None:
    claim_seat(second, room.slug, 1, None)
    assert found(spectator) == []
    with pytest.raises(RoomFull):
        claim_seat(spectator, room.slug, 1, None)
    leave_room(second, room.slug)
    assert found(spectator) == []
    with pytest.raises(Forbidden):
        claim_seat(spectator, room.slug, 1, None)


def test_a_room_leaves_the_lobby_when_its_host_plays_the_computer_or_goes(
    room: Room, first: Actor, second: Actor
) -> None:
    other, third = new_room(first, is_listed=True), new_room(first, is_listed=True)
    play_computer(first, room.slug, "beginner")
    close_by_creator(first, other.slug)
    leave_room(first, third.slug)
    assert found(second) == []


def test_an_expired_room_is_not_shown(room: Room, second: Actor) -> None:
    age(room, expires_at=timezone.now() - timedelta(seconds=1))
    assert found(second) == []


def test_nobody_is_sent_to_a_host_who_is_banned(room: Room, first: Actor, second: Actor) -> None:
    Player.everywhere.filter(pk=first.player.pk).update(banned_until=timezone.now() + timedelta(hours=1))
    assert found(second) == []
    Player.everywhere.filter(pk=first.player.pk).update(banned_until=timezone.now())
    assert found(second) == [room.slug]


@pytest.mark.parametrize("who_blocks", ["host", "stranger"])
def test_a_block_hides_the_room_and_keeps_its_seat(
    room: Room, first: Actor, second: Actor, spectator: Actor, who_blocks: str
) -> None:
    if who_blocks == "host":
        block(first, second.player.name)
    else:
        block(second, first.player.name)
    assert found(second) == []
    assert found(spectator) == [room.slug]
    assert not see_room(second, room.slug)["may_join"]
    with pytest.raises(Blocked):
        claim_seat(second, room.slug, 1, None)
    assert Seat.everywhere.get(room=room, number=1).is_free
    assert join(second, room).player_id == second.player.id  # who was given the link was asked in


def test_other_tenants_have_lobbies_of_their_own(room: Room, outsider: Actor) -> None:
    assert found(outsider) == []


def test_the_lobby_is_read_by_system_and_in_pages(first: Actor, second: Actor) -> None:
    rooms = [new_room(make_actor(first.tenant), is_listed=True) for _ in range(3)]
    newest_first = [room.slug for room in reversed(rooms)]
    assert found(second, system="gunjin") == newest_first
    assert found(second, system="shogi") == []
    assert [line["slug"] for line in open_rooms(second, limit=2)] == newest_first[:2]
    assert found(second, before=rooms[1].id) == newest_first[2:]


@pytest.mark.parametrize("opponent", [Room.Opponent.COMPUTER, Room.Opponent.SAME_SCREEN])
def test_only_a_friends_seat_is_listed(first: Actor, opponent: Room.Opponent) -> None:
    with pytest.raises(BadRequest):
        new_room(first, opponent=opponent, level="beginner", is_listed=True)
    assert not Room.everywhere.filter(creator=first.player).exists()


def test_a_full_room_is_not_shown(first: Actor, second: Actor, spectator: Actor) -> None:
    friend_room(first, second, is_listed=True)
    assert found(spectator) == []


def test_a_seat_that_is_taken_while_the_lobby_is_read_breaks_nothing(room: Room, second: Actor) -> None:
    def take_it_first(execute: Any, sql: str, params: Any, many: Any, context: Any) -> object:
        if '"games_seat"."room_id" IN' in sql:
            with connection.cursor() as cursor:  # as if another connection had just committed it
                cursor.cursor.execute("UPDATE games_seat SET bot_level = 'beginner' WHERE player_id IS NULL")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(take_it_first):
        (line,) = open_rooms(second, limit=20)
    assert (line["slug"], line["seat"], line["side"]) == (room.slug, 1, "first")
    with pytest.raises(RoomFull):
        claim_seat(second, room.slug, 1, None)


def test_who_is_there_is_asked_once_for_all_rooms(
    first: Actor, second: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = [new_room(make_actor(first.tenant), is_listed=True) for _ in range(3)]
    with tenant_scope(first.tenant.id):
        presence.arrive(rooms[1].seats.get(number=1), "a socket", timezone.now())
    asked: list[object] = []
    original = presence.valkey
    monkeypatch.setattr(presence, "valkey", lambda: asked.append(1) or original())
    lines = open_rooms(second, limit=20)
    assert [line["host_connected"] for line in lines] == [False, True, False]
    assert len(asked) == 1
