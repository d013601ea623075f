"""Bearer tokens and cookie sessions for Django REST Framework, and typed access to who asks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from accounts.addresses import tenant_of
from accounts.errors import Unauthenticated
from accounts.identity import Actor
from accounts.models import Player, Tenant, User
from accounts.sessions import signed_in_user
from games.api.tenants import SESSION_HEADER, identify, session_cookie

BEARER = {
    "type": "http",
    "scheme": "bearer",
    "description": "A token that `players/guest` or `account/player` answered.",
}
COOKIE = {
    "type": "apiKey",
    "in": "cookie",
    "name": "gyoji",
    "description": "The session of a signed-in browser; behind TLS its name is `__Host-gyoji`. "
    "Calls that change something repeat the cookie `gyoji-csrf` in the header `X-CSRFToken`.",
}
APP = {
    "type": "apiKey",
    "in": "header",
    "name": SESSION_HEADER,
    "description": "The `session_token` that `/_allauth/app/v1/` answered.",
}


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer gyoji_...`, or the session cookie; `request.auth` is then the `Actor`."""

    def authenticate(self, request: Request) -> tuple[Player, Actor] | None:
        http = request._request  # noqa: SLF001  why: DRF has no public name for it
        actor = identify(http)
        return actor.player, actor


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Whose session was shown. `app_key` where an app showed it, which wants a bearer token for it."""

    tenant: Tenant
    user: User
    app_key: str


class SessionAuthentication(BaseAuthentication):
    """The session cookie, or allauth's `X-Session-Token`; `request.auth` is then `SignedIn`.

    For who may have no player here yet: a bearer token, which is a player's, says nothing of a user.
    """

    def authenticate(self, request: Request) -> tuple[User, SignedIn]:
        http = request._request  # noqa: SLF001  why: DRF has no public name for it
        tenant = tenant_of(http)
        app_key = http.headers.get(SESSION_HEADER, "")
        key = app_key or session_cookie(http)
        if not key:
            raise Unauthenticated
        user = signed_in_user(tenant, key)
        return user, SignedIn(tenant, user, app_key)


def actor_of(request: Request) -> Actor:
    """Raises Unauthenticated."""
    actor = request.auth
    if not isinstance(actor, Actor):
        raise Unauthenticated
    return actor


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "games.api.authentication.TokenAuthentication"
    name = ["bearer", "session"]  # noqa: RUF012  why: as drf-spectacular reads it

    def get_security_requirement(self, auto_schema: object) -> list[dict[str, list[Any]]]:
        """Either of the two, where drf-spectacular would write both."""
        del auto_schema
        return [{name: []} for name in self.name]

    def get_security_definition(self, auto_schema: object) -> list[dict[str, str]]:
        del auto_schema
        return [BEARER, COOKIE]


class SessionScheme(TokenScheme):  # type: ignore[no-untyped-call]
    target_class = "games.api.authentication.SessionAuthentication"
    name = ["app"]  # noqa: RUF012  why: as drf-spectacular reads it

    def get_security_requirement(self, auto_schema: object) -> list[dict[str, list[Any]]]:
        del auto_schema
        return [{"session": []}, {"app": []}]

    def get_security_definition(self, auto_schema: object) -> list[dict[str, str]]:
        del auto_schema
        return [APP]
