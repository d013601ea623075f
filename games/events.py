"""What happened in a match, before it is stored and projected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from games.rules.core import JsonObject, Side


class EventType(StrEnum):
    LAYOUT_CONFIRMED = "layout.confirmed"
    LAYOUT_WITHDRAWN = "layout.withdrawn"
    STARTED = "match.started"
    PLY = "ply"
    ENDED = "match.ended"


@dataclass(frozen=True, slots=True)
class Happening:
    """`public` goes to every audience, `private[side]` to that seat in addition.

    `ruling` is full knowledge of a ply; only the game system's own redaction may open it.
    """

    type: EventType
    side: Side | None = None
    public: JsonObject = field(default_factory=dict)
    private: Mapping[Side, JsonObject] = field(default_factory=dict)
    ruling: JsonObject | None = None


@dataclass(frozen=True, slots=True)
class Audience:
    """Who gets one and the same projection: the seat of a side, or the spectators."""

    side: Side | None

    @property
    def key(self) -> str:
        return str(self.side) if self.side is not None else "watch"


WATCH = Audience(None)
