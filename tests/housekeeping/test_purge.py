"""Closing idle and old rooms, and what stays of their matches."""

import threading
from datetime import timedelta
from uuid import uuid4

import pytest
import redis
from django.db import connection, transaction
from django.utils import timezone

from accounts.errors import NotFound
from accounts.identity import Actor
from accounts.models import Player
from accounts.tenancy import tenant_scope
from games import housekeeping, presence
from games.commands import Resign
from games.errors import RoomClosed
from games.housekeeping import purge_rooms, warn_closing_rooms
from games.models import Match, MatchEvent, Room, Seat
from games.queries import history, match_record, see_match, see_room
from games.referee import execute
from games.rooms import leave_room
from games.rules.verify import verify_record
from tests.support.rooms import (
    age,
    computer_room,
    current,
    events_of,
    exists,
    fresh,
    friend_room,
    make_actor,
    make_tenant,
    new_room,
    ply_command,
    start,
)

pytestmark = pytest.mark.usefixtures("valkey")
MINUTE = timedelta(minutes=1)


def idle(room: Room, minutes: float) -> None:
    age(room, last_presence_at=timezone.now() - minutes * MINUTE)


def is_closed(room: Room) -> bool:
    return Room.everywhere.get(pk=room.pk).closed_at is not None


def connect(room: Room, number: int = 1) -> None:
    with tenant_scope(room.tenant_id):
        presence.arrive(Seat.objects.get(room=room, number=number), "socket", timezone.now())


# --- when


def test_a_room_nobody_was_in_for_half_an_hour_goes(first: Actor) -> None:
    room = new_room(first)
    idle(room, 29)
    assert purge_rooms(timezone.now()) == 0
    idle(room, 31)
    assert purge_rooms(timezone.now()) == 1
    assert Room.everywhere.get(pk=room.pk).closed_reason == "idle"
    assert purge_rooms(timezone.now()) == 0


def test_a_room_somebody_is_connected_to_is_not_idle(first: Actor, second: Actor) -> None:
    room = friend_room(first, second)
    connect(room, 2)
    idle(room, 600)
    assert purge_rooms(timezone.now()) == 0
    assert Room.everywhere.get(pk=room.pk).last_presence_at > timezone.now() - MINUTE


def test_a_connection_that_stopped_refreshing_counts_no_more(first: Actor, valkey: redis.Redis) -> None:
    room = new_room(first)
    connect(room)
    idle(room, 31)
    (key,) = [key for key in valkey.keys("*presence*") if not key.endswith(b":noted")]
    valkey.zadd(key, {"socket": 1.0})
    assert purge_rooms(timezone.now()) == 1


def test_after_a_day_a_room_goes_though_people_are_in_it(first: Actor, second: Actor) -> None:
    room = friend_room(first, second)
    connect(room)
    age(room, created_at=timezone.now() - timedelta(hours=24), expires_at=timezone.now())
    assert purge_rooms(timezone.now()) == 1
    assert Room.everywhere.get(pk=room.pk).closed_reason == "expired"


def test_a_room_lives_for_a_day_from_its_creation(first: Actor) -> None:
    room = new_room(first)
    assert room.expires_at - room.created_at == timedelta(hours=24)


def test_another_tenants_rooms_keep_their_own_times(first: Actor) -> None:
    patient = make_actor(make_tenant(room_idle_minutes=120, room_lifetime_hours=48))
    hasty = make_actor(make_tenant(room_idle_minutes=1))
    rooms = [new_room(actor) for actor in (first, patient, hasty)]
    for room in rooms:
        idle(room, 10)
    purge_rooms(timezone.now())
    assert [is_closed(room) for room in rooms] == [False, False, True]
    for room in rooms[:2]:
        idle(room, 40)
    purge_rooms(timezone.now())
    assert [is_closed(room) for room in rooms] == [True, False, True]
    assert rooms[1].expires_at - rooms[1].created_at == timedelta(hours=48)


# --- warning


def test_a_warning_comes_once_ten_minutes_before(first: Actor) -> None:
    room = new_room(first)
    age(room, expires_at=timezone.now() + 11 * MINUTE)
    assert warn_closing_rooms(timezone.now()) == 0
    age(room, expires_at=timezone.now() + 9.9 * MINUTE)
    assert warn_closing_rooms(timezone.now()) == 1
    assert warn_closing_rooms(timezone.now()) == 0
    assert not is_closed(room)


def test_a_tenants_own_warning_time_counts(db: None) -> None:
    actor = make_actor(make_tenant(purge_warning_minutes=60))
    room = new_room(actor)
    age(room, expires_at=timezone.now() + 50 * MINUTE)
    assert warn_closing_rooms(timezone.now()) == 1


def test_a_closed_room_is_not_warned(first: Actor) -> None:
    room = new_room(first)
    leave_room(first, room.slug)
    age(room, expires_at=timezone.now() + MINUTE)
    assert warn_closing_rooms(timezone.now()) == 0


# --- matches


@pytest.fixture
def person(first: Actor) -> Actor:
    """A registered player of the same tenant."""
    return make_actor(first.tenant, Player.PlayerKind.PERSON)


def test_a_running_match_ends_as_abandoned(person: Actor, second: Actor) -> None:
    room = friend_room(person, second)
    match = start(room, person, second)
    execute(person, ply_command(match))
    idle(room, 31)
    purge_rooms(timezone.now())
    over = fresh(match)
    assert over.outcome == {"winners": [], "termination": "abandoned"}
    last = events_of(match)[-1]
    assert (last.type, last.side, last.public["outcome"]) == ("match.ended", "", over.outcome)
    verify_record(match_record(see_match(person, match.id)))


def test_a_match_with_a_registered_player_stays_in_the_history(person: Actor, second: Actor) -> None:
    room = friend_room(second, person)
    match = start(room, second, person)
    execute(second, Resign(match=match.id, command_id=uuid4()))
    outcome = fresh(match).outcome
    idle(room, 31)
    purge_rooms(timezone.now())
    assert [seat.match_id for seat in history(person)] == [match.id]
    assert fresh(match).outcome == outcome


def test_guests_matches_go_with_their_room(first: Actor, second: Actor) -> None:
    room = friend_room(first, second)
    match = start(room, first, second)
    execute(first, Resign(match=match.id, command_id=uuid4()))
    idle(room, 31)
    purge_rooms(timezone.now())
    assert not exists(match)
    assert not MatchEvent.everywhere.filter(match_id=match.id).exists()
    with pytest.raises(NotFound):
        see_match(first, match.id)


def test_a_guests_match_against_the_computer_goes(first: Actor, person: Actor) -> None:
    rooms = [computer_room(first), computer_room(person)]
    matches = [current(room) for room in rooms]
    for room in rooms:
        idle(room, 31)
    purge_rooms(timezone.now())
    assert [exists(match) for match in matches] == [False, True]


def test_other_rooms_matches_are_left_alone(first: Actor, second: Actor) -> None:
    gone, kept = friend_room(first, second), friend_room(first, second)
    match = current(kept)
    idle(gone, 31)
    purge_rooms(timezone.now())
    assert exists(match)
    assert fresh(match).phase == Match.Phase.LAYOUT


# --- tombstones


def test_a_tombstone_says_that_the_room_is_closed_and_goes_after_a_week(
    first: Actor, outsider: Actor
) -> None:
    room = new_room(first)
    idle(room, 31)
    purge_rooms(timezone.now())
    with pytest.raises(RoomClosed):
        see_room(first, room.slug)
    with pytest.raises(NotFound):
        see_room(outsider, room.slug)
    purge_rooms(timezone.now() + timedelta(days=6, hours=23))
    assert exists(room)
    purge_rooms(timezone.now() + timedelta(days=7, hours=1))
    assert not exists(room)
    with pytest.raises(NotFound):
        see_room(first, room.slug)


def test_with_the_tombstone_go_the_guests_matches_of_a_room_that_was_left(
    first: Actor, second: Actor, person: Actor
) -> None:
    matches = []
    for opponent in (second, person):
        room = friend_room(first, opponent)
        matches.append(start(room, first, opponent))
        leave_room(opponent, room.slug)
        leave_room(first, room.slug)
    purge_rooms(timezone.now() + timedelta(days=8))
    assert [exists(match) for match in matches] == [False, True]
    assert fresh(matches[1]).room_id is None
    assert [seat.match_id for seat in history(person)] == [matches[1].id]


# --- several workers


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_close_each_room_once(first: Actor, second: Actor) -> None:
    person = make_actor(first.tenant, Player.PlayerKind.PERSON)
    rooms = [friend_room(person, second) for _ in range(8)]
    matches = [start(room, person, second) for room in rooms]
    for room in rooms:
        idle(room, 31)
    ready, counts, errors = threading.Barrier(3), [], []

    def work() -> None:
        try:
            ready.wait()
            counts.append(purge_rooms(timezone.now()))
        except Exception as error:  # noqa: BLE001
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not errors
    assert sum(counts) + purge_rooms(timezone.now()) == len(rooms)
    for match in matches:
        assert [event.type for event in events_of(match)].count("match.ended") == 1


@pytest.mark.django_db(transaction=True)
def test_a_room_in_use_right_now_is_left_for_the_next_time(first: Actor) -> None:
    room = new_room(first)
    idle(room, 31)
    counts: list[int] = []

    def work() -> None:
        counts.append(purge_rooms(timezone.now()))
        connection.close()

    with transaction.atomic():
        Room.everywhere.select_for_update().get(pk=room.pk)
        thread = threading.Thread(target=work)
        thread.start()
        thread.join(10)
    assert counts == [0]
    assert purge_rooms(timezone.now()) == 1


def test_a_room_that_cannot_be_closed_does_not_keep_the_others(
    first: Actor, caplog: pytest.LogCaptureFixture
) -> None:
    broken, fine = new_room(first), new_room(first)
    Match.everywhere.filter(room=broken).delete()  # damage that no handler makes
    for room in (broken, fine):
        idle(room, 31)
    purge_rooms(timezone.now())
    assert is_closed(fine)
    assert "could not be dealt with" in caplog.text


def test_more_rooms_than_one_batch_go_with_the_next_calls(
    first: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "BATCH", 2)
    for room in [new_room(first) for _ in range(3)]:
        idle(room, 31)
    assert [purge_rooms(timezone.now()) for _ in range(3)] == [2, 1, 0]


# --- who is told


@pytest.mark.django_db(transaction=True)
def test_connected_clients_are_warned_and_then_told_that_the_room_closed(
    first: Actor, second: Actor, valkey: redis.Redis
) -> None:
    room = friend_room(first, second)
    match = start(room, first, second)
    age(room, expires_at=timezone.now() + 5 * MINUTE)
    with valkey.pubsub() as wire:
        wire.psubscribe("*")
        warn_closing_rooms(timezone.now())
        warn_closing_rooms(timezone.now())
        purge_rooms(timezone.now() + 6 * MINUTE)
        sent = heard(wire)
    of_room = [(channel, data) for channel, data in sent if str(room.id) in channel]
    assert [b"room.closing" in data for _, data in of_room] == [True, False]
    assert b"room.closed" in of_room[1][1]
    assert b"expired" in of_room[1][1]
    of_match = [channel for channel, data in sent if str(match.id) in channel and b"match.ended" in data]
    assert [channel.rsplit(".", 1)[-1] for channel in of_match] == ["first", "second", "watch"]


def heard(wire: redis.client.PubSub) -> list[tuple[str, bytes]]:
    """Every message on the wire until it is silent: its channel and its bytes."""
    messages = []
    while (message := wire.get_message(timeout=0.3)) is not None:
        if message["type"] == "pmessage":
            messages.append((message["channel"].decode(), message["data"]))
    return messages
