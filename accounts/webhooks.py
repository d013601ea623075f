"""What a tenant's own servers are told. An outbox: a row is written in the transaction of what happened,
and sent after it, so nothing is told that did not happen and nothing is forgotten.

A receiver may get a call twice, never under two ids. Retries stand in `Delivery.next_at` and not in the task
queue, which would hand out whatever waits there longer than its visibility timeout a second time.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from celery import current_app
from cryptography.fernet import InvalidToken
from django.core.cache import cache
from django.db import models, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounts.errors import BadAddress
from accounts.models import AuditEntry, Delivery, Webhook
from accounts.outbound import INTERNET, Network, Undelivered, post
from accounts.scope import current_tenant_id
from accounts.signatures import signed_headers
from accounts.vault import box

log = logging.getLogger(__name__)
SEND = "accounts.tasks.send_webhook"
QUEUE = "outbound"
BACK_OFF = (
    timedelta(seconds=5),
    timedelta(minutes=1),
    timedelta(minutes=10),
    timedelta(hours=1),
    timedelta(hours=6),
)
MOST_FAILURES = 50  # one after the other, of all deliveries together
LEASE = timedelta(seconds=60)  # after which an attempt that never reported was lost with its worker
AT_ONCE = 8  # deliveries of one task; all of them slow still end within the lease
FORMER_LASTS = timedelta(days=1)


class Event(models.TextChoices):
    MATCH_STARTED = "match.started"
    MATCH_ENDED = "match.ended"
    ROOM_PURGED = "room.purged"
    REPORT_FILED = "report.filed"


TEST = "webhook.test"  # sent by hand, to one webhook, whatever its events
# why locked: else one that is removed meanwhile is pointed at when the transaction ends, which fails then.
# Shared, so that the commands of a tenant do not wait for one another.
ASKED = """
    SELECT * FROM accounts_webhook WHERE tenant_id = %s AND is_active AND events @> %s::jsonb
    ORDER BY id FOR KEY SHARE
"""


def announce(event: Event, facts: Mapping[str, object]) -> None:
    """Tell who asked for it, on commit. In the scope and transaction of what happened.

    `facts` leave the deployment: ids and what spectators may know.
    """
    for webhook in Webhook.objects.raw(ASKED, [current_tenant_id(), json.dumps([event.value])]):
        put_out(webhook, event.value, facts)


def put_out(webhook: Webhook, event: str, facts: Mapping[str, object]) -> Delivery:
    """Write the row; it is sent on commit."""
    now = timezone.now()
    payload = {"type": event, "timestamp": now.isoformat(), "data": dict(facts)}
    row = Delivery.objects.create(webhook=webhook, event=event, payload=payload, next_at=now)
    wake(webhook.id)
    return row


def wake(webhook_id: UUID) -> None:
    """On commit, have a worker send what is due. A broker that is down is no harm: the sweep comes later."""
    transaction.on_commit(partial(_call_worker, str(webhook_id), str(current_tenant_id())))


def _call_worker(webhook_id: str, tenant_id: str) -> None:
    try:
        current_app.send_task(SEND, args=(webhook_id, tenant_id), queue=QUEUE)
    except (OperationalError, OSError) as error:
        log.warning("webhook %s: no worker could be called: %s", webhook_id, type(error).__name__)


def due_webhooks(now: datetime) -> list[UUID]:
    """Those of the tenant in scope with something to send: retries, and what a restart left behind."""
    return list(_due(now).order_by().values_list("webhook_id", flat=True).distinct())


def send_due(webhook_id: UUID, network: Network = INTERNET) -> int:
    """Send what is due to one webhook, the oldest first, until one fails. Answers how many arrived.

    One worker at a time serves a webhook: a slow receiver keeps one thread busy and no more.
    """
    busy = f"webhook-busy:{webhook_id}"
    if not cache.add(busy, 1, LEASE.total_seconds()):
        return 0
    sent = 0
    try:
        while sent < AT_ONCE and (row := _claim(webhook_id)) is not None and _send(row, network):
            sent += 1
    finally:
        cache.delete(busy)
    return sent


def _due(now: datetime) -> models.QuerySet[Delivery]:
    waiting = Delivery.objects.filter(status=Delivery.Status.WAITING, next_at__lte=now)
    return waiting.filter(webhook__is_active=True)


def _claim(webhook_id: UUID) -> Delivery | None:
    """The next one, which nobody else gets meanwhile."""
    now = timezone.now()
    with transaction.atomic():
        due = _due(now).filter(webhook_id=webhook_id).select_related("webhook").order_by("next_at", "id")
        row = due.select_for_update(skip_locked=True, of=("self",)).first()
        if row is not None:
            row.attempts += 1
            row.next_at = now + LEASE
            row.save(update_fields=["attempts", "next_at"])
    return row


def _send(row: Delivery, network: Network) -> bool:
    """One attempt, outside any transaction; then what came of it."""
    row.response_code, row.error = None, ""
    try:
        row.response_code = _call(row, network)
    except BadAddress as error:
        row.error = error.code
    except Undelivered as error:
        row.error = error.reason
    except InvalidToken:  # sealed under another SECRET_KEY: the webhook needs a new secret
        row.error = "secret-lost"
    has_arrived = row.response_code is not None and 200 <= row.response_code < 300
    with transaction.atomic():
        # why first: admins lock the webhook before its rows, too, and may have removed or switched it off
        webhook = Webhook.objects.select_for_update(no_key=True).filter(pk=row.webhook_id).first()
        if webhook is None:
            return False
        if has_arrived:
            _note_success(row, webhook)
        else:
            _note_failure(row, webhook, timezone.now())
    return has_arrived


def _call(row: Delivery, network: Network) -> int:
    """The status of the answer. Raises BadAddress, Undelivered, InvalidToken."""
    now = timezone.now()
    body = json.dumps(row.payload, separators=(",", ":")).encode()
    headers = signed_headers(_secrets(row.webhook, now), str(row.id), int(now.timestamp()), body)
    return post(row.webhook.url, body, {"Content-Type": "application/json", **headers}, network)


def _secrets(webhook: Webhook, now: datetime) -> list[str]:
    """The secret, and for a day the one before: receivers can be changed over. Raises InvalidToken."""
    secrets = [_opened(webhook.secret)]
    if webhook.rotated_at is not None and now < webhook.rotated_at + FORMER_LASTS:
        with suppress(InvalidToken):
            secrets.append(_opened(webhook.former_secret))
    return secrets


def _opened(sealed: str) -> str:
    return box("webhook").decrypt(sealed.encode()).decode()


def _note_success(row: Delivery, webhook: Webhook) -> None:
    row.status, row.next_at = Delivery.Status.SENT, None
    row.save(update_fields=["status", "next_at", "response_code", "error"])
    if webhook.failures:
        webhook.failures = 0
        webhook.save(update_fields=["failures"])


def _note_failure(row: Delivery, webhook: Webhook, now: datetime) -> None:
    row.error = row.error or "refused"
    if row.attempts <= len(BACK_OFF):
        row.next_at = now + BACK_OFF[row.attempts - 1]
    else:
        row.status, row.next_at = Delivery.Status.FAILED, None
    row.save(update_fields=["status", "next_at", "response_code", "error"])
    if not webhook.is_active:
        give_up(webhook)
        return
    webhook.failures += 1
    webhook.is_active = webhook.failures < MOST_FAILURES
    webhook.save(update_fields=["failures", "is_active"])
    if not webhook.is_active:
        _note_off(webhook)


def _note_off(webhook: Webhook) -> None:
    """It never answers: what waits for it has failed, and the staff can read so."""
    give_up(webhook)
    AuditEntry.objects.create(
        actor_kind=AuditEntry.ActorKind.SYSTEM,
        action="webhook-off",
        subject_kind="webhook",
        subject_id=str(webhook.id),
        reason=f"{MOST_FAILURES} failures one after the other",
    )


def give_up(webhook: Webhook) -> None:
    """What waits for a webhook that is off is not sent later, when it is no news any more."""
    waiting = Delivery.objects.filter(webhook=webhook, status=Delivery.Status.WAITING)
    waiting.update(status=Delivery.Status.FAILED, next_at=None, error="webhook-off")
