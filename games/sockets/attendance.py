"""Presence as sockets report it. Blocking: call these through `in_database`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from accounts.identity import Actor
from accounts.tenancy import tenant_scope
from games import presence
from games.models import Seat
from games.publish import Message, room_group
from games.rules.core import JsonObject
from games.sockets.frames import server_frame

Notice = tuple[str, Message]


def arrive(actor: Actor, seats: Iterable[Seat], connection: str) -> list[Notice]:
    """Note that the connection is alive. Answers what the rooms must be told: seats that were empty."""
    return _note(actor, seats, connection, presence.arrive, connected=True)


def depart(actor: Actor, seats: Iterable[Seat], connection: str) -> list[Notice]:
    """The connection is gone. Answers what the rooms must be told: seats that are empty now."""
    return _note(actor, seats, connection, presence.depart, connected=False)


def _note(
    actor: Actor,
    seats: Iterable[Seat],
    connection: str,
    note: Callable[[Seat, str, datetime], bool],
    *,
    connected: bool,
) -> list[Notice]:
    now = timezone.now()
    with tenant_scope(actor.tenant.id):
        changed = [seat for seat in seats if note(seat, connection, now)]
    return [_notice(seat, connected=connected) for seat in changed]


def present(actor: Actor, room: UUID) -> list[str]:
    """One `presence` frame for each seat of the room that a person holds."""
    with tenant_scope(actor.tenant.id):
        seats = list(Seat.objects.filter(room_id=room, player__isnull=False))
    connected = presence.connected_seats(seats)
    return [_frame(seat, connected=seat.number in connected) for seat in seats]


def _notice(seat: Seat, *, connected: bool) -> Notice:
    text = _frame(seat, connected=connected)
    return room_group(seat.room_id), {"type": "room.frame", "match": "", "v": None, "frame": text}


def _frame(seat: Seat, *, connected: bool) -> str:
    data: JsonObject = {"seat": seat.number, "side": seat.side, "connected": connected}
    return server_frame("presence", data, subject=str(seat.room_id))
