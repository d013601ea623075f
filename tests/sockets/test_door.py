"""Handshakes, hellos, bad frames and floods: each gets its code, none gets further."""

from __future__ import annotations

import asyncio
import json
import time
import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.directory import forget_tenants
from accounts.models import Player, Tenant, Token
from accounts.tenancy import tenant_scope
from games.errors import MatchOver
from games.models import MatchSeat
from games.publish import publish_room
from games.sockets import consumer, wire
from tests.sockets.conftest import in_thread, make_table
from tests.sockets.play import random_pieces

HOST = (b"host", b"testserver")


def origin(text: str) -> list[tuple[bytes, bytes]]:
    return [HOST, (b"origin", text.encode())]


@pytest.mark.parametrize(
    "details",
    [
        {"protocols": ()},
        {"protocols": ("graphql-ws",)},
        {"headers": [(b"host", b"unknown.example")]},
        {"headers": []},
        {"headers": origin("https://evil.example")},
        {"headers": origin("null")},
        {"headers": origin("https://testserver.evil.example")},
        {"headers": origin("https://testserver:8443")},
        {"headers": [*origin("https://testserver"), (b"origin", b"https://evil.example")]},
    ],
)
async def test_a_handshake_that_is_not_ours_is_refused(connect, details) -> None:
    assert not (await connect(**details)).accepted


@pytest.mark.parametrize("allowed", ["http://testserver", "https://testserver", "https://club.example", None])
async def test_own_pages_named_origins_and_apps_may_connect(connect, first, allowed) -> None:
    await in_thread(lambda: Tenant.objects.update(allowed_origins=["https://club.example"]))
    forget_tenants()
    client = await connect(first, headers=[HOST] if allowed is None else origin(allowed))
    assert client.protocol == "gyoji.v1.json"
    assert client.received[0]["t"] == "welcome"


async def test_another_protocol_of_ours_is_told_that_it_is_gone(connect) -> None:
    client = await connect(protocols=("gyoji.v9.json",))
    assert (client.accepted, client.protocol) == (True, "gyoji.v9.json")
    assert await client.until_closed() == 4410


async def test_welcome_says_who_and_where(connect, first) -> None:
    client = await connect(first)
    data = client.received[0]["d"]
    assert data["player"]["id"] == str(first.actor.player.id)
    assert data["tenant"] == {"slug": "default", "name": "Gyoji"}
    assert data["limits"]["frame_bytes"] == 8192


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ({"token": "gyoji_wrong"}, 4401),
        ({"token": ""}, 4401),
        ({}, 4401),
        ({"token": 7}, 4401),
        ({"token": "x", "admin": True}, 4401),
        ({"token": "x", "proto": 2}, 4410),
        ({"token": "x", "tenant": "nowhere"}, 4401),
        ({"token": "x" * 5000}, 4401),
    ],
)
async def test_a_bad_hello_ends_the_socket(connect, hello, code) -> None:
    client = await connect()
    await client.say("hello", hello)
    assert await client.until_closed() == code
    assert client.received[-1]["t"] == "bye"


async def test_anything_before_the_hello_ends_the_socket(connect, table) -> None:
    client = await connect()
    await client.say("sub", {}, table.id)
    assert await client.until_closed() == 4401


async def test_no_hello_in_time(connect, monkeypatch) -> None:
    monkeypatch.setattr(consumer, "HELLO_SECONDS", 0.1)
    assert await (await connect()).until_closed() == 4401


async def test_silence_ends_the_socket(connect, first, monkeypatch) -> None:
    monkeypatch.setattr(consumer, "HEARTBEAT_SECONDS", 0.3)
    client = await connect(first)
    assert await client.until_closed() == 4408
    assert client.received[-1]["d"]["retry_ms"] is not None


async def test_a_token_of_another_tenant_is_no_token(connect, outsider) -> None:
    client = await connect()
    await client.say("hello", {"token": outsider.token})
    assert await client.until_closed() == 4401


async def test_a_banned_player_is_sent_away(connect, first) -> None:
    await in_thread(_ban, first)
    client = await connect()
    await client.say("hello", {"token": first.token})
    assert await client.until_closed() == 4403


FRAMES = [
    ("ping", {}),
    ("sub", {}),
    ("cmd", {"id": "01a22ad7-ef83-716c-aeb7-56b8a891dfbb", "type": "resign"}),
]


@pytest.mark.parametrize(("kind", "data"), FRAMES)
async def test_a_ban_reaches_an_open_socket_at_its_next_frame(connect, table, first, kind, data) -> None:
    client = await connect(first)
    await in_thread(_ban, first)
    await client.say(kind, data, None if kind == "ping" else table.id)
    assert await client.until_closed() == 4403
    assert [frame["t"] for frame in client.received] == ["welcome", "bye"]
    assert client.received[-1]["d"]["problem"] == "banned"


async def test_a_banned_player_changes_nothing_over_an_open_socket(connect, table, first) -> None:
    client = await connect(first)
    await in_thread(_ban, first)
    order = {"id": str(uuid.uuid4()), "type": "layout.confirm", "args": {"pieces": random_pieces("first")}}
    await client.say("cmd", order, table.id)
    assert await client.until_closed() == 4403
    assert not await in_thread(_confirmed_seats, table, first)


def _confirmed_seats(table, guest) -> list[str]:
    with tenant_scope(guest.actor.tenant.id):
        seats = MatchSeat.objects.filter(match_id=table.match.id, confirmed_at__isnull=False)
        return [seat.side for seat in seats]


def _ban(guest) -> None:
    Player.everywhere.filter(pk=guest.actor.player.pk).update(
        banned_until=timezone.now() + timedelta(hours=1)
    )


@pytest.mark.parametrize(("kind", "data"), FRAMES)
@pytest.mark.parametrize("change", [{"expires_at": timezone.now()}, {"revoked_at": timezone.now()}])
async def test_a_token_that_dies_ends_its_socket_at_the_next_frame(
    connect, table, first, change, kind, data
) -> None:
    client = await connect(first)
    await in_thread(lambda: Token.everywhere.filter(player=first.actor.player).update(**change))
    await client.say(kind, data, None if kind == "ping" else table.id)
    assert await client.until_closed() == 4402


@pytest.mark.parametrize(("kind", "data"), FRAMES)
async def test_a_suspended_tenant_ends_its_sockets(connect, table, outsider, kind, data) -> None:
    client = await connect()
    await client.hello(outsider.token, tenant="elsewhere")
    await in_thread(lambda: Tenant.objects.filter(slug="elsewhere").update(is_active=False))
    forget_tenants()
    await client.say(kind, data, None if kind == "ping" else table.id)
    assert await client.until_closed() == 4403


@pytest.mark.parametrize(
    "text",
    [
        "hello", "[]", "7", "null", '"ping"', "{}", '{"t":7}', '{"t":"ping","i":"1"}', '{"t":"ping","i":-1}',
        '{"t":"ping","i":true}', '{"t":"ping","i":1.5}', '{"t":"ping","m":7}', '{"t":"ping","d":[]}',
        '{"t":"ping","x":1}', '{"t":"ping","t":"ping"}', '{"t":"ping","d":{"a":NaN}}',
        '{"t":"ping","d":{"a":1e999}}x', '{"t":"ping","m":"\\u0000"}', '{"t":"ping","d":{"\\u0000":1}}',
        '{"t":"ping","m":"\\ud800"}', '{"t":"ping","d":{"a":' + "[" * 20 + "]" * 20 + "}}", "[" * 8000,
        '{"t":"ping","i":' + "9" * 5000 + "}",
    ],
)  # fmt: skip
async def test_a_bad_envelope_ends_the_socket(connect, first, text) -> None:
    client = await connect(first)
    await client.wire.send_to(text_data=text)
    assert await client.until_closed() == 4400
    assert (client.received[-1]["d"]["code"], client.received[-1]["d"]["problem"]) == (4400, "bad-request")


async def test_binary_frames_end_the_socket(connect, first) -> None:
    client = await connect(first)
    await client.wire.send_to(bytes_data=b'{"t":"ping"}')
    assert await client.until_closed() == 4400


@pytest.mark.parametrize("filler", ["x" * 9000, "行" * 3000])
async def test_frames_over_8_kb_end_the_socket(connect, first, filler) -> None:
    client = await connect(first)
    text = json.dumps({"t": "ping", "m": filler}, ensure_ascii=False)
    await client.wire.send_to(text_data=text)
    assert await client.until_closed() == 4009


@pytest.mark.parametrize(
    ("kind", "data", "subject"),
    [
        ("dance", {}, None),
        ("chat", {"text": "hi"}, None),
        ("hello", {"token": "again"}, None),
        ("ping", {"at": 1}, None),
        ("sub", {}, None),
        ("sub", {"since": "1"}, "match"),
        ("sub", {"since": -1}, "match"),
        ("sub", {"since": True}, "match"),
        ("sub", {"epoch": 1.5}, "match"),
        ("sub", {"seat": "third"}, "match"),
        ("sub", {"seat": 1}, "match"),
        ("sub", {"audience": "second"}, "match"),
        ("unsub", {}, None),
        ("unsub", {}, "x"),
        ("cmd", {}, "match"),
        ("cmd", {"id": "1", "type": "resign"}, "match"),
        ("cmd", {"id": "01a22ad7-ef83-716c-aeb7-56b8a891dfbb", "type": "resign"}, None),
        ("cmd", {"id": "01a22ad7-ef83-716c-aeb7-56b8a891dfbb", "type": 3}, "match"),
        ("cmd", {"id": "01a22ad7-ef83-716c-aeb7-56b8a891dfbb", "type": "resign", "args": []}, "match"),
        ("cmd", {"id": "01a22ad7-ef83-716c-aeb7-56b8a891dfbb", "type": "resign", "expect": "3"}, "match"),
        ("cmd", {"id": "01a22ad7-ef83-716c-aeb7-56b8a891dfbb", "type": "resign", "player": "x"}, "match"),
    ],
)
async def test_bad_data_is_refused_and_the_socket_lives(connect, table, first, kind, data, subject) -> None:
    client = await connect(first)
    answer = await client.ask(kind, data, table.id if subject == "match" else subject)
    assert (answer["t"], answer["d"]["code"]) == ("err", "bad-request")
    assert (await client.ask("ping"))["t"] == "pong"


async def test_a_flood_is_slowed_then_ended(connect, first, settings) -> None:
    settings.GYOJI = {**settings.GYOJI, "RATE_FRAMES_PER_SOCKET": "5/second"}
    client = await connect(first)
    for _ in range(40):
        await client.say("dance")
    assert await client.until_closed() == 4429
    refused = [frame["d"] for frame in client.of("err") if frame["d"]["code"] == "rate-limited"]
    assert len(refused) == 5
    assert all(0 < data["retry_ms"] <= 1000 for data in refused)


async def test_commands_are_counted_per_player_not_per_socket(connect, table, first, settings) -> None:
    settings.GYOJI = {**settings.GYOJI, "RATE_COMMANDS_PER_PLAYER": "3/minute"}
    one, tab = await connect(first), await connect(first)
    for client in (one, tab, one):
        assert (await client.cmd(table.id, "resign"))["d"]["code"] == "wrong-phase"
    refused = (await tab.cmd(table.id, "resign"))["d"]
    assert refused["code"] == "rate-limited"
    assert refused["retry_ms"] >= 1000


async def test_who_does_not_keep_up_is_ended(connect, table, first, monkeypatch) -> None:
    """Frames pile up while the socket waits for a slow command."""
    monkeypatch.setattr(wire, "MOST_WAITING", 3)
    monkeypatch.setattr("games.sockets.orders.execute", _dawdle)
    client = await connect(first)
    await client.sub(table.id)
    asking = asyncio.create_task(client.until_closed())
    await client.say("cmd", {"id": str(uuid.uuid4()), "type": "resign"}, table.id)
    for _ in range(10):
        await in_thread(_tell_room, table, first)
    assert await asking == 4413
    assert client.received[-1]["d"]["retry_ms"] is not None


def _dawdle(*_args) -> None:
    time.sleep(1)
    raise MatchOver


def _tell_room(table, guest) -> None:
    with tenant_scope(guest.actor.tenant.id):
        publish_room(table.room.id, {"type": "room.closing"})


async def test_our_own_mistake_shows_no_more_than_its_name(connect, table, first, monkeypatch) -> None:
    def break_down(*_args) -> None:
        raise RuntimeError("sealed_position of somebody")

    monkeypatch.setattr("games.sockets.orders.execute", break_down)
    client = await connect(first)
    answer = await client.cmd(table.id, "resign")
    assert (answer["t"], answer["d"]["code"]) == ("err", "internal")
    assert await client.until_closed() == 4500
    assert "sealed" not in json.dumps(client.received)


async def test_too_many_subscriptions_are_refused(connect, table, first, monkeypatch) -> None:
    monkeypatch.setattr("games.sockets.feed.MOST_FOLLOWED", 2)
    client = await connect(first)
    assert (await client.sub(table.id))["t"] == "snap"
    other = await in_thread(make_table, first)
    assert (await client.sub(other.id))["d"]["code"] == "rate-limited"
    assert (await client.sub(table.id))["t"] == "snap"


async def test_sockets_leave_no_group_and_no_presence_behind(connect, table, first, valkey) -> None:
    client = await connect(first)
    await client.sub(table.id)
    assert valkey.keys("gyoji:presence:*:1")
    await client.drop()
    assert not valkey.keys("gyoji:presence:*:1")


async def test_a_frame_needs_its_scope(connect, first, table) -> None:
    tokens = Token.everywhere.filter(player=first.actor.player)
    await in_thread(lambda: tokens.update(scopes=["read"]))
    client = await connect(first)
    assert (await client.sub(table.id))["t"] != "err"
    answer = await client.cmd(table.id, "resign")
    assert (answer["t"], answer["d"]["code"], answer["d"]["scope"]) == ("err", "scope-missing", "play")
    await in_thread(lambda: tokens.update(scopes=["play"]))
    assert (await (await connect(first)).ask("ping"))["d"]["code"] == "scope-missing"
