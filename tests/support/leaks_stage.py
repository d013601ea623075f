"""One match over the whole server in this process, and every byte that anybody received.

Requests go straight into the ASGI application; Postgres, Valkey and the channel layer are real. A `Seen`
keeps, per party, what came in over each channel, in order, with its raw size, and whether the match was
over by then.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import uuid
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any
from unittest import mock

import redis.asyncio
from channels.layers import channel_layers, get_channel_layer
from django.conf import settings

from accounts import layer
from accounts.identity import Actor
from accounts.models import Delivery, Tenant, Webhook
from accounts.tenancy import tenant_scope
from accounts.webhooks import Event
from config.asgi import application
from config.logs import Line
from games import presence
from games.commands import PlayPly
from games.models import Match, MatchSeat, SavedLayout, Thought
from games.publish import Message
from games.referee import execute
from games.rules.core import Ply, Side
from games.sockets import consumer
from games.sockets.database import in_database
from tests.sockets.client import Closed, SocketClient
from tests.support.leaks_worlds import GUNJIN, OTHER, Twins

NAMESPACE = uuid.UUID("5d0c7c5e-1111-4a4a-8a8a-000000000001")
LOGGERS = ("games", "accounts", "ai_workers", "config", "django", "channels", "celery")
PATIENCE = 60
CLIENT_ADDRESS = "203.0.113.77"
MARK = "mark"  # frames and groups of our own, which tell how far everybody has heard


@dataclass(frozen=True)
class Entry:
    """Something a party received. `value` is parsed; `size` is of the raw bytes."""

    channel: str
    asked: str
    status: int | None
    headers: tuple[tuple[str, str], ...]
    value: Any
    size: int
    after_end: bool

    def __str__(self) -> str:
        return f"{self.channel} [{self.asked}]"


@dataclass
class Party:
    """Whoever receives something; `side` is what it may know, None for what the public may know."""

    name: str
    side: Side | None
    token: str = ""
    entries: list[Entry] = field(default_factory=list)

    def before_end(self) -> list[Entry]:
        return [entry for entry in self.entries if not entry.after_end]

    def after_end(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.after_end]


@dataclass
class Seen:
    """What everybody received in one match, and the words that differ from match to match by chance."""

    parties: dict[str, Party]
    words: dict[str, str] = field(default_factory=dict)
    layouts: dict[Side, dict[str, str]] = field(default_factory=dict)
    secrets: set[str] = field(default_factory=set)

    def party(self, name: str) -> Party:
        return self.parties[name]


def _plain(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _place(path: str) -> str:
    """`matches/{id}` is "match", `matches/{id}/record` is "record"."""
    words = path.partition("?")[0].split("/")
    if len(words) == 2 and words[0] in ("matches", "rooms", "layouts") and words[1] != "export":
        return {"matches": "match", "rooms": "room", "layouts": "layout"}[words[0]]
    return words[-1]


class RecordingSocket(SocketClient):
    """Notes every frame for its party."""

    def __init__(self, stage: Stage, party: Party, **details: Any) -> None:
        super().__init__(**details)
        self.stage, self.party = stage, party

    async def next(self) -> dict[str, Any]:
        event = await self.wire.receive_output(PATIENCE)
        if event["type"] == "websocket.close":
            self.stage.note(self.party, "socket close", "", str(event["code"]), over=self.stage.over)
            raise Closed(event["code"])
        frame: dict[str, Any] = json.loads(event["text"])
        kind = frame["t"]
        if kind == MARK:
            return frame
        self.received.append(frame)
        ended = kind == "ev" and frame["d"]["type"] == "match.ended"
        over = self.stage.over and (ended or self.has_ended or kind in ("snap", "room", "bye"))
        self.has_ended = self.has_ended or ended
        self.stage.note(self.party, f"socket {kind}", "", event["text"], over=over)
        return frame

    has_ended = False


class _Log(logging.Handler):
    def __init__(self, stage: Stage) -> None:
        super().__init__(logging.DEBUG)
        self.stage = stage

    def emit(self, record: logging.LogRecord) -> None:
        text = Line("%(name)s %(message)s").format(record)
        self.stage.note(self.stage.seen.parties["log"], "log", record.name, text, over=self.stage.over)


class Stage:
    """A room with two players and a spectator. `over` once a request that ends the match was sent.

    Who is `idle` plays and holds a socket and a stream, but does not look around or poll.
    """

    def __init__(self, options: dict[str, Any] | None = None) -> None:
        parties = [
            Party("first", Side.FIRST),
            Party("second", Side.SECOND),
            Party("watch", None),
            Party("layer.first", Side.FIRST),
            Party("layer.second", Side.SECOND),
            Party("layer.watch", None),
            Party("layer.room", None),
            Party("log", None),
            Party("webhook", None),
        ]
        self.seen = Seen({party.name: party for party in parties})
        self.options = options or {}
        self.over = False
        self.idle: set[str] = set()
        self.match = self.slug = self.room = ""
        self.version = 0
        self.sockets: dict[str, RecordingSocket] = {}
        self.streams: list[asyncio.Task[None]] = []
        self.numbers = 0
        self.saved: dict[str, str] = {}
        self.marks: asyncio.Queue[str] = asyncio.Queue()

    def note(
        self, party: Party, channel: str, asked: str, text: str | bytes, *, over: bool,
        status: int | None = None, headers: Iterable[tuple[str, str]] = (),
    ) -> Entry:  # fmt: skip
        raw = text.encode() if isinstance(text, str) else text
        value = _plain(raw.decode())
        entry = Entry(channel, asked, status, tuple(headers), value, len(raw), over)
        party.entries.append(entry)
        return entry

    # --- HTTP

    async def http(
        self, party: Party, method: str, path: str, body: Any = None, *, channel: str = "", **headers: str
    ) -> Entry:
        """One request; the whole answer is noted."""
        over = self.over
        chunks: list[bytes] = []
        start: dict[str, Any] = {}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            else:
                chunks.append(message.get("body", b""))

        await self._ask(party, method, path, body, headers, send)
        shown = self._shown_headers(start)
        asked = f"{method} {path} {json.dumps(body)[:80] if body else ''}"
        return self.note(
            party, channel or f"rest {_place(path)}", asked, b"".join(chunks),
            over=over, status=start["status"], headers=shown,
        )  # fmt: skip

    @staticmethod
    def _shown_headers(start: dict[str, Any]) -> tuple[tuple[str, str], ...]:
        return tuple((name.decode(), value.decode()) for name, value in start["headers"])

    async def _ask(self, party: Party, method, path, body, headers, send) -> None:
        path, _, query = path.partition("?")
        raw = b"" if body is None else json.dumps(body).encode()
        sent = {
            "host": "testserver",
            "content-type": "application/json",
            "content-length": str(len(raw)),
            **({"authorization": f"Bearer {party.token}"} if party.token else {}),
            **{name.replace("_", "-").lower(): value for name, value in headers.items()},
        }
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "path": f"/api/v1/{path}",
            "raw_path": f"/api/v1/{path}".encode(),
            "query_string": query.encode(),
            "root_path": "",
            "scheme": "http",
            "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
            "client": (CLIENT_ADDRESS, 1),
            "server": ("testserver", 80),
        }
        messages = [{"type": "http.request", "body": raw, "more_body": False}]

        async def receive() -> dict[str, Any]:
            if messages:
                return messages.pop()
            await asyncio.Event().wait()
            raise AssertionError

        async with asyncio.timeout(60):
            await application(scope, receive, send)

    async def _stream(self, party: Party) -> None:
        async def send(message: dict[str, Any]) -> None:
            for line in filter(None, message.get("body", b"").splitlines()):  # empty: keep-alive
                over = self.over and b'"match.ended"' in line
                self.note(party, "stream", "", line, over=over)

        with contextlib.suppress(asyncio.CancelledError):
            await self._ask(party, "GET", f"matches/{self.match}/stream", None, {}, send)

    # --- commands

    def command_id(self) -> str:
        """The same in every match: clients make these."""
        self.numbers += 1
        return str(uuid.uuid5(NAMESPACE, str(self.numbers)))

    async def command(
        self, party: Party, kind: str, args: Any = None, *, expect: int | None = None, seat: str = "",
        by: str = "rest", key: str = "",
    ) -> Any:  # fmt: skip
        """Answers the parsed answer, whatever it is."""
        key = key or self.command_id()
        if by == "socket":
            data = {"id": key, "type": kind, "args": args or {}}
            data |= {"expect": expect} if expect is not None else {}
            data |= {"seat": seat} if seat else {}
            return await self.sockets[party.name].ask("cmd", data, self.match)
        headers = {"idempotency-key": key}
        if expect is not None:
            headers["if-match"] = f'"e1-v{expect}"'
        body = {"type": kind, "args": args or {}} | ({"seat": seat} if seat else {})
        answer = await self.http(
            party, "POST", f"matches/{self.match}/commands", body, channel="rest command", **headers
        )
        return answer.value

    async def happen(
        self, party: Party, kind: str, args: Any = None, *, events: int = 1, by: str = "rest",
        expect: int | None = None,
    ) -> None:  # fmt: skip
        """A command that is accepted and makes so many events; all three get it over every channel."""
        polls = [
            self.http(
                each, "GET", f"matches/{self.match}/events?since={self.version}&wait=20",
                channel="rest long poll",
            )
            for each in self.curious()
        ]  # fmt: skip
        waiting = asyncio.gather(*polls)
        await asyncio.sleep(0)
        answer = await self.command(party, kind, args, expect=expect, by=by)
        accepted = answer.get("t") == "ok" if by == "socket" else "v" in answer
        if not accepted:
            waiting.cancel()
            raise RuntimeError(f"{kind} was refused: {answer}")
        self.version += events
        await waiting
        for each in self.people():
            if each.name in self.sockets:
                await self.sockets[each.name].until_version(self.version)

    def people(self) -> list[Party]:
        return [self.seen.parties[name] for name in ("first", "second", "watch")]

    def curious(self) -> list[Party]:
        return [party for party in self.people() if party.name not in self.idle]

    # --- scenes

    async def meet(self) -> None:
        """Guests, a room that may be watched, both seats taken, and everybody listening."""
        await in_database(_subscribe)
        for party in self.people():
            # why: names of one length, and known, so that they can be told from what matters
            name = f"{party.name[0].upper()}{uuid.uuid4().hex[:12]}"
            made = await self.http(party, "POST", "players/guest", {"name": name})
            party.token = made.value["token"]
            self.seen.words |= {name: f"<name {party.name}>", party.token: "<token>"}
            self.seen.words[made.value["recovery_code"]] = "<recovery>"
        first, second, _ = self.people()
        wanted = {"system": "gunjin", "options": self.options, "spectators_allowed": True}
        room = (await self.http(first, "POST", "rooms", wanted)).value
        self.match, self.slug, self.room = room["match"], room["slug"], room["id"]
        self.seen.words |= {self.slug: "<slug>", self.match: "<match>", self.room: "<room>"}
        secret = next(seat["link_secret"] for seat in room["seats"] if seat["link_secret"])
        self.seen.words[secret] = "<link>"
        await self.http(
            second, "POST", f"rooms/{self.slug}/seats/2/claim", {"secret": secret}, channel="rest claim"
        )

    async def listen(self) -> None:
        for party in self.people():
            socket = self.sockets[party.name] = RecordingSocket(self, party)
            await socket.open()
            await socket.hello(party.token)
            for subject in (self.match, self.slug):
                await socket.sub(subject)
                await self.settle()  # why: the group tells of this arrival when it gets to it
            self.streams.append(asyncio.create_task(self._stream(party)))

    async def settle(self) -> None:
        """Until everybody has heard all that was told: the layer keeps its order, so a mark arrives last."""
        mark = uuid.uuid4().hex
        await in_database(_send_mark, mark, f"room.{self.room}")
        for socket in self.sockets.values():
            await socket.until(partial(_is_mark, mark))
        await self._tapped(mark)

    async def settle_tap(self) -> None:
        """The same for what is noted of the layer alone."""
        mark = uuid.uuid4().hex
        await in_database(_send_mark, mark)
        await self._tapped(mark)

    async def _tapped(self, mark: str) -> None:
        async with asyncio.timeout(PATIENCE):
            while await self.marks.get() != mark:
                pass

    async def lay_out(self, layouts, hidden: Side, *, looks: bool = True) -> None:
        """The hidden side confirms, withdraws and confirms again before the other side does anything."""
        self.seen.layouts = {side: dict(layout) for side, layout in layouts.items()}
        own, other = self.seen.parties[hidden], self.seen.parties[OTHER[hidden]]
        await self.happen(own, "layout.confirm", {"pieces": layouts[hidden]})
        await self.note_secrets()
        if looks:
            await self.look_around()
        await self.happen(own, "layout.withdraw", by="socket")
        if looks:
            await self.look_around()
        await self.happen(own, "layout.confirm", {"pieces": layouts[hidden]}, by="socket")
        await self.note_secrets()
        await self.happen(other, "layout.confirm", {"pieces": layouts[OTHER[hidden]]}, events=2)
        await self.note_secrets()

    async def play(self, plies, *, ends: bool, first: int = 0) -> None:
        """The plies from number `first` on, over REST and sockets in turn."""
        for number, ply in enumerate(plies, start=first):
            mover = self.people()[number % 2]
            self.over = ends and number == first + len(plies) - 1
            await self.happen(
                mover, "play", {"ply": list(ply)}, expect=self.version, events=1 + self.over,
                by=("rest", "socket")[number // 2 % 2],
            )  # fmt: skip
        await self.note_secrets()

    async def fast_forward(self, plies) -> None:
        """Plies nobody listens to: straight to the referee."""
        await in_database(_play_directly, self.match, plies)
        self.version += len(plies)
        await self.note_secrets()

    async def end_unasked(self, work, *args) -> None:
        """What ends the match comes from no request: `work` does it, and everybody is told."""
        self.over = True
        await in_database(work, self, *args)
        self.version += 1
        for socket in self.sockets.values():
            await socket.until_version(self.version)

    async def resign(self, party: Party) -> None:
        self.over = True
        await self.happen(party, "resign")

    async def chat(self, text: str = "") -> None:
        """Each says something, the spectator first, and a text if one is given; all hear the first player."""
        first, _, watcher = self.people()
        place = f"rooms/{self.slug}/chat"
        await self.http(watcher, "POST", place, {"text": text} if text else {"preset": "hello"})
        await self.sockets["second"].ask("chat", {"preset": "good-luck"}, self.slug)
        last = await self.http(first, "POST", place, {"preset": "thanks"})
        for socket in self.sockets.values():
            while not any(_says(frame, last.value["id"]) for frame in socket.received):
                await socket.next()

    async def look_around(self) -> None:
        """Everybody reads everything there is to read, also what they may not."""
        if self.sockets:
            await asyncio.gather(*map(self._look, self.curious()))
            return
        for party in self.curious():  # why in turn: a poll is what makes a seat connected
            await self._look(party)

    async def _look(self, party: Party) -> None:
        for path in self._addresses():
            await self.http(party, "GET", path)
        if party.name in self.sockets:
            socket = self.sockets[party.name]
            await socket.sub(self.match, since=0, epoch=1)
            await socket.until_version(self.version)
            for seat in ("first", "second"):
                await socket.sub(self.match, seat=seat)
            await socket.sub(self.match)
            await socket.ask("sub", {}, self.slug)
            await socket.ask("ping")

    def _addresses(self) -> list[str]:
        match = f"matches/{self.match}"
        return [
            match,
            f"{match}?seat=first",
            f"{match}?seat=second",
            f"{match}/events",
            f"{match}/events?seat=first",
            f"{match}/events?seat=second&since=1",
            f"{match}/deductions",
            f"{match}/deductions?seat=first",
            f"{match}/deductions?seat=second",
            f"{match}/thoughts",
            f"{match}/thoughts?since=0",
            f"{match}/record",
            f"{match}/record?seat=first",
            f"{match}/record?of=first",
            f"{match}/record?of=second",
            f"{match}/record?of=watch",
            f"rooms/{self.slug}",
            f"rooms/{self.slug}/chat",
            "rooms?listed=true",
            "me",
            "me/turns",
            "me/matches",
            "me/blocks",
            "me/invitations",
            "layouts",
            "layouts/export",
            *(f"layouts/{layout}" for layout in self.saved.values()),
        ]

    async def blunder(self, twins: Twins, played: int, *, few: bool = False) -> None:
        """Everybody but the hidden side sends the same wrong commands, chosen by what is public."""
        viewer, watcher = self.seen.parties[twins.viewer], self.seen.parties["watch"]
        wrong = self._wrong_commands(twins, played)
        chosen = [*wrong[:-8:3], *wrong[-8:]] if few else wrong
        for number, (kind, args, expect, seat) in enumerate(chosen):
            by = ("rest", "socket")[number % 2]
            for party in (viewer, watcher):
                await self.command(party, kind, args, expect=expect, seat=seat, by=by)

    def _wrong_commands(self, twins: Twins, played: int) -> list[tuple[str, Any, int | None, str]]:
        options = GUNJIN.parse_options(twins.options)
        position = GUNJIN.start(options, twins.layouts, Random(0))
        for ply in twins.plies[:played]:
            position, _ = GUNJIN.play(position, ply, position.turn)
        rng = Random(played)
        mine = [square for square, piece in position.pieces.items() if piece.side is twins.viewer]
        theirs = [square for square, piece in position.pieces.items() if piece.side is twins.hidden]
        legal = set(GUNJIN.legal_plies(position, twins.viewer))
        wrong: list[list[str]] = []
        for squares in (mine, theirs):
            wrong += [[start, end] for start in squares[:4] for end in rng.sample(mine + theirs, 2)]
        wrong += [[rng.choice(mine), end] for end in rng.sample(theirs, 3)]
        wrong += [["z9", "a1"], ["c4"], ["a1", "a2", "a3"], ["b4", "b4"], ["hq1", "hq8"]]
        now = self.version
        commands: list[tuple[str, Any, int | None, str]] = [
            ("play", {"ply": ply}, now, "") for ply in wrong if tuple(ply) not in legal
        ]
        some = [theirs[0], theirs[-1]]
        return [
            *commands,
            ("play", {"ply": some}, now - 1, ""),
            ("play", {"ply": some}, now + 7, ""),
            ("play", {"ply": some}, None, ""),
            ("play", {"ply": some}, now, str(twins.hidden)),
            ("layout.confirm", {"pieces": twins.layouts[twins.viewer]}, None, str(twins.hidden)),
            ("layout.confirm", {"pieces": twins.layouts[twins.viewer]}, None, ""),
            ("layout.withdraw", {}, None, str(twins.hidden)),
            ("resign", {}, now - 1, ""),
        ]

    async def _note_deliveries(self) -> None:
        """What the tenant's own servers were told since the last time."""
        party = self.seen.parties["webhook"]
        for payload in (await in_database(_deliveries))[len(party.entries) :]:
            over = self.over and payload["type"] == "match.ended"
            self.note(party, "webhook", "", json.dumps(payload, sort_keys=True), over=over)

    async def note_secrets(self) -> None:
        """Salts, positions and thoughts as the database has them now, what webhooks and saved layouts are."""
        self.seen.secrets |= await in_database(_secrets, self.match)
        self.seen.secrets.add(await in_database(_thought, self.match))
        await self._note_deliveries()
        self.saved = await in_database(_saved_layouts, self.match)
        self.seen.words |= {layout: f"<saved {side}>" for side, layout in self.saved.items()}


def _says(frame: dict[str, Any], message: str) -> bool:
    return frame["t"] == "room" and frame["d"].get("message", {}).get("id") == message


def _is_mark(mark: str, frame: dict[str, Any]) -> bool:
    return frame["t"] == MARK and frame["d"] == mark


def _send_mark(mark: str, *groups: str) -> None:
    message: Message = {
        "type": "room.frame",
        "match": "",
        "v": None,
        "frame": json.dumps({"t": MARK, "d": mark}),
    }
    layer.send([(group, message) for group in (*groups, f"{MARK}.{mark}")])


def _play_directly(match_id: str, plies) -> None:
    match = Match.everywhere.select_related("tenant").get(pk=match_id)
    seats = {seat.side: seat.player for seat in MatchSeat.everywhere.filter(match=match)}
    for version, ply in enumerate(plies, start=match.version):
        side = ("first", "second")[(match.ply_count + version - match.version) % 2]
        actor = Actor(match.tenant, seats[side])
        execute(actor, PlayPly(match=match.id, command_id=uuid.uuid4(), expected=version, ply=Ply(*ply)))


def _secrets(match: str) -> set[str]:
    found = {Match.everywhere.get(pk=match).sealed_position} - {""}
    for seat in MatchSeat.everywhere.filter(match=match):
        found |= set((seat.sealed_salts or {}).values())
    return found


def _subscribe() -> None:
    """A server of the tenant asks for everything; what it is told stays in the outbox.

    What was told of a match played before in the same test goes.
    """
    with tenant_scope(Tenant.objects.get(slug="default").id):
        Webhook.objects.all().delete()
        Webhook.objects.create(url="https://hooks.example/", secret="", events=list(Event), is_active=True)


def _deliveries() -> list[dict[str, Any]]:
    return list(Delivery.everywhere.order_by("id").values_list("payload", flat=True))


def _thought(match: str) -> str:
    """A word that stands in a computer's thought and nowhere else; all may read it after the end."""
    word = f"thought-{uuid.uuid5(NAMESPACE, match).hex}"
    with tenant_scope(Match.everywhere.get(pk=match).tenant_id):
        sealed = {"plies": [], "worlds": 1, "positions": 1, "beliefs": {word: {word: 1.0}}}
        Thought.objects.get_or_create(
            match_id=match, number=1, defaults={"side": "second", "sealed_thinking": sealed}
        )
    return word


def _saved_layouts(match: str) -> dict[str, str]:
    seats = {seat.player_id: seat.side for seat in MatchSeat.everywhere.filter(match=match)}
    rows = SavedLayout.everywhere.filter(player__in=seats)
    return dict(sorted((seats[row.player_id], str(row.id)) for row in rows))


@asynccontextmanager
async def stage(options: dict[str, Any] | None = None) -> AsyncIterator[Stage]:
    """A stage whose log and channel layer are listened to; sockets are closed at the end."""
    made = Stage(options)
    handler = _Log(made)
    loggers = [logging.getLogger(name) for name in LOGGERS]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(handler)
    for logger in loggers[:4]:
        logger.setLevel(logging.DEBUG)
    try:
        with _unhurried():
            async with _tapped(made):
                yield made
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.removeHandler(handler)
            logger.setLevel(level)


@contextmanager
def _unhurried() -> Iterator[None]:
    """Nobody counts as gone, and nobody is sent away, because the machine is slow."""
    with (
        mock.patch.object(presence, "FRESH", timedelta(hours=1)),
        mock.patch.object(consumer, "HEARTBEAT_SECONDS", 3600.0),
    ):
        yield


@asynccontextmanager
async def _tapped(made: Stage) -> AsyncIterator[None]:
    """Everything that goes through the channel layer's groups, raw from Valkey."""
    client = redis.asyncio.Redis.from_url(settings.REDIS_URL)
    tap = client.pubsub()
    await tap.psubscribe("gyoji__group__*")
    await tap.get_message(timeout=PATIENCE)  # that it is subscribed
    reading = asyncio.create_task(_read_tap(made, tap))
    try:
        yield
        await made.settle_tap()
    finally:
        # why before the sockets close: how much the layer tells of that until we leave hangs on the load
        reading.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await reading
        for socket in made.sockets.values():
            with contextlib.suppress(Exception):
                await socket.close()
        for stream in made.streams:
            stream.cancel()
        await asyncio.gather(*made.streams, return_exceptions=True)
        await tap.aclose()
        await client.aclose()
        await channel_layers["default"].flush()


async def _read_tap(made: Stage, tap: Any) -> None:
    layer = get_channel_layer()
    async for raw in tap.listen():
        if raw["type"] != "pmessage":
            continue
        group = raw["channel"].decode().removeprefix("gyoji__group__")
        message = layer.deserialize(raw["data"])
        kind, subject, *audience = group.split(".")
        if kind == MARK:
            made.marks.put_nowait(subject)
            continue
        if kind == "match" and subject == made.match:
            party = made.seen.parties.get(f"layer.{audience[0]}")
            assert party is not None, f"no such audience: {group}"
        elif kind == "room" and subject == made.room:
            party = made.seen.parties["layer.room"]
        else:
            continue  # another test's, in another process
        frame = message.get("frame", "")  # a bell has none
        if f'"t": "{MARK}"' in frame:
            continue
        over = made.over and '"match.ended"' in frame
        made.note(party, f"layer {message['type']}", "", frame, over=over)
        made.note(party, "layer message", "", json.dumps({**message, "frame": ""}), over=over)


async def perform(
    twins: Twins,
    layouts,
    *,
    thorough: bool = True,
    at: Iterable[int] | None = None,
    final_look: bool = True,
    few: bool = False,
) -> Seen:
    """The twins' match with one of their two sets of layouts, every request the same for both.

    `at`: after how many plies everybody looks around and blunders. `few`: only some wrong commands, and the
    hidden side does not look.
    """
    points = set(at) if at is not None else {len(twins.plies) // 2, len(twins.plies) - 1}
    async with stage(twins.options) as made:
        await made.meet()
        made.idle = {str(twins.hidden)} if few else set()
        if thorough:
            await made.look_around()
        await made.listen()
        await made.lay_out(layouts, twins.hidden, looks=thorough)
        for number, ply in enumerate(twins.plies):
            if number in points:
                await made.chat()
                await made.look_around()
                await made.blunder(twins, number, few=few)
            ends = twins.over and number == len(twins.plies) - 1
            await made.play([ply], ends=ends, first=number)
        if not made.over:
            await made.resign(made.seen.parties[twins.viewer])
        await made.settle()
        if final_look:
            await made.look_around()
        await asyncio.wait(made.streams, timeout=PATIENCE)
    return made.seen
