"""What a client or a bot asks of a match. REST, socket and bot answers all become one of these."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import TypedDict
from uuid import UUID

from accounts.errors import BadRequest
from games.rules.core import Json, Kind, Ply, Side, Square

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
        names = [field.name for field in fields(self) if field.name != "command_id"]
        body = {name: getattr(self, name) for name in names}  # why not asdict: it rebuilds a Ply wrongly
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


# --- from the words on the wire


class Heading(TypedDict):
    """What every command says, whatever its type."""

    match: UUID
    command_id: UUID
    seat: Side | None
    expected: int | None


MOST_PIECES = 200
MOST_WORDS = 8
LONGEST_WORD = 40


def read_command(kind: str, args: Mapping[str, Json], heading: Heading) -> MatchCommand:
    """The command that a client's `type` and `args` name. Raises BadRequest."""
    reader = _READERS.get(kind)
    if reader is None:
        raise BadRequest(f"Command types are {', '.join(_READERS)}.")
    return reader(args, heading)


def _confirm_layout(args: Mapping[str, Json], heading: Heading) -> MatchCommand:
    _only(args, "pieces", "revision")
    return ConfirmLayout(pieces=read_pieces(args.get("pieces")), revision=_revision(args), **heading)


def _withdraw_layout(args: Mapping[str, Json], heading: Heading) -> MatchCommand:
    _only(args, "revision")
    return WithdrawLayout(revision=_revision(args), **heading)


def _play(args: Mapping[str, Json], heading: Heading) -> MatchCommand:
    _only(args, "ply")
    words = args.get("ply")
    if not isinstance(words, list) or not 0 < len(words) <= MOST_WORDS:
        raise BadRequest('ply must be a list of words, such as ["b4", "b5"].')
    return PlayPly(ply=Ply(*(_word(word, "ply") for word in words)), **heading)


def _resign(args: Mapping[str, Json], heading: Heading) -> MatchCommand:
    _only(args)
    return Resign(**heading)


def _claim_abandoned(args: Mapping[str, Json], heading: Heading) -> MatchCommand:
    _only(args)
    return ClaimAbandoned(**heading)


_READERS: Mapping[str, Callable[[Mapping[str, Json], Heading], MatchCommand]] = {
    "layout.confirm": _confirm_layout,
    "layout.withdraw": _withdraw_layout,
    "play": _play,
    "resign": _resign,
    "claim.abandoned": _claim_abandoned,
}


def read_pieces(pieces: Json) -> LayoutPieces:
    """`{"b4": "general", ...}` as pairs; whether they are a layout, the rules say. Raises BadRequest."""
    if not isinstance(pieces, Mapping) or len(pieces) > MOST_PIECES:
        raise BadRequest('pieces must be an object, such as {"b4": "general"}.')
    return tuple((_word(square, "pieces"), _word(kind, "pieces")) for square, kind in pieces.items())


def _only(args: Mapping[str, Json], *known: str) -> None:
    if unknown := set(args).difference(known):
        raise BadRequest(f"Unknown argument: {min(unknown)[:LONGEST_WORD]}.")


def _word(value: Json, name: str) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_WORD or not value.isprintable():
        raise BadRequest(f"{name} must be made of short words.")
    return value


def _revision(args: Mapping[str, Json]) -> int | None:
    revision = args.get("revision")
    if revision is not None and (isinstance(revision, bool) or not isinstance(revision, int)):
        raise BadRequest("revision must be a whole number.")
    return revision
