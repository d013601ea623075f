"""Scenes that end in checks; the tests run them, and run them again with redaction broken on purpose.

Each scene raises AssertionError when anything leaks.
"""

from __future__ import annotations

import base64
import json
from datetime import timedelta
from functools import cache
from html.parser import HTMLParser
from types import ModuleType
from typing import Any

import redis
from django.conf import settings
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.directory import forget_tenants
from accounts.models import Chat, Tenant, User
from games import referee
from games.admin import desk
from games.models import Match, MatchEvent, Seat
from games.referee import table
from games.rules.core import JsonObject, Side
from games.sockets.database import in_database
from games.tasks import play_answer
from tests.support.leaks import assert_blind, assert_entry_blind, assert_revealed, assert_same
from tests.support.leaks_seen import Entry, Seen
from tests.support.leaks_stage import Stage, perform, stage
from tests.support.leaks_worlds import GUNJIN, Twins, find_twins

OURS = {"games", "accounts"}
# Per game system and variant a few plies: seed, who hides (None: the server), options, most plies.
# Nothing is hidden in the open variant but the layouts before play, so there nobody plays.
WORLDS: dict[str, tuple[int, Side | None, dict[str, Any], int]] = {
    GUNJIN.key: (8, Side.SECOND, {}, 6),
    "dark": (10, Side.SECOND, {"variant": "dark", "first_player": "fixed"}, 12),
    "open": (1, Side.SECOND, {"variant": "open", "first_player": "fixed"}, 0),
    "flip": (1, None, {"variant": "flip", "first_player": "fixed"}, 8),
    "four": (9, Side.NORTH, {"variant": "four", "first_player": "fixed"}, 14),
}


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


async def _seated(made: Stage, twins: Twins | None = None) -> None:
    layouts = (twins or short()).layouts
    await made.meet(layouts.get(None))
    made.seen.layouts = {owner: dict(kinds) for owner, kinds in layouts.items()}


# --- before play


async def layout_phase() -> None:
    """Nothing of a layout that is confirmed, withdrawn, or left behind when the match ends before play."""
    async with stage() as made:
        await _seated(made)
        await made.listen()
        first, second, _ = made.people()
        await made.happen(second, "layout.confirm", {"pieces": made.seen.layouts[Side.SECOND]})
        await made.note_secrets()
        await made.happen(second, "layout.withdraw")
        await made.look_around()
        await made.happen(second, "layout.confirm", {"pieces": made.seen.layouts[Side.SECOND]})
        await made.note_secrets()
        await made.http(first, "POST", f"rooms/{made.slug}/leave")
        made.version += 1
        await made.look_around()
    assert_blind(made.seen)


# --- chat


async def chat() -> None:
    """Who watches was told something by the other side, and says it."""
    async with stage() as made:
        await in_database(_speak_freely)
        await _seated(made)
        await made.listen()
        await made.lay_out(short().layouts, Side.SECOND, looks=False)
        await made.chat("the general is on b4")
        await made.look_around()
    said = [entry for entry in made.seen.party("watch").entries if "the general" in str(entry.value)]
    assert {entry.channel for entry in said} == {"rest chat", "socket room"}
    assert_blind(made.seen, set(made.seen.parties) - {"watch"})


def _speak_freely() -> None:
    Tenant.objects.filter(slug="default").update(chat=Chat.FREE)
    forget_tenants()


# --- repeats


async def repeated_commands() -> None:
    """The answer to a repeat is the event as its sender sees it, so nobody else gets it."""
    twins = short()
    async with stage() as made:
        await _seated(made)
        await made.listen()
        first, _, watcher = made.people()
        await made.lay_out(twins.layouts, Side.SECOND, looks=False)
        start = made.version
        await made.play(twins)
        for number, ply in enumerate(twins.plies):
            if number % 2:
                sent = await in_database(_stored, made.match, start + number + 1)
                again = {"expect": start + number, "key": str(sent.command_id)}
                for by in ("rest", "socket"):
                    answer = await made.command(first, "play", {"ply": list(ply)}, by=by, **again)
                    assert answer.get("d", answer).get("code") == "command-id-reused", answer
                refused = await made.command(watcher, "play", {"ply": list(ply)}, **again)
                assert refused["code"] == "not-your-seat"
    assert_blind(made.seen)


def _stored(match: str, version: int) -> MatchEvent:
    return MatchEvent.everywhere.get(match_id=match, version=version)


# --- presence and room frames


async def presence() -> None:
    """A player who loses the connection in play and comes back; nobody polls, so that it shows."""
    async with stage() as made:
        await _seated(made)
        first, second, _ = made.people()
        await made.listen()
        for stream in made.streams:
            stream.cancel()
        for party in (first, second):
            answer = await made.command(
                party, "layout.confirm", {"pieces": made.seen.layouts[party.side]}, by="socket"
            )
            assert answer["t"] == "ok"
        await made.note_secrets()
        await in_database(_forget_polls)
        await made.sockets["second"].close()
        await made.sockets["first"].until(lambda frame: frame["t"] == "presence")
        await made.sockets["first"].ask("ping")
        offered = await made.http(first, "POST", f"rooms/{made.slug}/rematch")
        assert offered.status == 409
    found = [entry for entry in made.seen.party("first").entries if entry.channel == "socket presence"]
    assert found
    assert [entry for entry in made.seen.party("layer.room").entries if "presence" in str(entry.value)]
    assert_blind(made.seen)


def _forget_polls() -> None:
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        for key in client.keys("gyoji:presence:*"):
            if client.type(key) == b"zset":
                client.zrem(key, "poll")


# --- computers


async def computer() -> None:
    """What is put into the computers' queue is what the computer's own seat may know."""
    twins = short()
    async with stage() as made:
        first = made.people()[0]
        made.seen.layouts = {side: dict(layout) for side, layout in twins.layouts.items()}
        first.token = (await made.http(first, "POST", "players/guest", {})).value["token"]
        wanted = {"system": "gunjin", "opponent": "computer", "level": "beginner"}
        room = (await made.http(first, "POST", "rooms", wanted)).value
        made.match, made.slug = room["match"], room["slug"]
        await made.command(first, "layout.confirm", {"pieces": made.seen.layouts[Side.FIRST]})
        asked = await in_database(_questions)
        layout = made.seen.layouts[Side.SECOND]
        assert await in_database(_answer, made.match, {"layout": layout}, asked[-1].version)
        await made.note_secrets()
        for number, ply in enumerate(twins.plies, start=2):
            if number % 2 == 0:
                answer = await made.command(first, "play", {"ply": list(ply)}, expect=number + 1)
                assert "v" in answer, answer
            else:
                asked = await in_database(_questions)
                assert await in_database(_answer, made.match, {"ply": list(ply)}, asked[-1].version)
        asked = await in_database(_questions)
    assert len(asked) >= 2 + len(twins.plies) // 2
    for question in asked:
        assert_entry_blind(question.entry, Side.SECOND, made.seen)
    assert_blind(made.seen)


def _answer(match: str, answer: JsonObject, version: int) -> bool:
    tenant = Match.everywhere.get(pk=match).tenant_id
    return play_answer(answer, match, "second", version, str(tenant))


class _Question:
    """One message of the queue. The header `argsrepr` repeats the arguments as text and is left out."""

    def __init__(self, raw: bytes) -> None:
        message = json.loads(raw)
        args, kwargs, embed = json.loads(base64.b64decode(message["body"]))
        headers = {key: value for key, value in message["headers"].items() if key != "argsrepr"}
        value = {"args": args, "kwargs": kwargs, "embed": embed, "headers": headers}
        self.entry = Entry("computers' queue", "", None, (), value, len(raw), after_end=False)
        self.version = args[0]["snapshot"]["version"]


def _questions() -> list[_Question]:
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        found = [_Question(raw) for raw in client.lrange("bots", 0, -1)]
    return sorted(found, key=lambda question: question.version)


# --- operators' pages and failures


class _Text(HTMLParser):
    """What a page shows: its text and the values in its fields."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts += [value for name, value in attrs if name in ("value", "title", "alt") and value]


async def operators_pages(world: str = GUNJIN.key) -> None:
    """Every page of every model of ours, for a superuser, while a match runs."""
    twins = short(world)
    async with stage(twins.options, twins.system) as made:
        await _seated(made, twins)
        await made.listen()
        await made.lay_out(twins.layouts, twins.hidden, looks=False)
        await made.play(twins)
        pages = await in_database(_admin_pages)
    assert pages
    for path, text in pages:
        parser = _Text()
        parser.feed(text)
        entry = Entry("operators' pages", path, None, (), parser.texts, len(text), after_end=False)
        assert_entry_blind(entry, None, made.seen)


def _admin_pages() -> list[tuple[str, str]]:
    client = Client()
    client.force_login(User.objects.create_superuser("operator@example.org", password="long enough"))
    found = []
    for model, shown in desk._registry.items():
        if model._meta.app_label in OURS:
            name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
            rows = getattr(model, "everywhere", model._default_manager).all()
            paths = [reverse(f"{name}_changelist")]
            paths += [
                reverse(f"{name}_{page}", args=[row.pk]) for row in rows for page in ("change", "history")
            ]
            paths += [reverse(f"{name}_act", args=[row.pk, act]) for row in rows for act in shown.acts]
            for path in paths:
                response = client.get(path)
                assert response.status_code in (200, 302, 403), path
                found.append((path, response.content.decode()))
    return [*found, ("/admin/", client.get("/admin/").content.decode())]


async def failure(monkeypatch: Any) -> None:
    """A mistake of ours in the middle of a ply: what clients are told and what is logged."""
    await _failure(monkeypatch, referee, "record_events", _fails)


async def database_failure(monkeypatch: Any) -> None:
    """The database refuses a row, and its error names all values of that row.

    As Postgres says it to who owns the tables; where its row security applies it leaves the row out.
    """
    real = table._event

    def broken(*args: Any) -> MatchEvent:
        event = real(*args)
        row = f"{event.id}, {event.version}, {json.dumps(event.sealed_ruling)}, null"
        raise IntegrityError(
            f'null value in column "at" violates not-null constraint\nDETAIL:  Failing row contains ({row}).'
        )

    await _failure(monkeypatch, table, "_event", broken)


async def _failure(monkeypatch: Any, module: ModuleType, name: str, mistake: Any) -> None:
    twins = short()
    async with stage() as made:
        await _seated(made)
        await made.listen()
        await made.lay_out(twins.layouts, Side.SECOND, looks=False)
        fights = [battle["square"] for battle in twins.battles]
        number = next(n for n, ply in enumerate(twins.plies) if n % 2 == 0 and ply[1] in fights)
        await made.play(twins, until=number)
        with monkeypatch.context() as patch:
            patch.setattr(module, name, mistake)
            ply = {"ply": list(twins.plies[number])}
            answer = await made.command(made.people()[0], "play", ply, expect=made.version)
            assert (answer["status"], answer["code"]) == (500, "internal")
            told = await made.command(made.people()[0], "play", ply, expect=made.version, by="socket")
            assert told["d"]["code"] == "internal"
            assert await made.sockets["first"].until_closed() == 4500
    assert [entry for entry in made.seen.party("log").entries if "Traceback" in str(entry.value)]
    assert_blind(made.seen)


def _fails(match: Any, happenings: Any, now: Any, command: Any = None) -> Any:
    raise RuntimeError("the disk is full")


# --- the ends


async def ended(seen_by_all: Any, twins: Twins, *, ahead: int = 0) -> Seen:
    """A match that `seen_by_all(stage)` ends, checked before and after."""
    async with stage(twins.options, twins.system) as made:
        await _seated(made, twins)
        made.seen.shown = twins.shown_squares()
        for party in made.players() if made.lays_out else []:
            await made.command(party, "layout.confirm", {"pieces": twins.layouts[party.side]})
        await made.fast_forward(twins, ahead)
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
