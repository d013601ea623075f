"""Work nobody asks for: closing idle and old rooms, forgetting guests' matches, asking lost computers again.

Safe when several workers run it at once: rows are locked, and skipped when another worker has them.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import Player, Tenant
from accounts.tenancy import tenant_scope
from games import presence
from games.bots import ASKS, ask_bots, count_ask, stand_in_answer, waiting_bots
from games.models import Match, MatchSeat, Room
from games.publish import publish_room
from games.referee import execute_for_bot
from games.rooms import close_room

log = logging.getLogger(__name__)
BATCH = 100
TOMBSTONE = timedelta(days=7)


def purge_rooms(now: datetime) -> int:
    """Close every room that is too old or has been empty for too long. Answers how many."""
    return sum(_purge_tenant(tenant, now) for tenant in Tenant.objects.all())


def _purge_tenant(tenant: Tenant, now: datetime) -> int:
    closed = 0
    with tenant_scope(tenant.id):
        for room in _one_by_one(_due_rooms(tenant, now)):
            if room.expires_at <= now or not presence.connected_seats(room.seats.all()):
                reason = "expired" if room.expires_at <= now else "idle"
                close_room(room, reason, now)
                forget_guest_matches(room)
                closed += 1
            else:
                Room.objects.filter(pk=room.pk).update(last_presence_at=now)
        Room.objects.filter(closed_at__lt=now - TOMBSTONE).delete()
    return closed


def _due_rooms(tenant: Tenant, now: datetime) -> QuerySet[Room]:
    is_due = Q(expires_at__lte=now) | Q(last_presence_at__lte=now - tenant.room_idle)
    return Room.objects.filter(is_due, closed_at__isnull=True)


def _one_by_one(due: QuerySet[Room]) -> Iterator[Room]:
    """Each due room in its own transaction, locked; rooms another worker holds are skipped."""
    for pk in list(due.values_list("pk", flat=True)[:BATCH]):
        with transaction.atomic():
            room = due.select_for_update(skip_locked=True).filter(pk=pk).first()
            if room is not None:
                yield room


def forget_guest_matches(room: Room) -> None:
    """Matches in which no registered player took part go with their room; the others stay in histories."""
    of_persons = MatchSeat.objects.filter(player__kind=Player.PlayerKind.PERSON)
    Match.objects.filter(room=room).exclude(seats__in=of_persons).delete()


def warn_closing_rooms(now: datetime) -> int:
    """Tell rooms that will expire soon, once. Answers how many."""
    warned = 0
    for tenant in Tenant.objects.all():
        with tenant_scope(tenant.id):
            soon = Room.objects.filter(
                closed_at__isnull=True, warned_at__isnull=True, expires_at__lte=now + tenant.purge_warning
            )
            for room in _one_by_one(soon):
                room.warned_at = now
                room.save(update_fields=["warned_at"])
                publish_room(room.id, {"type": "room.closing", "at": room.expires_at.isoformat()})
                warned += 1
    return warned


def wake_stalled_bots(now: datetime) -> int:
    """Ask again where a question or its answer was lost, and after ASKS asks answer for the computer.

    Answers how many matches.
    """
    lost_before = now - timedelta(seconds=int(settings.GYOJI["BOT_RETRY_SECONDS"]))
    stalled = Match.everywhere.filter(bot_asked_at__lte=lost_before).exclude(phase=Match.Phase.OVER)
    woken = 0
    for pk in list(stalled.values_list("pk", flat=True)[:BATCH]):
        with transaction.atomic():
            match = (
                stalled.select_related("tenant")
                .select_for_update(skip_locked=True, of=("self",))
                .filter(pk=pk)
                .first()
            )
            if match is not None:
                with tenant_scope(match.tenant_id):
                    rows = MatchSeat.objects.select_related("player").filter(match=match)
                    _wake(match, list(rows.order_by("order")))
                woken += 1
    return woken


def _wake(match: Match, seats: list[MatchSeat]) -> None:
    waiting = waiting_bots(match, seats)
    if not waiting or count_ask(match) <= ASKS:
        ask_bots(match, seats)
        return
    log.warning("match %s: no usable answer in %d asks, the referee answers", match.id, ASKS)
    for seat in waiting:
        execute_for_bot(stand_in_answer(match, seats, seat), seat.as_side)
