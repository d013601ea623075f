"""Webhooks: told exactly when something happened, signed, tried again, given up, and read by the staff."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.conf import settings as django_settings
from django.db import connection, transaction
from django.utils import timezone
from standardwebhooks import Webhook as Reader
from standardwebhooks import WebhookVerificationError

from accounts import tasks, webhooks
from accounts.directory import forget_tenants
from accounts.errors import BadAddress, BadRequest, NotFound, QuotaReached
from accounts.models import AuditEntry, Delivery, Report, Tenant, Webhook
from accounts.staff import Role, Staff
from accounts.subscriptions import (
    MOST_WEBHOOKS,
    add_webhook,
    change_webhook,
    remove_webhook,
    renew_secret,
    send_again,
    send_test,
    switch_webhook,
)
from accounts.tenancy import tenant_scope
from accounts.webhooks import BACK_OFF, LEASE, MOST_FAILURES, Event, announce, send_due
from games import housekeeping
from games.commands import Resign
from games.errors import AlreadyReported
from games.moderation.reports import Complaint, file_report
from games.referee import execute
from tests.support.people import make_staff
from tests.support.receivers import NAME, Answer, Neighbourhood, Receiver, answering, receiver
from tests.support.roles import as_web
from tests.support.rooms import *  # noqa: F403  why: its fixtures
from tests.support.rooms import age, friend_room, make_tenant, start
from tests.support.threads import beside

pytestmark = [pytest.mark.usefixtures("valkey"), pytest.mark.django_db(transaction=True)]
Waiting = Delivery.Status.WAITING
DOCUMENT = Path(__file__).parents[2] / "docs" / "webhooks.md"


@pytest.fixture(autouse=True)
def called(settings, monkeypatch) -> list[tuple[str, str]]:
    """Which workers were called, instead of a queue; plain HTTP, as in development."""
    settings.WEBHOOKS_PLAIN = True
    calls: list[tuple[str, str]] = []
    monkeypatch.setattr(webhooks, "_call_worker", lambda *about: calls.append(about))
    return calls


@pytest.fixture
def admin(tenant: Tenant) -> Staff:
    return make_staff(tenant, Role.ADMIN)


@pytest.fixture
def there():
    """Takes whatever it is sent."""
    with receiver() as running:
        yield running


def subscribe(admin: Staff, there: Receiver, *events: Event) -> tuple[Webhook, str]:
    url = f"http://{NAME}:{there.port}/hook"
    return add_webhook(admin, url, events or tuple(Event), Neighbourhood())


def elsewhere(there: Receiver) -> dict[str, Any]:
    """What `change_webhook` is asked for."""
    url = f"http://{NAME}:{there.port}/elsewhere"
    return {"url": url, "events": [Event.ROOM_PURGED], "network": Neighbourhood()}


def deliver(webhook: Webhook) -> int:
    """As a worker does, as the servers' role."""
    with as_web(), tenant_scope(webhook.tenant_id):
        return send_due(webhook.id, Neighbourhood())


def send_here(webhook: Webhook) -> int:
    """The same in another thread, whose connection is the owner's."""
    with tenant_scope(webhook.tenant_id):
        return send_due(webhook.id, Neighbourhood())


def happen(admin: Staff, event: Event = Event.MATCH_STARTED) -> None:
    with tenant_scope(admin.tenant.id), transaction.atomic():
        announce(event, {"match": str(uuid4())})


def rows() -> list[Delivery]:
    return list(Delivery.everywhere.order_by("id"))


def only() -> Delivery:
    [row] = rows()
    return row


def make_due(row: Delivery) -> None:
    Delivery.everywhere.filter(pk=row.pk).update(next_at=timezone.now())


def again(webhook: Webhook) -> Webhook:
    return Webhook.everywhere.get(pk=webhook.pk)


# --- what is told


def told(happens: Callable[[], object]) -> list[dict]:
    happens()
    return [{"type": row.payload["type"], **row.payload["data"]} for row in rows()]


def test_a_match_is_told_when_it_starts_and_when_it_ends(admin, there, first, second) -> None:
    subscribe(admin, there)
    room = friend_room(first, second)
    assert rows() == []
    match = start(room, first, second)
    about = {"match": str(match.id), "room": str(room.id), "system": "gunjin"}
    assert told(lambda: None) == [{"type": "match.started", **about}]
    execute(second, Resign(match=match.id, command_id=uuid4()))
    outcome = {"winners": ["first"], "termination": "resigned"}
    assert told(lambda: None)[1:] == [{"type": "match.ended", **about, "outcome": outcome}]


def test_a_purged_room_is_told(admin, there, first, second) -> None:
    subscribe(admin, there, Event.ROOM_PURGED)
    room = friend_room(first, second)
    age(room, expires_at=timezone.now())
    with as_web():
        assert housekeeping.purge_rooms(timezone.now()) == 1
    assert told(lambda: None) == [
        {"type": "room.purged", "room": str(room.id), "system": "gunjin", "reason": "expired"}
    ]


def test_a_report_is_told_without_what_it_says(admin, there, first, second) -> None:
    subscribe(admin, there)
    room = friend_room(first, second)
    complaint = Complaint("player", "abuse", note="Their very words.", room=room.slug, seat=2)
    report = file_report(first, complaint)
    [row] = told(lambda: None)
    assert row == {"type": "report.filed", "report": str(report.id), "kind": "player", "reason": "abuse"}
    with pytest.raises(AlreadyReported):
        file_report(first, complaint)
    assert len(rows()) == Report.everywhere.count() == 1


def test_what_was_undone_is_never_told(admin, there, called) -> None:
    subscribe(admin, there)
    with tenant_scope(admin.tenant.id), transaction.atomic():
        announce(Event.MATCH_STARTED, {})
        transaction.set_rollback(True)
    assert rows() == []
    assert called == []


def test_a_worker_is_called_when_it_is_committed(admin, there, called) -> None:
    webhook, _secret = subscribe(admin, there)
    with tenant_scope(admin.tenant.id), transaction.atomic():
        announce(Event.MATCH_STARTED, {})
        assert called == []
    assert called == [(str(webhook.id), str(admin.tenant.id))]


def test_only_who_asked_is_told_and_nobody_of_another_tenant(admin, there) -> None:
    subscribe(admin, there, Event.MATCH_ENDED)
    other = make_staff(make_tenant(), Role.ADMIN)
    subscribe(other, there)
    off, _secret = subscribe(admin, there)
    switch_webhook(admin, off.id, "Not now.", is_on=False)
    happen(admin, Event.MATCH_STARTED)
    assert rows() == []
    happen(admin, Event.MATCH_ENDED)
    assert only().tenant == admin.tenant


def test_a_broker_that_is_down_undoes_nothing(admin, there, settings, monkeypatch, caplog) -> None:
    monkeypatch.undo()
    subscribe(admin, there)

    def fail(*_: object, **__: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(webhooks.current_app, "send_task", fail)
    happen(admin)
    assert only().status == Waiting
    assert "no worker could be called" in caplog.text


# --- how it is sent


def test_a_call_is_signed_as_the_standard_says(admin, there) -> None:
    webhook, secret = subscribe(admin, there)
    happen(admin)
    assert deliver(webhook) == 1
    [call] = there.calls
    headers = {name.lower(): value for name, value in call.headers.items()}
    assert Reader(secret).verify(call.body, headers) == only().payload
    assert headers["webhook-id"] == str(only().id)
    assert headers["content-type"] == "application/json"
    with pytest.raises(WebhookVerificationError):
        Reader(secret).verify(call.body.replace(b"started", b"starteD"), headers)
    with pytest.raises(WebhookVerificationError):
        Reader("whsec_" + "A" * 44).verify(call.body, headers)
    assert (only().status, only().attempts, only().response_code) == (Delivery.Status.SENT, 1, 204)


def test_the_documents_example_checks_a_call(admin, there) -> None:
    example = re.search(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)[1]
    names: dict[str, Any] = {}
    exec(example, names)  # noqa: S102  why: our own document
    webhook, secret = subscribe(admin, there)
    renew_secret(admin, webhook.id, "It was in a mail.")
    happen(admin)
    deliver(webhook)
    [call] = there.calls
    headers = {name.lower(): value for name, value in call.headers.items()}
    assert names["is_gyojis"](secret, headers, call.body)
    assert not names["is_gyojis"](secret, headers, call.body + b" ")
    old = str(int(headers["webhook-timestamp"]) - 301)
    assert not names["is_gyojis"](secret, {**headers, "webhook-timestamp": old}, call.body)


def test_a_renewed_secret_leaves_receivers_a_day(admin, there) -> None:
    webhook, old = subscribe(admin, there)
    new = renew_secret(admin, webhook.id, "It was in a mail.")
    assert new != old
    happen(admin)
    deliver(webhook)
    Webhook.everywhere.update(rotated_at=timezone.now() - timedelta(days=1))
    happen(admin)
    deliver(webhook)
    within, after = ({name.lower(): value for name, value in call.headers.items()} for call in there.calls)
    for secret in (old, new):
        Reader(secret).verify(there.calls[0].body, within)
    Reader(new).verify(there.calls[1].body, after)
    with pytest.raises(WebhookVerificationError):
        Reader(old).verify(there.calls[1].body, after)


def test_secrets_are_not_readable_in_the_database(admin, there) -> None:
    webhook, old = subscribe(admin, there)
    new = renew_secret(admin, webhook.id, "It was in a mail.")
    kept = str(Webhook.everywhere.values()) + str(AuditEntry.everywhere.values())
    for secret in (old, new):
        assert secret not in kept
        assert secret.removeprefix("whsec_") not in kept


def test_a_secret_sealed_under_another_key_is_a_failure_like_others(admin, there, settings) -> None:
    webhook, _secret = subscribe(admin, there)
    happen(admin)
    settings.SECRET_KEY = "another one, made when the first was lost"
    assert deliver(webhook) == 0
    assert (only().error, only().status, again(webhook).failures) == ("secret-lost", Waiting, 1)
    renewed = renew_secret(admin, webhook.id, "The server has a new key.")
    make_due(only())
    assert deliver(webhook) == 1
    headers = {name.lower(): value for name, value in there.calls[0].headers.items()}
    Reader(renewed).verify(there.calls[0].body, headers)


def failing(*answers: Answer) -> Receiver:
    return receiver(*(answers or (answering(500),)))


def test_what_fails_is_tried_again_later_and_later_then_given_up(admin) -> None:
    with failing() as there:
        webhook, _secret = subscribe(admin, there)
        happen(admin)
        for number, wait in enumerate(BACK_OFF, start=1):
            before = timezone.now()
            assert deliver(webhook) == 0
            row = only()
            assert (row.status, row.attempts, row.response_code) == (Waiting, number, 500)
            assert before + wait <= row.next_at <= timezone.now() + wait
            assert deliver(webhook) == 0, "not before it is due"
            assert only().attempts == number
            make_due(row)
        deliver(webhook)
        assert (only().status, only().next_at, only().attempts) == (Delivery.Status.FAILED, None, 6)
        assert len(there.calls) == 6
        assert len({call.headers["webhook-id"] for call in there.calls}) == 1
        assert [wait.total_seconds() for wait in BACK_OFF] == [5, 60, 600, 3600, 21600]


def test_a_success_forgets_the_failures_before(admin) -> None:
    with failing(answering(503), answering(200)) as there:
        webhook, _secret = subscribe(admin, there)
        happen(admin)
        deliver(webhook)
        assert again(webhook).failures == 1
        make_due(only())
        assert deliver(webhook) == 1
    assert again(webhook).failures == 0
    assert (only().error, only().response_code) == ("", 200)


@pytest.mark.parametrize("status", [301, 302, 307, 400, 404, 410, 500])
def test_only_a_2xx_is_an_arrival(admin, status: int) -> None:
    with failing(answering(status, Location="http://127.0.0.1/")) as there:
        webhook, _secret = subscribe(admin, there)
        happen(admin)
        assert deliver(webhook) == 0
    assert (only().error, only().response_code) == ("refused", status)


def test_fifty_failures_in_a_row_switch_it_off(admin) -> None:
    with failing() as there:
        webhook, _secret = subscribe(admin, there)
        Webhook.everywhere.update(failures=MOST_FAILURES - 1)
        happen(admin)
        happen(admin)
        deliver(webhook)
        assert not again(webhook).is_active
        assert {(row.status, row.error) for row in rows()} == {(Delivery.Status.FAILED, "webhook-off")}
        happen(admin)
        assert len(rows()) == 2
        assert len(there.calls) == 1
    entry = AuditEntry.everywhere.get(action="webhook-off")
    assert (entry.actor_kind, entry.subject_id) == ("system", str(webhook.id))


def test_an_address_that_became_private_is_not_called(admin, there) -> None:
    webhook, _secret = subscribe(admin, there)
    happen(admin)
    with tenant_scope(admin.tenant.id):
        send_due(webhook.id, Neighbourhood(addresses=[["10.0.0.1"]]))
    assert there.calls == []
    assert (only().error, only().response_code, only().status) == ("bad-address", None, Waiting)


def test_nothing_of_the_answer_is_kept_but_its_status(admin) -> None:
    with failing(answering(418, Secret="from inside")) as there:
        webhook, _secret = subscribe(admin, there)
        happen(admin)
        deliver(webhook)
    assert "from inside" not in str(Delivery.everywhere.values())


def test_they_come_in_order_and_wait_behind_one_that_fails(admin) -> None:
    with failing(answering(200), answering(500), answering(200)) as there:
        webhook, _secret = subscribe(admin, there)
        for _ in range(3):
            happen(admin)
        assert deliver(webhook) == 1
        assert [row.status for row in rows()] == [Delivery.Status.SENT, Waiting, Waiting]
        assert deliver(webhook) == 1
        assert [row.status for row in rows()] == [Delivery.Status.SENT, Waiting, Delivery.Status.SENT]


def test_one_worker_at_a_time_serves_a_webhook(admin) -> None:
    def meanwhile(handler) -> None:
        others.append(deliver(webhook))
        answering(200)(handler)

    others: list[int] = []
    with failing(meanwhile) as there:
        webhook, _secret = subscribe(admin, there)
        happen(admin)
        happen(admin)
        assert deliver(webhook) == 2
    assert others == [0, 0]


def test_it_may_be_switched_off_while_a_call_fails(admin) -> None:
    """Both write the webhook and its rows, in the same order; what is off is not sent later."""
    with failing() as there:
        webhook, _secret = subscribe(admin, there)
        happen(admin)
        with tenant_scope(admin.tenant.id), transaction.atomic():
            Webhook.objects.select_for_update().get(pk=webhook.id)  # as `switch_webhook` begins
            thread, errors = beside(lambda: send_here(webhook))
            time.sleep(0.5)  # the call has failed, and its worker waits
            switch_webhook(admin, webhook.id, "Broken.", is_on=False)
        thread.join(10)
    assert not errors
    assert (only().status, only().error, only().next_at) == (Delivery.Status.FAILED, "webhook-off", None)


@pytest.mark.parametrize("status", [200, 500])
def test_one_that_is_removed_while_it_is_called_leaves_nothing(admin, status: int) -> None:
    def meanwhile(handler) -> None:
        remove_webhook(admin, webhook.id, "Not wanted any more.")
        connection.close()
        answering(status)(handler)

    with failing(meanwhile) as there:
        webhook, _secret = subscribe(admin, there)
        happen(admin)
        deliver(webhook)
    assert rows() == []


def test_one_that_is_removed_while_something_happens_fails_nothing(admin, there) -> None:
    """Whoever is first, the other waits: a row is never left that points at nothing."""
    webhook, _secret = subscribe(admin, there)
    with tenant_scope(admin.tenant.id), transaction.atomic():
        announce(Event.MATCH_STARTED, {"match": str(uuid4())})
        thread, errors = beside(lambda: remove_webhook(admin, webhook.id, "Not wanted any more."))
        thread.join(0.5)
    thread.join(10)
    assert (errors, rows(), Webhook.everywhere.count()) == ([], [], 0)


def test_something_that_happens_while_one_is_removed_fails_nothing(admin, there) -> None:
    webhook, _secret = subscribe(admin, there)
    with transaction.atomic():
        remove_webhook(admin, webhook.id, "Not wanted any more.")
        thread, errors = beside(lambda: happen(admin))
        thread.join(0.5)
    thread.join(10)
    assert (errors, rows(), Webhook.everywhere.count()) == ([], [], 0)


# --- after a restart


def test_the_sweep_finds_what_no_worker_was_called_for(admin, there, called) -> None:
    webhook, _secret = subscribe(admin, there)
    happen(admin)
    called.clear()
    forget_tenants()
    with as_web():
        assert tasks.sweep_webhooks() == 1
    assert called == [(str(webhook.id), str(admin.tenant.id))]
    assert deliver(webhook) == 1
    with as_web():
        assert tasks.sweep_webhooks() == 0


def test_an_attempt_whose_worker_died_is_made_again_under_the_same_id(admin, there, monkeypatch) -> None:
    webhook, _secret = subscribe(admin, there)
    happen(admin)

    def die(*_: object) -> int:
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr(webhooks, "post", die)
        with pytest.raises(SystemExit):
            deliver(webhook)
    assert only().next_at > timezone.now() + LEASE / 2
    assert deliver(webhook) == 0
    make_due(only())
    assert deliver(webhook) == 1
    assert (only().attempts, there.calls[0].headers["webhook-id"]) == (2, str(only().id))


def test_tasks_are_queued_where_the_referee_does_not_wait_for_them() -> None:
    routes = django_settings.CELERY_TASK_ROUTES
    assert routes["accounts.tasks.*"] == {"queue": webhooks.QUEUE}
    beats = django_settings.CELERY_BEAT_SCHEDULE.values()
    assert tasks.sweep_webhooks.name in {beat["task"] for beat in beats}


def test_no_task_waits_in_the_queue_until_it_is_handed_out_twice() -> None:
    timeout = django_settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"]
    assert tasks.send_mail.retry_backoff_max < timeout


# --- who may do what


def test_moderators_have_nothing_to_do_with_it(admin, there) -> None:
    webhook, _secret = subscribe(admin, there)
    happen(admin)
    moderator = make_staff(admin.tenant, Role.MODERATOR)
    for act in (
        lambda: subscribe(moderator, there),
        lambda: renew_secret(moderator, webhook.id, "x"),
        lambda: change_webhook(moderator, webhook.id, "x", **elsewhere(there)),
        lambda: switch_webhook(moderator, webhook.id, "x", is_on=False),
        lambda: remove_webhook(moderator, webhook.id, "x"),
        lambda: send_test(moderator, webhook.id),
        lambda: send_again(moderator, only().id),
    ):
        with pytest.raises(NotFound):
            act()
    assert again(webhook).is_active


def test_another_tenants_webhook_is_not_found(admin, there) -> None:
    webhook, _secret = subscribe(admin, there)
    happen(admin)
    other = make_staff(make_tenant(), Role.ADMIN)
    for act in (
        lambda: renew_secret(other, webhook.id, "x"),
        lambda: change_webhook(other, webhook.id, "x", **elsewhere(there)),
        lambda: switch_webhook(other, webhook.id, "x", is_on=False),
        lambda: remove_webhook(other, webhook.id, "x"),
        lambda: send_test(other, webhook.id),
        lambda: send_again(other, only().id),
        lambda: send_again(admin, UUID(int=0)),
    ):
        with pytest.raises(NotFound):
            act()


@pytest.mark.parametrize("url", ["http://127.0.0.1/", "https://localhost/", "https://[::1]/", "ftp://x/"])
def test_a_private_address_is_refused_at_once(admin, url: str) -> None:
    with pytest.raises(BadAddress) as refused:
        add_webhook(admin, url, [Event.MATCH_ENDED])
    assert refused.value.code == "bad-address"
    with pytest.raises(BadAddress):
        add_webhook(admin, f"https://{NAME}/", [Event.MATCH_ENDED], Neighbourhood(addresses=[[]]))
    assert not Webhook.everywhere.exists()


def test_there_is_a_limit_and_events_must_be_chosen(admin, there) -> None:
    with pytest.raises(BadRequest):
        add_webhook(admin, f"https://{NAME}/", [], Neighbourhood())
    for _ in range(MOST_WEBHOOKS):
        subscribe(admin, there)
    with pytest.raises(QuotaReached):
        subscribe(admin, there)


def test_every_act_is_in_the_audit_log(admin, there) -> None:
    webhook, _secret = subscribe(admin, there)
    renew_secret(admin, webhook.id, "Leaked.")
    send_test(admin, webhook.id)
    deliver(webhook)
    send_again(admin, only().id)
    switch_webhook(admin, webhook.id, "Moves.", is_on=False)
    switch_webhook(admin, webhook.id, "Moved.", is_on=True)
    change_webhook(admin, webhook.id, "Moves on.", **elsewhere(there))
    remove_webhook(admin, webhook.id, "Gone.")
    entries = AuditEntry.everywhere.order_by("id").values_list("action", "reason", "actor_name")
    assert [action for action, *_ in entries] == [
        "webhook-added", "webhook-renewed", "webhook-tested", "webhook-sent-again", "webhook-off",
        "webhook-on", "webhook-changed", "webhook-removed",
    ]  # fmt: skip
    assert {name for *_, name in entries} == {admin.user.email}
    assert rows() == []


def test_a_test_goes_to_one_webhook_whatever_it_asked_for(admin, there) -> None:
    webhook, _secret = subscribe(admin, there, Event.REPORT_FILED)
    subscribe(admin, there)
    send_test(admin, webhook.id)
    assert deliver(webhook) == 1
    assert json.loads(there.calls[0].body)["type"] == "webhook.test"
    switch_webhook(admin, webhook.id, "Off.", is_on=False)
    with pytest.raises(BadRequest):
        send_test(admin, webhook.id)


def test_sending_again_keeps_the_id_and_all_tries(admin) -> None:
    with failing(*[answering(500)] * 6, answering(200)) as there:
        webhook, _secret = subscribe(admin, there)
        happen(admin)
        with pytest.raises(BadRequest):
            send_again(admin, only().id)
        for _ in range(6):
            deliver(webhook)
            make_due(only())
        assert only().status == Delivery.Status.FAILED
        send_again(admin, only().id)
        assert (only().status, only().attempts) == (Waiting, 0)
        assert deliver(webhook) == 1
        assert len({call.headers["webhook-id"] for call in there.calls}) == 1
