"""What admins of a tenant do with its webhooks. Each handler is one transaction with its audit entry."""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlsplit
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.audit import write_audit
from accounts.errors import BadAddress, BadRequest, NotFound, QuotaReached
from accounts.models import Delivery, Webhook
from accounts.outbound import INTERNET, Network, Undelivered, check
from accounts.signatures import new_secret
from accounts.staff import Role, Staff
from accounts.tenancy import tenant_scope
from accounts.vault import box
from accounts.webhooks import TEST, Event, give_up, put_out, wake

MOST_WEBHOOKS = 10
USUAL_PORTS = (80, 443)


def add_webhook(
    staff: Staff, url: str, events: Collection[Event], network: Network = INTERNET
) -> tuple[Webhook, str]:
    """A new webhook and its secret, readable only now. Raises BadAddress, BadRequest, QuotaReached."""
    _require_admin(staff)
    _require_good(url, events, network)
    with tenant_scope(staff.tenant.id), transaction.atomic():
        if Webhook.objects.count() >= MOST_WEBHOOKS:
            raise QuotaReached(quota="webhooks", limit=MOST_WEBHOOKS)
        secret = new_secret()
        webhook = Webhook.objects.create(url=url, secret=_sealed(secret), events=_named(events))
        write_audit(staff, "webhook-added", webhook, host=urlsplit(url).hostname)
        return webhook, secret


def change_webhook(
    staff: Staff,
    webhook_id: UUID,
    reason: str,
    *,
    url: str,
    events: Collection[Event],
    network: Network = INTERNET,
) -> str | None:
    """Another address or other events; its log stays, and what waits for it goes to the new address.

    Who ran the former host knows the secret: another host, or another port of it, gets a new one at once,
    answered here and readable only now. Raises BadAddress, BadRequest.
    """
    _require_admin(staff)
    _require_good(url, events, network)
    with tenant_scope(staff.tenant.id), transaction.atomic():
        webhook, secret = _locked(staff, webhook_id), None
        was, host = (urlsplit(each).hostname for each in (webhook.url, url))
        if (was, _odd_port(webhook.url)) != (host, _odd_port(url)):
            secret = new_secret()
            webhook.secret, webhook.former_secret, webhook.rotated_at = _sealed(secret), "", timezone.now()
        webhook.url, webhook.events, webhook.failures = url, _named(events), 0
        changed = ["url", "events", "failures", "secret", "former_secret", "rotated_at"]
        webhook.save(update_fields=changed)
        write_audit(staff, "webhook-changed", webhook, reason, host=host, was=was)
        return secret


def renew_secret(staff: Staff, webhook_id: UUID, reason: str) -> str:
    """A new secret, readable only now; the former one signs, too, for a day."""
    with tenant_scope(staff.tenant.id), transaction.atomic():
        webhook, secret = _locked(staff, webhook_id), new_secret()
        webhook.former_secret, webhook.secret = webhook.secret, _sealed(secret)
        webhook.rotated_at = timezone.now()
        webhook.save(update_fields=["secret", "former_secret", "rotated_at"])
        write_audit(staff, "webhook-renewed", webhook, reason)
        return secret


def switch_webhook(staff: Staff, webhook_id: UUID, reason: str, *, is_on: bool) -> Webhook:
    """On, with its failures forgotten; or off, and what waits for it is not sent any more."""
    with tenant_scope(staff.tenant.id), transaction.atomic():
        webhook = _locked(staff, webhook_id)
        webhook.is_active, webhook.failures = is_on, 0
        webhook.save(update_fields=["is_active", "failures"])
        if not is_on:
            give_up(webhook)
        write_audit(staff, "webhook-on" if is_on else "webhook-off", webhook, reason)
        return webhook


def remove_webhook(staff: Staff, webhook_id: UUID, reason: str) -> None:
    """With its log."""
    with tenant_scope(staff.tenant.id), transaction.atomic():
        webhook = _locked(staff, webhook_id)
        write_audit(staff, "webhook-removed", webhook, reason, host=urlsplit(webhook.url).hostname)
        webhook.delete()


def send_test(staff: Staff, webhook_id: UUID) -> Delivery:
    """An event of its own type, to see that it arrives. Raises BadRequest for a webhook that is off."""
    with tenant_scope(staff.tenant.id), transaction.atomic():
        webhook = _locked(staff, webhook_id)
        _require_on(webhook)
        write_audit(staff, "webhook-tested", webhook)
        return put_out(webhook, TEST, {})


def send_again(staff: Staff, delivery_id: UUID) -> Delivery:
    """Under the same id, by which a receiver that has it already knows it; with all its tries again.

    Raises BadRequest while it waits to be sent anyway, and for a webhook that is off.
    """
    _require_admin(staff)
    with tenant_scope(staff.tenant.id), transaction.atomic():
        rows = Delivery.objects.select_for_update(of=("self",)).select_related("webhook")
        row = rows.filter(pk=delivery_id).first()
        if row is None:
            raise NotFound
        _require_on(row.webhook)
        if row.status == Delivery.Status.WAITING:
            raise BadRequest("It waits to be sent anyway.")
        row.status, row.attempts, row.next_at = Delivery.Status.WAITING, 0, timezone.now()
        row.save(update_fields=["status", "attempts", "next_at"])
        write_audit(staff, "webhook-sent-again", row)
        wake(row.webhook_id)
        return row


def _require_admin(staff: Staff) -> None:
    if staff.role < Role.ADMIN:
        raise NotFound


def _require_good(url: str, events: Collection[Event], network: Network) -> None:
    """Looks the name up, so outside any transaction."""
    if not events:
        raise BadRequest("Choose what it is told of.")
    try:
        check(url, network)
    except Undelivered as error:
        raise BadAddress("This name is not known.") from error


def _odd_port(url: str) -> int | None:
    """None for the usual ones: a host's own, while others may be anybody's who has an account there."""
    port = urlsplit(url).port
    return None if port in USUAL_PORTS else port


def _named(events: Collection[Event]) -> list[str]:
    return sorted(event.value for event in events)


def _require_on(webhook: Webhook) -> None:
    if not webhook.is_active:
        raise BadRequest("This webhook is off.")


def _locked(staff: Staff, webhook_id: UUID) -> Webhook:
    _require_admin(staff)
    webhook = Webhook.objects.select_for_update().filter(pk=webhook_id).first()
    if webhook is None:
        raise NotFound
    return webhook


def _sealed(secret: str) -> str:
    return box("webhook").encrypt(secret.encode()).decode()
