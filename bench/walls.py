"""Two tenants with rows of every kind, and what a raw session of the servers' role sees of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from random import Random
from uuid import UUID, uuid4

import psycopg
from django.apps import apps
from django.utils import timezone
from psycopg import sql

from accounts.guests import create_guest
from accounts.identity import Actor
from accounts.models import (
    AuditEntry,
    Block,
    Delivery,
    Invitation,
    Membership,
    Note,
    Report,
    Sanction,
    Tenant,
    User,
    Webhook,
)
from accounts.tenancy import TenantModel, tenant_scope
from accounts.walls import TENANT_SETTING
from games.commands import ConfirmLayout, PlayPly
from games.layouts import save_layout
from games.models import ChatMessage, Match, Room, Thought
from games.referee import execute
from games.rooms import NewRoom, claim_seat, create_room
from games.rules.core import Side
from games.rules.systems import SYSTEMS

SYSTEM = "gunjin"


def tenant_tables() -> list[str]:
    """Every table whose rows belong to one tenant."""
    models = (model for model in apps.get_models() if issubclass(model, TenantModel))
    return sorted(model._meta.db_table for model in models)  # noqa: SLF001  why: Django's documented name


def fill(tenant: Tenant) -> None:
    """At least one row in every table; through the handlers where clients have one."""
    one, two = (Actor(tenant, create_guest(tenant).player) for _ in range(2))
    room = create_room(one, NewRoom(system=SYSTEM))
    with tenant_scope(tenant.id):
        free = room.seats.get(player=None)
        claim_seat(two, room.slug, free.number, free.link_secret())
        match = room.current_match()
    _play(match, {Side.FIRST: one, Side.SECOND: two})
    with tenant_scope(tenant.id):
        _moderate(one, two)
        _write_the_rest(room, match, one)


def _play(match: Match, actors: dict[Side, Actor]) -> None:
    """Both layouts and one ply."""
    rules, dice = SYSTEMS[SYSTEM], Random(1)
    for side, actor in actors.items():
        layout = rules.random_layout(match.options, side, dice)
        pieces = tuple(layout.items())
        execute(actor, ConfirmLayout(match=match.id, command_id=uuid4(), pieces=pieces))
        save_layout(actor, SYSTEM, "kept", pieces, side)
    with tenant_scope(match.tenant_id):
        match.refresh_from_db()
    ply = rules.legal_plies(match.sealed(), Side(match.turn))[0]
    execute(
        actors[Side(match.turn)],
        PlayPly(match=match.id, command_id=uuid4(), expected=match.version, ply=ply),
    )


def _moderate(one: Actor, two: Actor) -> None:
    user = User.objects.create_user(f"{uuid4().hex}@example.org")
    Membership.objects.create(user=user, role=Membership.Role.MODERATOR)
    report = Report.objects.create(reporter=one.player, player=two.player, kind="player", reason="abuse")
    Sanction.objects.create(player=two.player, kind="warn", reason="abuse", by=user, report=report)
    Note.objects.create(player=two.player, by=user, text="was rude")
    AuditEntry.objects.create(actor_kind="user", actor_id=user.id, action="warn", reason="abuse")
    Block.objects.create(player=one.player, blocked=two.player)


def _write_the_rest(room: Room, match: Match, one: Actor) -> None:
    now = timezone.now()
    ChatMessage.objects.create(room=room, player=one.player, text="good luck", at=now)
    Thought.objects.create(match=match, number=1, side="first", sealed_thinking={})
    Invitation.objects.create(digest=uuid4().hex, expires_at=now + timedelta(days=1))
    webhook = Webhook.objects.create(url="https://club.example/hook", secret=uuid4().hex)
    Delivery.objects.create(webhook=webhook, event="match.started", payload={})


def enter(session: psycopg.Connection, tenant_id: UUID | None) -> None:
    """What `accounts.postgres` tells Postgres, here by hand."""
    session.execute("SELECT set_config(%s, %s, false)", [TENANT_SETTING, str(tenant_id or "")])


def count_rows(session: psycopg.Connection, table: str) -> dict[UUID, int]:
    """Per tenant what a query without any filter finds."""
    query = sql.SQL("SELECT tenant_id, count(*) FROM {} GROUP BY tenant_id").format(sql.Identifier(table))
    return dict(session.execute(query).fetchall())


def check_wall(session: psycopg.Connection, table: str, tenants: Sequence[UUID]) -> None:
    """Each tenant's scope shows rows, and its own alone; no scope shows none. Raises AssertionError."""
    enter(session, None)
    assert not count_rows(session, table), f"{table} is read without a tenant"
    for tenant_id in tenants:
        enter(session, tenant_id)
        assert set(count_rows(session, table)) == {tenant_id}, f"{table} does not show one tenant"
