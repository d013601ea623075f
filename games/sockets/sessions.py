"""Who is at the other end of a socket. Blocking: call these through `in_database`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from uuid import UUID

from accounts.directory import resolve_tenant
from accounts.errors import Banned, NoPlayer, NotFound, Unauthenticated
from accounts.identity import Actor, authenticate, authenticate_session
from accounts.models import Player
from accounts.tenancy import tenant_scope
from games.rules.core import JsonObject
from games.sockets.codes import CloseCode, Closing
from games.sockets.frames import only, optional_count, optional_text
from games.sockets.handshake import Visitor, is_origin_allowed

PROTOCOL_NUMBER = 1


@dataclass(frozen=True, slots=True)
class Hello:
    """What the first frame says. Without a token the cookie's session is meant."""

    token: str
    tenant: str


@dataclass(frozen=True, slots=True)
class Session:
    """An authenticated socket. What it showed is kept to be checked again while the socket lives."""

    actor: Actor
    visitor: Visitor
    hello: Hello

    def concerns(self) -> tuple[UUID, ...]:
        """The players with whom it may end: its own, and a bot's owner."""
        owner_id = self.actor.player.owner_id
        if owner_id is None:
            return (self.actor.player.id,)
        with tenant_scope(self.actor.tenant.id):
            owners = Player.objects.filter(user_id=owner_id).values_list("id", flat=True)
            return (self.actor.player.id, *owners)


def read_hello(data: JsonObject) -> Hello:
    """Raises BadRequest, and Closing for a protocol that is not spoken."""
    only(data, "token", "tenant", "client", "proto", "lang")
    if optional_count(data, "proto") not in (None, PROTOCOL_NUMBER):
        raise Closing(CloseCode.PROTOCOL_GONE)
    optional_text(data, "client")
    optional_text(data, "lang", longest=35)
    return Hello(optional_text(data, "token"), optional_text(data, "tenant"))


def may_open(visitor: Visitor) -> bool:
    """Whether the Origin fits the tenant of the host; an app's tenant is only known at the hello."""
    try:
        return is_origin_allowed(visitor, resolve_tenant(visitor.host))
    except NotFound:
        return not visitor.origin


def open_session(visitor: Visitor, hello: Hello) -> Session:
    """Raises Closing: 4401 for a bad hello, 4403 for a banned player."""
    try:
        actor = _identify(visitor, hello)
    except (NotFound, Unauthenticated, NoPlayer) as error:
        raise Closing(CloseCode.NO_HELLO) from error
    except Banned as error:
        raise Closing(CloseCode.BANNED) from error
    if not is_origin_allowed(visitor, actor.tenant):
        raise Closing(CloseCode.NO_HELLO)
    return Session(actor, visitor, hello)


def renew_session(session: Session) -> Session:
    """The same player, read again. Raises Closing: 4402 for a dead token, 4403 for player or tenant."""
    try:
        return replace(session, actor=_identify(session.visitor, session.hello))
    except (Unauthenticated, NoPlayer) as error:
        raise Closing(CloseCode.TOKEN_EXPIRED) from error
    except (Banned, NotFound) as error:
        raise Closing(CloseCode.BANNED) from error


def _identify(visitor: Visitor, hello: Hello) -> Actor:
    """Raises Unauthenticated, NoPlayer, Banned, NotFound."""
    tenant = resolve_tenant(visitor.host, hello.tenant)
    if hello.token or not visitor.session_key:
        return authenticate(tenant, hello.token)
    return authenticate_session(tenant, visitor.session_key)
