"""Matches over sockets: everybody's knowledge stays whole, in order, and their own."""

from __future__ import annotations

import asyncio
import uuid

import pytest

from tests.sockets.conftest import in_thread, make_table
from tests.sockets.play import confirm, play_on, random_pieces, start
from tests.support import reducer


def events_of(client) -> list[tuple[int, dict]]:
    return [(frame["v"], frame["d"]) for frame in client.of("ev", "skip")]


async def test_a_friend_match_is_played_to_its_end_and_clients_know_what_a_snapshot_says(
    connect, table, first, second
) -> None:
    one, two = await connect(first), await connect(second)
    snaps = {client: (await client.sub(table.id))["d"] for client in (one, two)}
    await start(one, two, table.id)
    last = await play_on(one, two, table.id, plies=2000)
    for client in (one, two):
        assert client.versions() == list(range(1, last + 1))
        fresh = (await client.sub(table.id))["d"]
        assert fresh["phase"] == "over"
        assert reducer.public(reducer.after(snaps[client], events_of(client))) == fresh


async def test_at_every_version_of_play_events_say_as_much_as_a_snapshot(connect, first, second) -> None:
    table = await in_thread(make_table, first, second, spectators_allowed=True)
    one, two = await connect(first), await connect(second)
    snaps = {client: (await client.sub(table.id))["d"] for client in (one, two)}
    await start(one, two, table.id)
    await play_on(one, two, table.id, plies=30)
    for client in (one, two):
        seen = reducer.public(reducer.after(snaps[client], events_of(client)))
        assert (await client.sub(table.id))["d"] == seen


async def test_resigning_reveals_both_layouts_to_both(connect, table, first, second) -> None:
    one, two = await connect(first), await connect(second)
    snaps = {client: (await client.sub(table.id))["d"] for client in (one, two)}
    await start(one, two, table.id)
    assert (await two.cmd(table.id, "resign"))["t"] == "ok"
    for client in (one, two):
        ended = (await client.until_version(4))["d"]
        assert ended["outcome"] == {"winners": ["first"], "termination": "resigned"}
        assert ended["reveal"]["second"]["layout"] == random_pieces("second")
        fresh = (await client.sub(table.id))["d"]
        assert reducer.public(reducer.after(snaps[client], events_of(client))) == fresh


async def test_a_withdrawn_layout_can_be_confirmed_again(connect, table, first) -> None:
    one = await connect(first)
    snap = (await one.sub(table.id))["d"]
    await confirm(one, table.id, "first")
    assert (await one.cmd(table.id, "layout.withdraw", {"revision": 1}))["t"] == "ok"
    stale = await one.cmd(table.id, "layout.confirm", {"pieces": random_pieces("first"), "revision": 1})
    assert (stale["d"]["code"], stale["d"]["revision"]) == ("stale-version", 2)
    await confirm(one, table.id, "first", seed=2)
    await one.until_version(3)
    fresh = (await one.sub(table.id))["d"]
    assert reducer.public(reducer.after(snap, events_of(one))) == fresh


async def test_two_sockets_racing_on_one_version_land_one_ply(connect, table, first, second) -> None:
    one, tab, two = await connect(first), await connect(first), await connect(second)
    for client in (one, tab, two):
        await client.sub(table.id)
    plies = (await start(one, two, table.id))["legal_plies"]
    answers = await asyncio.gather(
        one.cmd(table.id, "play", {"ply": plies[0]}, expect=3),
        tab.cmd(table.id, "play", {"ply": plies[1]}, expect=3),
    )
    assert sorted(answer["t"] for answer in answers) == ["err", "ok"]
    refused = next(answer for answer in answers if answer["t"] == "err")
    assert (refused["d"]["code"], refused["d"]["v"]) == ("stale-version", 4)
    await two.until_version(4)
    await two.ask("ping")
    assert two.versions() == [1, 2, 3, 4]


async def test_a_command_sent_again_is_answered_as_the_first_time(connect, table, first, second) -> None:
    one, two = await connect(first), await connect(second)
    plies = []
    for client in (one, two):
        await client.sub(table.id)
    plies = (await start(one, two, table.id))["legal_plies"]
    body = {"id": str(uuid.uuid4()), "type": "play", "args": {"ply": plies[0]}, "expect": 3}
    answers = [await one.ask("cmd", body, table.id) for _ in range(3)]
    assert [(a["t"], a["d"]["v"], a["d"]["dup"]) for a in answers] == [
        ("ok", 4, False), ("ok", 4, True), ("ok", 4, True),
    ]  # fmt: skip
    other = await one.ask("cmd", {**body, "args": {"ply": plies[1]}}, table.id)
    assert other["d"]["code"] == "command-id-reused"
    await one.ask("ping")
    assert one.versions() == [1, 2, 3, 4]


async def test_a_second_tab_stays_in_step(connect, table, first, second) -> None:
    one, tab, two = await connect(first), await connect(first), await connect(second)
    for client in (one, tab, two):
        await client.sub(table.id)
    await start(one, two, table.id)
    last = await play_on(one, two, table.id, plies=4)
    await tab.until_version(last)
    assert events_of(tab) == events_of(one)


async def test_same_screen_looks_through_one_seat_at_a_time(connect, first) -> None:
    table = await in_thread(make_table, first, opponent="same_screen")
    client = await connect(first)
    assert (await client.sub(table.id, seat="first"))["d"]["audience"] == "first"
    await confirm(client, table.id, "first")
    own = await client.until_version(1)
    assert own["d"]["layout"]["pieces"] == random_pieces("first")
    snap = await client.sub(table.id, seat="second")
    assert (snap["d"]["audience"], snap["d"]["layout"]["pieces"]) == ("second", None)
    await confirm(client, table.id, "second")
    started = await client.until_version(3)
    assert "legal_plies" not in started["d"]
    assert client.versions() == [1, 2, 3]


async def test_spectators_are_shown_no_kinds_and_only_where_allowed(
    connect, table, first, second, spectator
) -> None:
    watcher = await connect(spectator)
    assert (await watcher.sub(table.id))["d"]["code"] == "not-found"
    open_table = await in_thread(make_table, first, second, spectators_allowed=True)
    one, two = await connect(first), await connect(second)
    for client in (one, two):
        await client.sub(open_table.id)
    snap = (await watcher.sub(open_table.id))["d"]
    assert snap["audience"] == "watch"
    assert (await watcher.sub(open_table.id, seat="first"))["d"]["code"] == "not-your-seat"
    assert (await watcher.cmd(open_table.id, "resign"))["d"]["code"] == "not-your-seat"
    await start(one, two, open_table.id)
    last = await play_on(one, two, open_table.id, plies=40)
    await watcher.until_version(last)
    assert reducer.public(reducer.after(snap, events_of(watcher))) == (await watcher.sub(open_table.id))["d"]
    assert not kinds_in(watcher.of("ev", "snap"))


def kinds_in(frames) -> set[str]:
    """Kinds in parsed values, wherever they stand, but for the options that name some."""
    kinds = {"general", "lt_general", "plane", "tank", "colonel", "major", "mine", "flag", "spy", "engineer"}

    def words(value):
        if isinstance(value, dict):
            for key, each in value.items():
                if key != "options":
                    yield key
                    yield from words(each)
        elif isinstance(value, list):
            for each in value:
                yield from words(each)
        else:
            yield value

    return {word for word in words(frames) if isinstance(word, str)} & kinds


async def test_an_outsider_of_another_tenant_finds_nothing(connect, outsider, first, second) -> None:
    table = await in_thread(make_table, first, second, spectators_allowed=True)
    client = await connect(None, headers=[(b"host", b"testserver")])
    await client.hello(outsider.token, tenant="elsewhere")
    for frame in (
        await client.sub(table.id),
        await client.sub(str(table.room.id)),
        await client.sub(table.room.slug),
        await client.cmd(table.id, "resign"),
        await client.sub(str(uuid.uuid4())),
    ):
        assert (frame["t"], frame["d"]["code"], frame["d"]["detail"]) == (
            "err", "not-found", "There is nothing here.",
        )  # fmt: skip


@pytest.mark.parametrize(
    "refused",
    [
        ("play", {"ply": ["a1", "a2"]}, None, "version-required"),
        ("play", {"ply": ["a1", "zz"]}, 3, "illegal-ply"),
        ("play", {"ply": []}, 3, "bad-request"),
        ("play", {"ply": "a1a2"}, 3, "bad-request"),
        ("play", {"ply": ["a1", 2]}, 3, "bad-request"),
        ("play", {}, 3, "bad-request"),
        ("play", {"ply": ["a1", "a2"], "force": True}, 3, "bad-request"),
        ("play", {"ply": ["a1", "a2"]}, 99, "stale-version"),
        ("layout.confirm", {"pieces": {}}, None, "wrong-phase"),
        ("layout.withdraw", {}, None, "wrong-phase"),
        ("claim.abandoned", {}, None, "in-progress"),
        ("castle", {}, None, "bad-request"),
    ],
)
async def test_refused_commands_say_why_and_change_nothing(connect, table, first, second, refused) -> None:
    kind, args, expect, code = refused
    one, two = await connect(first), await connect(second)
    for client in (one, two):
        await client.sub(table.id)
    await start(one, two, table.id)
    more = {} if expect is None else {"expect": expect}
    answer = await one.cmd(table.id, kind, args, **more)
    assert (answer["t"], answer["d"]["code"]) == ("err", code)
    assert answer["d"]["detail"]
    pong = await one.ask("ping")
    assert pong["d"]["versions"] == {table.id: 3}


async def test_out_of_turn_and_after_the_end(connect, table, first, second) -> None:
    one, two = await connect(first), await connect(second)
    for client in (one, two):
        await client.sub(table.id)
    ply = (await start(one, two, table.id))["legal_plies"][0]
    assert (await two.cmd(table.id, "play", {"ply": ply}, expect=3))["d"]["code"] == "not-your-turn"
    assert (await one.cmd(table.id, "play", {"ply": ply}, expect=3, seat="second"))["d"][
        "code"
    ] == "not-your-seat"
    await one.cmd(table.id, "resign")
    assert (await one.cmd(table.id, "play", {"ply": ply}, expect=4))["d"]["code"] == "match-over"
    assert (await one.cmd(table.id, "resign"))["d"]["code"] == "match-over"


async def test_half_filled_layouts_are_refused_with_reasons(connect, table, first) -> None:
    one = await connect(first)
    pieces = random_pieces("first")
    pieces.pop(next(iter(pieces)))
    answer = await one.cmd(table.id, "layout.confirm", {"pieces": pieces})
    assert answer["d"]["code"] == "illegal-layout"
    assert answer["d"]["reasons"]
