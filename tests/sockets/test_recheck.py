"""An open socket is checked again whatever its client sends, and when it sends nothing."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.directory import forget_tenants
from accounts.models import Player, Tenant, Token
from games.sockets import conversation
from tests.sockets.conftest import Guest, in_thread

SOON = 3.0


def revoke_quietly(guest: Guest) -> None:
    """As when the message to the sockets was lost."""
    Token.everywhere.filter(player=guest.actor.player).update(revoked_at=timezone.now())


def expire(guest: Guest) -> None:
    Token.everywhere.filter(player=guest.actor.player).update(expires_at=timezone.now())


def ban_quietly(guest: Guest) -> None:
    until = timezone.now() + timedelta(days=1)
    Player.everywhere.filter(pk=guest.actor.player.pk).update(banned_until=until)


def suspend(guest: Guest) -> None:
    Tenant.objects.filter(pk=guest.actor.tenant.pk).update(is_active=False)
    forget_tenants()


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("nonsense", {}),
        ("unsub", {}),
        ("hello", {"token": "again"}),
        ("ping", {"unknown": 1}),
        ("cmd", {"unknown": 1}),
        ("cmd", {"id": "no id"}),
    ],
)
async def test_no_frame_keeps_a_dead_token_alive(connect, first, kind: str, data: dict) -> None:
    client = await connect(first)
    await in_thread(revoke_quietly, first)
    await client.say(kind, data)
    async with asyncio.timeout(SOON):
        assert await client.until_closed() == 4402
    assert [frame["t"] for frame in client.received] == ["welcome", "bye"]


@pytest.mark.parametrize(
    ("end", "code"), [(revoke_quietly, 4402), (expire, 4402), (ban_quietly, 4403), (suspend, 4403)]
)
async def test_a_socket_that_sends_nothing_is_checked_by_the_clock(
    connect, first, monkeypatch, end, code: int
) -> None:
    monkeypatch.setattr(conversation, "CHECK_SECONDS", 0.2)
    client = await connect(first)
    await in_thread(end, first)
    async with asyncio.timeout(SOON):
        assert await client.until_closed() == code


async def test_what_is_published_does_not_put_the_check_off(
    connect, table, first, second, monkeypatch
) -> None:
    monkeypatch.setattr(conversation, "CHECK_SECONDS", 0.2)
    watching, talking = await connect(first), await connect(second)
    await watching.sub(str(table.room.id))
    await in_thread(revoke_quietly, first)
    async with asyncio.timeout(SOON):
        closed = asyncio.create_task(watching.until_closed())
        while not closed.done():
            await talking.sub(str(table.room.id))
            await talking.ask("unsub", {}, str(table.room.id))
        assert await closed == 4402


async def test_who_is_still_welcome_is_checked_and_stays(connect, first, monkeypatch) -> None:
    monkeypatch.setattr(conversation, "CHECK_SECONDS", 0.1)
    client = await connect(first)
    await asyncio.sleep(0.5)
    assert (await client.ask("ping"))["t"] == "pong"
