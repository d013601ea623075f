"""After the commit: one redacted frame per audience, and a question to the computer whose turn it is.

A crash before this point loses no ply: clients compare versions and computers are asked again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from django.db import transaction

from accounts.layer import send
from games.bots import ask_bots
from games.delay import due_events, held_since, is_behind, said_by_players
from games.events import WATCH, Audience
from games.models import ChatMessage, Match, MatchEvent, MatchSeat
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
    """Redact now, while the command holds the match; send when the commit is through.

    Who watches gets what is due, which may be older than `events`.
    """
    epoch = match.tenant.epoch
    due = due_events(match, events)
    told = [(event, audience) for event in events for audience in audiences(seats) if audience != WATCH]
    told += [(event, WATCH) for event in due]
    messages: list[tuple[str, Message | Bell]] = [
        (match_group(match.id, audience), event_message(match, event, audience, epoch))
        for event, audience in told
    ]
    if match.room_id is not None and due and due[0].version < events[0].version:
        messages += _late_bells(match, match.room_id, due[0].at)
    transaction.on_commit(lambda: send(messages))
    call_computers(match, seats)


def _late_bells(match: Match, room_id: UUID, since: datetime) -> list[tuple[str, Bell]]:
    """For what the players said while the plies were played that who watches sees only now."""
    lines = ChatMessage.objects.filter(said_by_players(match), room_id=room_id, at__gte=since)
    if (until := held_since(match, WATCH)) is not None:
        lines = lines.filter(at__lt=until)
    said = lines.order_by("id").values_list("id", flat=True)
    return [(match_group(match.id, WATCH), _bell(room_id, line, "chat.said")) for line in said]


def call_computers(match: Match, seats: Sequence[MatchSeat]) -> None:
    """Ask who is a computer and has to answer, and tell the room that it thinks, on commit."""
    for seat in ask_bots(match, seats):
        tell_thinking(match, seat.side)


def tell_thinking(match: Match, side: str) -> None:
    """A sign of life outside the version: when it is sent depends on the time alone, not on the position.

    It tells whose turn it is, and so goes to the seats alone where who watches may not know that yet.
    """
    if match.room_id is None:
        return
    groups = [room_group(match.room_id)]
    if is_behind(match, WATCH):
        groups = [match_group(match.id, Audience(seat)) for seat in match.rules.sides(match.options)]
    thinking = {"type": "computer.thinking", "match": str(match.id), "side": side}
    _publish(groups, match.room_id, {**thinking, "version": match.version})


def publish_room(room_id: UUID, data: JsonObject) -> None:
    """Tell everyone in the room something that stands outside the match version, on commit."""
    _publish([room_group(room_id)], room_id, data)


def _publish(groups: Sequence[str], room_id: UUID, data: JsonObject) -> None:
    text = frame_text("room", room_id, None, None, data)
    message: Message = {"type": "room.frame", "match": "", "v": None, "frame": text}
    transaction.on_commit(lambda: send([(group, message) for group in groups]))


def ring(room_id: UUID, message_id: UUID, *, is_gone: bool = False) -> None:
    """On commit, have everyone in the room read a line of chat: not all of them may know of it."""
    bell = _bell(room_id, message_id, "chat.deleted" if is_gone else "chat.said")
    transaction.on_commit(lambda: send([(room_group(room_id), bell)]))


def _bell(room_id: UUID, message_id: UUID, what: str) -> Bell:
    return {"type": what, "room": str(room_id), "message": str(message_id)}
