"""After the commit: one redacted frame per audience, and a question to the computer whose turn it is.

A crash before this point loses no ply: clients compare versions and computers are asked again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TypedDict
from uuid import UUID

from django.db import transaction

from accounts.layer import send
from games.bots import ask_bots
from games.events import Audience
from games.models import Match, MatchEvent, MatchSeat
from games.redaction import audiences, event_frame
from games.rules.core import JsonObject


class Message(TypedDict):
    """What travels through the channel layer: a finished frame, and what a socket needs to order it."""

    type: str
    match: str
    v: int | None
    frame: str


class Bell(TypedDict):
    """To everyone in a room: something was said, or is gone. Each socket reads the line for itself."""

    type: str  # "chat.said" or "chat.deleted"
    room: str
    message: str


def match_group(match_id: UUID, audience: Audience) -> str:
    return f"match.{match_id}.{audience.key}"


def room_group(room_id: UUID) -> str:
    return f"room.{room_id}"


def frame_text(
    kind: str, subject: UUID, epoch: int | None, version: int | None, data: JsonObject | None
) -> str:
    """A server frame as it goes over the socket."""
    frame = {"t": kind, "m": str(subject), "e": epoch, "v": version, "d": data}
    return json.dumps(
        {key: value for key, value in frame.items() if value is not None}, separators=(",", ":")
    )


def event_message(match: Match, event: MatchEvent, audience: Audience, epoch: int) -> Message:
    shown = event_frame(match, event, audience)
    kind = "ev" if shown["d"] is not None else "skip"
    text = frame_text(kind, match.id, epoch, shown["v"], shown["d"])
    return {"type": "match.frame", "match": str(match.id), "v": shown["v"], "frame": text}


def publish_on_commit(match: Match, seats: Sequence[MatchSeat], events: Sequence[MatchEvent]) -> None:
    """Redact now, while the command holds the match; send when the commit is through."""
    epoch = match.tenant.epoch
    messages = [
        (match_group(match.id, audience), event_message(match, event, audience, epoch))
        for event in events
        for audience in audiences(seats)
    ]
    transaction.on_commit(lambda: send(messages))
    call_computers(match, seats)


def call_computers(match: Match, seats: Sequence[MatchSeat]) -> None:
    """Ask who is a computer and has to answer, and tell the room that it thinks, on commit."""
    for seat in ask_bots(match, seats):
        tell_thinking(match, seat.side)


def tell_thinking(match: Match, side: str) -> None:
    """A sign of life outside the version: when it is sent depends on the time alone, not on the position."""
    if match.room_id is not None:
        thinking = {"type": "computer.thinking", "match": str(match.id), "side": side}
        publish_room(match.room_id, {**thinking, "version": match.version})


def publish_room(room_id: UUID, data: JsonObject) -> None:
    """Tell everyone in the room something that stands outside the match version, on commit."""
    text = frame_text("room", room_id, None, None, data)
    message: Message = {"type": "room.frame", "match": "", "v": None, "frame": text}
    transaction.on_commit(lambda: send([(room_group(room_id), message)]))


def ring(room_id: UUID, message_id: UUID, *, is_gone: bool = False) -> None:
    """On commit, have everyone in the room read a line of chat: not all of them may know of it."""
    what = "chat.deleted" if is_gone else "chat.said"
    bell: Bell = {"type": what, "room": str(room_id), "message": str(message_id)}
    transaction.on_commit(lambda: send([(room_group(room_id), bell)]))
