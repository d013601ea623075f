"""Around every request, the API's or not: refusals are problem+json, and other sites' pages may ask."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias, cast

from asgiref.sync import iscoroutinefunction, markcoroutinefunction, sync_to_async
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.http import http_date

from accounts.errors import NotFound
from games.api.errors import as_problem, problem_for
from games.api.tenants import origin_is_allowed

Answer: TypeAlias = HttpResponse | Awaitable[HttpResponse]
GetResponse: TypeAlias = Callable[[HttpRequest], Answer]

ALLOWED_METHODS = "GET, HEAD, POST, PATCH, DELETE, OPTIONS"
ALLOWED_HEADERS = (
    "Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Gyoji-Tenant"
)
EXPOSED_HEADERS = "Date, ETag, Location, Retry-After, Idempotency-Replayed, X-Request-ID"
PREFLIGHT_SECONDS = "600"


class EitherWay:
    """A middleware that works in a synchronous and in an asynchronous chain; `finish` never blocks."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Answer:
        if self.is_async:
            return self._answer(request)
        early = self.begin(request) if self.must_begin(request) else None
        if early is None:
            early = cast("HttpResponse", self.get_response(request))
        return self.finish(request, early)

    async def _answer(self, request: HttpRequest) -> HttpResponse:
        early = await sync_to_async(self.begin)(request) if self.must_begin(request) else None
        if early is None:
            early = await cast("Awaitable[HttpResponse]", self.get_response(request))
        return self.finish(request, early)

    def must_begin(self, request: HttpRequest) -> bool:
        """Whether `begin`, which may read the database, has anything to do."""
        del request
        return False

    def begin(self, request: HttpRequest) -> HttpResponse | None:
        """An answer that needs no more of the chain."""
        del request
        return None

    def finish(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """The answer as it leaves."""
        del request
        return response


class Problems(EitherWay):
    """Whatever is refused below, and however, leaves as application/problem+json."""

    def finish(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        del request
        response = as_problem(response)
        response.headers.setdefault("Date", http_date())  # daphne writes none
        if not response.streaming and response.status_code not in {204, 304}:
            response.headers.setdefault("Content-Length", str(len(response.content)))
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse:
        """What a view outside Django REST Framework raised; Django's own page would show variables."""
        del request
        return problem_for(error)


class CrossOrigin(EitherWay):
    """CORS for the origins a tenant allows. Tokens travel in a header, so no credentials are shared."""

    def must_begin(self, request: HttpRequest) -> bool:
        return "Origin" in request.headers

    def begin(self, request: HttpRequest) -> HttpResponse | None:
        origin = request.headers.get("Origin", "")
        is_preflight = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        try:
            allowed = bool(origin) and origin_is_allowed(request, origin, any_tenant=is_preflight)
        except NotFound:
            allowed = False
        request.META["gyoji.origin"] = origin if allowed else ""
        if not is_preflight:
            return None
        response = HttpResponse(status=204)
        if allowed:
            response["Access-Control-Allow-Methods"] = ALLOWED_METHODS
            response["Access-Control-Allow-Headers"] = ALLOWED_HEADERS
            response["Access-Control-Max-Age"] = PREFLIGHT_SECONDS
        return response

    def finish(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        origin = request.META.get("gyoji.origin")
        if origin:
            response["Access-Control-Allow-Origin"] = origin
            response["Access-Control-Expose-Headers"] = EXPOSED_HEADERS
        patch_vary_headers(response, ["Origin"])
        return response
