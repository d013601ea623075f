"""Chat over sockets: everybody in the room hears what they may read, outside the versions of the match."""

from __future__ import annotations

from uuid import uuid4

import pytest

from accounts.models import Block, Chat, Tenant
from accounts.staff import Role
from accounts.tenancy import tenant_scope
from games.chat import Saying, say, take_back
from games.moderation import play, players
from games.moderation.cases import Why
from games.rooms import claim_seat
from tests.sockets.conftest import in_thread, make_table
from tests.sockets.play import start
from tests.support.people import make_staff

WHY = Why("Is rude.")


@pytest.fixture(autouse=True)
def _free_words() -> None:
    Tenant.objects.filter(slug="default").update(chat=Chat.FREE)


@pytest.fixture
async def watched(first, second):
    return await in_thread(make_table, first, second, spectators_allowed=True)


def heard(client) -> list[str]:
    lines = [frame["d"]["message"] for frame in client.of("room") if frame["d"]["type"] == "chat.said"]
    return [line["text"] or line["preset"] for line in lines]


async def until_heard(client, text: str) -> list[str]:
    """All that was heard up to this line; what is said in a room arrives in order."""
    while text not in heard(client):
        await client.next()
    return heard(client)


async def test_everybody_in_the_room_hears_a_player(connect, watched, first, second, spectator) -> None:
    clients = [await connect(guest) for guest in (first, second, spectator)]
    for client in clients:
        await client.sub(watched.id)
    answer = await clients[0].ask("chat", {"text": "Good evening"}, watched.room.slug)
    assert answer["t"] == "ok"
    await clients[1].ask("chat", {"preset": "hello"}, str(watched.room.id))
    for client in clients:
        assert await until_heard(client, "hello") == ["Good evening", "hello"]
    lines = [frame["d"]["message"] for frame in clients[0].of("room") if "message" in frame["d"]]
    assert [line["yours"] for line in lines] == [True, False]
    assert lines[0]["id"] == answer["d"]["message"]
    assert clients[0].versions() == []


async def test_players_do_not_hear_who_watches(connect, watched, first, second, spectator) -> None:
    one, two, watcher = [await connect(guest) for guest in (first, second, spectator)]
    for client in (one, two, watcher):
        await client.sub(watched.id)
    await start(one, two, watched.id)
    await watcher.ask("chat", {"text": "the flag is on b1"}, watched.room.slug)
    await one.ask("chat", {"text": "then"}, watched.room.slug)
    assert await until_heard(watcher, "then") == ["the flag is on b1", "then"]
    assert await until_heard(one, "then") == await until_heard(two, "then") == ["then"]


async def test_who_sits_down_hears_watchers_no_more(connect, first, second, spectator) -> None:
    """Also before the socket was told of the seat."""
    table = await in_thread(make_table, first, None, spectators_allowed=True)
    client, watcher = await connect(second), await connect(spectator)
    await client.ask("sub", {}, table.room.slug)

    def sit() -> None:
        with tenant_scope(second.actor.tenant.id):
            secret = table.room.seats.get(number=2).link_secret()
        claim_seat(second.actor, table.room.slug, 2, secret)

    await in_thread(sit)
    await watcher.ask("chat", {"text": "psst"}, table.room.slug)
    await in_thread(say, first.actor, table.room.slug, Saying(text="then"))
    assert await until_heard(client, "then") == ["then"]


async def test_a_blocked_player_is_not_heard(connect, watched, first, second) -> None:
    one, two = await connect(first), await connect(second)
    for client in (one, two):
        await client.sub(watched.id)

    def block() -> None:
        with tenant_scope(first.actor.tenant.id):
            Block.objects.create(player=first.actor.player, blocked=second.actor.player)

    await in_thread(block)
    await two.ask("chat", {"text": "unkind"}, watched.room.slug)
    await one.ask("chat", {"text": "then"}, watched.room.slug)
    assert await until_heard(one, "then") == ["then"]
    assert await until_heard(two, "then") == ["unkind", "then"]


async def test_everybody_is_told_when_a_line_is_gone(connect, watched, first, second) -> None:
    client = await connect(second)
    await client.sub(watched.id)
    room = watched.room.slug
    lines = [(await in_thread(say, first.actor, room, Saying(text=text)))["id"] for text in ("one", "two")]
    await in_thread(take_back, first.actor, room, lines[0])
    staff = await in_thread(make_staff, first.actor.tenant, Role.MODERATOR)
    await in_thread(play.delete_message, staff, lines[1], WHY)
    for line in lines:
        frame = await client.until(lambda frame: frame["t"] == "room" and "deleted" in frame["d"]["type"])
        assert frame["d"] == {"type": "chat.deleted", "message": line}


async def test_a_mute_holds_on_an_open_socket_at_once(connect, watched, first) -> None:
    client = await connect(first)
    staff = await in_thread(make_staff, first.actor.tenant, Role.MODERATOR)
    await in_thread(lambda: players.mute(staff, first.actor.player.id, WHY, until=None))
    answer = await client.ask("chat", {"preset": "hello"}, watched.room.slug)
    assert (answer["t"], answer["d"]["code"]) == ("err", "muted")


async def test_a_line_that_is_sent_again_is_said_once(connect, watched, first) -> None:
    client = await connect(first)
    line = {"preset": "hello", "id": str(uuid4())}
    answers = [await client.ask("chat", line, watched.room.slug) for _ in range(2)]
    assert answers[0]["d"] == answers[1]["d"]
    assert answers[0]["t"] == "ok"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, "bad-message"),
        ({"text": "a", "id": "1"}, "bad-request"),
        ({"text": "a", "id": ""}, "bad-request"),
        ({"text": "x.com"}, "bad-message"),
        ({"text": "a", "more": 1}, "bad-request"),
        ({"text": 1}, "bad-request"),
        ({"text": "x" * 1001}, "bad-request"),
    ],
)
async def test_bad_lines_are_refused_with_a_code(connect, watched, first, data, code) -> None:
    client = await connect(first)
    answer = await client.ask("chat", data, watched.room.slug)
    assert (answer["t"], answer["d"]["code"]) == ("err", code)


async def test_strangers_hear_and_say_nothing(connect, table, first, spectator, outsider) -> None:
    for stranger in (spectator, outsider):
        client = await connect()
        await client.hello(stranger.token, tenant=stranger.actor.tenant.client_key)
        answer = await client.ask("chat", {"preset": "hello"}, table.room.slug)
        assert (answer["t"], answer["d"]["code"]) == ("err", "not-found")
    answer = await client.ask("chat", {"preset": "hello"})
    assert (answer["t"], answer["d"]["code"]) == ("err", "bad-request")


async def test_players_do_not_hear_that_a_watchers_line_is_gone(connect, watched, first, spectator) -> None:
    """Else taking lines back would be a way to signal."""
    player = await connect(first)
    await player.sub(watched.id)
    room = watched.room.slug
    line = (await in_thread(say, spectator.actor, room, Saying(text="psst")))["id"]
    await in_thread(take_back, spectator.actor, room, line)
    await in_thread(say, first.actor, room, Saying(text="then"))
    assert await until_heard(player, "then") == ["then"]
    assert not [frame for frame in player.of("room") if frame["d"]["type"] == "chat.deleted"]
