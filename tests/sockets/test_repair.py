"""Lost messages, lost sockets, lost processes: what was missed comes from the table, once and in order."""

from __future__ import annotations

import asyncio

import pytest

from accounts.directory import forget_tenants
from accounts.models import Tenant
from accounts.tenancy import tenant_scope
from games import publish
from games.api.presence import note_poll
from games.models import MatchEvent
from games.rematches import offer_rematch
from games.rooms import close_by_creator, leave_room
from tests.sockets.conftest import in_thread, make_table
from tests.sockets.play import confirm, play_on, start


@pytest.fixture
def lose(monkeypatch):
    """Fault injection: published match frames with these versions never leave the process."""
    lost: set[int] = set()
    send = publish.send

    def lossy(messages) -> None:
        send([each for each in messages if each[1]["v"] not in lost])

    monkeypatch.setattr(publish, "send", lossy)
    return lost


async def two_at(connect, table, first, second):
    one, two = await connect(first), await connect(second)
    for client in (one, two):
        await client.sub(table.id)
    return one, two


def presence_of(side: str, *, connected: bool):
    """A `presence` frame that says this."""
    return lambda frame: (
        frame["t"] == "presence"
        and (frame["d"]["side"], frame["d"]["connected"])
        == (
            side,
            connected,
        )
    )


async def test_a_lost_message_is_read_from_the_table(connect, table, first, second, lose) -> None:
    lose.update({1, 2})
    one, two = await two_at(connect, table, first, second)
    await start(one, two, table.id)
    for client in (one, two):
        assert client.versions() == [1, 2, 3]
    own = next(frame for frame in one.of("ev") if frame["v"] == 1)
    assert own["d"]["layout"]["confirmed"]
    assert "layout" not in next(frame for frame in two.of("ev") if frame["v"] == 1)["d"]


async def test_after_a_crash_between_commit_and_publish_one_ping_repairs(
    connect, table, first, second, lose
) -> None:
    one, two = await two_at(connect, table, first, second)
    await start(one, two, table.id)
    lose.update(range(4, 100))
    ply = one.received[-1]["d"].get("legal_plies") or (await one.sub(table.id))["d"]["legal_plies"]
    answer = await one.cmd(table.id, "play", {"ply": ply[0]}, expect=3)
    assert answer["d"]["v"] == 4
    assert two.versions() == [1, 2, 3]
    pong = await two.ask("ping")
    assert pong["d"]["versions"] == {table.id: 4}
    assert two.versions() == [1, 2, 3, 4]
    snap = await two.sub(table.id)
    assert snap["v"] == 4
    assert snap["d"]["legal_plies"]


async def test_a_message_that_comes_late_is_not_sent_twice(
    connect, table, first, second, monkeypatch
) -> None:
    held: list = []
    send = publish.send
    monkeypatch.setattr(publish, "send", held.extend)
    one, two = await two_at(connect, table, first, second)
    await confirm(one, table.id, "first")
    await two.ask("ping")
    assert two.versions() == [1]
    await in_thread(send, held * 2)
    monkeypatch.setattr(publish, "send", send)
    await confirm(two, table.id, "second")
    await two.until_version(3)
    assert two.versions() == [1, 2, 3]


async def test_messages_in_the_wrong_order_come_out_right(connect, table, first, second, monkeypatch) -> None:
    held: list = []
    send = publish.send
    monkeypatch.setattr(publish, "send", held.extend)
    one, two = await two_at(connect, table, first, second)
    await confirm(one, table.id, "first")
    await confirm(two, table.id, "second")
    await in_thread(send, held[::-1])
    await two.until_version(3)
    await two.ask("ping")
    assert two.versions() == [1, 2, 3]


async def test_reconnecting_gets_exactly_what_was_missed(connect, table, first, second) -> None:
    one, two = await two_at(connect, table, first, second)
    await start(one, two, table.id)
    version = await play_on(one, two, table.id, plies=2)
    await two.drop()
    third = await connect(second)
    ok = await third.sub(table.id, since=1, epoch=1)
    assert (ok["t"], ok["v"], ok["d"]) == ("ok", 1, {"v": version, "audience": "second"})
    await third.ask("ping")
    assert third.versions() == list(range(2, version + 1))
    assert [frame["d"] for frame in third.of("ev")] == [frame["d"] for frame in two.of("ev")][1:]


async def test_reconnecting_up_to_date_gets_nothing(connect, table, first, second) -> None:
    one, two = await two_at(connect, table, first, second)
    await start(one, two, table.id)
    again = await connect(first)
    assert (await again.sub(table.id, since=3, epoch=1))["t"] == "ok"
    await again.ask("ping")
    assert again.versions() == []


@pytest.mark.parametrize(
    "known", [{"since": None}, {}, {"since": 3, "epoch": 9}, {"since": 99, "epoch": 1}, {"since": 2**53}]
)
async def test_who_cannot_resume_gets_a_snapshot(connect, table, first, second, known) -> None:
    one, two = await two_at(connect, table, first, second)
    await start(one, two, table.id)
    again = await connect(first)
    snap = await again.sub(table.id, **known)
    assert (snap["t"], snap["v"], snap["e"]) == ("snap", 3, 1)


async def test_who_is_too_far_behind_gets_a_snapshot(connect, table, first, second, monkeypatch) -> None:
    monkeypatch.setattr("games.sockets.subscriptions.EVENTS_AT_ONCE", 2)
    one, two = await two_at(connect, table, first, second)
    await start(one, two, table.id)
    again = await connect(first)
    assert (await again.sub(table.id, since=0, epoch=1))["t"] == "snap"
    assert (await again.sub(table.id, since=1, epoch=1))["t"] == "ok"


async def test_a_restored_database_shows_in_the_epoch(connect, table, first, second) -> None:
    one, two = await two_at(connect, table, first, second)
    await start(one, two, table.id)
    await in_thread(lambda: Tenant.objects.filter(slug="default").update(epoch=2))
    forget_tenants()
    again = await connect(first)
    assert again.received[0]["e"] == 2
    snap = await again.sub(table.id, since=3, epoch=1)
    assert (snap["t"], snap["e"], snap["d"]["epoch"]) == ("snap", 2, 2)


async def test_a_hole_in_the_table_asks_for_a_new_subscription(connect, table, first, second, lose) -> None:
    lose.update({1, 2})
    one, two = await two_at(connect, table, first, second)
    await confirm(one, table.id, "first")

    def forget() -> None:
        with tenant_scope(first.actor.tenant.id):
            MatchEvent.objects.filter(match_id=table.id, version=1).delete()

    await in_thread(forget)
    await confirm(two, table.id, "second")
    assert (await two.until(lambda frame: frame["t"] == "resync"))["m"] == table.id
    assert (await two.sub(table.id))["v"] == 3


async def test_no_event_is_lost_between_joining_and_reading(connect, table, first, second) -> None:
    """Subscribe again and again while plies are played: whatever came first, versions have no gap."""
    one, two = await two_at(connect, table, first, second)
    await start(one, two, table.id)
    playing = asyncio.create_task(play_on(one, two, table.id, plies=40))
    watcher = await connect(first)
    snaps = []
    while not playing.done():
        snaps.append(len(watcher.received))
        await watcher.sub(table.id)
        await asyncio.sleep(0.01)
    last = await playing
    await watcher.ask("ping")
    known = None
    for frame in watcher.of("snap", "ev"):
        assert known is None or frame["t"] == "snap" or frame["v"] == known + 1
        assert known is None or frame["v"] >= known
        known = frame["v"]
    assert known == last
    assert len(snaps) > 3


async def test_room_frames_tell_of_presence_and_rematch(connect, table, first, second) -> None:
    one = await connect(first)
    await one.sub(table.id)
    two = await connect(second)
    await two.sub(table.id)
    here = await one.until(presence_of("second", connected=True))
    assert (here["m"], here["d"]) == (str(table.room.id), {"seat": 2, "side": "second", "connected": True})
    await two.drop()
    gone = await one.until(presence_of("second", connected=False))
    assert gone["d"] == {"seat": 2, "side": "second", "connected": False}
    two = await connect(second)
    await two.sub(table.id)
    await start(one, two, table.id)
    await two.cmd(table.id, "resign")
    await in_thread(offer_rematch, first.actor, table.room.slug)
    await two.until(lambda frame: frame["t"] == "room" and frame["d"]["type"] == "rematch.offered")
    match = await in_thread(offer_rematch, second.actor, table.room.slug)
    made = await one.until(lambda frame: frame["t"] == "room" and frame["d"]["type"] == "match.created")
    assert made["d"]["match"] == str(match.id)
    assert (await one.sub(str(match.id)))["d"]["audience"] == "second"


async def test_who_also_asked_over_rest_leaves_with_the_socket(connect, table, first, second, valkey) -> None:
    """A page looks at its room over REST before and beside its socket; that must not outlive the socket."""
    one = await connect(first)
    await one.sub(table.id)
    await in_thread(note_poll, second.actor, table.room.id)
    await one.until(presence_of("second", connected=True))
    two = await connect(second)
    await two.sub(table.id)
    valkey.delete(f"gyoji:polled:{table.room.id}:{second.actor.player.id}")
    await in_thread(note_poll, second.actor, table.room.id)
    await two.drop()
    await one.until(presence_of("second", connected=False))


async def test_who_goes_on_asking_over_rest_is_there_again(connect, table, first, second, valkey) -> None:
    one, two = await connect(first), await connect(second)
    await one.sub(table.id)
    await two.sub(table.id)
    await two.drop()
    await one.until(presence_of("second", connected=False))
    await in_thread(note_poll, second.actor, table.room.id)
    await one.until(presence_of("second", connected=True))


async def test_who_only_asks_over_rest_stays_there_by_asking(table, second, valkey) -> None:
    key = f"gyoji:presence:{table.room.id}:{second.actor.player.id}:2"
    until = []
    for _ in range(2):
        valkey.delete(f"gyoji:polled:{table.room.id}:{second.actor.player.id}")
        await in_thread(note_poll, second.actor, table.room.id)
        until.append(valkey.zscore(key, "poll"))
    assert until[1] > until[0]


async def test_a_second_tab_that_closes_is_no_departure(connect, table, first, second) -> None:
    one, two, tab = await connect(first), await connect(second), await connect(second)
    await one.sub(table.id)
    await one.until(presence_of("second", connected=False))
    for client in (two, tab):
        await client.sub(table.id)
    await one.until(presence_of("second", connected=True))
    await tab.drop()
    await one.ask("ping")
    seen = [f["d"]["connected"] for f in one.of("presence") if f["d"]["side"] == "second"]
    assert seen[0] is False
    assert set(seen[1:]) == {True}


async def test_a_room_may_be_followed_by_itself(connect, table, first, second, spectator, outsider) -> None:
    one, stranger = await connect(first), await connect(spectator)
    room = await one.sub(table.room.slug)
    assert (room["t"], room["m"], room["d"]["slug"]) == ("room", str(table.room.id), table.room.slug)
    assert (await stranger.sub(table.room.slug))["d"]["code"] == "not-found"
    assert (await one.ask("unsub", None, str(table.room.id)))["t"] == "ok"
    assert (await one.ask("unsub", None, str(table.room.id)))["d"]["code"] == "not-found"


async def test_unsubscribed_matches_are_not_forwarded(connect, table, first, second) -> None:
    one, two = await two_at(connect, table, first, second)
    assert (await two.ask("unsub", None, table.id))["t"] == "ok"
    await confirm(one, table.id, "first")
    assert (await two.ask("ping"))["d"]["versions"] == {}
    assert two.of("ev") == []


async def test_a_closed_room_sends_its_sockets_away(connect, first) -> None:
    table = await in_thread(make_table, first)
    one = await connect(first)
    await one.sub(table.id)
    await in_thread(close_by_creator, first.actor, table.room.slug)
    assert await one.until_closed() == 4404
    assert [frame["t"] for frame in one.received[-3:]] == ["ev", "room", "bye"]
    assert one.received[-3]["d"]["outcome"]["termination"] == "abandoned"
    assert one.received[-2]["d"] == {"type": "room.closed", "reason": "closed"}
    assert one.received[-1]["d"]["code"] == 4404


async def test_a_closed_room_leaves_the_other_matches_of_a_socket(connect, table, first) -> None:
    other = await in_thread(make_table, first)
    one = await connect(first)
    await one.sub(table.id)
    await one.sub(other.id)
    await in_thread(close_by_creator, first.actor, other.room.slug)
    await one.until(lambda frame: frame["t"] == "room" and frame["d"]["type"] == "room.closed")
    assert (await one.ask("ping"))["d"]["versions"] == {table.id: 0}


async def test_one_socket_follows_many_matches(connect, first, second) -> None:
    tables = [await in_thread(make_table, first, second) for _ in range(3)]
    one, two = await connect(first), await connect(second)
    for each in tables:
        for client in (one, two):
            await client.sub(each.id)
    for each in tables:
        await confirm(one, each.id, "first")
    pong = await two.ask("ping")
    assert pong["d"]["versions"] == {each.id: 1 for each in tables}
    assert sorted(frame["m"] for frame in two.of("ev")) == sorted(each.id for each in tables)


async def test_the_opponent_who_left_is_noticed(connect, table, first, second) -> None:
    one, two = await two_at(connect, table, first, second)
    await start(one, two, table.id)
    await in_thread(leave_room, second.actor, table.room.slug)
    assert (await one.until_version(4))["d"]["outcome"]["termination"] == "resigned"
    left = await one.until(lambda frame: frame["t"] == "room")
    assert left["d"] == {"type": "seat.left", "seat": 2, "side": "second"}
