"""Bearer tokens for Django REST Framework, and typed access to who asks."""

from __future__ import annotations

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from accounts.errors import Unauthenticated
from accounts.identity import Actor
from accounts.models import Player
from games.api.tenants import bearer_token, identify


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer gyoji_...`; `request.auth` is then the `Actor`."""

    def authenticate(self, request: Request) -> tuple[Player, Actor] | None:
        http = request._request  # noqa: SLF001  why: DRF has no public name for it
        if bearer_token(http) is None:
            return None
        actor = identify(http)
        return actor.player, actor


def actor_of(request: Request) -> Actor:
    """Raises Unauthenticated."""
    actor = request.auth
    if not isinstance(actor, Actor):
        raise Unauthenticated
    return actor


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "games.api.authentication.TokenAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        del auto_schema
        return {"type": "http", "scheme": "bearer", "description": "The token that `players/guest` answered."}
