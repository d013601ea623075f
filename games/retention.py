"""How long things are kept: what a tenant's `keep_*_days` have run out for is deleted, once a day.

An empty time means for ever. Safe when several workers run it at once: each deletes what is still there.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import models, transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from accounts.models import Delivery, Note, Player, Report, Sanction, Tenant, Token
from accounts.sessions import new_session
from accounts.tenancy import tenant_scope
from games.models import ChatMessage, Match
from games.privacy.erasure import forget_player

log = logging.getLogger(__name__)
BATCH = 100  # rows of one transaction
KEEP_DEAD_TOKENS = timedelta(days=30)
KEEP_DELIVERIES = timedelta(days=30)
LASTING = (Sanction.SanctionKind.BAN, Sanction.SanctionKind.MUTE)


def forget_expired(now: datetime) -> int:
    """In every tenant, and sign-in sessions that ended. Answers how many rows were due, sessions apart."""
    new_session().clear_expired()
    return sum(_forget_in(tenant, now) for tenant in Tenant.objects.all())


def _forget_in(tenant: Tenant, now: datetime) -> int:
    with tenant_scope(tenant.id):
        dead = now - KEEP_DEAD_TOKENS
        forgotten = _delete(Token.objects.filter(Q(revoked_at__lt=dead) | Q(expires_at__lt=dead)))
        forgotten += _delete(Delivery.objects.filter(created_at__lt=now - KEEP_DELIVERIES))
        if (before := _since(now, tenant.keep_matches_days)) is not None:
            forgotten += _delete(Match.objects.filter(phase=Match.Phase.OVER, ended_at__lt=before))
        if (before := _since(now, tenant.keep_chat_days)) is not None:
            forgotten += _delete(ChatMessage.objects.filter(at__lt=before))
        if (before := _since(now, tenant.keep_reports_days)) is not None:
            forgotten += _forget_complaints(before, now)
        if (before := _since(now, tenant.keep_guests_days)) is not None:
            forgotten += _forget_guests(tenant, before)
    return forgotten


def _since(now: datetime, days: int | None) -> datetime | None:
    return None if days is None else now - timedelta(days=days)


def _delete(due: QuerySet[models.Model]) -> int:
    deleted = 0
    while pks := list(due.values_list("pk", flat=True)[:BATCH]):
        with transaction.atomic():
            due.model._default_manager.filter(pk__in=pks).delete()  # noqa: SLF001  why: Django's name for it
        deleted += len(pks)
    return deleted


def _forget_complaints(before: datetime, now: datetime) -> int:
    """Reports that were dealt with, notes, and sanctions that are no longer in force."""
    reports = Report.objects.filter(created_at__lt=before).exclude(status=Report.Status.OPEN)
    is_past = Q(lifted_at__isnull=False) | Q(until__lt=now) | ~Q(kind__in=LASTING)
    sanctions = Sanction.objects.filter(is_past, created_at__lt=before)
    return _delete(reports) + _delete(sanctions) + _delete(Note.objects.filter(created_at__lt=before))


def _forget_guests(tenant: Tenant, before: datetime) -> int:
    """Guests not seen since. One that fails is logged and does not keep the others."""
    guests = Player.objects.filter(kind=Player.PlayerKind.GUEST, deleted_at=None, merged_into=None)
    seen = guests.alias(seen=Coalesce("last_seen_at", "created_at")).filter(seen__lt=before)
    gone = list(seen.exclude(seats__room__closed_at__isnull=True, seats__isnull=False))
    forgotten = 0
    for guest in gone:
        try:
            with transaction.atomic():
                forget_player(tenant, guest)
        except Exception as error:  # noqa: BLE001  why: the edge of the process; a message may quote a row
            log.error("guest %s could not be forgotten: %s", guest.pk, type(error).__name__)  # noqa: TRY400
        else:
            forgotten += 1
    return forgotten
