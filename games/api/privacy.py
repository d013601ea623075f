"""What is kept about the caller: a copy of it, and its end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from tempfile import SpooledTemporaryFile
from typing import BinaryIO, cast

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.identity import Actor, digest
from accounts.models import Token
from accounts.sessions import require_recent_sign_in
from accounts.tenancy import tenant_scope
from games.api.authentication import actor_of
from games.api.docs import RETRY_AFTER, TENANT, problems
from games.api.endpoint import Endpoint, read
from games.api.fields import Strict, Text
from games.api.tenants import bearer_token, session_cookie
from games.privacy.archive import write_archive
from games.privacy.erasure import erase_account

IN_MEMORY = 1 << 20
CHUNK = 1 << 16


class Archive(JSONRenderer):
    """So that a client may ask for this type; the endpoint answers without a renderer."""

    media_type = "application/zip"
    format = "zip"


class Export(Endpoint):
    renderer_classes = (Archive, JSONRenderer)

    @extend_schema(
        operation_id="exportAccount",
        tags=["account"],
        summary="Everything kept about the caller, as a ZIP of JSON files",
        description="Of matches that go on it holds what the caller's own seats see.",
        parameters=[TENANT, RETRY_AFTER],
        responses={(200, "application/zip"): OpenApiResponse(OpenApiTypes.BINARY), **problems()},
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        read(Strict, request.query_params)
        actor = actor_of(request)
        file = cast("BinaryIO", SpooledTemporaryFile(IN_MEMORY))  # noqa: SIM115  why: closed when it is sent
        write_archive(actor, file)
        size = file.tell()
        file.seek(0)
        headers = {
            "Content-Length": str(size),
            "Content-Disposition": f'attachment; filename="gyoji-{actor.player.id}.zip"',
        }
        return StreamingHttpResponse(_chunks(file), content_type="application/zip", headers=headers)


async def _chunks(file: BinaryIO) -> AsyncIterator[bytes]:
    with file:
        while chunk := await asyncio.to_thread(file.read, CHUNK):
            yield chunk


class ErasureBody(Strict):
    name = Text(max_length=100, help_text="The caller's name: that it is meant.")


class Erasure(Endpoint):
    @extend_schema(
        operation_id="eraseAccount",
        tags=["account"],
        summary="Delete the account for good",
        description=(
            "What is played is resigned. Layouts, settings, tokens, sessions and chat are gone, bots too. "
            "Opponents keep their matches, against `Deleted ...`. Who registered must have signed in within "
            "the last ten minutes."
        ),
        request=ErasureBody,
        parameters=[TENANT, RETRY_AFTER],
        responses={204: None, **problems("recent-sign-in-needed", has_body=True)},
    )
    def post(self, request: Request) -> Response:
        actor, body = actor_of(request), read(ErasureBody, request.data)
        if actor.player.user_id is not None:
            require_recent_sign_in(_session_key(request, actor))
        erase_account(actor, body["name"])
        return Response(status=204)


def _session_key(request: Request, actor: Actor) -> str:
    """Of the cookie's session, or of the one that the token's device signed in by; "" where there is none."""
    http = request._request  # noqa: SLF001  why: DRF has no public name for it
    token = bearer_token(http)
    if token is None:
        return session_cookie(http) or ""
    with tenant_scope(actor.tenant.id):
        return Token.objects.get(digest=digest(token)).session_key
