"""Celery tasks of the worker that calls other servers: mail and webhooks. The referee waits for neither."""

from __future__ import annotations

from smtplib import SMTPException
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from accounts.directory import all_tenants
from accounts.mail import deliver
from accounts.tenancy import tenant_scope
from accounts.webhooks import SEND, due_webhooks, send_due, wake


@shared_task(
    name="accounts.tasks.send_mail",
    autoretry_for=(SMTPException, OSError),
    retry_backoff=5,
    retry_backoff_max=45,  # a task that waits for longer than the visibility timeout is handed out twice
    max_retries=24,
)
def send_mail(subject: str, body: str, sender: str, to: list[str]) -> None:
    """One mail; tried again for about ten minutes while the mail server does not take it."""
    deliver(subject, body, sender, to)


@shared_task(name=SEND)
def send_webhook(webhook_id: str, tenant_id: str) -> int:
    """What is due to one webhook. Answers how many deliveries arrived."""
    with tenant_scope(UUID(tenant_id)):
        return send_due(UUID(webhook_id))


@shared_task(name="accounts.tasks.sweep_webhooks")
def sweep_webhooks() -> int:
    """Send what is due again, and what no worker was called for. Answers to how many webhooks."""
    called = 0
    for tenant in all_tenants():
        with tenant_scope(tenant.id):
            for webhook_id in due_webhooks(timezone.now()):
                wake(webhook_id)
                called += 1
    return called
