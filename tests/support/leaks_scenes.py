"""Scenes that end in checks; the tests run them, and run them again with redaction broken on purpose.

Each scene raises AssertionError when anything leaks.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import cache
from typing import Any

import redis
from django.conf import settings
from django.utils import timezone

from accounts.directory import forget_tenants
from accounts.models import Chat, Tenant
from games.models import Seat
from games.rooms import PAIR
from games.rules.core import Side
from games.sockets.database import in_database
from tests.support import leaks_rows as rows
from tests.support.leaks import assert_blind, assert_revealed, assert_same
from tests.support.leaks_seen import Seen
from tests.support.leaks_stage import Stage, perform, stage
from tests.support.leaks_worlds import GUNJIN, Twins, find_twins

TOLD = "the general is on b4"
# Per game system and variant a few plies: seed, who hides (None: the server), options, most plies.
# Nothing is hidden in the open variant but the layouts before play, so there nobody plays.
WORLDS: dict[str, tuple[int, Side | None, dict[str, Any], int]] = {
    GUNJIN.key: (8, Side.SECOND, {}, 6),
    "dark": (10, Side.SECOND, {"variant": "dark", "first_player": "fixed"}, 12),
    "open": (1, Side.SECOND, {"variant": "open", "first_player": "fixed"}, 0),
    "flip": (1, None, {"variant": "flip", "first_player": "fixed"}, 8),
    "four": (9, Side.NORTH, {"variant": "four", "first_player": "fixed"}, 14),
}
LAID_OUT = [world for world, (_, hidden, _, _) in WORLDS.items() if hidden is not None]
HIDDEN_IN_PLAY = [world for world, (*_, most) in WORLDS.items() if most]


@cache
def short(world: str = GUNJIN.key) -> Twins:
    """A few plies that are mostly battles, and very different layouts behind them."""
    seed, hidden, options, most = WORLDS[world]
    system = "luzhanqi" if options else GUNJIN.key
    twins = find_twins(seed, hidden, system=system, options=options, most=most)
    assert twins.changed >= 10
    return twins


def seen_by(twins: Twins) -> list[str]:
    """Who must not be able to tell the twins apart."""
    people = [*map(str, twins.viewers), "watch"]
    return [*people, *(f"layer.{name}" for name in people), "layer.room", "webhook"]


def told_apart() -> set[str]:
    """Kinds of the hidden side that fought in the one world more often than in the other."""
    here = [battle["pieces"][short().hidden] for battle in short().battles]
    there = [battle["pieces"][short().hidden] for battle in short().other_battles]
    return {kind for kind in here if here.count(kind) > there.count(kind)}


async def short_match(world: str = GUNJIN.key) -> None:
    """Blind before the end, whole after it, and the same whatever is hidden."""
    twins = short(world)
    looks = {"thorough": False, "at": [4], "final_look": False, "few": True}
    here = await perform(twins, twins.layouts, **looks)
    assert_blind(here)
    assert_revealed(here)
    there = await perform(twins, twins.others, **looks)
    assert_same(here, there, seen_by(twins))


@asynccontextmanager
async def scene(twins: Twins) -> AsyncIterator[Stage]:
    """All seats are taken, and everybody listens; nothing is laid out yet."""
    async with stage(twins.options, twins.system) as made:
        await _seated(made, twins)
        await made.listen()
        yield made


async def _seated(made: Stage, twins: Twins) -> None:
    await made.meet(twins.layouts.get(None))
    made.seen.layouts = {owner: dict(kinds) for owner, kinds in twins.layouts.items()}
    made.seen.shown = twins.shown_squares()


async def begun(made: Stage, twins: Twins, plies: int = 0) -> None:
    """A match after so many plies, in which nobody has listened so far."""
    await _seated(made, twins)
    for party in made.players() if made.lays_out else []:
        await made.command(party, "layout.confirm", {"pieces": twins.layouts[party.side]})
    made.over = made.reveals_at_start
    await made.fast_forward(twins, plies)


# --- before play


async def layout_phase(world: str = GUNJIN.key) -> None:
    """Nothing of a layout that is confirmed, withdrawn, or left behind when the match ends before play.

    At a table for more than two the others go on in a new match, with the layouts they had.
    """
    twins = short(world)
    assert twins.hidden is not None
    async with scene(twins) as made:
        hidden, leaver = made.seen.party(str(twins.hidden)), made.players()[0]
        made.idle = {hidden.name, *map(str, twins.viewers[2:])}
        pieces = {"pieces": twins.layouts[twins.hidden]}
        await made.happen(hidden, "layout.confirm", pieces)
        await made.note_secrets()
        await made.happen(hidden, "layout.withdraw")
        await made.look_around()
        await made.happen(hidden, "layout.confirm", pieces)
        await made.note_secrets()
        await made.http(leaver, "POST", f"rooms/{made.slug}/leave")
        made.version += 1
        await made.look_around()
        if len(made.players()) > PAIR:
            await made.go_on()
            await made.look_around()
    assert_blind(made.seen)


# --- chat


async def chat(world: str = GUNJIN.key) -> None:
    """Who watches was told something by the other side, and says it while it is still hidden."""
    await in_database(_speak_freely)
    twins = short(world)
    async with scene(twins) as made:
        if made.reveals_at_start:
            await _chat(made)
        await made.lay_out(twins.layouts, twins.hidden, looks=False)
        if not made.reveals_at_start:
            await _chat(made)
    said = [entry for entry in made.seen.party("watch").entries if TOLD in str(entry.value)]
    assert {entry.channel for entry in said} == {"rest chat", "socket room"}
    assert_blind(made.seen, set(made.seen.parties) - {"watch"})


async def _chat(made: Stage) -> None:
    await made.chat(TOLD)
    for party in made.people():
        await made.http(party, "GET", f"rooms/{made.slug}/chat")


def _speak_freely() -> None:
    Tenant.objects.filter(slug="default").update(chat=Chat.FREE)
    forget_tenants()


# --- repeats


async def repeated_commands(world: str = GUNJIN.key) -> None:
    """The answer to a repeat is the event as its sender sees it, so nobody else gets it.

    Plies are public, and a withdrawal is the same whoever says it: others can repeat these word for word.
    """
    twins = short(world)
    async with scene(twins) as made:
        await made.lay_out(twins.layouts, twins.hidden, looks=False)
        await made.fast_forward(twins, len(twins.plies))
        watcher = made.people()[-1]
        sent = await in_database(rows.sent_commands, made.match)
        assert len(sent) == len(twins.plies) + made.lays_out
        for event in sent:
            thief = next(party for party in made.players() if party.side != event.side)
            again: dict[str, Any] = {"key": str(event.command_id)}
            kind, args = "layout.withdraw", {}
            if event.sealed_ruling is not None:
                kind, args = "play", {"ply": event.sealed_ruling["ply"]}
                again["expect"] = event.version - 1
            for by in ("rest", "socket"):
                answer = await made.command(thief, kind, args, by=by, **again)
                assert answer.get("d", answer).get("code") == "command-id-reused", answer
            refused = await made.command(watcher, kind, args, **again)
            assert refused["code"] == "not-your-seat"
    assert_blind(made.seen)


# --- presence and room frames


async def presence(world: str = GUNJIN.key) -> None:
    """A player who laid out loses the connection; nobody polls, so that it shows.

    In play, but where the last layout reveals everything while that one is waited for.
    """
    async with scene(short(world)) as made:
        first, second = made.players()[:2]
        for stream in made.streams:
            stream.cancel()
        for party in made.players() if made.lays_out else []:
            if party is first and made.reveals_at_start:
                continue
            answer = await made.command(
                party, "layout.confirm", {"pieces": made.seen.layouts[party.side]}, by="socket"
            )
            assert answer["t"] == "ok"
        await made.note_secrets()
        await in_database(_forget_polls)
        await made.sockets[second.name].close()
        await made.sockets[first.name].until(lambda frame: frame["t"] == "presence")
        await made.sockets[first.name].ask("ping")
        offered = await made.http(first, "POST", f"rooms/{made.slug}/rematch")
        assert offered.status == 409
    found = [entry for entry in first.before_end() if entry.channel == "socket presence"]
    assert found
    assert [entry for entry in made.seen.party("layer.room").entries if "presence" in str(entry.value)]
    assert_blind(made.seen)


def _forget_polls() -> None:
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        for key in client.keys("gyoji:presence:*"):
            if client.type(key) == b"zset":
                client.zrem(key, "poll")


# --- the ends


async def ended(seen_by_all: Any, twins: Twins, *, ahead: int = 0) -> Seen:
    """A match that `seen_by_all(stage)` ends, checked before and after."""
    async with stage(twins.options, twins.system) as made:
        await begun(made, twins, ahead)
        await made.listen()
        await seen_by_all(made)
        await made.settle()
        await made.look_around()
    assert_blind(made.seen)
    assert_revealed(made.seen)
    return made.seen


def go_away(made: Stage, number: int) -> None:
    """The player of the seat was last seen long ago."""
    _forget_presence()
    seat = Seat.everywhere.get(room_id=made.room, number=number)
    Seat.everywhere.filter(pk=seat.pk).update(last_seen_at=timezone.now() - timedelta(hours=1))


def _forget_presence() -> None:
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        for key in client.keys("gyoji:presence:*"):
            client.delete(key)
