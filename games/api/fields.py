"""Serializers that coerce nothing: a wrong type or an unknown field is refused, not guessed at."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.errors import BadRequest
from games.api.parsers import read_json
from games.commands import LayoutPieces
from games.levels import LEAST_WORK, LEVELS, MOST_WORK, work_code
from games.rules.core import Ply, Side

LARGEST_VERSION = 2_147_483_647
UUID_FORM = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
T = TypeVar("T")
WORK_SCHEMA: dict[str, Any] = {
    "type": "object",
    "description": "A computer that looks at no more positions a ply than `work`.",
    "properties": {"work": {"type": "integer", "minimum": LEAST_WORK, "maximum": MOST_WORK}},
    "required": ["work"],
    "additionalProperties": False,
}


class Strict(serializers.Serializer[Any]):
    """A JSON object whose fields are all known."""

    def to_internal_value(self, data: object) -> Any:
        if isinstance(data, Mapping):
            unknown = sorted(str(key) for key in set(data) - set(self.fields))
            if unknown:
                raise serializers.ValidationError({key[:40]: "There is no such field." for key in unknown})
        return super().to_internal_value(data)


class Nothing(Strict):
    """No body, or an empty object."""


class Text(serializers.CharField):
    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str):
            raise serializers.ValidationError("Must be a text.")
        return str(super().to_internal_value(data))


class Whole(serializers.IntegerField):
    def to_internal_value(self, data: object) -> int:
        if not isinstance(data, int) or isinstance(data, bool):
            raise serializers.ValidationError("Must be a whole number.")
        return int(super().to_internal_value(data))


class QueryWhole(serializers.IntegerField):
    """From a query string, where everything is text."""

    def to_internal_value(self, data: object) -> int:
        if not isinstance(data, str) or not re.fullmatch(r"[0-9]{1,10}", data, re.ASCII):
            raise serializers.ValidationError("Must be a whole number.")
        return int(super().to_internal_value(data))


class Flag(serializers.BooleanField):
    def to_internal_value(self, data: object) -> bool:
        if not isinstance(data, bool):
            raise serializers.ValidationError("Must be true or false.")
        return data


class Choice(serializers.ChoiceField):
    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str) or data not in self.choices:
            raise serializers.ValidationError(f"Must be one of {', '.join(map(str, self.choices))}.")
        return data


@extend_schema_field({"oneOf": [{"type": "string", "enum": list(LEVELS)}, WORK_SCHEMA]})
class LevelField(serializers.Field[str, Any, Any, Any]):
    """A computer's level as its code: a name, or `{"work": positions}`."""

    def to_internal_value(self, data: object) -> str:
        if isinstance(data, str) and data in LEVELS:
            return data
        if isinstance(data, Mapping) and set(data) == {"work"}:
            work = data["work"]
            if isinstance(work, int) and not isinstance(work, bool) and LEAST_WORK <= work <= MOST_WORK:
                return work_code(work)
        names = ", ".join(LEVELS)
        raise serializers.ValidationError(
            f'Must be one of {names}, or {{"work": n}} with n from {LEAST_WORK} to {MOST_WORK}.'
        )


class SideField(Choice):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=[str(side) for side in Side], **kwargs)

    def to_internal_value(self, data: object) -> Side:
        return Side(super().to_internal_value(data))


class Id(serializers.UUIDField):
    def to_internal_value(self, data: object) -> UUID:
        if not isinstance(data, str) or not UUID_FORM.fullmatch(data):
            raise serializers.ValidationError("Must be a UUID.")
        return UUID(data)


class Free(serializers.DictField):
    """An object whose meaning only the game system knows; it judges the values."""

    def to_internal_value(self, data: object) -> dict[str, Any]:
        if not isinstance(data, dict):
            raise serializers.ValidationError("Must be an object.")
        return data


class QueryObject(serializers.CharField):
    """A JSON object in a query string."""

    def to_internal_value(self, data: object) -> Any:
        try:
            value = read_json(str(data))
        except BadRequest as error:
            raise serializers.ValidationError(error.detail) from error
        if not isinstance(value, dict):
            raise serializers.ValidationError("Must be a JSON object.")
        return value


class Pieces(serializers.DictField):
    """Square -> kind. Whether they make a layout is the game system's business."""

    child = Text(max_length=20)
    MOST = 100

    def to_internal_value(self, data: object) -> LayoutPieces:  # type: ignore[override]
        if not isinstance(data, dict):
            raise serializers.ValidationError("Must be an object of squares and kinds.")
        if len(data) > self.MOST or any(len(square) > 12 for square in data):
            raise serializers.ValidationError("This is more than any board holds.")
        if not all(isinstance(kind, str) and len(kind) <= 20 for kind in data.values()):
            raise serializers.ValidationError("Every kind must be a short text.")
        return tuple(data.items())


class PlyField(serializers.ListField):
    """The words of a ply, such as ["b4", "b5"]."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(child=Text(max_length=12, allow_blank=False), min_length=1, max_length=6, **kwargs)

    def to_internal_value(self, data: object) -> Ply:  # type: ignore[override]
        if not isinstance(data, list):
            raise serializers.ValidationError("Must be a list of texts.")
        return Ply(*super().to_internal_value(data))
