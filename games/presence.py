"""Who is connected. Open connections live in Valkey, when someone was last seen in Postgres.

A connection that stops refreshing (a killed process) counts as gone after `FRESH`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import datetime, timedelta

from accounts.valkey import valkey
from games.models import Room, Seat

FRESH = timedelta(seconds=35)
NOTE_EVERY = timedelta(seconds=20)
POLL = "poll"  # the connection name of a client that only polls; it stays until FRESH has passed


def _key(seat: Seat) -> str:
    """Of the player on the seat: whoever takes it next is not there because an old page is still open."""
    return f"gyoji:presence:{seat.room_id}:{seat.player_id}:{seat.number}"


def arrive(seat: Seat, connection: str, now: datetime) -> bool:
    """Note that this connection is alive; call again at least every FRESH. True if the seat was empty.

    A poll beside a socket counts for nothing: the socket tells better, and at once, when it goes.
    """
    key, moment = _key(seat), time.time()
    if connection == POLL and _has_socket(key, moment):
        return False
    with valkey().pipeline() as pipe:
        pipe.zremrangebyscore(key, 0, moment)
        pipe.zcard(key)
        pipe.zrem(key, POLL)  # a socket takes the place of a poll
        pipe.zadd(key, {connection: moment + FRESH.total_seconds()})
        pipe.expire(key, int(FRESH.total_seconds()) + 1)
        pipe.set(f"{key}:noted", "1", nx=True, ex=int(NOTE_EVERY.total_seconds()))
        _, before, _, _, _, is_due = pipe.execute()
    if is_due:
        _note_seen(seat, now)
    return int(before) == 0


def _has_socket(key: str, moment: float) -> bool:
    return any(name != POLL for name in valkey().zrangebyscore(key, moment, "+inf"))


def depart(seat: Seat, connection: str, now: datetime) -> bool:
    """The connection closed. True if it was the last one of the player, who still has the seat."""
    key = _key(seat)
    with valkey().pipeline() as pipe:
        pipe.zrem(key, connection)
        pipe.zremrangebyscore(key, 0, time.time())
        pipe.zcard(key)
        _, _, left = pipe.execute()
    return _note_seen(seat, now) and int(left) == 0


def _note_seen(seat: Seat, now: datetime) -> bool:
    """Whether the player still has the seat."""
    has_it = Seat.objects.filter(pk=seat.pk, player=seat.player_id).update(last_seen_at=now)
    Room.objects.filter(pk=seat.room_id, last_presence_at__lt=now).update(last_presence_at=now)
    return bool(has_it)


def connected_seats(seats: Iterable[Seat]) -> set[int]:
    """Numbers of the seats of one room with an open connection."""
    return {seat.number for seat in connected(seats)}


def connected(seats: Iterable[Seat]) -> list[Seat]:
    """Those of the seats, of whatever rooms, with an open connection."""
    asked = list(seats)
    with valkey().pipeline() as pipe:
        for seat in asked:
            pipe.zcount(_key(seat), time.time(), "+inf")
        counts = pipe.execute()
    return [seat for seat, count in zip(asked, counts, strict=True) if count]


def absence(seat: Seat, now: datetime) -> timedelta:
    """How long the player of this seat has not been connected; zero while connected."""
    if connected([seat]):
        return timedelta(0)
    last_seen = seat.last_seen_at or seat.room.created_at
    return max(timedelta(0), now - last_seen)


def seconds_to_gone(seat: Seat, limit: timedelta, now: datetime) -> int:
    """Until the player counts as gone, absent for `limit`; 0 from then on."""
    left = (limit - absence(seat, now)).total_seconds()
    return max(1, int(left)) if left > 0 else 0
