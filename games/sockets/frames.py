"""Client frames read strictly, server frames written. Nothing here knows what a frame does."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn
from uuid import UUID

from accounts.errors import BadRequest
from games.rules.core import Json, JsonObject, Side
from games.sockets.codes import CloseCode, Closing

FRAME_BYTES = 8192
FRAME_DEPTH = 8
LARGEST_INTEGER = 2**53
ENVELOPE_KEYS = frozenset({"t", "i", "m", "d"})


@dataclass(frozen=True, slots=True)
class ClientFrame:
    """`number` is the client's message number, answered as `r`; `subject` names a match or a room."""

    kind: str
    number: int | None = None
    subject: str | None = None
    data: JsonObject = field(default_factory=dict)


def read_frame(text: str | None) -> ClientFrame:
    """One text frame. Raises Closing: a client that sends a bad envelope is not spoken with."""
    if text is None:
        raise Closing(CloseCode.BAD_ENVELOPE)
    if len(text) > FRAME_BYTES or len(text.encode("utf-8", "surrogatepass")) > FRAME_BYTES:
        raise Closing(CloseCode.TOO_BIG)
    try:
        frame = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)
        _check(frame, 0)
        return _envelope(frame)
    except (ValueError, RecursionError) as error:
        raise Closing(CloseCode.BAD_ENVELOPE) from error


def _unique(pairs: Sequence[tuple[str, Json]]) -> JsonObject:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _check(value: Json, depth: int) -> None:
    """Neither too deep, nor with text that a database cannot keep."""
    if depth > FRAME_DEPTH:
        raise ValueError("too deep")
    if isinstance(value, str):
        if "\0" in value:
            raise ValueError("a NUL character")
        value.encode()  # why: raises UnicodeEncodeError, a ValueError, for half a surrogate pair
    elif isinstance(value, Mapping):
        for key, each in value.items():
            _check(key, depth)
            _check(each, depth + 1)
    elif isinstance(value, list):
        for each in value:
            _check(each, depth + 1)


def _envelope(frame: Json) -> ClientFrame:
    if not isinstance(frame, dict) or not ENVELOPE_KEYS.issuperset(frame):
        raise ValueError("not an envelope")
    kind, number = frame.get("t"), frame.get("i")
    subject, data = frame.get("m"), frame.get("d")
    is_sound = isinstance(kind, str) and isinstance(subject, str | None) and isinstance(data, dict | None)
    if not is_sound or not (number is None or _is_count(number)):
        raise ValueError("a wrong type")
    assert isinstance(kind, str)
    return ClientFrame(kind, number, subject, data or {})


def _is_count(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_INTEGER


def only(data: Mapping[str, Json], *known: str) -> None:
    """Raises BadRequest for a key that is not known."""
    if unknown := set(data).difference(known):
        raise BadRequest(f"Unknown field: {min(unknown)[:40]}.")


def optional_text(data: Mapping[str, Json], key: str, *, longest: int = 200) -> str:
    """Empty when absent or null. Raises BadRequest."""
    value = data.get(key)
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > longest:
        raise BadRequest(f"{key} must be text of at most {longest} characters.")
    return value


def optional_count(data: Mapping[str, Json], key: str) -> int | None:
    """Raises BadRequest for anything but a whole number from 0 or null."""
    value = data.get(key)
    if value is None:
        return None
    if not isinstance(value, int) or not _is_count(value):
        raise BadRequest(f"{key} must be a whole number.")
    return value


def optional_side(data: Mapping[str, Json], key: str = "seat") -> Side | None:
    text = optional_text(data, key)
    if not text:
        return None
    try:
        return Side(text)
    except ValueError as error:
        raise BadRequest(f"{key} must name a side.") from error


def identifier(text: str | None, name: str = "m") -> UUID:
    """Raises BadRequest for anything but a UUID."""
    try:
        return UUID(text or "")
    except ValueError as error:
        raise BadRequest(f"{name} must be a UUID.") from error


def server_frame(
    kind: str,
    data: JsonObject,
    *,
    answers: int | None = None,
    subject: str | None = None,
    epoch: int | None = None,
    version: int | None = None,
) -> str:
    """A finished server frame; parts that are None are left out."""
    frame = {"t": kind, "r": answers, "m": subject, "e": epoch, "v": version, "d": data}
    return json.dumps(
        {key: value for key, value in frame.items() if value is not None}, separators=(",", ":")
    )
