"""What a client or a bot asks of a match. REST, socket and bot answers all become one of these."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from uuid import UUID

from games.rules.core import Kind, Ply, Side, Square

LayoutPieces = tuple[tuple[Square, Kind], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchCommand:
    """`seat` says which of several held seats acts; `expected` is the match version the sender saw."""

    match: UUID
    command_id: UUID
    seat: Side | None = None
    expected: int | None = None

    def digest(self) -> str:
        """Equal for a repeat, different for another command under the same id."""
        body = asdict(self)
        del body["command_id"]
        text = json.dumps([type(self).__name__, body], default=str, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmLayout(MatchCommand):
    """`revision` is the seat's own layout revision the sender saw, if it wants it compared."""

    pieces: LayoutPieces
    revision: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawLayout(MatchCommand):
    revision: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayPly(MatchCommand):
    """Must carry `expected`: a ply is chosen for one version."""

    ply: Ply


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign(MatchCommand):
    """Allowed at any time in play, also out of turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimAbandoned(MatchCommand):
    """End a match whose opponent has been gone for long enough; nobody wins."""
