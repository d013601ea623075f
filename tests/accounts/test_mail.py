"""Mail: queued after the commit, sent by the worker, kept in a folder where there is no mail server."""

from __future__ import annotations

from email import message_from_bytes
from pathlib import Path

import pytest
from django.core import mail
from django.db import transaction

from accounts.directory import forget_tenants
from accounts.models import Tenant
from accounts.tasks import send_mail
from tests.accounts.conftest import browser

LETTER = {
    "subject": "Hello",
    "body": "A code: CQFW-MFZT",
    "sender": "gyoji@example.org",
    "to": ["aki@example.org"],
}


def test_mail_is_queued_when_the_transaction_is_committed(db, settings, monkeypatch) -> None:
    queued: list[tuple] = []
    monkeypatch.setattr(send_mail, "delay", lambda *letter: queued.append(letter))
    settings.EMAIL_BACKEND = "accounts.mail.QueuedBackend"
    with transaction.atomic():
        mail.send_mail("Hello", "A code", "gyoji@example.org", ["aki@example.org"])
        assert queued == []
    assert queued == [("Hello", "A code", "gyoji@example.org", ["aki@example.org"])]


def test_without_a_mail_server_letters_are_printed_and_kept(settings, tmp_path: Path, capsys) -> None:
    settings.MAIL_DELIVERY = "accounts.mail.DevelopmentBackend"
    settings.MAIL_FOLDER = str(tmp_path / "mail")
    send_mail(**LETTER)
    [file] = (tmp_path / "mail").iterdir()
    letter = message_from_bytes(file.read_bytes())
    assert (letter["Subject"], letter["To"]) == ("Hello", "aki@example.org")
    assert "CQFW-MFZT" in letter.get_payload()
    assert "CQFW-MFZT" in capsys.readouterr().out


def test_a_mail_server_that_is_down_is_tried_again(settings) -> None:
    settings.MAIL_DELIVERY = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    assert OSError in send_mail.autoretry_for
    with pytest.raises(OSError, match="refused"):
        send_mail.run(**LETTER)


def test_mails_carry_the_tenants_name_and_host(db) -> None:
    Tenant.objects.update(branding={"name": "The Go Club"})
    forget_tenants()
    browser().sign_up("aki@example.org")
    letter = mail.outbox[-1]
    assert letter.subject.startswith("[The Go Club] ")
    assert "The Go Club" in letter.body
    assert "testserver" in letter.body


def test_mails_are_in_the_language_of_the_browser(db) -> None:
    asked = {"email": "aki@example.org", "password": "hidden tiger 77"}
    browser().sign("POST", "auth/signup", asked, Accept_Language="ja")
    assert any("\u3040" <= character <= "\u30ff" for character in mail.outbox[-1].body)
