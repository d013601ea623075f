"""Guests: one call to play at once, one to come back."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.addresses import client_address
from accounts.guests import NewGuest, create_guest, recover_guest
from accounts.limits import spend
from games.api.docs import RETRY_AFTER, TENANT, problems
from games.api.endpoint import Endpoint, asked_tenant, read
from games.api.fields import Strict, Text
from games.api.shapes import GuestShape


class GuestBody(Strict):
    name = Text(required=False, allow_blank=True, max_length=100, trim_whitespace=False)


class RecoveryBody(Strict):
    recovery_code = Text(max_length=100)


def _answer(guest: NewGuest, status: int) -> Response:
    body = {
        "player": str(guest.player.id),
        "name": guest.player.name,
        "kind": guest.player.kind,
        "token": guest.token,
        "expires_at": guest.expires_at.isoformat(),
        "recovery_code": guest.recovery_code,
    }
    return Response(body, status=status)


class Guests(Endpoint):
    is_public = True

    @extend_schema(
        operation_id="createGuest",
        tags=["players"],
        summary="Become a guest player",
        request=GuestBody,
        parameters=[TENANT, RETRY_AFTER],
        responses={201: GuestShape, **problems("name-taken", "bad-name", is_public=True, has_body=True)},
        examples=[OpenApiExample("named", value={"name": "Aki"}, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        body, tenant = read(GuestBody, request.data), asked_tenant(request)
        spend("RATE_GUESTS_PER_ADDRESS", client_address(request._request), tenant)  # noqa: SLF001
        return _answer(create_guest(tenant, body.get("name", "")), 201)


class Recovery(Endpoint):
    is_public = True

    @extend_schema(
        operation_id="recoverGuest",
        tags=["players"],
        summary="Get a new token for a lost one",
        request=RecoveryBody,
        parameters=[TENANT, RETRY_AFTER],
        responses={
            200: GuestShape,
            **problems("unauthenticated", "banned", is_public=True, has_body=True),
        },
    )
    def post(self, request: Request) -> Response:
        body, tenant = read(RecoveryBody, request.data), asked_tenant(request)
        spend("RATE_GUESTS_PER_ADDRESS", client_address(request._request), tenant)  # noqa: SLF001
        return _answer(recover_guest(tenant, body["recovery_code"]), 200)
