"""Players as small client objects over the real API: `first`, `second`, `spectator`, `outsider`."""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.db import connections
from django.test import Client

from accounts.directory import forget_tenants
from accounts.models import Tenant

PLENTY = "100000/second"


@pytest.fixture(autouse=True)
def plenty(settings, valkey):
    """No test runs into a limit unless it sets one."""
    rates = {name: PLENTY for name in settings.GYOJI if name.startswith("RATE_")}
    settings.GYOJI = {**settings.GYOJI, **rates}


@pytest.fixture
def db(transactional_db):
    """Real commits, which also empty the tables: the tenant that migrate makes is made again."""
    Tenant.objects.get_or_create(slug="default", defaults={"name": "Gyoji", "hosts": ["*"]})
    forget_tenants()
    yield
    forget_tenants()


@dataclass
class Caller:
    """One player's HTTP client. `call` answers the response; the others its JSON, checked for success."""

    token: str = ""
    host: str = "testserver"
    name: str = ""
    player: str = ""
    http: Client = field(default_factory=lambda: Client(raise_request_exception=False))

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        sent = {"Host": self.host, **{name.replace("_", "-"): value for name, value in headers.items()}}
        if self.token:
            sent.setdefault("Authorization", f"Bearer {self.token}")
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        return self.http.generic(
            method, f"/api/v1/{path}", data, content_type="application/json", headers=sent
        )

    def get(self, path: str, **headers: str) -> Any:
        return self.done(self.call("GET", path, **headers))

    def post(self, path: str, body: Any = None) -> Any:
        return self.done(self.call("POST", path, body))

    @staticmethod
    def done(response: Any) -> Any:
        assert response.status_code < 300, (response.status_code, response.content)
        return response.json() if response.content else None

    # --- a match

    def command(self, match: str, kind: str, *, key: str = "", expect: str = "", seat: str = "", **args: Any):
        headers = {"Idempotency-Key": key or str(uuid.uuid4())}
        if expect:
            headers["If-Match"] = expect
        body: dict[str, Any] = {"type": kind, "args": args}
        if seat:
            body["seat"] = seat
        return self.call("POST", f"matches/{match}/commands", body, **headers)

    def see(self, match: str, seat: str = "") -> Any:
        return self.get(f"matches/{match}" + (f"?seat={seat}" if seat else ""))

    def lay_out(self, match: str, seat: str = "") -> Any:
        seen = self.see(match, seat)
        asked = {"system": seen["system"], "options": seen["options"], "side": seen["audience"]}
        pieces = self.post("layouts/random", asked)["pieces"]
        return self.done(self.command(match, "layout.confirm", seat=seat, pieces=pieces))

    def play(self, match: str, dice: random.Random | None = None, seat: str = "") -> Any:
        """Any legal ply."""
        seen = self.see(match, seat)
        ply = (dice or random.Random(1)).choice(seen["legal_plies"])
        return self.command(match, "play", expect=tag(seen), seat=seat, ply=ply)


def body_of(response: Any) -> bytes:
    """Also of an answer that is streamed."""

    async def gather() -> bytes:
        return b"".join([part async for part in response.streaming_content])

    return async_to_sync(gather)() if response.streaming else response.content


async def in_thread(work: Callable[..., Any], *args: Any) -> Any:
    """Blocking work beside a running event loop, leaving no connection behind."""

    def run() -> Any:
        try:
            return work(*args)
        finally:
            connections.close_all()

    return await sync_to_async(run, thread_sensitive=False)()


def tag(seen: dict[str, Any]) -> str:
    return f'"e{seen["epoch"]}-v{seen["version"]}"'


def guest(name: str = "", host: str = "testserver") -> Caller:
    caller = Caller(host=host)
    made = caller.post("players/guest", {"name": name} if name else {})
    caller.token, caller.name, caller.player = made["token"], made["name"], made["player"]
    return caller


@pytest.fixture
def first(db) -> Caller:
    return guest("First")


@pytest.fixture
def second(db) -> Caller:
    return guest("Second")


@pytest.fixture
def spectator(db) -> Caller:
    return guest("Spectator")


@pytest.fixture
def outsider(db, settings) -> Caller:
    """A player of another tenant."""
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "other.example"]
    Tenant.objects.create(slug="other", name="Other", hosts=["other.example"])
    forget_tenants()
    return guest("Outsider", host="other.example")


@dataclass
class Meeting:
    """A room in which both have a seat."""

    slug: str
    match: str


def sit_down(first: Caller, second: Caller, **wanted: Any) -> Meeting:
    """A room of first's, in which second takes the free seat by its link."""
    room = first.post("rooms", {"system": "gunjin", "opponent": "friend", **wanted})
    free = next(seat for seat in room["seats"] if seat["link_secret"])
    second.post(f"rooms/{room['slug']}/seats/{free['number']}/claim", {"secret": free["link_secret"]})
    return Meeting(room["slug"], room["match"])


def fill_table(system: str, options: dict[str, Any], sides: Iterable[str]) -> tuple[Any, list[Caller]]:
    """A room with everybody seated, and who plays the sides; options let the host have the first."""
    host, *guests = players = [guest(f"Player {side}") for side in sides]
    room = host.post("rooms", {"system": system, "options": options, "opponent": "friend"})
    for seat, caller in zip(room["seats"][1:], guests, strict=True):
        caller.post(f"rooms/{room['slug']}/seats/{seat['number']}/claim", {"secret": seat["link_secret"]})
    return room, players


@pytest.fixture
def meet(first: Caller, second: Caller) -> Callable[..., Meeting]:
    return partial(sit_down, first, second)


@pytest.fixture
def meeting(meet: Callable[..., Meeting]) -> Meeting:
    """Both seated, nothing laid out."""
    return meet()


@pytest.fixture
def playing(meeting: Meeting, first: Caller, second: Caller) -> Meeting:
    """Both laid out; first moves."""
    first.lay_out(meeting.match)
    second.lay_out(meeting.match)
    return meeting
