"""What a request is called in its answer, in problems and in log lines: each leads to the others."""

from __future__ import annotations

import re
from contextvars import ContextVar
from uuid import uuid4

from django.conf import settings

HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[A-Za-z0-9-]{8,64}")

_current: ContextVar[str] = ContextVar("request_id", default="")


def name_request(offered: str = "") -> None:
    """Name what this task does from now on: as our own proxy named it, else anew.

    Without a proxy of ours the header is the client's, who could take another's name or write into the log.
    """
    is_ours = settings.BEHIND_PROXY and WELL_FORMED.fullmatch(offered)
    _current.set(offered if is_ours else str(uuid4()))


def request_id() -> str:
    """Empty outside requests."""
    return _current.get()
