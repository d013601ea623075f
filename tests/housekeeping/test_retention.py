"""What a tenant keeps for so many days goes after them, and nothing else does."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.identity import Actor
from accounts.models import Delivery, Note, Player, Report, Sanction, Tenant, Token, Webhook
from accounts.tenancy import tenant_scope
from games.commands import Resign
from games.models import ChatMessage, Match, Room
from games.referee import execute
from games.retention import forget_expired
from games.rooms import close_room
from tests.support.roles import as_web
from tests.support.rooms import confirm, current, exists, fresh, friend_room, make_actor, start

pytestmark = [pytest.mark.usefixtures("valkey"), pytest.mark.django_db(transaction=True)]
NOW = timezone.now()
LONG_AGO = NOW - timedelta(days=40)


def keep(tenant: Tenant, **days: int) -> None:
    Tenant.objects.filter(pk=tenant.pk).update(**{f"keep_{name}_days": value for name, value in days.items()})


def played(first: Actor, second: Actor, ended: object = LONG_AGO) -> Match:
    match = start(friend_room(first, second), first, second)
    execute(first, Resign(match=match.id, command_id=match.id))
    Match.everywhere.filter(pk=match.pk).update(ended_at=ended)
    return fresh(match)


def run() -> int:
    """As the servers' role, which sees nothing outside a tenant's scope."""
    with as_web():
        return forget_expired(NOW)


def test_without_times_everything_stays(tenant, first, second) -> None:
    match = played(first, second)
    Player.everywhere.update(last_seen_at=LONG_AGO, created_at=LONG_AGO)
    assert run() == 0
    assert exists(match)


def test_finished_matches_go_after_their_time(tenant, first, second, outsider) -> None:
    old, new = played(first, second), played(first, second, NOW - timedelta(days=29))
    running = start(friend_room(first, second), first, second)
    elsewhere = played(outsider, make_actor(outsider.tenant))
    keep(tenant, matches=30)
    assert run() == 1
    assert [exists(each) for each in (old, new, running, elsewhere)] == [False, True, True, True]


def test_more_than_a_batch_goes(tenant, first, second, monkeypatch) -> None:
    monkeypatch.setattr("games.retention.BATCH", 1)
    for _ in range(3):
        played(first, second)
    keep(tenant, matches=30)
    assert run() == 3


def test_chat_goes_after_its_time(tenant, first, second) -> None:
    room = friend_room(first, second)
    with tenant_scope(tenant.id):
        for at in (LONG_AGO, NOW):
            ChatMessage.objects.create(room=room, player=first.player, text="hello", at=at)
    keep(tenant, chat=30)
    assert run() == 1
    assert ChatMessage.everywhere.get().at == NOW


def test_guests_not_seen_lose_their_name_and_their_opponents_nothing(
    tenant, first, second, spectator
) -> None:
    match = played(first, second)
    with tenant_scope(tenant.id), transaction.atomic():
        close_room(Room.objects.get(pk=match.room_id), "idle", NOW)
    Player.everywhere.filter(pk__in=[first.player.pk, spectator.player.pk]).update(
        last_seen_at=None, created_at=LONG_AGO
    )
    Player.everywhere.filter(pk=second.player.pk).update(last_seen_at=NOW, created_at=LONG_AGO)
    keep(tenant, guests=30)
    assert run() == 2
    assert Player.everywhere.get(pk=first.player.pk).name.startswith("Deleted ")
    assert not Player.everywhere.filter(pk=spectator.player.pk).exists()
    assert Player.everywhere.get(pk=second.player.pk).deleted_at is None
    assert fresh(match).outcome == match.outcome
    assert run() == 0


def test_a_guest_with_a_seat_and_a_person_stay(tenant, first, second) -> None:
    confirm(first, current(friend_room(first, second)), "first")
    person = make_actor(tenant, Player.PlayerKind.PERSON)
    Player.everywhere.update(last_seen_at=LONG_AGO)
    keep(tenant, guests=30)
    assert run() == 0
    assert Player.everywhere.get(pk=person.player.pk).deleted_at is None


def test_complaints_go_when_they_were_dealt_with(tenant, first, second) -> None:
    with tenant_scope(tenant.id):
        for status in ("open", "upheld"):
            Report.objects.create(
                reporter=first.player, player=second.player, kind="player", reason="spam", status=status
            )
        for kind, until in (("warn", None), ("ban", None), ("mute", NOW - timedelta(days=1))):
            Sanction.objects.create(player=second.player, kind=kind, until=until, reason="x")
        Note.objects.create(player=second.player, text="x")
        for kind in (Report, Sanction, Note):
            kind.objects.update(created_at=LONG_AGO)
    keep(tenant, reports=30)
    assert run() == 4
    assert Report.everywhere.get().status == "open"
    assert Sanction.everywhere.get().kind == "ban"


def test_what_webhooks_were_sent_goes_after_thirty_days(tenant) -> None:
    with tenant_scope(tenant.id):
        webhook = Webhook.objects.create(url="https://hooks.example/", secret="x")
        for days in (29, 31):
            row = Delivery.objects.create(webhook=webhook, event="match.ended", payload={"days": days})
            Delivery.objects.filter(pk=row.pk).update(created_at=NOW - timedelta(days=days))
    assert run() == 1
    assert Delivery.everywhere.get().payload == {"days": 29}


def test_dead_tokens_go_after_thirty_days(tenant, first) -> None:
    with tenant_scope(tenant.id):
        for name, times in {
            "expired": {"expires_at": LONG_AGO},
            "revoked": {"expires_at": NOW + timedelta(days=1), "revoked_at": LONG_AGO},
            "late": {"expires_at": NOW - timedelta(days=29)},
            "live": {"expires_at": NOW + timedelta(days=1)},
        }.items():
            Token.objects.create(player=first.player, digest=name, **times)
    assert run() == 2
    assert set(Token.everywhere.values_list("digest", flat=True)) == {"late", "live"}
