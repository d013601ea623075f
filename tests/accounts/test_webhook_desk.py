"""Webhooks at the desk: an admin adds one, sees its secret once, reads its log and sends again."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from standardwebhooks import Webhook as Reader

from accounts import webhooks
from accounts.models import AuditEntry, Delivery, Webhook
from accounts.outbound import INTERNET
from accounts.tenancy import tenant_scope
from accounts.webhooks import send_due
from tests.api.conftest import Caller, Meeting
from tests.api.test_desk import act, works
from tests.support.receivers import NAME, PUBLIC, Neighbourhood, answering, receiver

__all__ = ["works"]
pytestmark = pytest.mark.django_db(transaction=True)
ADD = "admin:accounts_webhook_add"
SECRET = re.compile(r'<code id="secret"[^>]*>(.*?)</code>')


@pytest.fixture(autouse=True)
def no_queue(settings, monkeypatch) -> None:
    settings.WEBHOOKS_PLAIN = True
    monkeypatch.setattr(webhooks, "_call_worker", lambda *_: None)
    monkeypatch.setattr(INTERNET, "look_up", lambda host, _port: [PUBLIC] if host == NAME else ["10.0.0.1"])


def shown_secret(answer: Any) -> str:
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    return html.unescape(SECRET.search(answer.content.decode())[1])


def add(client: Client, port: int = 443, **fields: Any) -> Any:
    form = {"url": f"http://{NAME}:{port}/hook", "events": ["match.ended"], **fields}
    return client.post(reverse(ADD), form)


def page(client: Client, row: Webhook | Delivery) -> str:
    kind = row._meta.model_name
    return client.get(reverse(f"admin:accounts_{kind}_change", args=[row.pk])).content.decode()


def deliver() -> int:
    webhook = Webhook.everywhere.get()
    with tenant_scope(webhook.tenant_id):
        return send_due(webhook.id, Neighbourhood())


def test_an_admins_day_with_a_webhook(works, playing: Meeting, first: Caller) -> None:
    client = works("admin")
    with receiver(answering(500), answering(200)) as there:
        secret = shown_secret(add(client, there.port))
        webhook = Webhook.everywhere.get()
        assert secret not in page(client, webhook)
        first.done(first.command(playing.match, "resign"))
        assert deliver() == 0
        row = Delivery.everywhere.get()
        log = client.get(reverse("admin:accounts_delivery_changelist")).content.decode()
        for told in ("match.ended", "refused", "500"):
            assert told in log
        assert "Send again" not in page(client, row), "it is sent again anyway"
        Delivery.everywhere.update(status=Delivery.Status.FAILED, next_at=None)
        assert "Send again" in page(client, row)
        assert act(client, "accounts_delivery", row.pk, "again", reason="").status_code == 302
        assert deliver() == 1
        call = there.calls[1]
        Reader(secret).verify(call.body, dict(call.headers))

        renewed = shown_secret(act(client, "accounts_webhook", webhook.pk, "new-secret"))
        assert renewed != secret
        assert act(client, "accounts_webhook", webhook.pk, "test", reason="").status_code == 302
        assert deliver() == 1
        Reader(renewed).verify(there.calls[2].body, dict(there.calls[2].headers))
        assert "webhook.test" in page(client, webhook)
    kept = str(AuditEntry.everywhere.values()) + str(client.session.items())
    assert secret not in kept
    assert renewed not in kept


def test_it_is_switched_off_and_on_and_removed(works) -> None:
    client = works("admin")
    add(client)
    webhook = Webhook.everywhere.get()
    assert act(client, "accounts_webhook", webhook.pk, "off").status_code == 302
    assert "Switch on" in page(client, webhook)
    assert b"This webhook is off." in act(client, "accounts_webhook", webhook.pk, "test").content
    assert act(client, "accounts_webhook", webhook.pk, "on").status_code == 302
    assert act(client, "accounts_webhook", webhook.pk, "remove", reason="").status_code == 200, "say why"
    answer = act(client, "accounts_webhook", webhook.pk, "remove")
    assert answer.url == reverse("admin:accounts_webhook_changelist")
    assert not Webhook.everywhere.exists()


def change(client: Client, webhook: Webhook, **fields: Any) -> Any:
    form = {"url": webhook.url, "events": webhook.events, "reason": "It moved.", **fields}
    return act(client, "accounts_webhook", webhook.pk, "change", **form)


def test_its_address_and_events_are_changed_and_the_log_stays(works, playing: Meeting, first: Caller) -> None:
    client = works("admin")
    with receiver(answering(200), answering(200)) as there:
        secret = shown_secret(add(client, there.port))
        first.done(first.command(playing.match, "resign"))
        assert deliver() == 1
        webhook = Webhook.everywhere.get()
        Webhook.everywhere.update(failures=3)
        form = client.get(reverse("admin:accounts_webhook_act", args=[webhook.pk, "change"])).content.decode()
        assert webhook.url in form
        url = f"http://{NAME}:{there.port}/elsewhere"
        assert change(client, webhook, url=url, events=["room.purged"]).status_code == 302, "the same secret"
        changed = Webhook.everywhere.get()
        assert (changed.url, changed.events, changed.failures) == (url, ["room.purged"], 0)
        assert act(client, "accounts_webhook", webhook.pk, "test", reason="").status_code == 302
        assert deliver() == 1
        call = there.calls[1]
        Reader(secret).verify(call.body, dict(call.headers))
    assert Delivery.everywhere.count() == 2
    assert AuditEntry.everywhere.filter(action="webhook-changed", reason="It moved.").count() == 1


@pytest.mark.parametrize("moved", ["http://moved.example/hook", f"http://{NAME}:8443/hook"])
def test_another_host_gets_another_secret(works, monkeypatch, moved: str) -> None:
    """Or another port: who ran the former one could sign in our name."""
    client = works("admin")
    secret = shown_secret(add(client))
    webhook = Webhook.everywhere.get()
    monkeypatch.setattr(INTERNET, "look_up", lambda _host, _port: [PUBLIC])
    answer = change(client, webhook, url=moved)
    assert f"The secret of {moved}" in answer.content.decode()
    renewed = shown_secret(answer)
    assert renewed != secret
    with tenant_scope(webhook.tenant_id):
        assert webhooks._secrets(Webhook.everywhere.get(), timezone.now()) == [renewed]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"url": "http://internal.example/"}, b"not public"),
        ({"url": "ftp://hooks.example/"}, b"begins with https"),
        ({"events": []}, b"required"),
        ({"events": ["everything"]}, b"Select a valid choice"),
        ({"reason": ""}, b"required"),
    ],
)
def test_a_bad_wish_changes_nothing(works, fields: dict[str, Any], told: bytes) -> None:
    client = works("admin")
    add(client)
    before = Webhook.everywhere.values().get()
    answer = change(client, Webhook.everywhere.get(), **fields)
    assert answer.status_code == 200
    assert told in answer.content
    assert Webhook.everywhere.values().get() == before


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"url": "http://internal.example/"}, b"not public"),
        ({"url": "ftp://hooks.example/"}, b"begins with https"),
        ({"url": ""}, b"required"),
        ({"events": []}, b"required"),
        ({"events": ["match.started", "everything"]}, b"Select a valid choice"),
    ],
)
def test_a_bad_wish_makes_no_webhook(works, fields: dict[str, Any], told: bytes) -> None:
    answer = add(works("admin"), **fields)
    assert answer.status_code == 200
    assert told in answer.content
    assert not Webhook.everywhere.exists()


@pytest.mark.parametrize("role", ["moderator", "nobody"])
def test_nobody_below_an_admin_sees_webhooks(works, role: str) -> None:
    admin, client = works("admin"), works(role)
    add(admin)
    webhook = Webhook.everywhere.get()
    pages = [
        reverse(ADD),
        *(reverse(f"admin:accounts_{name}_changelist") for name in ("webhook", "delivery")),
    ]
    pages.append(reverse("admin:accounts_webhook_change", args=[webhook.pk]))
    assert all(client.get(each).status_code in {302, 403} for each in pages)
    assert add(client).status_code in {302, 403}
    assert act(client, "accounts_webhook", webhook.pk, "new-secret").status_code in {302, 404}
    assert change(client, webhook, events=["room.purged"]).status_code in {302, 404}
    assert Webhook.everywhere.get().events == ["match.ended"]
    assert Webhook.everywhere.get().rotated_at is None


def test_another_tenants_webhook_is_not_there(works, outsider: Caller) -> None:
    add(works("admin"))
    webhook = Webhook.everywhere.get()
    other = works("admin", "other.example")
    host = {"Host": "other.example"}
    listed = other.get(reverse("admin:accounts_webhook_changelist"), headers=host)
    assert listed.status_code == 200
    assert NAME not in listed.content.decode()
    url = reverse("admin:accounts_webhook_act", args=[webhook.pk, "off"])
    assert other.post(url, {"reason": "x"}, headers=host).status_code == 404
    assert Webhook.everywhere.get().is_active
