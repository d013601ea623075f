"""Scenes of what no client is shown: the computers' queue, operators' pages, and failures of ours."""

from __future__ import annotations

import base64
import json
from html.parser import HTMLParser
from types import ModuleType
from typing import Any
from unittest import mock

import redis
from django.conf import settings
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import referee
from games.admin import desk
from games.models import Match, MatchEvent
from games.referee import laying, table
from games.rules.core import JsonObject, Side
from games.sockets.database import in_database
from games.tasks import play_answer
from tests.support import leaks_rows as rows
from tests.support.dice import Dealer
from tests.support.leaks import assert_blind, assert_entry_blind
from tests.support.leaks_scenes import begun, scene, short
from tests.support.leaks_seen import Entry, Party
from tests.support.leaks_stage import Stage, stage
from tests.support.leaks_worlds import GUNJIN, Twins

OURS = {"games", "accounts"}

# --- computers


async def computer(world: str = GUNJIN.key) -> None:
    """What is put into the computers' queue is what the computer's own seat may know."""
    twins = short(world)
    async with stage(twins.options, twins.system) as made:
        person, *computers = made.players()
        made.seen.layouts = {owner: dict(kinds) for owner, kinds in twins.layouts.items()}
        made.seen.shown = twins.shown_squares()
        person.token = (await made.http(person, "POST", "players/guest", {})).value["token"]
        wanted = {"opponent": "computer", "level": "beginner"}
        with mock.patch.object(laying, "dice", Dealer(twins.layouts.get(None, {}))):
            room = await made.http(
                person, "POST", "rooms", {"system": twins.system, "options": twins.options, **wanted}
            )
        made.match, made.slug = room.value["match"], room.value["slug"]
        if made.lays_out:
            await made.command(person, "layout.confirm", {"pieces": twins.layouts[person.side]})
            for each in computers:
                layout = {"layout": made.seen.layouts[each.side]}
                assert await in_database(_answer, made.match, each.name, layout)
        await made.note_secrets()
        for number, (ply, mover) in enumerate(zip(twins.plies, twins.movers, strict=True), start=1):
            made.turned = twins.turned(number)
            if mover is person.side:
                version = await in_database(rows.version_of, made.match)
                answer = await made.command(person, "play", {"ply": list(ply)}, expect=version)
                assert "v" in answer, answer
            else:
                assert await in_database(_answer, made.match, str(mover), {"ply": list(ply)})
        asked = await in_database(_questions, twins)
    answered = len([mover for mover in twins.movers if mover is not person.side])
    assert len(asked) >= answered + len(computers) * made.lays_out
    for question in asked:
        assert_entry_blind(question.entry, question.side, made.seen)
    assert_blind(made.seen)


def _answer(match: str, side: str, answer: JsonObject) -> bool:
    row = Match.everywhere.get(pk=match)
    return play_answer(answer, match, side, row.version, str(row.tenant_id))


class _Question:
    """One message of the queue. The header `argsrepr` repeats the arguments as text and is left out."""

    def __init__(self, raw: bytes, twins: Twins) -> None:
        message = json.loads(raw)
        args, kwargs, embed = json.loads(base64.b64decode(message["body"]))
        headers = {key: value for key, value in message["headers"].items() if key != "argsrepr"}
        value = {"args": args, "kwargs": kwargs, "embed": embed, "headers": headers}
        turned = twins.turned(len(args[0]["history"]))
        self.entry = Entry("computers' queue", "", None, (), value, len(raw), after_end=False, turned=turned)
        self.side = Side(args[0]["snapshot"]["audience"])


def _questions(twins: Twins) -> list[_Question]:
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        return [_Question(raw, twins) for raw in client.lrange("bots", 0, -1)]


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
        await begun(made, twins, len(twins.plies))
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


# --- failures


async def failure(monkeypatch: Any, world: str = GUNJIN.key) -> None:
    """A mistake of ours in the middle of a command: what clients are told and what is logged."""
    await _failure(monkeypatch, world, referee, "record_events", _fails)


async def database_failure(monkeypatch: Any, world: str = GUNJIN.key) -> None:
    """The database refuses a row, and its error names all values of that row.

    As Postgres says it to who owns the tables; where its row security applies it leaves the row out.
    """
    real = table._event

    def broken(*args: Any) -> MatchEvent:
        event = real(*args)
        sealed = json.dumps([event.sealed_private, event.sealed_ruling])
        row = f"{event.id}, {event.version}, {sealed}, null"
        raise IntegrityError(
            f'null value in column "at" violates not-null constraint\nDETAIL:  Failing row contains ({row}).'
        )

    await _failure(monkeypatch, world, table, "_event", broken)


async def _failure(monkeypatch: Any, world: str, module: ModuleType, name: str, mistake: Any) -> None:
    twins = short(world)
    async with scene(twins) as made:
        party, kind, args, expect = await _command_that_tells(made, twins)
        with monkeypatch.context() as patch:
            patch.setattr(module, name, mistake)
            answer = await made.command(party, kind, args, expect=expect)
            assert (answer["status"], answer["code"]) == (500, "internal")
            told = await made.command(party, kind, args, expect=expect, by="socket")
            assert told["d"]["code"] == "internal"
            assert await made.sockets[party.name].until_closed() == 4500
    assert [entry for entry in made.seen.party("log").entries if "Traceback" in str(entry.value)]
    assert_blind(made.seen)


async def _command_that_tells(made: Stage, twins: Twins) -> tuple[Party, str, Any, int | None]:
    """The first command of somebody to whom it would tell a hidden kind, and who gives it, kind and version.

    A battle, or what is turned up first. Where the last layout reveals everything: the own one.
    """
    if made.reveals_at_start:
        viewer, hidden = made.seen.party(str(twins.viewer)), made.seen.party(str(twins.hidden))
        await made.happen(hidden, "layout.confirm", {"pieces": twins.layouts[hidden.side]})
        return viewer, "layout.confirm", {"pieces": twins.layouts[viewer.side]}, None
    await made.lay_out(twins.layouts, twins.hidden, looks=False)
    fights = [battle["square"] for battle in twins.battles]
    turns = enumerate(zip(twins.plies, twins.movers, strict=True))
    telling = (n for n, (ply, mover) in turns if mover is not twins.hidden and ply[-1] in fights)
    number = 0 if twins.hidden is None else next(telling)
    await made.fast_forward(twins, number)
    ply = {"ply": list(twins.plies[number])}
    return made.seen.party(str(twins.movers[number])), "play", ply, made.version


def _fails(match: Any, happenings: Any, now: Any, command: Any = None) -> Any:
    raise RuntimeError("the disk is full")
