"""One match over the whole server in this process, and every byte that anybody received.

Requests go straight into the ASGI application; Postgres, Valkey and the channel layer are real. A `Seen`
keeps, per party, what came in over each channel, in order, with its raw size, and whether the match was
over by then.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import uuid
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from random import Random
from typing import Any
from unittest import mock

from channels.layers import channel_layers

from config.asgi import application
from games.referee import laying
from games.rules.core import LEFT, IllegalPly, Side
from games.rules.systems import SYSTEMS
from games.sockets.database import in_database
from tests.sockets.client import Closed, SocketClient
from tests.support import leaks_rows as rows
from tests.support.dice import Dealer
from tests.support.leaks_seen import Entry, Party, Seen, World, seen_in
from tests.support.leaks_tap import MARK, PATIENCE, Tap, is_mark, logged, tapped, unhurried
from tests.support.leaks_worlds import GUNJIN, Twins, position_in

CLIENT_ADDRESS = "203.0.113.77"


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
        ended = kind == "ev" and self.stage.is_reveal(event["text"])
        over = self.stage.over and (ended or self.has_ended or kind in ("snap", "room", "bye"))
        self.has_ended = self.has_ended or ended
        self.stage.note(self.party, f"socket {kind}", "", event["text"], over=over)
        return frame

    has_ended = False


class Stage:
    """A room with its players and a spectator. `over` once a request that reveals everything was sent.

    Who is `idle` plays and holds a socket and a stream, but does not look around or poll. The spectator is
    `delay` plies behind.
    """

    def __init__(
        self, options: Mapping[str, Any] | None = None, system: str = GUNJIN.key, delay: int = 0
    ) -> None:
        self.delay, self.begun = delay, 10**9  # `begun`: the version before the first ply, once there is one
        self.system, self.options = system, dict(options or {})
        self.rules = SYSTEMS[system]
        self.parsed = self.rules.parse_options(self.options)
        self.seen = seen_in(system, self.rules.sides(self.parsed), self.parsed)
        self.lays_out = self.rules.has_layout(self.parsed)
        # Where nothing is hidden in play, the last layout that is confirmed reveals all.
        self.reveals_at_start = self.lays_out and not self.rules.describe(self.parsed)["hidden"]
        self.over = False
        self.turned: frozenset[str] = frozenset()
        self.idle: set[str] = set()
        self.match = self.slug = self.room = ""
        self.version = 0
        self.sockets: dict[str, RecordingSocket] = {}
        self.streams: list[asyncio.Task[None]] = []
        self.numbers = 0
        self.saved: dict[str, str] = {}
        self.tap = Tap(self)
        # Nobody may say the same twice within a minute.
        self.sayings = [("nice", "oops", "sorry"), ("hello", "good-luck", "thanks")]

    def is_reveal(self, text: str) -> bool:
        """Whether an event is the first after which nothing is hidden, or the end."""
        return '"match.ended"' in text or (self.reveals_at_start and '"match.started"' in text)

    def note(
        self, party: Party, channel: str, asked: str, text: str | bytes, *, over: bool,
        status: int | None = None, headers: Iterable[tuple[str, str]] = (),
    ) -> Entry:  # fmt: skip
        raw = text.encode() if isinstance(text, str) else text
        value = _plain(raw.decode())
        entry = Entry(channel, asked, status, tuple(headers), value, len(raw), over, self.turned)
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
                over = self.over and self.is_reveal(line.decode())
                self.note(party, "stream", "", line, over=over)

        with contextlib.suppress(asyncio.CancelledError):
            await self._ask(party, "GET", f"matches/{self.match}/stream", None, {}, send)

    # --- commands

    def command_id(self) -> str:
        """The same in every match: clients make these."""
        self.numbers += 1
        return str(uuid.uuid5(rows.NAMESPACE, str(self.numbers)))

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
        """A command that is accepted and makes so many events; all get it over every channel."""
        after = self.version + events
        told = [each for each in self.people() if self._behind(each, self.version) < self.known(each, after)]
        polls = [
            self.http(
                each, "GET", f"matches/{self.match}/events?since={self._behind(each, self.version)}&wait=20",
                channel="rest long poll",
            )
            for each in told if each.name not in self.idle
        ]  # fmt: skip
        waiting = asyncio.gather(*polls)
        await asyncio.sleep(0)
        answer = await self.command(party, kind, args, expect=expect, by=by)
        accepted = answer.get("t") == "ok" if by == "socket" else "v" in answer
        if not accepted:
            waiting.cancel()
            raise RuntimeError(f"{kind} was refused: {answer}")
        self.version = after
        await waiting
        for each in told:
            if each.name in self.sockets:
                await self.sockets[each.name].until_version(self.known(each, self.version))

    def known(self, party: Party, version: int) -> int:
        """The version that the party may know when the match is at `version`."""
        return version if self.over else self._behind(party, version)

    def _behind(self, party: Party, version: int) -> int:
        late = party.side is None and version > self.begun
        return max(self.begun, version - self.delay) if late else version

    def people(self) -> list[Party]:
        """In order of play; the spectator last."""
        return [self.seen.parties[name] for name in self.seen.people]

    def players(self) -> list[Party]:
        return self.people()[:-1]

    def curious(self) -> list[Party]:
        return [party for party in self.people() if party.name not in self.idle]

    # --- scenes

    async def meet(self, dealt: Mapping[str, str] | None = None) -> None:
        """Guests, a room that may be watched, and all seats taken; what the server deals is given."""
        await in_database(rows.subscribe)
        for party in self.people():
            # why: names of one length, and known, so that they can be told from what matters
            name = f"{party.name[0].upper()}{uuid.uuid4().hex[:12]}"
            made = await self.http(party, "POST", "players/guest", {"name": name})
            party.token = made.value["token"]
            self.seen.words |= {name: f"<name {party.name}>", party.token: "<token>"}
            self.seen.words[made.value["recovery_code"]] = "<recovery>"
        host, *guests = self.players()
        wanted = {"system": self.system, "options": self.options, "spectators_allowed": True}
        wanted |= {"spectators_delay": self.delay} if self.delay else {}
        room = (await self.http(host, "POST", "rooms", wanted)).value
        self.match, self.slug, self.room = room["match"], room["slug"], room["id"]
        self.seen.words |= {self.slug: "<slug>", self.match: "<match>", self.room: "<room>"}
        free = [seat for seat in room["seats"] if seat["link_secret"]]
        self.seen.words |= {seat["link_secret"]: "<link>" for seat in free}
        with mock.patch.object(laying, "dice", Dealer(dealt or {})):
            for party, seat in zip(guests, free, strict=True):
                place, secret = f"rooms/{self.slug}/seats/{seat['number']}/claim", seat["link_secret"]
                await self.http(party, "POST", place, {"secret": secret}, channel="rest claim")
        self.version = 0 if self.lays_out else 1
        if not self.lays_out:
            self.begun = self.version

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
        """Until everybody has heard all that was told so far."""
        mark = await self.tap.settle(self.room)
        for socket in self.sockets.values():
            await socket.until(partial(is_mark, mark))

    async def lay_out(self, layouts: World, hidden: Side | None, *, looks: bool = True) -> None:
        """The hidden side confirms, withdraws and confirms again before any other does anything."""
        self.seen.layouts = {owner: dict(kinds) for owner, kinds in layouts.items()}
        await self.note_secrets()
        if not self.lays_out:
            return
        assert hidden is not None
        own, pieces = self.seen.parties[hidden], {"pieces": layouts[hidden]}
        await self.happen(own, "layout.confirm", pieces)
        await self.note_secrets()
        if looks:
            await self.look_around()
        await self.happen(own, "layout.withdraw", by="socket")
        if looks:
            await self.look_around()
        await self.happen(own, "layout.confirm", pieces, by="socket")
        await self.note_secrets()
        others = [party for party in self.players() if party is not own]
        for party in others:
            is_last = party is others[-1]
            self.over = is_last and self.reveals_at_start
            pieces = {"pieces": layouts[party.side]}
            await self.happen(party, "layout.confirm", pieces, events=1 + is_last)
        self.begun = self.version
        await self.note_secrets()

    async def play(self, twins: Twins, *, first: int = 0, until: int | None = None) -> None:
        """The plies from number `first` on, over REST and sockets in turn."""
        count = len(self.players())
        for number in range(first, len(twins.plies) if until is None else until):
            ply, mover = twins.plies[number], self.seen.party(twins.movers[number])
            self.turned = twins.turned(number + 1)
            self.over = self.over or (twins.over and number == len(twins.plies) - 1)
            kind, args = ("resign", {}) if ply == LEFT else ("play", {"ply": list(ply)})
            await self.happen(
                mover, kind, args, expect=self.version, events=1 + self.over,
                by=("rest", "socket")[number // count % 2],
            )  # fmt: skip
        await self.note_secrets()

    async def fast_forward(self, twins: Twins, plies: int) -> None:
        """Plies nobody listens to: straight to the referee."""
        self.turned = twins.turned(plies)
        self.version = await in_database(rows.play_directly, self.match, twins, plies)
        await self.note_secrets()

    async def go_on(self) -> None:
        """To the match that took the place of one that ended before play."""
        self.match, self.version = await in_database(rows.current_match, self.room)
        await self.note_secrets()

    async def end_unasked(self, work, *args) -> None:
        """What ends the match comes from no request: `work` does it, and everybody is told."""
        self.over = True
        await in_database(work, self, *args)
        self.version += 1
        for socket in self.sockets.values():
            await socket.until_version(self.version)

    async def give_up(self, twins: Twins, plies: int, *, leaves: bool = False) -> None:
        """Everybody but the hidden side resigns, or leaves the room, in turn, until the match is over.

        `plies`: how many were played before.
        """
        position = position_in(twins, twins.layouts, plies)
        for side in twins.viewers:
            try:
                left = self.rules.leave(position, side)
            except IllegalPly:
                continue  # out before
            ends = left is None or left[0].outcome is not None
            self.over = self.over or ends
            party, events = self.seen.party(side), 1 + (ends and left is not None)
            if leaves:
                await self.http(party, "POST", f"rooms/{self.slug}/leave")
                self.version += events
            else:
                await self.happen(party, "resign", events=events)
            if ends:
                return
            position = left[0]

    async def resign(self, party: Party) -> None:
        self.over = True
        await self.happen(party, "resign")

    async def chat(self, text: str = "") -> None:
        """Each says something, the spectator first, and a text if one is given; all hear the first player."""
        first, second, watcher = *self.people()[:2], self.people()[-1]
        place, (one, two, three) = f"rooms/{self.slug}/chat", self.sayings.pop()
        await self.http(watcher, "POST", place, {"text": text} if text else {"preset": one})
        await self.sockets[second.name].ask("chat", {"preset": two}, self.slug)
        last = await self.http(first, "POST", place, {"preset": three})
        assert last.status == 201, last.value
        for name, socket in self.sockets.items():
            if self._behind(self.seen.parties[name], self.version) < self.version:
                continue  # hears it when it sees the ply before
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
            await socket.until_version(self.known(party, self.version))
            for seat in self.seen.seats:
                await socket.sub(self.match, seat=seat)
            await socket.sub(self.match)
            await socket.ask("sub", {}, self.slug)
            await socket.ask("ping")

    def _addresses(self) -> list[str]:
        match, seats = f"matches/{self.match}", self.seen.seats
        return [
            match,
            *(f"{match}?seat={seat}" for seat in seats),
            f"{match}/events",
            *(f"{match}/events?seat={seat}" for seat in seats),
            f"{match}/events?seat={seats[-1]}&since=1",
            f"{match}/deductions",
            *(f"{match}/deductions?seat={seat}" for seat in seats),
            f"{match}/thoughts",
            f"{match}/thoughts?since=0",
            f"{match}/record",
            f"{match}/record?seat={seats[0]}",
            *(f"{match}/record?of={name}" for name in self.seen.people),
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
        position = position_in(twins, twins.layouts, played)
        pieces = self.rules.redact(position, twins.viewer).to_json()["pieces"]
        mine = [it["square"] for it in pieces if it["side"] == twins.viewer]
        theirs = [it["square"] for it in pieces if it["side"] != twins.viewer]
        legal, rng = set(self.rules.legal_plies(position, twins.viewer)), Random(played)
        wrong: list[list[str]] = []
        for squares in (mine, theirs):
            wrong += [[start, end] for start in squares[:4] for end in rng.sample(mine + theirs, 2)]
        wrong += [[rng.choice(mine or theirs), end] for end in rng.sample(theirs, 3)]
        wrong += [["z9", "a1"], ["c4"], ["a1", "a2", "a3"], ["b4", "b4"], ["hq1", "hq8"]]
        now, other = self.version, str(twins.hidden or twins.viewers[-1])
        commands: list[tuple[str, Any, int | None, str]] = [
            ("play", {"ply": ply}, now, "") for ply in wrong if tuple(ply) not in legal
        ]
        some = {"ply": [theirs[0], theirs[-1]]}
        layout = {"pieces": twins.layouts.get(twins.viewer, {})}
        return [
            *commands,
            ("play", some, now - 1, ""),
            ("play", some, now + 7, ""),
            ("play", some, None, ""),
            ("play", some, now, other),
            ("layout.confirm", layout, None, other),
            ("layout.confirm", layout, None, ""),
            ("layout.withdraw", {}, None, other),
            ("resign", {}, now - 1, ""),
        ]

    async def _note_deliveries(self) -> None:
        """What the tenant's own servers were told since the last time."""
        party = self.seen.parties["webhook"]
        for payload in (await in_database(rows.deliveries))[len(party.entries) :]:
            over = self.over and payload["type"] == "match.ended"
            self.note(party, "webhook", "", json.dumps(payload, sort_keys=True), over=over)

    async def note_secrets(self) -> None:
        """Salts, positions and thoughts as the database has them now, what webhooks and saved layouts are."""
        self.seen.secrets |= await in_database(rows.secrets_of, self.match)
        self.seen.secrets.add(await in_database(rows.thought_of, self.match, self.seen.seats[-1]))
        await self._note_deliveries()
        self.saved = await in_database(rows.saved_layouts, self.match)
        self.seen.words |= {layout: f"<saved {side}>" for side, layout in self.saved.items()}


def _says(frame: dict[str, Any], message: str) -> bool:
    return frame["t"] == "room" and frame["d"].get("message", {}).get("id") == message


@asynccontextmanager
async def stage(
    options: Mapping[str, Any] | None = None, system: str = GUNJIN.key, *, delay: int = 0
) -> AsyncIterator[Stage]:
    """A stage whose log and channel layer are listened to; sockets are closed at the end."""
    made = Stage(options, system, delay)
    try:
        with logged(made), unhurried():
            async with tapped(made):  # left before sockets close: what is told of that is not the scene's
                yield made
    finally:
        for socket in made.sockets.values():
            with contextlib.suppress(Exception):
                await socket.close()
        for stream in made.streams:
            stream.cancel()
        await asyncio.gather(*made.streams, return_exceptions=True)
        await channel_layers["default"].flush()


async def perform(
    twins: Twins,
    layouts: World,
    *,
    thorough: bool = True,
    at: Iterable[int] | None = None,
    final_look: bool = True,
    few: bool = False,
    delay: int = 0,
) -> Seen:
    """The twins' match in one of their two worlds, every request the same for both.

    `at`: after how many plies everybody looks around and blunders, while anything is hidden. `few`: only some
    wrong commands, and the hidden side does not look.
    """
    points = set(at) if at is not None else {len(twins.plies) // 2, len(twins.plies) - 1}
    async with stage(twins.options, twins.system, delay=delay) as made:
        await made.meet(layouts.get(None))
        made.seen.shown = twins.shown_squares()
        made.idle = {str(twins.hidden)} if few else set()
        if thorough:
            await made.look_around()
        await made.listen()
        await made.lay_out(layouts, twins.hidden, looks=thorough)
        for number in range(len(twins.plies) + 1):
            if number in points and not made.over:
                await made.chat()
                await made.look_around()
                await made.blunder(twins, number, few=few)
            await made.play(twins, first=number, until=min(number + 1, len(twins.plies)))
        if not (twins.plies and twins.over):
            await made.give_up(twins, len(twins.plies))
        await made.settle()
        if final_look:
            await made.look_around()
        await asyncio.wait(made.streams, timeout=PATIENCE)
    return made.seen
