"""From the token or session a client shows to who acts, and with what they may act: `Actor`."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.core.cache import cache
from django.utils import timezone

from accounts.access import ALL_SCOPES, PLAYER_SCOPES, Scope
from accounts.bans import require_not_banned
from accounts.errors import NoPlayer, ScopeMissing, Unauthenticated
from accounts.models import Membership, Player, Tenant, Token
from accounts.sessions import signed_in_user
from accounts.tenancy import tenant_scope

TOKEN_PREFIX = "gyoji_"  # noqa: S105  why: no secret, it tells scanners whose token this is
TOKEN_LIFETIME = timedelta(days=90)
USE_NOTED_EVERY = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks: always one player of one tenant, for what the credential shown may be used for."""

    tenant: Tenant
    player: Player
    scopes: frozenset[str] = PLAYER_SCOPES

    def require(self, scope: Scope) -> None:
        """Raises ScopeMissing."""
        if scope not in self.scopes:
            raise ScopeMissing(scope=scope.value)


def digest(secret: str) -> str:
    """Hex SHA-256. The secrets are random, so a slow hash would add nothing."""
    return hashlib.sha256(secret.encode()).hexdigest()


def authenticate(tenant: Tenant, raw_token: str) -> Actor:
    """Raises Unauthenticated for anything but a live token of this tenant, Banned for a banned player."""
    now = timezone.now()
    with tenant_scope(tenant.id):
        token = Token.objects.select_related("player__user").filter(digest=digest(raw_token)).first()
        if token is None or token.revoked_at is not None or token.expires_at <= now or _is_gone(token.player):
            raise Unauthenticated
        if token.session_key:
            signed_in_user(tenant, token.session_key)  # a device's token ends with its session
        require_not_banned(token.player)
        _require_owner(token.player)
        _note_use(token, now)
        return Actor(tenant, token.player, _scopes(token))


def _is_gone(player: Player) -> bool:
    """Deleted, merged into another, or of a user who was switched off: whatever tokens are left over."""
    is_off = player.user is not None and not player.user.is_active
    return is_off or player.deleted_at is not None or player.merged_into_id is not None


def _require_owner(player: Player) -> None:
    """A bot goes on as long as its owner may. Raises Unauthenticated, Banned."""
    if player.kind != Player.PlayerKind.BOT:
        return
    owners = Player.objects.select_related("user")
    owner = owners.filter(user_id=player.owner_id).first() if player.owner_id is not None else None
    if owner is None or _is_gone(owner):
        raise Unauthenticated
    require_not_banned(owner)


def _scopes(token: Token) -> frozenset[str]:
    scopes = ALL_SCOPES.intersection(token.scopes)
    if Scope.MODERATE in scopes and not Membership.objects.filter(user=token.player.user_id).exists():
        scopes -= {Scope.MODERATE}  # whoever made it works here no more
    return frozenset(scopes)


def _note_use(token: Token, now: datetime) -> None:
    """Written to ten minutes only: most requests write nothing."""
    if token.last_used_at is None or token.last_used_at <= now - USE_NOTED_EVERY:
        Token.objects.filter(pk=token.pk).update(last_used_at=now)
        Player.objects.filter(pk=token.player_id).update(last_seen_at=now)


def authenticate_session(tenant: Tenant, key: str) -> Actor:
    """Raises Unauthenticated, NoPlayer for a user who has not joined this tenant, Banned."""
    user = signed_in_user(tenant, key)
    with tenant_scope(tenant.id):
        player = Player.objects.filter(user=user).first()
    if player is None:
        raise NoPlayer
    player.user = user  # as read above: what asks for it needs no query
    require_not_banned(player)
    _note_session_use(key)
    return Actor(tenant, player)


def _note_session_use(key: str) -> None:
    """As `_note_use`."""
    if cache.add("session-seen:" + digest(key), 1, USE_NOTED_EVERY.total_seconds()):
        UserSession.objects.filter(session_key=key).update(last_seen_at=timezone.now())


def new_token_text() -> str:
    """256 random bits."""
    return TOKEN_PREFIX + secrets.token_urlsafe(32)


def issue_token(
    player: Player,
    *,
    lifetime: timedelta = TOKEN_LIFETIME,
    label: str = "",
    kind: Token.TokenKind = Token.TokenKind.GUEST,
    session_key: str = "",
) -> tuple[str, datetime]:
    """A new token, readable only now, and when it expires. A device's ends with its session."""
    raw_token = new_token_text()
    expires_at = timezone.now() + lifetime
    Token.objects.create(
        tenant_id=player.tenant_id,
        player=player,
        digest=digest(raw_token),
        expires_at=expires_at,
        label=label,
        kind=kind,
        session_key=session_key,
    )
    return raw_token, expires_at
