"""Rooms that are open to strangers, and those to which a player was invited by name."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.db.models import Min, Prefetch, QuerySet
from django.utils import timezone

from accounts.blocks import kept_apart
from accounts.errors import NotFound
from accounts.identity import Actor
from accounts.tenancy import tenant_scope
from games import presence
from games.models import Room, Seat
from games.publish import publish_room
from games.redaction import player_data
from games.rules.core import JsonObject


def open_rooms(actor: Actor, *, system: str = "", before: UUID | None = None, limit: int) -> list[JsonObject]:
    """Listed rooms with a free seat, the newest first; `before`: only those older than this one.

    Those of players whom the actor blocks, or who block the actor, are left out.
    """
    with tenant_scope(actor.tenant.id):
        rooms = _waiting(actor).filter(is_listed=True)
        rooms = rooms.filter(system=system) if system else rooms
        rooms = rooms.filter(id__lt=before) if before is not None else rooms
        return _lines(rooms[:limit], actor)


def invitations(actor: Actor, *, limit: int) -> list[JsonObject]:
    """Rooms in which a seat is kept for the actor, the newest first."""
    with tenant_scope(actor.tenant.id):
        return _lines(_waiting(actor).filter(invited=actor.player)[:limit], actor)


def decline(actor: Actor, slug: str) -> None:
    """Give an invitation back; the room is told. Raises NotFound."""
    with tenant_scope(actor.tenant.id), transaction.atomic():
        rooms = Room.objects.select_for_update().filter(closed_at__isnull=True, invited=actor.player)
        room = rooms.filter(slug=slug).first()
        if room is None:
            raise NotFound
        room.invited = None
        room.save(update_fields=["invited"])
        publish_room(room.id, {"type": "invitation.declined"})


def _waiting(actor: Actor) -> QuerySet[Room]:
    """Rooms with a free seat and its number: the seats, read a moment later, may tell that it was taken.

    Nobody is shown the room of who blocks them, is blocked, or is banned and cannot come.
    """
    now = timezone.now()
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
    rooms = Room.objects.prefetch_related(seats).filter(
        closed_at__isnull=True, expires_at__gt=now, seats__player=None, seats__bot_level=""
    )
    rooms = rooms.exclude(creator__in=kept_apart(actor.player)).exclude(creator__banned_until__gt=now)
    return rooms.annotate(free_number=Min("seats__number")).order_by("-id")


def _lines(rooms: QuerySet[Room], actor: Actor) -> list[JsonObject]:
    hosts = {room.id: _host(room) for room in rooms}
    there = {seat.room_id for seat in presence.connected(host for host in hosts.values() if host is not None)}
    return [_line(room, actor, hosts[room.id], is_there=room.id in there) for room in rooms]


def _host(room: Room) -> Seat | None:
    return next((seat for seat in room.seats.all() if seat.player_id is not None), None)


def _line(room: Room, actor: Actor, host: Seat | None, *, is_there: bool) -> JsonObject:
    """One room in short: what is played, with whom, and which seat is free."""
    seats = list(room.seats.all())
    free = next(seat for seat in seats if seat.number == room.free_number)  # type: ignore[attr-defined]  # why: an annotation
    return {
        "slug": room.slug,
        "id": str(room.id),
        "system": room.system,
        "options": room.options,
        "spectators_allowed": room.spectators_allowed,
        "spectators_delay": room.spectators_delay,
        "deductions_allowed": room.deductions_allowed,
        "chat": room.chat_allowed(actor.tenant).value,
        "created_at": room.created_at.isoformat(),
        "host": player_data(host) if host is not None else None,
        "host_connected": is_there,
        "yours": any(seat.player_id == actor.player.id for seat in seats),
        "seat": free.number,
        "side": free.side,
    }
