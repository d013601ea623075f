"""A client that only asks now and then counts as connected, too."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone

from accounts.identity import Actor
from accounts.tenancy import tenant_scope
from accounts.valkey import valkey
from games import presence
from games.models import Seat
from games.queries import SeenMatch

EVERY_SECONDS = 12  # well under `presence.FRESH`


def note_poll(actor: Actor, room_id: UUID) -> None:
    """The actor asked about their room. Almost always one Valkey command."""
    if not valkey().set(f"gyoji:polled:{room_id}:{actor.player.id}", "1", nx=True, ex=EVERY_SECONDS):
        return
    now = timezone.now()
    with tenant_scope(actor.tenant.id):
        for seat in Seat.objects.filter(room_id=room_id, player=actor.player):
            presence.arrive(seat, presence.POLL, now)


def note_match_poll(actor: Actor, seen: SeenMatch) -> None:
    """The same for who holds a seat of a match; watching takes no seat."""
    if seen.audience.side is not None and seen.match.room_id is not None and not seen.match.is_over:
        note_poll(actor, seen.match.room_id)
