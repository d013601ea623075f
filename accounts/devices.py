"""Where an account is signed in, as its owner sees it, and how that is ended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from allauth.usersessions.models import UserSession
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.errors import NotFound
from accounts.identity import Actor
from accounts.models import Tenant, Token, User
from accounts.rechecks import recheck_players, recheck_user
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
            break
    else:
        _end_session(actor, device_id)
    recheck_players([actor.player.id])


def _end_session(actor: Actor, device_id: str) -> None:
    for session in sessions_here(actor):
        if _session_id(session) == device_id:
            session.end()
            return
    raise NotFound


def sign_out_everywhere(actor: Actor) -> None:
    """End everything that opens the account, in all tenants: a guest's tokens, or all that a user has."""
    user = actor.player.user
    if user is not None:
        end_everything(user)
        return
    with tenant_scope(actor.tenant.id):
        _revoke_all(Token.objects.filter(player=actor.player))
    recheck_players([actor.player.id])


def end_everything(user: User) -> None:
    """Sessions, devices, and the tokens of programs and bots: a thief may have made some of those."""
    end_sessions(UserSession.objects.filter(user=user))
    for tenant in Tenant.objects.all():
        with tenant_scope(tenant.id):
            _revoke_all(Token.objects.filter(Q(player__user=user) | Q(player__owner=user)))
    recheck_user(user)


def end_other_sessions(user: User, key: str) -> None:
    """All but the session of this key, in every tenant, with the tokens that apps got by them."""
    end_sessions(UserSession.objects.filter(user=user).exclude(session_key=key))
    revoke_devices(user, but=key)
    recheck_user(user)


def end_sessions(sessions: Iterable[UserSession]) -> None:
    for session in sessions:
        session.end()


def revoke_devices(user: User, *, session_keys: Iterable[str] | None = None, but: str = "") -> None:
    """Revoke the tokens of the user's devices; only those of some sessions if named, or all `but` one's.

    In every tenant, also in a suspended one: its tokens must not come back with it.
    """
    for tenant in Tenant.objects.all():
        with tenant_scope(tenant.id):
            tokens = Token.objects.filter(player__user=user, kind__in=DEVICE_KINDS)
            if session_keys is not None:
                tokens = tokens.filter(session_key__in=list(session_keys))
            if but:
                tokens = tokens.exclude(session_key=but)
            _revoke_all(tokens)


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
        _revoke_all(Token.objects.filter(id__in=[token.id for token in tokens]))


def _revoke_all(tokens: QuerySet[Token]) -> None:
    tokens.filter(revoked_at__isnull=True).update(revoked_at=timezone.now())


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
