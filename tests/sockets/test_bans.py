"""A ban reaches open sockets without waiting for a frame of theirs."""

from __future__ import annotations

import asyncio

import pytest
from django.utils import timezone

from accounts.models import Token
from accounts.rechecks import recheck_players
from accounts.staff import Role, Staff
from accounts.tenancy import tenant_scope
from games.moderation import players
from games.moderation.cases import Why
from tests.sockets.conftest import in_thread
from tests.support.people import make_staff

AT_ONCE = 1.0
WHY = Why("Cheats.")


def _operator(guest) -> Staff:
    return make_staff(guest.actor.tenant, Role.OPERATOR)


def _ban(guest) -> None:
    players.ban(_operator(guest), guest.actor.player.id, WHY, until=None)


async def test_a_ban_closes_the_players_sockets_at_once(connect, table, first, second) -> None:
    sockets = [await connect(first), await connect(first)]
    other = await connect(second)
    await sockets[0].sub(table.id)
    await in_thread(_ban, first)
    async with asyncio.timeout(AT_ONCE):
        assert [await socket.until_closed() for socket in sockets] == [4403, 4403]
    assert sockets[0].received[-1]["d"]["problem"] == "banned"
    assert (await other.ask("ping"))["t"] == "pong"


async def test_a_mute_closes_nothing(connect, first) -> None:
    client = await connect(first)
    await in_thread(lambda: players.mute(_operator(first), first.actor.player.id, WHY, until=None))
    assert (await client.ask("ping"))["t"] == "pong"


async def test_a_dead_token_closes_its_own_socket_at_once(connect, first) -> None:
    client = await connect(first)

    def revoke() -> None:
        with tenant_scope(first.actor.tenant.id):
            Token.objects.filter(player=first.actor.player).update(revoked_at=timezone.now())
            recheck_players([first.actor.player.id])

    await in_thread(revoke)
    async with asyncio.timeout(AT_ONCE):
        assert await client.until_closed() == 4402


@pytest.mark.parametrize("name", ["Aki", ""])
async def test_a_forced_name_is_told_in_the_players_rooms(connect, table, first, second, name) -> None:
    client = await connect(second)
    await client.sub(str(table.room.id))
    operator = await in_thread(_operator, first)
    player = await in_thread(lambda: players.force_rename(operator, first.actor.player.id, WHY, name=name))
    frame = await client.until(lambda frame: frame["t"] == "room" and frame["d"]["type"] == "player.renamed")
    assert frame["d"]["player"]["name"] == player.name
