"""Every failure, ours or the framework's, as application/problem+json."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import cast

import redis
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpResponse
from rest_framework import exceptions

from accounts.errors import BadRequest, DomainError
from accounts.request_ids import request_id
from games.problems import MEDIA_TYPE, code_for_status, problem, problem_of
from games.rules.core import Json, JsonObject, RuleViolation

log = logging.getLogger(__name__)
DOWN = (OperationalError, InterfaceError, redis.ConnectionError, redis.TimeoutError)
RETRY_WHEN_DOWN = 2

# The frameworks' exceptions and our code for each; the first that fits.
FOREIGN: tuple[tuple[type[Exception], str], ...] = (
    (exceptions.NotAuthenticated, "unauthenticated"),
    (exceptions.AuthenticationFailed, "unauthenticated"),
    (exceptions.PermissionDenied, "forbidden"),
    (exceptions.NotFound, "not-found"),
    (exceptions.MethodNotAllowed, "method-not-allowed"),
    (exceptions.NotAcceptable, "not-acceptable"),
    (exceptions.UnsupportedMediaType, "unsupported-media-type"),
    (exceptions.APIException, "bad-request"),
    (Http404, "not-found"),
    (PermissionDenied, "forbidden"),
    (RequestDataTooBig, "payload-too-large"),
    (SuspiciousOperation, "bad-request"),
    (UnicodeError, "bad-request"),
)


class PayloadTooLarge(DomainError):
    """Extra: `limit`, in bytes."""

    code = "payload-too-large"
    default_detail = "The request is larger than this address reads."


def problem_response(body: JsonObject) -> HttpResponse:
    """The answer for a body of `games.problems`, with the request's name and the code's headers."""
    name: JsonObject = {"request_id": request_id()} if request_id() else {}
    text = json.dumps({**body, **name}, separators=(",", ":"))
    response = HttpResponse(text, status=cast("int", body["status"]), content_type=MEDIA_TYPE)
    response["Cache-Control"] = "no-store"
    if body["code"] == "unauthenticated":
        response["WWW-Authenticate"] = 'Bearer realm="gyoji"'
    retry_after = body.get("retry_after")
    if isinstance(retry_after, int):
        response["Retry-After"] = str(retry_after)
    return response


def problem_for(error: Exception) -> HttpResponse:
    """Any exception as an answer; only what nobody expected is logged, with its traceback."""
    if isinstance(error, (DomainError, RuleViolation)):
        return problem_response(problem_of(error))
    if isinstance(error, exceptions.ValidationError):
        return problem_response(problem_of(bad_fields(error)))
    if isinstance(error, DOWN):
        log.warning("not available: %s", type(error).__name__)
        return problem_response(problem("unavailable", extra={"retry_after": RETRY_WHEN_DOWN}))
    for foreign, code in FOREIGN:
        if isinstance(error, foreign):
            return problem_response(problem(code))
    log.error("unexpected %s", type(error).__name__, exc_info=error)
    return problem_response(problem("internal"))


def problem_handler(error: Exception, context: Mapping[str, object]) -> HttpResponse:
    """Django REST Framework's EXCEPTION_HANDLER."""
    del context
    return problem_for(error)


def bad_fields(error: exceptions.ValidationError) -> BadRequest:
    """One problem for everything a serializer refused. Extra: `fields`, their dotted paths."""
    found = list(_flatten(cast("Json", error.detail), ()))
    fields = sorted({".".join(path) for path, _ in found if path})
    texts = [f"{'.'.join(path)}: {text}" if path else text for path, text in found[:5]]
    return BadRequest(" ".join(texts), fields=fields[:20])


def _flatten(detail: Json, path: tuple[str, ...]) -> list[tuple[tuple[str, ...], str]]:
    if isinstance(detail, Mapping):
        return [
            line
            for key, value in detail.items()
            for line in _flatten(value, path if key == "non_field_errors" else (*path, str(key)[:40]))
        ]
    if isinstance(detail, (list, tuple)):
        return [line for value in detail for line in _flatten(value, path)]
    return [(path, str(detail)[:200])]


def as_problem(response: HttpResponse) -> HttpResponse:
    """The same refusal as problem+json, where Django or a middleware answered with a page of its own."""
    content_type = response.headers.get("Content-Type", "")
    if response.status_code < 400 or "json" in content_type:
        return response
    replaced = problem_response(problem(code_for_status(response.status_code)))
    replaced.status_code = response.status_code
    for header in ("Allow", "Vary", "Retry-After"):
        if header in response.headers:
            replaced[header] = response.headers[header]
    return replaced
