"""How a log line looks, for people and for programs, and what never stands in one."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime

from accounts.request_ids import request_id

# What Postgres adds to an error: the values of the row it refused, sealed columns among them.
QUOTED = re.compile(r"\b(DETAIL|CONTEXT): .*")
TOKEN = re.compile(r"gyoji_[A-Za-z0-9_-]{8,}")
NOT_LOGGED = "(not logged)"
# What `extra` may add to a line: nothing that a client wrote.
FIELDS = ("method", "route", "status", "ms")


class Line(logging.Formatter):
    """Leaves out what a database error quotes, in tracebacks and in messages: it may be a hidden piece."""

    def format(self, record: logging.LogRecord) -> str:
        name = request_id()
        return clean(super().format(record)) + (f" [{name}]" if name else "")


class JsonLine(logging.Formatter):
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
            line["exception"] = clean(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False, default=str)


def clean(text: str) -> str:
    """Without what Postgres quotes, and without tokens, should one ever come this far."""
    return TOKEN.sub(f"gyoji_{NOT_LOGGED}", QUOTED.sub(rf"\1: {NOT_LOGGED}", text))
