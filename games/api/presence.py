"""A client that only asks now and then counts as connected, too."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from accounts.identity import Actor
from accounts.layer import send
from accounts.models import Player
from accounts.tenancy import tenant_scope
from accounts.valkey import valkey
from games import presence
from games.models import Seat
from games.publish import Message, frame_text, room_group
from games.queries import SeenMatch
from games.rules.core import JsonObject

EVERY_SECONDS = 12  # well under `presence.FRESH`


def note_poll(actor: Actor, room_id: UUID) -> None:
    """The actor asked about their room. Almost always one Valkey command."""
    _note(actor, room_id, Q(room_id=room_id))


def note_turns_poll(actor: Actor) -> None:
    """A bot that asks what waits for it is there for all its matches; a person may look at another page."""
    if actor.player.kind == Player.PlayerKind.BOT:
        _note(actor, "turns", Q(room__closed_at__isnull=True))


def _note(actor: Actor, about: UUID | str, seats: Q) -> None:
    if not valkey().set(f"gyoji:polled:{about}:{actor.player.id}", "1", nx=True, ex=EVERY_SECONDS):
        return
    now = timezone.now()
    with tenant_scope(actor.tenant.id):
        own = list(Seat.objects.filter(seats, player=actor.player))
        _tell([seat for seat in own if presence.arrive(seat, presence.POLL, now)])


def _tell(arrived: Sequence[Seat]) -> None:
    """Sockets in the room hear at once that somebody came; that a poll stopped shows when they ask."""
    messages: list[tuple[str, Message]] = []
    for seat in arrived:
        data: JsonObject = {"seat": seat.number, "side": seat.side, "connected": True}
        text = frame_text("presence", seat.room_id, None, None, data)
        group = room_group(seat.room_id)
        messages.append((group, {"type": "room.frame", "match": "", "v": None, "frame": text}))
    if messages:
        send(messages)


def note_match_poll(actor: Actor, seen: SeenMatch) -> None:
    """The same for who holds a seat of a match; watching takes no seat."""
    if seen.audience.side is not None and seen.match.room_id is not None and not seen.match.is_over:
        note_poll(actor, seen.match.room_id)
