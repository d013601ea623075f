"""Celery tasks of the referee worker: mail."""

from __future__ import annotations

from smtplib import SMTPException

from celery import shared_task

from accounts.mail import deliver


@shared_task(
    name="accounts.tasks.send_mail",
    autoretry_for=(SMTPException, OSError),
    retry_backoff=5,
    retry_backoff_max=600,
    max_retries=6,
)
def send_mail(subject: str, body: str, sender: str, to: list[str]) -> None:
    """One mail; tried again for about ten minutes while the mail server does not take it."""
    deliver(subject, body, sender, to)
