"""The web client: one page for all of its addresses. Its other files are `config.static`'s."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.http import parse_etags
from django.views.decorators.http import require_safe

# Every address that the client shows a screen at; web/src/app.tsx has the same list.
ADDRESSES = (
    "",
    "r/<str:slug>",
    "match/<str:match>",
    "replay/<str:match>",
    "hotseat/<str:slug>",
    "rules",
    "rules/<str:place>",
    "rules/<str:place>/<str:page>",
    "lobby",
    "history",
    "layouts",
    "account",
    "account/<str:page>",
)
HTML = "text/html; charset=utf-8"
NOT_BUILT = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Gyoji</title>'
    "<p>The web client is not built: run <code>make web</code>, then start the server again. "
    'The API is described at <a href="/api/docs">/api/docs</a>.'
)


@require_safe
def page(request: HttpRequest, **_parts: str) -> HttpResponse:
    """index.html; `config.headers` says what it may load."""
    request.get_host()  # raises for a name that nobody is served under
    index = Path(settings.CLIENT_FOLDER) / "index.html"
    built = index.is_file()
    text, tag = _read(index, index.stat().st_mtime_ns) if built else (NOT_BUILT.encode(), '"not-built"')
    is_known = tag in parse_etags(request.headers.get("If-None-Match", ""))
    response = HttpResponse(status=304) if is_known else HttpResponse(text, content_type=HTML)
    response["ETag"] = tag
    response["Cache-Control"] = "no-cache"
    return response


@lru_cache(maxsize=1)
def _read(index: Path, changed_ns: int) -> tuple[bytes, str]:
    del changed_ns
    text = index.read_bytes()
    return text, f'"{sha256(text).hexdigest()[:16]}"'


def client_urls() -> list[URLPattern]:
    return [path(address, page) for address in ADDRESSES]
