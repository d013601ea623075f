"""Listening where no client does: to the log, and to the channel layer's groups, raw from Valkey."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from unittest import mock

import redis.asyncio
from channels.layers import get_channel_layer
from django.conf import settings

from accounts import layer
from config.logs import Line
from games import presence
from games.publish import Message
from games.sockets import consumer
from games.sockets.database import in_database

if TYPE_CHECKING:
    from tests.support.leaks_stage import Stage

LOGGERS = ("games", "accounts", "ai_workers", "config", "django", "channels", "celery")
PATIENCE = 60
MARK = "mark"  # frames and groups of our own, which tell how far everybody has heard


class Tap:
    """What the channel layer carries for the stage's match and room, noted in its order."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.marks: asyncio.Queue[str] = asyncio.Queue()

    async def settle(self, room: str = "") -> str:
        """Until all that was told so far is noted: the layer keeps its order, so a mark arrives last.

        Sends the mark to the room as well, and answers it.
        """
        mark = uuid.uuid4().hex
        await in_database(_send_mark, mark, *([f"room.{room}"] if room else []))
        async with asyncio.timeout(PATIENCE):
            while await self.marks.get() != mark:
                pass
        return mark

    async def read(self, tap: Any) -> None:
        made, channels = self.stage, get_channel_layer()
        async for raw in tap.listen():
            if raw["type"] != "pmessage":
                continue
            group = raw["channel"].decode().removeprefix("gyoji__group__")
            message = channels.deserialize(raw["data"])
            frame = message.get("frame", "")  # a bell has none
            kind, subject, *audience = group.split(".")
            if kind == MARK:
                self.marks.put_nowait(subject)
            elif kind == "match" and subject == made.match:
                party = made.seen.parties.get(f"layer.{audience[0]}")
                assert party is not None, f"no such audience: {group}"
                self._note(party, message, frame)
            elif kind == "room" and subject == made.room and f'"t": "{MARK}"' not in frame:
                self._note(made.seen.parties["layer.room"], message, frame)
            # else another test's, in another process

    def _note(self, party: Any, message: Any, frame: str) -> None:
        over = self.stage.over and self.stage.is_reveal(frame)
        self.stage.note(party, f"layer {message['type']}", "", frame, over=over)
        self.stage.note(party, "layer message", "", json.dumps({**message, "frame": ""}), over=over)


def is_mark(mark: str, frame: dict[str, Any]) -> bool:
    return frame["t"] == MARK and frame["d"] == mark


def _send_mark(mark: str, *groups: str) -> None:
    frame = json.dumps({"t": MARK, "d": mark})
    message: Message = {"type": "room.frame", "match": "", "v": None, "frame": frame}
    layer.send([(group, message) for group in (*groups, f"{MARK}.{mark}")])


@asynccontextmanager
async def tapped(made: Stage) -> AsyncIterator[None]:
    """Ends with all noted that was told inside, whatever the load."""
    client = redis.asyncio.Redis.from_url(settings.REDIS_URL)
    tap = client.pubsub()
    await tap.psubscribe("gyoji__group__*")
    await tap.get_message(timeout=PATIENCE)  # that it is subscribed
    reading = asyncio.create_task(made.tap.read(tap))
    try:
        yield
        await made.tap.settle()
    finally:
        reading.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await reading
        await tap.aclose()
        await client.aclose()


class _Log(logging.Handler):
    def __init__(self, stage: Stage) -> None:
        super().__init__(logging.DEBUG)
        self.stage = stage

    def emit(self, record: logging.LogRecord) -> None:
        text = Line("%(name)s %(message)s").format(record)
        self.stage.note(self.stage.seen.parties["log"], "log", record.name, text, over=self.stage.over)


@contextmanager
def logged(made: Stage) -> Iterator[None]:
    handler = _Log(made)
    loggers = [logging.getLogger(name) for name in LOGGERS]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(handler)
    for logger in loggers[:4]:
        logger.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.removeHandler(handler)
            logger.setLevel(level)


@contextmanager
def unhurried() -> Iterator[None]:
    """Nobody counts as gone, and nobody is sent away, because the machine is slow."""
    with (
        mock.patch.object(presence, "FRESH", timedelta(hours=1)),
        mock.patch.object(consumer, "HEARTBEAT_SECONDS", 3600.0),
    ):
        yield
