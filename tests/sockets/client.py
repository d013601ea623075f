"""A client that speaks the protocol to the consumer and keeps what it received."""

from __future__ import annotations

import asyncio
import json
import uuid
from typing import Any

from channels.testing import WebsocketCommunicator

from config.asgi import application

Frame = dict[str, Any]
PATIENCE = 10
HEADERS = [(b"host", b"testserver")]


class Closed(Exception):
    """The server closed the socket."""

    def __init__(self, code: int) -> None:
        super().__init__(str(code))
        self.code = code


class SocketClient:
    def __init__(self, *, headers=None, protocols=("gyoji.v1.json",)) -> None:
        self.wire = WebsocketCommunicator(
            application,
            "/ws/v1",
            headers=HEADERS if headers is None else headers,
            subprotocols=list(protocols),
        )
        self.received: list[Frame] = []
        self.numbers = 0
        self.accepted = False
        self.protocol: str | None = None

    async def open(self) -> None:
        self.accepted, self.protocol = await self.wire.connect(timeout=PATIENCE)

    async def close(self) -> None:
        if not self.wire.future.done():
            await self.wire.disconnect(timeout=PATIENCE)

    async def drop(self) -> None:
        """Go away, and wait until the server has noticed."""
        await self.close()

    async def hello(self, token: str, **more) -> Frame:
        return await self.ask("hello", {"token": token, **more})

    async def say(self, kind: str, data: Frame | None = None, match: str | None = None) -> int:
        self.numbers += 1
        frame: Frame = {"t": kind, "i": self.numbers, "d": data or {}}
        if match is not None:
            frame["m"] = match
        await self.wire.send_to(text_data=json.dumps(frame))
        return self.numbers

    async def ask(self, kind: str, data: Frame | None = None, match: str | None = None) -> Frame:
        """The frame that answers; what came before it is in `received`."""
        number = await self.say(kind, data, match)
        return await self.until(lambda frame: frame.get("r") == number)

    async def sub(self, match: str, **data) -> Frame:
        return await self.ask("sub", data, match)

    async def cmd(self, match: str, kind: str, args: Frame | None = None, **data) -> Frame:
        body = {"id": str(uuid.uuid4()), "type": kind, "args": args or {}, **data}
        return await self.ask("cmd", body, match)

    async def next(self) -> Frame:
        """Raises Closed."""
        event = await self.wire.receive_output(PATIENCE)
        if event["type"] == "websocket.close":
            raise Closed(event["code"])
        frame: Frame = json.loads(event["text"])
        self.received.append(frame)
        return frame

    async def until(self, wanted) -> Frame:
        async with asyncio.timeout(PATIENCE):
            while True:
                frame = await self.next()
                if wanted(frame):
                    return frame

    async def until_version(self, version: int) -> Frame:
        for frame in self.received:
            if frame["t"] in ("ev", "skip") and frame["v"] == version:
                return frame
        return await self.until(lambda frame: frame.get("v") == version and frame["t"] in ("ev", "skip"))

    async def until_closed(self) -> int:
        """The close code; what came before is in `received`."""
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    await self.next()
                except Closed as closed:
                    return closed.code

    def of(self, *kinds: str) -> list[Frame]:
        return [frame for frame in self.received if frame["t"] in kinds]

    def versions(self) -> list[int]:
        return [frame["v"] for frame in self.of("ev", "skip")]
