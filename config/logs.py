"""How a log line looks, for people and for programs, and what never stands in one."""

from __future__ import annotations

import json
import logging
import re
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from types import TracebackType
from typing import TypeAlias

from accounts.request_ids import request_id

# What Postgres adds to an error, to its end: the values of a row it refused, sealed columns among them; they
# may have lines of their own. Not what was struck out before: what follows that may be another error.
QUOTED = re.compile(r"\b(DETAIL|CONTEXT): (?!\(not logged\)).*", re.DOTALL)
TOKEN = re.compile(r"gyoji_[A-Za-z0-9_-]{8,}")
NOT_LOGGED = "(not logged)"
# What `extra` may add to a line: nothing that a client wrote.
FIELDS = ("method", "route", "status", "ms")
ExceptionInfo: TypeAlias = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)


class CleanExceptions(logging.Formatter):
    """Leaves out what a database error quotes, and not the errors that it led to."""

    def formatException(self, ei: ExceptionInfo) -> str:  # noqa: N802  why: as the standard library has it
        return "\n\n".join(clean(text) for text in _told(ei[1]))


class Line(CleanExceptions):
    """Leaves out what a database error quotes, in tracebacks and in messages: it may be a hidden piece."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        return clean(super().formatMessage(record))

    def format(self, record: logging.LogRecord) -> str:
        name = request_id()
        return clean(super().format(record)) + (f" [{name}]" if name else "")


class JsonLine(CleanExceptions):
    """One JSON object a line, with the members named here and no others, whatever else a record carries."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": clean(record.getMessage()),
        }
        if name := request_id():
            line["request_id"] = name
        line |= {field: getattr(record, field) for field in FIELDS if hasattr(record, field)}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def _told(error: BaseException | None) -> Iterator[str]:
    """The error and what led to it, the first cause first."""
    chain: list[traceback.TracebackException] = []
    told = None if error is None else traceback.TracebackException.from_exception(error)
    while told is not None:
        chain.append(told)
        told = told.__cause__ or (None if told.__suppress_context__ else told.__context__)
    for each in reversed(chain):
        yield "".join(each.format(chain=False)).rstrip("\n")


def clean(text: str) -> str:
    """Without what Postgres quotes, and without tokens, should one ever come this far."""
    return TOKEN.sub(f"gyoji_{NOT_LOGGED}", QUOTED.sub(rf"\1: {NOT_LOGGED}", text))
