"""The worker that calls other servers, as a real process: takes from its queue, and calls none of ours."""

from __future__ import annotations

from pathlib import Path

import pytest
import redis
from celery import current_app
from django.db import transaction

from accounts.models import Delivery, Tenant, Webhook
from accounts.signatures import new_secret
from accounts.tasks import sweep_webhooks
from accounts.tenancy import tenant_scope
from accounts.vault import box
from accounts.webhooks import QUEUE, Event, announce
from tests.support.rooms import make_tenant
from tests.support.workers import running, until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stack]


def happen(tenant: Tenant) -> None:
    with tenant_scope(tenant.id), transaction.atomic():
        announce(Event.MATCH_ENDED, {})


def tried() -> int:
    return Delivery.everywhere.filter(attempts__gt=0, error="bad-address").count()


def test_what_a_restart_lost_is_swept_up_and_what_happens_next_is_sent_at_once(
    valkey: redis.Redis, tmp_path: Path
) -> None:
    tenant = make_tenant()
    sealed = box("webhook").encrypt(new_secret().encode()).decode()
    with tenant_scope(tenant.id):
        Webhook.objects.create(url="https://localhost/", secret=sealed, events=[Event.MATCH_ENDED])
    happen(tenant)
    assert valkey.llen(QUEUE) == 1
    valkey.flushdb()  # nobody is called any more
    with running("outbound", tmp_path):
        current_app.send_task(sweep_webhooks.name, queue=QUEUE)
        until(lambda: tried() == 1, "the sweep found what was lost")
        happen(tenant)
        until(lambda: tried() == 2, "the worker was called")
