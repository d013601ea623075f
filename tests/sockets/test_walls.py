"""What is served is served by the role that sees one tenant at a time."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from django.test import Client

from games.models import Match
from tests.sockets.conftest import in_thread
from tests.sockets.play import play_on, start
from tests.support.roles import as_web

pytestmark = pytest.mark.usefixtures("servers_role")


@pytest.fixture
def servers_role(table) -> Iterator[None]:
    with as_web():
        yield


async def read(guest, path: str) -> dict:
    headers = {"Authorization": f"Bearer {guest.token}"}
    response = await in_thread(partial(Client().get, f"/api/v1/{path}", headers=headers))
    assert response.status_code == 200, (path, response.content)
    return response.json()


async def test_a_whole_match_is_served_by_a_role_that_sees_nothing_without_a_tenant(
    connect, table, first, second
) -> None:
    assert not await in_thread(Match.everywhere.exists)
    one, two = await connect(first), await connect(second)
    for client in (one, two):
        await client.sub(table.id)
    await start(one, two, table.id)
    last = await play_on(one, two, table.id, plies=2000)
    for guest in (first, second):
        assert (await read(guest, f"matches/{table.id}"))["phase"] == "over"
        assert len((await read(guest, f"matches/{table.id}/events?since=0"))["events"]) <= last
        assert (await read(guest, f"matches/{table.id}/record"))["plies"]
        assert [match["match"] for match in (await read(guest, "me/matches"))["matches"]] == [table.id]
        assert (await read(guest, f"rooms/{table.room.slug}"))["slug"] == table.room.slug
