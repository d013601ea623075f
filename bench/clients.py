"""Two kinds of client of the public API, as a third party would write them: one polls REST, one has a socket.

Both survive a killed server: they reconnect, ask for what they missed, and repeat a command under its id.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import uuid
from typing import Any, Protocol

import httpx
import websockets
from websockets.asyncio.client import ClientConnection
from websockets.typing import Subprotocol

Json = dict[str, Any]
SUBPROTOCOL = Subprotocol("gyoji.v1.json")
RETRY_SECONDS = 0.3
PING_SECONDS = 10
ACK_SECONDS = 2.5


class Refused(Exception):
    """The server's own no: its problem or `err` frame."""

    def __init__(self, problem: Json) -> None:
        super().__init__(f"{problem.get('code')}: {problem.get('detail')}")
        self.problem = problem


class Api:
    """One player's REST calls. Calls are repeated while the server is away; all of them bear repetition."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.token = ""
        self.http = httpx.AsyncClient(base_url=f"{url}/api/v1", timeout=40)
        self.received: list[bytes] = []

    async def call(self, method: str, path: str, body: Json | None = None, **headers: str) -> httpx.Response:
        """Raises Refused for a problem."""
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        while True:
            try:
                answer = await self.http.request(method, path, json=body, headers=headers)
            except httpx.TransportError:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            self.received.append(answer.content)
            if answer.status_code == 429:
                await asyncio.sleep(float(answer.headers.get("Retry-After", 1)))
                continue
            if answer.status_code >= 400:
                raise Refused(answer.json())
            return answer

    async def guest(self, name: str = "") -> Json:
        """Become a new guest."""
        made: Json = (await self.call("POST", "/players/guest", {"name": name} if name else {})).json()
        self.token = made["token"]
        return made

    async def get(self, path: str) -> Json:
        answer: Json = (await self.call("GET", path)).json()
        return answer

    async def post(self, path: str, body: Json | None = None) -> Json:
        answer = await self.call("POST", path, body or {})
        result: Json = answer.json() if answer.content else {}
        return result


class SeatState:
    """What a client knows of a match from its snapshot and the events after it."""

    def __init__(self, api: Api, match: str, side: str) -> None:
        self.api, self.match, self.side = api, match, side
        self.version = -1
        self.epoch = 1
        self.phase = "layout"
        self.turn: str | None = None
        self.legal_plies: list[list[str]] = []
        self.outcome: Json | None = None
        self.events: list[Json] = []
        self.moved_on = asyncio.Condition()

    async def load(self, snapshot: Json) -> None:
        async with self.moved_on:
            self.version, self.epoch = snapshot["version"], snapshot["epoch"]
            self.phase, self.turn = snapshot["phase"], snapshot["turn"]
            self.legal_plies, self.outcome = snapshot["legal_plies"], snapshot["outcome"]
            self.moved_on.notify_all()

    async def apply(self, version: int, data: Json) -> None:
        """One event; one that is known already is left out."""
        if version <= self.version:
            return
        async with self.moved_on:
            assert version == self.version + 1, f"gap: {self.version} -> {version}"
            self.version = version
            self.events.append(data)
            if data["type"] in ("ply", "match.started"):
                self.phase, self.turn = "playing", data["turn"]
                self.legal_plies = data.get("legal_plies", [])
            elif data["type"] == "match.ended":
                self.phase, self.turn, self.legal_plies = "over", None, []
                self.outcome = data["outcome"]
            self.moved_on.notify_all()

    async def reach(self, version: int) -> None:
        async with self.moved_on:
            await self.moved_on.wait_for(lambda: self.version >= version)

    async def wait_for_turn(self) -> bool:
        """True when this side is to move, False when the match is over."""
        async with self.moved_on:
            await self.moved_on.wait_for(lambda: self.turn == self.side or self.phase == "over")
            return self.phase != "over"


class SeatClient(Protocol):
    """A seat that follows its match and gives commands."""

    state: SeatState

    async def follow(self) -> None: ...
    async def command(self, kind: str, args: Json, expect: int | None = None) -> int: ...


class RestSeat:
    """Follows by long polling, commands by POST."""

    def __init__(self, api: Api, match: str, side: str) -> None:
        self.api = api
        self.state = SeatState(api, match, side)

    async def follow(self) -> None:
        base = f"/matches/{self.state.match}"
        await self.state.load(await self.api.get(f"{base}?seat={self.state.side}"))
        while self.state.phase != "over":
            since = f"since={self.state.version}&seat={self.state.side}&wait=20"
            answer = await self.api.get(f"{base}/events?{since}")
            for event in answer["events"]:
                await self.state.apply(event["v"], event["d"])

    async def command(self, kind: str, args: Json, expect: int | None = None) -> int:
        """The version after the command. Raises Refused."""
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        if expect is not None:
            headers["If-Match"] = f'"e{self.state.epoch}-v{expect}"'
        body = {"type": kind, "args": args, "seat": self.state.side}
        answer = await self.api.call("POST", f"/matches/{self.state.match}/commands", body, **headers)
        return int(answer.json()["v"])


class SocketSeat:
    """Follows and commands over one socket; reconnects by itself."""

    def __init__(self, api: Api, match: str, side: str) -> None:
        self.api = api
        self.state = SeatState(api, match, side)
        self.socket: ClientConnection | None = None
        self.answers: dict[str, asyncio.Future[Json]] = {}
        self.counter = 0
        self.received: list[str] = []
        self.resend = asyncio.Event()

    async def follow(self) -> None:
        while self.state.phase != "over":
            with contextlib.suppress(OSError, websockets.WebSocketException):
                await self._connection()
            self.socket = None
            await asyncio.sleep(RETRY_SECONDS)

    async def _connection(self) -> None:
        url = self.api.url.replace("http", "ws", 1) + "/ws/v1"
        async with websockets.connect(url, subprotocols=[SUBPROTOCOL]) as socket:
            await self._send(socket, "hello", {"token": self.api.token, "proto": 1})
            pinging = asyncio.create_task(self._ping(socket))
            try:
                async for text in socket:
                    assert isinstance(text, str)
                    self.received.append(text)
                    await self._receive(socket, json.loads(text))
                    if self.state.phase == "over":
                        return
            finally:
                pinging.cancel()

    async def _receive(self, socket: ClientConnection, frame: Json) -> None:
        kind, data = frame["t"], frame.get("d") or {}
        if kind == "welcome":
            seen = {"since": self.state.version if self.state.version >= 0 else None}
            await self._send(
                socket, "sub", {**seen, "epoch": self.state.epoch, "seat": self.state.side}, self.state.match
            )
            self.socket = socket
            self.resend.set()
        elif kind == "snap":
            await self.state.load(data)
        elif kind in ("ev", "skip"):
            await self.state.apply(frame["v"], data)
        elif kind in ("ok", "err") and (waiting := self.answers.get(data.get("id", ""))):
            if not waiting.done():
                waiting.set_result({"t": kind, **data})
        elif kind == "resync":
            self.state.version = -1
            await self._send(socket, "sub", {"since": None, "seat": self.state.side}, self.state.match)

    async def _ping(self, socket: ClientConnection) -> None:
        while True:
            await asyncio.sleep(PING_SECONDS)
            await self._send(socket, "ping", {})

    async def _send(self, socket: ClientConnection, kind: str, data: Json, match: str | None = None) -> None:
        self.counter += 1
        frame = {"t": kind, "i": self.counter, "d": data} | ({"m": match} if match else {})
        await socket.send(json.dumps(frame))

    async def command(self, kind: str, args: Json, expect: int | None = None) -> int:
        """The version after the command. Raises Refused.

        Its id is sent again until the server answers, and after the time that a busy server asks for.
        """
        command_id = str(uuid.uuid4())
        data = {"id": command_id, "type": kind, "args": args, "seat": self.state.side} | (
            {"expect": expect} if expect is not None else {}
        )
        while (answer := await self._answer(command_id, data))["t"] == "err":
            if "retry_ms" not in answer:
                raise Refused(answer)
            await asyncio.sleep(answer["retry_ms"] / 1000)
        return int(answer["v"])

    async def _answer(self, command_id: str, data: Json) -> Json:
        waiting = self.answers[command_id] = asyncio.get_running_loop().create_future()
        while not waiting.done():
            self.resend.clear()
            if self.socket is not None:
                with contextlib.suppress(OSError, websockets.WebSocketException):
                    await self._send(self.socket, "cmd", data, self.state.match)
            retry = asyncio.create_task(self.resend.wait())
            await asyncio.wait({waiting, retry}, timeout=ACK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            retry.cancel()
        return self.answers.pop(command_id).result()
