"""A room hears that a computer thinks: when it is asked, and on its worker's beats, whatever the position."""

from __future__ import annotations

from random import Random

import pytest

from accounts.tenancy import tenant_scope
from games.bots import layout_answer, ply_answer
from games.models import Match
from games.referee import execute_for_bot
from games.rules.core import Ply, Side
from games.rules.systems import SYSTEMS
from games.tasks import tell_thinking
from tests.sockets.conftest import Table, in_thread, make_table
from tests.sockets.play import confirm, play, random_pieces


@pytest.fixture
def table(first) -> Table:
    """Against the computer, which plays second."""
    return make_table(first, opponent="computer", level="beginner")


def thinking(client) -> list[dict]:
    return [frame["d"] for frame in client.of("room") if frame["d"]["type"] == "computer.thinking"]


def is_thinking_at(version: int):
    """A frame that says this."""
    return lambda frame: frame["t"] == "room" and frame["d"].get("version") == version


def answer(table: Table, version: int, rng: Random | None) -> None:
    """The computer's layout, or a random ply of its own."""
    match = Match.everywhere.get(pk=table.match.pk)
    with tenant_scope(match.tenant_id):
        if rng is None:
            command = layout_answer(match.id, "second", random_pieces("second"))
        else:
            plies = SYSTEMS["gunjin"].legal_plies(match.sealed(), Side.SECOND)
            command = ply_answer(match.id, "second", version, Ply(*rng.choice(plies)))
        assert execute_for_bot(command, Side.SECOND) is not None


async def test_a_room_hears_once_per_question_that_the_computer_thinks(connect, first, table) -> None:
    one, rng = await connect(first), Random(4)
    await one.sub(table.id)
    await in_thread(answer, table, 0, None)
    await confirm(one, table.id, "first")
    version = 3
    for _ in range(6):
        event = (await one.until_version(version))["d"]
        version = (await play(one, table.id, event, version, rng))["v"]
        await one.until(is_thinking_at(version))
        assert one.received[-1]["d"] == {
            "type": "computer.thinking", "match": table.id, "side": "second", "version": version,
        }  # fmt: skip
        assert one.received[-2]["v"] == version, "the ply itself comes first"
        await in_thread(answer, table, version, rng)
        version += 1
    await one.until_version(version)
    assert len(thinking(one)) == 6


async def test_a_workers_beat_is_told_while_the_question_stands(connect, first, table) -> None:
    one = await connect(first)
    await one.sub(table.id)
    assert await in_thread(tell_thinking, table.id, "second", 0, str(table.match.tenant_id))
    await one.until(lambda frame: frame["t"] == "room")
    assert thinking(one) == [{"type": "computer.thinking", "match": table.id, "side": "second", "version": 0}]
    await in_thread(answer, table, 0, None)
    assert not await in_thread(tell_thinking, table.id, "second", 0, str(table.match.tenant_id)), (
        "it has answered"
    )


async def test_who_watches_late_is_not_told_that_the_computer_thinks(connect, first, spectator) -> None:
    wanted = {"opponent": "computer", "level": "beginner", "spectators_allowed": True, "spectators_delay": 2}
    table = await in_thread(make_table, first, **wanted)
    one, watcher = await connect(first), await connect(spectator)
    for client in (one, watcher):
        await client.sub(table.id)
    assert await in_thread(tell_thinking, table.id, "second", 0, str(table.match.tenant_id))
    await in_thread(answer, table, 0, None)
    await one.until_version(1)
    await watcher.until_version(1)
    assert len(thinking(one)) == 1
    assert thinking(watcher) == []
