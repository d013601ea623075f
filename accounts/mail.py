"""Mail leaves through the task queue: who asks for one does not wait for a mail server to answer."""

from __future__ import annotations

from collections.abc import Sequence
from email.message import Message
from functools import partial
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.console import EmailBackend as ConsoleBackend
from django.db import transaction
from django.utils import timezone


class QueuedBackend(BaseEmailBackend):
    """Django's EMAIL_BACKEND: hands each message to the referee worker after the commit. Plain text only."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        from accounts.tasks import send_mail  # noqa: PLC0415  why: tasks need loaded settings

        for message in email_messages:
            subject, body, to = str(message.subject), str(message.body), list(map(str, message.to))
            transaction.on_commit(partial(send_mail.delay, subject, body, message.from_email, to))
        return len(email_messages)


class DevelopmentBackend(ConsoleBackend):
    """Where no mail server is configured: prints each message, and keeps it as a file in MAIL_FOLDER."""

    def write_message(self, message: EmailMessage) -> None:
        super().write_message(message)
        folder = Path(settings.MAIL_FOLDER)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        content: Message = message.message()
        (folder / f"{timezone.now():%Y%m%dT%H%M%S.%f}.eml").write_bytes(content.as_bytes())


def deliver(subject: str, body: str, sender: str, to: list[str]) -> None:
    """Send now. Raises what the mail server answered; the task tries again."""
    connection = get_connection(settings.MAIL_DELIVERY)
    EmailMessage(subject, body, sender, to, connection=connection).send()
