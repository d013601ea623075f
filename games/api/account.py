"""The caller's account: how a signed-in user joins, what the account is, where it is signed in.

Signing in and up, confirming, resetting and second factors are allauth's, under `/_allauth/`.
"""

from __future__ import annotations

from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.adapter import INVITATION_HEADER
from accounts.addresses import client_address
from accounts.devices import Device, end_device, list_devices, sign_out_everywhere
from accounts.errors import Unauthenticated
from accounts.identity import Actor, digest, issue_token
from accounts.limits import spend
from accounts.models import Player, Token
from accounts.staff import role_of
from accounts.tenancy import tenant_scope
from games.api.authentication import SessionAuthentication, SignedIn, actor_of
from games.api.docs import RETRY_AFTER, TENANT, problems
from games.api.endpoint import Endpoint, read
from games.api.fields import Nothing, Strict, Text
from games.api.shapes import text
from games.api.tenants import bearer_token, session_cookie
from games.merging import How, Joining, join

KINDS = ["guest", "person", "bot"]
DEVICE_LABEL = 40


class JoinBody(Strict):
    guest_token = Text(required=False, max_length=100)
    name = Text(required=False, max_length=100, trim_whitespace=False)


class JoinedShape(s.Serializer[Any]):
    """`token` and `expires_at` only for a caller who showed `X-Session-Token`: this once they can be read."""

    player = s.UUIDField()
    name = text()
    kind = s.ChoiceField(choices=KINDS)
    how = s.ChoiceField(choices=list(How))
    token = text(required=False)
    expires_at = s.DateTimeField(required=False)


class AccountPlayerShape(s.Serializer[Any]):
    id = s.UUIDField()
    name = text()
    kind = s.ChoiceField(choices=KINDS)


class AccountShape(s.Serializer[Any]):
    """`email` is null for guests. `staff_role`: the caller's work for this tenant."""

    email = s.EmailField(allow_null=True)
    player = AccountPlayerShape()
    has_password = s.BooleanField()
    second_factor = s.BooleanField()
    staff_role = s.ChoiceField(choices=["moderator", "admin", "operator"], allow_null=True)
    tenant = text()


class DeviceShape(s.Serializer[Any]):
    id = text()
    kind = s.ChoiceField(choices=["session", "token"])
    label = text(allow_blank=True)  # type: ignore[assignment]  # why: also a word of DRF's own
    created_at = s.DateTimeField()
    last_used_at = s.DateTimeField(allow_null=True)
    is_this = s.BooleanField()


class DevicesShape(s.Serializer[Any]):
    devices = DeviceShape(many=True)


class Join(Endpoint):
    def get_authenticators(self) -> list[Any]:
        """A session alone: who signs in may have no player yet."""
        return [SessionAuthentication()]

    @extend_schema(
        operation_id="joinAsPlayer",
        tags=["account"],
        summary="Make the signed-in user a player here, as the guest they were if they show its token",
        request=JoinBody,
        parameters=[TENANT, RETRY_AFTER],
        responses={
            200: JoinedShape,
            201: JoinedShape,
            **problems(
                "registration-closed",
                "not-a-guest",
                "both-seats",
                "name-taken",
                "quota-reached",
                "scope-missing",
                "bad-name",
                has_body=True,
            ),
        },
    )
    def post(self, request: Request) -> Response:
        signed = request.auth
        if not isinstance(signed, SignedIn):
            raise Unauthenticated
        body = read(JoinBody, request.data)
        headers = request._request.headers  # noqa: SLF001  why: DRF has no public name for it
        wanted = Joining(**body, invitation=headers.get(INVITATION_HEADER, ""))
        spend("RATE_GUESTS_PER_ADDRESS", client_address(request._request))  # noqa: SLF001
        joined = join(signed.tenant, signed.user, wanted)
        player = joined.player
        answer = {"player": str(player.id), "name": player.name, "kind": player.kind, "how": joined.how}
        if signed.app_key:
            answer |= _device_token(signed, player, headers.get("User-Agent", ""))
        return Response(answer, status=201 if joined.how in {How.CREATED, How.ADOPTED} else 200)


def _device_token(signed: SignedIn, player: Player, user_agent: str) -> dict[str, str]:
    """A new one for each call; the ones before stay, and all end with the session."""
    with tenant_scope(signed.tenant.id):
        token, expires_at = issue_token(
            player,
            label=user_agent[:DEVICE_LABEL],
            kind=Token.TokenKind.DEVICE,
            session_key=signed.app_key,
        )
    return {"token": token, "expires_at": expires_at.isoformat()}


class Account(Endpoint):
    @extend_schema(
        operation_id="seeAccount",
        tags=["account"],
        summary="The caller's account",
        parameters=[TENANT, RETRY_AFTER],
        responses={200: AccountShape, **problems()},
    )
    def get(self, request: Request) -> Response:
        read(Strict, request.query_params)
        actor = actor_of(request)
        user = actor.player.user
        return Response(
            {
                "email": user.email if user else None,
                "player": _player(actor),
                "has_password": bool(user and user.has_usable_password()),
                "second_factor": bool(user and is_mfa_enabled(user)),
                "staff_role": _staff_role(actor),
                "tenant": actor.tenant.slug,
            }
        )


class Devices(Endpoint):
    @extend_schema(
        operation_id="listDevices",
        tags=["account"],
        summary="Where the account is signed in, the latest first",
        parameters=[TENANT, RETRY_AFTER],
        responses={200: DevicesShape, **problems()},
    )
    def get(self, request: Request) -> Response:
        read(Strict, request.query_params)
        http = request._request  # noqa: SLF001  why: DRF has no public name for it
        token = bearer_token(http)
        own_key = session_cookie(http) if token is None else digest(token)
        return Response({"devices": [_device(each, own_key) for each in list_devices(actor_of(request))]})


class DeviceById(Endpoint):
    @extend_schema(
        operation_id="endDevice",
        tags=["account"],
        summary="Sign one device out",
        request=None,
        parameters=[TENANT, RETRY_AFTER],
        responses={204: None, **problems()},
    )
    def delete(self, request: Request, device_id: str) -> Response:
        end_device(actor_of(request), device_id)
        return Response(status=204)


class SignOutEverywhere(Endpoint):
    @extend_schema(
        operation_id="signOutEverywhere",
        tags=["account"],
        summary="End every session and every token, this one too, and those of programs and bots",
        request=Nothing,
        parameters=[TENANT, RETRY_AFTER],
        responses={204: None, **problems(has_body=True)},
    )
    def post(self, request: Request) -> Response:
        read(Nothing, request.data)
        sign_out_everywhere(actor_of(request))
        return Response(status=204)


def _player(actor: Actor) -> dict[str, object]:
    return {"id": str(actor.player.id), "name": actor.player.name, "kind": actor.player.kind}


def _staff_role(actor: Actor) -> str | None:
    user = actor.player.user
    with tenant_scope(actor.tenant.id):
        role = role_of(user) if user is not None else None
    return role.name.lower() if role is not None else None


def _device(device: Device, own_key: str | None) -> dict[str, object]:
    used = device.last_used_at
    return {
        "id": device.id,
        "kind": device.kind,
        "label": device.label,
        "created_at": device.created_at.isoformat(),
        "last_used_at": used.isoformat() if used else None,
        "is_this": device.key == own_key,
    }
