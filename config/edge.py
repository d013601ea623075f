"""The outermost middleware: every request gets a name, every answer its headers, and a line in the log."""

from __future__ import annotations

import logging
import time

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse

from accounts.request_ids import HEADER, name_request
from config.headers import dress
from games.api.middleware import Answer, EitherWay

BEGAN = "gyoji.began"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
log = logging.getLogger("gyoji.requests")


class Edge(EitherWay):
    """What fails before it comes this far is `config.handler`'s."""

    def __call__(self, request: HttpRequest) -> Answer:
        name_request(request.headers.get(HEADER, ""))
        request.META[BEGAN] = time.monotonic()
        return super().__call__(request)

    def finish(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        dress(response, request.path_info, _host_of(request))
        if settings.SECURE_HSTS_SECONDS and request.is_secure():
            response.headers["Strict-Transport-Security"] = f"max-age={settings.SECURE_HSTS_SECONDS}"
        if log.isEnabledFor(logging.INFO):
            _note(request, response)
        return response


def _host_of(request: HttpRequest) -> str:
    try:
        return request.get_host()
    except DisallowedHost:
        return ""


def _note(request: HttpRequest, response: HttpResponse) -> None:
    """Nothing that a client wrote: of the address its pattern, for it may name rooms and carry keys."""
    match = request.resolver_match
    known = {
        "method": request.method if request.method in METHODS else "OTHER",
        "route": match.route if match is not None else "",
        "status": response.status_code,
        "ms": round((time.monotonic() - request.META[BEGAN]) * 1000),
    }
    log.info("%(method)s %(route)s %(status)s %(ms)s ms", known, extra=known)
