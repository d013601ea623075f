"""Where an account is signed in, as its owner sees it, and how that is ended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from allauth.usersessions.models import UserSession
from django.utils import timezone

from accounts.directory import all_tenants
from accounts.errors import NotFound
from accounts.identity import Actor
from accounts.models import Token, User
from accounts.sessions import TENANT, new_session
from accounts.tenancy import tenant_scope

DEVICE_KINDS = (Token.TokenKind.GUEST, Token.TokenKind.DEVICE)


@dataclass(frozen=True, slots=True)
class Device:
    """A session in a browser, or a bearer token of an app or a guest. Keys and tokens are never shown."""

    id: str
    kind: str  # "session" or "token"
    label: str
    created_at: datetime
    last_used_at: datetime | None
    key: str  # session key or digest: to know the caller's own


def list_devices(actor: Actor) -> list[Device]:
    """Of this tenant, the latest first. A device's own token stands for the session it signed in by."""
    tokens = _tokens(actor)
    hidden = {token.session_key for token in tokens if token.session_key}
    sessions = [each for each in sessions_here(actor) if each.session_key not in hidden]
    found = [*map(_of_session, sessions), *map(_of_token, tokens)]
    return sorted(found, key=lambda device: device.created_at, reverse=True)


def end_device(actor: Actor, device_id: str) -> None:
    """Raises NotFound, also for another player's."""
    for token in _tokens(actor):
        if str(token.id) == device_id:
            _revoke(actor, [token])
            end_sessions(UserSession.objects.filter(session_key=token.session_key))
            return
    for session in sessions_here(actor):
        if _session_id(session) == device_id:
            session.end()
            return
    raise NotFound


def sign_out_everywhere(actor: Actor) -> None:
    """End every session of the user and every device's token, in all tenants; a guest has tokens alone."""
    user = actor.player.user
    if user is None:
        _revoke(actor, _tokens(actor))
    else:
        end_sessions(UserSession.objects.filter(user=user))
        revoke_devices(user)


def end_sessions(sessions: Iterable[UserSession]) -> None:
    for session in sessions:
        session.end()


def revoke_devices(user: User, *, session_keys: Iterable[str] | None = None) -> None:
    """Revoke the tokens of the user's devices in every tenant; only those of some sessions if named."""
    for tenant in all_tenants():
        with tenant_scope(tenant.id):
            tokens = Token.objects.filter(player__user=user, kind__in=DEVICE_KINDS, revoked_at__isnull=True)
            if session_keys is not None:
                tokens = tokens.filter(session_key__in=list(session_keys))
            tokens.update(revoked_at=timezone.now())


def _tokens(actor: Actor) -> list[Token]:
    with tenant_scope(actor.tenant.id):
        live = Token.objects.filter(player=actor.player, kind__in=DEVICE_KINDS, revoked_at__isnull=True)
        return list(live.filter(expires_at__gt=timezone.now()))


def sessions_here(actor: Actor) -> list[UserSession]:
    """Of this tenant: of the others nothing is told here."""
    user = actor.player.user
    found: list[UserSession] = UserSession.objects.purge_and_list(user) if user is not None else []
    here = str(actor.tenant.id)
    return [each for each in found if new_session(each.session_key).get(TENANT) == here]


def _revoke(actor: Actor, tokens: Iterable[Token]) -> None:
    with tenant_scope(actor.tenant.id):
        Token.objects.filter(id__in=[token.id for token in tokens]).update(revoked_at=timezone.now())


def _session_id(session: UserSession) -> str:
    return f"s{session.pk}"


def _of_session(session: UserSession) -> Device:
    return Device(
        id=_session_id(session),
        kind="session",
        label=session.user_agent,
        created_at=session.created_at,
        last_used_at=session.last_seen_at,
        key=session.session_key,
    )


def _of_token(token: Token) -> Device:
    return Device(
        id=str(token.id),
        kind="token",
        label=token.label,
        created_at=token.created_at,
        last_used_at=token.last_used_at,
        key=token.digest,
    )
