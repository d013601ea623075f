"""Reading JSON values of which only the type is known. Each raises TypeError for a value of another type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.rules.core import Json


def as_object(value: Json) -> Mapping[str, Json]:
    if not isinstance(value, Mapping):
        raise TypeError
    return value


def as_items(value: Json) -> Sequence[Json]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise TypeError
    return value


def as_text(value: Json) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def as_count(value: Json) -> int:
    """A whole number from 0."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise TypeError
    return value
