"""The two ends of a socket: one inbox for what the client and the channel layer send, one way out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable
from channels.layers import BaseChannelLayer

from games.sockets.codes import CloseCode, Closing

MOST_WAITING = 256
Incoming = dict[str, Any]  # an ASGI event or a channel layer message; both name themselves in "type"


class Gone(Exception):
    """The client closed the connection."""


class Wire:
    """Use as a context: inside it two tasks fill the inbox."""

    def __init__(
        self, receive: ASGIReceiveCallable, send: ASGISendCallable, layer: BaseChannelLayer, channel: str
    ) -> None:
        self._receive, self._send, self._layer, self._channel = receive, send, layer, channel
        self._inbox: asyncio.Queue[Incoming | BaseException] = asyncio.Queue()
        self._published = 0
        self._feeders: list[asyncio.Task[None]] = []
        self.heard_at = asyncio.get_running_loop().time()

    async def __aenter__(self) -> Self:
        self._feeders = [
            asyncio.create_task(self._guard(self._feed_client)),
            asyncio.create_task(self._guard(self._feed_published)),
        ]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for task in self._feeders:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _guard(self, feed: Callable[[], Awaitable[None]]) -> None:
        try:
            await feed()
        except Exception as error:  # noqa: BLE001  why: raised again by `next`, in the task that logs it
            self._inbox.put_nowait(error)

    async def _feed_client(self) -> None:
        while True:
            event: Incoming = dict(await self._receive())
            self._inbox.put_nowait(event)
            if event["type"] == "websocket.disconnect":
                return

    async def _feed_published(self) -> None:
        while True:
            message: Incoming = await self._layer.receive(self._channel)
            self._published += 1
            if self._published > MOST_WAITING:
                return  # what is left waits in the layer and goes with the channel
            self._inbox.put_nowait(message)

    async def next(self, deadline: float) -> Incoming:
        """The oldest event or message. Raises TimeoutError, Gone, and Closing when too many are waiting."""
        if self._published > MOST_WAITING:
            raise Closing(CloseCode.TOO_SLOW)
        async with asyncio.timeout_at(deadline):
            item = await self._inbox.get()
        if isinstance(item, BaseException):
            raise item
        if item["type"] == "websocket.disconnect":
            raise Gone
        if item["type"] == "websocket.receive":
            self.heard_at = asyncio.get_running_loop().time()
        elif item["type"] != "websocket.connect":
            self._published -= 1
        return item

    async def accept(self, protocol: str) -> None:
        await self._send({"type": "websocket.accept", "subprotocol": protocol, "headers": []})

    async def send(self, text: str) -> None:
        await self._send({"type": "websocket.send", "text": text, "bytes": None})

    async def close(self, code: int = 1000) -> None:
        """Before `accept` this refuses the handshake with HTTP 403."""
        await self._send(
            {"type": "websocket.close", "code": int(code), "reason": None}
        )  # why int: daphne refuses enums
