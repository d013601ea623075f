"""What beat starts is there, goes to a queue that is worked on, and does what its tenants say."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from celery.beat import Scheduler
from django.utils import timezone

from accounts.tenancy import tenant_scope
from config.celery import app
from config.stack import programs
from games.commands import Resign
from games.models import ChatMessage, Match, Room
from games.referee import execute
from tests.housekeeping.test_retention import keep
from tests.support.roles import as_web
from tests.support.rooms import friend_room, make_actor, make_tenant, start

FORGET = "games.tasks.forget_expired"


@pytest.fixture
def scheduler() -> Scheduler:
    """Beat's, without its process."""
    app.loader.import_default_modules()
    made = Scheduler(app=app, lazy=True)
    made.setup_schedule()
    made.merge_inplace(app.conf.beat_schedule)
    return made


def test_every_job_is_a_task_in_a_queue_that_a_worker_takes_from(scheduler: Scheduler) -> None:
    commands = [each.command for each in programs({}, host="", port=0, data=Path())]
    worked = {command[command.index("-Q") + 1] for command in commands if "-Q" in command}
    ours = [entry for entry in scheduler.schedule.values() if not entry.task.startswith("celery.")]
    assert {entry.task for entry in ours} >= {
        FORGET,
        "games.tasks.purge_rooms",
        "accounts.tasks.sweep_webhooks",
    }
    for entry in ours:
        assert entry.task in app.tasks
        route = app.amqp.router.route({}, entry.task)
        assert route["queue"].name in worked, entry.task
        assert entry.options["expires"], "a beat that waits for a dead worker is worth nothing later"


def test_retention_is_due_once_a_day(scheduler: Scheduler) -> None:
    [entry] = [entry for entry in scheduler.schedule.values() if entry.task == FORGET]
    night = timezone.now().replace(hour=4, minute=17, second=30)
    entry.last_run_at, app_now = night - timedelta(days=1), entry.schedule.nowfun
    entry.schedule.nowfun = lambda: night
    try:
        assert entry.is_due().is_due
        entry.last_run_at = night
        is_due, wait = entry.is_due()
    finally:
        entry.schedule.nowfun = app_now
    assert not is_due
    assert timedelta(hours=23) < timedelta(seconds=wait) <= timedelta(days=1)


@pytest.mark.usefixtures("valkey")
@pytest.mark.django_db(transaction=True)
def test_the_job_keeps_to_the_times_of_each_tenant(scheduler: Scheduler) -> None:
    """Played 40 days ago: one tenant keeps that for 30 days, one for 50, one for ever."""
    long_ago = timezone.now() - timedelta(days=40)
    tenants = {days: make_tenant() for days in (30, 50, None)}
    for days, tenant in tenants.items():
        first, second = make_actor(tenant), make_actor(tenant)
        room = friend_room(first, second)
        match = start(room, first, second)
        execute(first, Resign(match=match.id, command_id=match.id))
        with tenant_scope(tenant.id):
            ChatMessage.objects.create(room=room, player=first.player, text="x", at=long_ago)
            Match.objects.update(ended_at=long_ago)
            Room.objects.update(closed_at=None)
        if days is not None:
            keep(tenant, matches=days, chat=days)
    [entry] = [entry for entry in scheduler.schedule.values() if entry.task == FORGET]
    with as_web():
        app.tasks[entry.task].apply(entry.args, entry.kwargs, throw=True)
    kept = {tenants[50].id, tenants[None].id}
    assert set(Match.everywhere.values_list("tenant", flat=True)) == kept
    assert set(ChatMessage.everywhere.values_list("tenant", flat=True)) == kept
