"""From what a client shows (host, client key, token) to who acts: `Actor`."""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.access import ALL_SCOPES, PLAYER_SCOPES, Scope
from accounts.bans import require_not_banned
from accounts.errors import NameTaken, NotFound, ScopeMissing, Unauthenticated
from accounts.ids import random_code
from accounts.models import Membership, Player, Tenant, Token
from accounts.names import clean_name, name_key
from accounts.tenancy import tenant_scope

TOKEN_PREFIX = "gyoji_"  # noqa: S105  why: no secret, it tells scanners whose token this is
TOKEN_LIFETIME = timedelta(days=90)
TENANT_CACHE_SECONDS = 5.0
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


@dataclass(frozen=True, slots=True)
class NewGuest:
    """The only moment at which the token and the recovery code can be read."""

    player: Player
    token: str
    expires_at: datetime
    recovery_code: str


_cached_tenants: dict[int, tuple[Tenant, ...]] = {}  # by the time slot they were read in; one entry


def all_tenants() -> tuple[Tenant, ...]:
    """The active ones, at most a few seconds old: every request asks for one."""
    slot = int(time.monotonic() / TENANT_CACHE_SECONDS)
    tenants = _cached_tenants.get(slot)
    if not tenants:
        tenants = tuple(Tenant.objects.filter(is_active=True))
        forget_tenants()
        _cached_tenants[slot] = tenants
    return tenants


def forget_tenants() -> None:
    """Drop the cache after a tenant was changed in this process."""
    _cached_tenants.clear()


def resolve_tenant(host: str, key: str = "") -> Tenant:
    """The tenant of a host name; a client key may name it too. Raises NotFound when they disagree."""
    tenants = all_tenants()
    named = [tenant for tenant in tenants if host in tenant.hosts]
    if key:
        keyed = [tenant for tenant in tenants if tenant.slug == key]
        if not keyed or (named and named != keyed):
            raise NotFound
        return keyed[0]
    for tenant in named or [tenant for tenant in tenants if "*" in tenant.hosts]:
        return tenant
    raise NotFound


def digest(secret: str) -> str:
    """Hex SHA-256. The secrets are random, so a slow hash would add nothing."""
    return hashlib.sha256(secret.encode()).hexdigest()


def authenticate(tenant: Tenant, raw_token: str) -> Actor:
    """Raises Unauthenticated for anything but a live token of this tenant, Banned for a banned player."""
    now = timezone.now()
    with tenant_scope(tenant.id):
        token = Token.objects.select_related("player").filter(digest=digest(raw_token)).first()
        if token is None or token.revoked_at is not None or token.expires_at <= now:
            raise Unauthenticated
        require_not_banned(token.player)
        _require_owner(token.player)
        _note_use(token, now)
        return Actor(tenant, token.player, _scopes(token))


def _require_owner(player: Player) -> None:
    """A bot may not go on for an owner who was sent away. Raises Banned."""
    if player.owner_id is None:
        return
    owner = Player.objects.filter(user_id=player.owner_id).first()
    if owner is not None:
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


def create_guest(tenant: Tenant, name: str = "") -> NewGuest:
    """A guest player who can play at once. Raises NameTaken, BadName."""
    chosen = clean_name(name, reserved=[tenant.name]) if name else f"Guest {random_code(6)}"
    recovery_code = random_code(20)
    with tenant_scope(tenant.id):
        try:
            with transaction.atomic():
                player = Player.objects.create(
                    name=chosen, name_key=name_key(chosen), recovery_digest=digest(recovery_code)
                )
        except IntegrityError as error:
            raise NameTaken from error
        raw_token, expires_at = issue_token(player)
    return NewGuest(player, raw_token, expires_at, recovery_code)


def recover_guest(tenant: Tenant, recovery_code: str) -> NewGuest:
    """A new token for a guest who lost the old one; the code is replaced. Raises Unauthenticated, Banned."""
    with tenant_scope(tenant.id), transaction.atomic():
        players = Player.objects.select_for_update()
        player = players.filter(recovery_digest=digest(recovery_code)).first()
        if player is None or not recovery_code:
            raise Unauthenticated("This recovery code is not known.")
        require_not_banned(player)
        fresh_code = random_code(20)
        player.recovery_digest = digest(fresh_code)
        player.save(update_fields=["recovery_digest"])
        raw_token, expires_at = issue_token(player)
    return NewGuest(player, raw_token, expires_at, fresh_code)


def issue_token(
    player: Player,
    *,
    lifetime: timedelta = TOKEN_LIFETIME,
    label: str = "",
    kind: Token.TokenKind = Token.TokenKind.GUEST,
    session_key: str = "",
) -> tuple[str, datetime]:
    """A new token, readable only now, and when it expires. A device's ends with its session."""
    raw_token = TOKEN_PREFIX + secrets.token_urlsafe(32)
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
