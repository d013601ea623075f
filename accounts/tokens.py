"""API tokens that players make for programs: of their own, or of one of their bots."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.access import TOKEN_SCOPES, Scope
from accounts.errors import NotFound, QuotaReached, ScopeMissing
from accounts.identity import Actor, digest, new_token_text
from accounts.limits import spend
from accounts.models import Membership, Player, Token
from accounts.tenancy import tenant_scope

MOST_TOKENS = 20
LONGEST_DAYS = 365
SHOWN = 14  # characters of a token by which its owner knows it again


@dataclass(frozen=True, slots=True)
class TokenWish:
    """`bot` is one of the caller's bots, which the token then acts as; None is the caller."""

    label: str
    scopes: frozenset[Scope]
    days: int
    bot: UUID | None = None


def list_tokens(actor: Actor) -> list[Token]:
    """The live ones, the newest first."""
    with tenant_scope(actor.tenant.id):
        return list(_live(actor).order_by("-created_at"))


def make_token(actor: Actor, wish: TokenWish) -> tuple[Token, str]:
    """A new token and its text, readable only now.

    Raises NotFound for a bot that is not the caller's, ScopeMissing for a scope the caller cannot give,
    QuotaReached, RateLimited.
    """
    spend("RATE_TOKENS_PER_PLAYER", str(actor.player.id), actor.tenant)
    raw_token = new_token_text()
    with tenant_scope(actor.tenant.id), transaction.atomic():
        Player.objects.select_for_update().get(pk=actor.player.pk)  # two calls at once must both be counted
        player = _holder(actor, wish.bot)
        _require_givable(actor, wish)
        if _live(actor).count() >= MOST_TOKENS:
            raise QuotaReached(quota="tokens", limit=MOST_TOKENS)
        token = Token.objects.create(
            player=player,
            kind=Token.TokenKind.PERSONAL if wish.bot is None else Token.TokenKind.BOT,
            scopes=sorted(scope.value for scope in wish.scopes),
            digest=digest(raw_token),
            prefix=raw_token[:SHOWN],
            label=wish.label,
            expires_at=timezone.now() + timedelta(days=wish.days),
        )
    return token, raw_token


def revoke_token(actor: Actor, token_id: UUID) -> UUID:
    """Answers whom it acted as. Raises NotFound, also for another player's, and for a dead one."""
    with tenant_scope(actor.tenant.id):
        token = _live(actor).filter(pk=token_id).first()
        if token is None:
            raise NotFound
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])
        return token.player_id


def own_bots(actor: Actor) -> QuerySet[Player]:
    """For use in the tenant's scope; none for guests."""
    if actor.player.user_id is None:
        return Player.objects.none()
    return Player.objects.filter(owner=actor.player.user_id, deleted_at__isnull=True)


def _live(actor: Actor) -> QuerySet[Token]:
    own = Q(player=actor.player, kind=Token.TokenKind.PERSONAL)
    of_bots = Q(player__in=own_bots(actor), kind=Token.TokenKind.BOT)
    live = Token.objects.filter(revoked_at__isnull=True, expires_at__gt=timezone.now())
    return live.filter(own | of_bots)


def _holder(actor: Actor, bot_id: UUID | None) -> Player:
    if bot_id is None:
        return actor.player
    bot = own_bots(actor).filter(pk=bot_id).first()
    if bot is None:
        raise NotFound
    return bot


def _require_givable(actor: Actor, wish: TokenWish) -> None:
    for scope in sorted(wish.scopes - TOKEN_SCOPES):
        raise ScopeMissing("A token for a program cannot hold this scope.", scope=scope.value)
    if Scope.MODERATE in wish.scopes:
        works_here = Membership.objects.filter(user=actor.player.user_id).exists()
        if wish.bot is not None or not works_here:
            raise ScopeMissing("Only who moderates here can give this scope.", scope=Scope.MODERATE.value)
