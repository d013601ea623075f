"""Django's ASGI application, which refuses what is broken or too large before any middleware sees it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import IO, Any, cast

import django
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.http import HttpResponse

from accounts.request_ids import name_request
from config.headers import dress  # no models here: they load in `get_application`
from games.api.errors import as_problem, problem_response
from games.problems import problem


class ProblemHandler(ASGIHandler):
    """The refusals that Django makes outside its middleware, as application/problem+json."""

    def create_request(
        self, scope: Mapping[str, Any], body_file: IO[bytes]
    ) -> tuple[ASGIRequest, None] | tuple[None, HttpResponse]:
        name_request()
        request, refused = self._create(scope, body_file)
        if refused is not None:
            dress(refused, str(scope["path"]))
            return None, refused
        assert request is not None, "one of the two is there"
        return request, None

    def _create(
        self, scope: Mapping[str, Any], body_file: IO[bytes]
    ) -> tuple[ASGIRequest | None, HttpResponse | None]:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0
        if body_file.seek(0, os.SEEK_END) > limit:
            return None, problem_response(problem("payload-too-large", extra={"limit": limit}))
        body_file.seek(0)
        request, refused = super().create_request(scope, body_file)
        return request, None if refused is None else as_problem(cast("HttpResponse", refused))


def get_application() -> ProblemHandler:
    django.setup(set_prefix=False)
    return ProblemHandler()
