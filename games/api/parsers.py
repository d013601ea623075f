"""JSON as strict as the rest: small, shallow, UTF-8, no doubled keys, nothing that Postgres cannot keep."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import IO, Any, ClassVar, NoReturn

from rest_framework.parsers import BaseParser

from accounts.errors import BadRequest
from games.api.errors import PayloadTooLarge
from games.rules.core import Json, JsonObject

BODY_BYTES = 16_384
IMPORT_BYTES = 65_536
FILE_BYTES = 4_096
DEPTH = 12


def read_json(text: bytes | str) -> Json:
    """Raises BadRequest."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        value: Json = json.loads(text, object_pairs_hook=_no_doubles, parse_constant=_no_constant)
        _check(value, DEPTH)
    except UnicodeError as error:
        raise BadRequest("The text is not UTF-8.") from error
    except RecursionError as error:
        raise BadRequest("The JSON is nested too deeply.") from error
    except ValueError as error:
        raise BadRequest("The text is not JSON.") from error
    return value


def _no_doubles(pairs: list[tuple[str, Json]]) -> JsonObject:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise BadRequest("An object names a key twice.")
    return found


def _no_constant(word: str) -> NoReturn:
    raise BadRequest(f"{word} is no JSON number.")


def _check(value: Json, depth: int) -> None:
    if depth == 0:
        raise BadRequest("The JSON is nested too deeply.")
    if isinstance(value, str):
        check_text(value)
    elif isinstance(value, float) and not math.isfinite(value):
        raise BadRequest("A number is too large.")
    elif isinstance(value, Mapping):
        for key, each in value.items():
            check_text(key)
            _check(each, depth - 1)
    elif isinstance(value, list):
        for each in value:
            _check(each, depth - 1)


def check_text(text: str) -> None:
    """Raises BadRequest for a NUL, and for half a surrogate pair, which is no UTF-8."""
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise BadRequest("A text holds a character that cannot be stored.")


class StrictJSONParser(BaseParser):
    media_type = "application/json"
    limit: ClassVar[int] = BODY_BYTES

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, object] | None = None,
    ) -> Any:  # why Any: DRF expects an object, JSON may be a list
        """Raises PayloadTooLarge, BadRequest."""
        del media_type, parser_context
        return read_json(_read_whole(stream, self.limit))


def _read_whole(stream: IO[bytes], limit: int) -> bytes:
    """Raises PayloadTooLarge."""
    body = stream.read(limit + 1)
    if len(body) > limit:
        raise PayloadTooLarge(limit=limit)
    return body


class ImportParser(StrictJSONParser):
    """For a list of layouts."""

    limit = IMPORT_BYTES


class FileParser(BaseParser):
    """The bytes of a small file."""

    media_type = "application/octet-stream"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, object] | None = None,
    ) -> Any:  # why Any: DRF expects an object
        """Raises PayloadTooLarge."""
        del media_type, parser_context
        return _read_whole(stream, FILE_BYTES)


class TextFileParser(FileParser):
    """The same of a text, whose encoding is the reader's business."""

    media_type = "text/plain"
