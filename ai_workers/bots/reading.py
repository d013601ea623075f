"""Narrowing JSON values; each raises TypeError for another shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.rules.core import Json, JsonObject


def json_object(value: Json) -> JsonObject:
    if not isinstance(value, Mapping):
        raise TypeError("not an object")
    return dict(value)


def json_list(value: Json) -> Sequence[Json]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise TypeError("not a list")
    return value


def whole_number(value: Json) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("not a whole number")
    return value
