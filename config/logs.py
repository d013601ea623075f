"""How a log line looks."""

from __future__ import annotations

import logging
import re

# What Postgres adds to an error: the values of the row it refused, sealed columns among them.
QUOTED = re.compile(r"\b(DETAIL|CONTEXT): .*")


class Line(logging.Formatter):
    """Leaves out what a database error quotes, in tracebacks and in messages: it may be a hidden piece."""

    def format(self, record: logging.LogRecord) -> str:
        return QUOTED.sub(r"\1: (not logged)", super().format(record))
