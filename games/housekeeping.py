"""Work nobody asks for: closing idle and old rooms, forgetting guests' matches, asking lost computers again.

Safe when several workers run it at once: rows are locked, and skipped when another worker has them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeVar

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import Player, Tenant
from accounts.tenancy import tenant_scope
from accounts.webhooks import Event, announce
from games import presence
from games.bots import ASKS, count_ask, stand_in_answer, waiting_bots
from games.models import ChatMessage, Match, MatchSeat, Room
from games.publish import call_computers, publish_room
from games.referee import execute_for_bot
from games.rooms import close_room

log = logging.getLogger(__name__)
BATCH = 100
Row = TypeVar("Row", Room, Match)
TOMBSTONE = timedelta(days=7)


def purge_rooms(now: datetime) -> int:
    """Close every room that is too old or has been empty for too long. Answers how many."""
    return sum(_purge_tenant(tenant, now) for tenant in Tenant.objects.all())


def _purge_tenant(tenant: Tenant, now: datetime) -> int:
    with tenant_scope(tenant.id):
        is_due = Q(expires_at__lte=now) | Q(last_presence_at__lte=now - tenant.room_idle)
        due = Room.objects.filter(is_due, closed_at__isnull=True)
        closed = _one_by_one(due, "room", lambda room: _purge_room(room, now))
        forgotten = Room.objects.filter(closed_at__lt=now - TOMBSTONE)
        _one_by_one(forgotten, "tombstone", _forget_room)
    return closed


def _purge_room(room: Room, now: datetime) -> bool:
    is_expired = room.expires_at <= now
    if not is_expired and presence.connected_seats(room.seats.all()):
        Room.objects.filter(pk=room.pk).update(last_presence_at=now)
        return False
    reason = "expired" if is_expired else "idle"
    close_room(room, reason, now)
    announce(Event.ROOM_PURGED, {"room": str(room.id), "system": room.system, "reason": reason})
    forget_guest_matches(room)
    ChatMessage.objects.filter(room=room).delete()
    return True


def _forget_room(room: Room) -> bool:
    """Also rooms that were left or closed by hand: their guests' matches could be read until now."""
    forget_guest_matches(room)
    room.delete()
    return True


def _one_by_one(due: QuerySet[Row], what: str, work: Callable[[Row], bool]) -> int:
    """Do each due row in a transaction of its own, locked; rows that another worker holds are skipped.

    One that fails is logged and does not keep the others. Answers for how many `work` was done.
    """
    done = 0
    for pk in list(due.values_list("pk", flat=True)[:BATCH]):
        try:
            with transaction.atomic():
                row = due.select_for_update(skip_locked=True, of=("self",)).filter(pk=pk).first()
                done += row is not None and work(row)
        except Exception as error:  # noqa: BLE001  why: the edge of the process; a message may quote a row
            log.error("%s %s could not be dealt with: %s", what, pk, type(error).__name__)  # noqa: TRY400
    return done


def forget_guest_matches(room: Room) -> None:
    """Matches in which no registered player took part go with their room; the others stay in histories."""
    of_persons = MatchSeat.objects.filter(player__kind=Player.PlayerKind.PERSON)
    Match.objects.filter(room=room).exclude(seats__in=of_persons).delete()


def warn_closing_rooms(now: datetime) -> int:
    """Tell rooms that will expire soon, once. Answers how many."""
    warned = 0
    for tenant in Tenant.objects.all():
        with tenant_scope(tenant.id):
            is_soon = Q(expires_at__lte=now + tenant.purge_warning, expires_at__gt=now)
            soon = Room.objects.filter(is_soon, closed_at__isnull=True, warned_at__isnull=True)
            warned += _one_by_one(soon, "room", lambda room: _warn(room, now))
    return warned


def _warn(room: Room, now: datetime) -> bool:
    room.warned_at = now
    room.save(update_fields=["warned_at"])
    publish_room(room.id, {"type": "room.closing", "at": room.expires_at.isoformat()})
    return True


def wake_stalled_bots(now: datetime) -> int:
    """Ask again where a question or its answer was lost; instead of the last ask, answer for the computer.

    Answers how many matches.
    """
    lost_before = now - timedelta(seconds=int(settings.GYOJI["BOT_RETRY_SECONDS"]))
    return sum(_wake_tenant(tenant, lost_before) for tenant in Tenant.objects.all())


def _wake_tenant(tenant: Tenant, lost_before: datetime) -> int:
    with tenant_scope(tenant.id):
        lost = Match.objects.select_related("tenant", "room").filter(bot_asked_at__lte=lost_before)
        return _one_by_one(lost.exclude(phase=Match.Phase.OVER), "match", _wake)


def _wake(match: Match) -> bool:
    rows = MatchSeat.objects.select_related("player").filter(match=match)
    _ask_or_answer(match, list(rows.order_by("order")))
    return True


def _ask_or_answer(match: Match, seats: list[MatchSeat]) -> None:
    waiting = waiting_bots(match, seats)
    if not waiting or count_ask(match) < ASKS:
        call_computers(match, seats)
        return
    log.warning("match %s: no usable answer after %d asks, the referee answers", match.id, ASKS - 1)
    for seat in waiting:
        execute_for_bot(stand_in_answer(match, seats, seat), seat.as_side)
