"""Whom a player wants nothing from. Who is blocked is not told."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.errors import BadRequest, NotFound, QuotaReached
from accounts.identity import Actor
from accounts.models import Block, Player
from accounts.players import player_named
from accounts.tenancy import tenant_scope

MOST_BLOCKS = 200


def list_blocks(actor: Actor) -> list[Block]:
    """The newest first."""
    with tenant_scope(actor.tenant.id):
        rows = Block.objects.select_related("blocked").filter(player=actor.player)
        return list(rows.order_by("-created_at"))


def block(actor: Actor, name: str) -> tuple[Block, bool]:
    """Block the player of this name, and whether that is new. Raises NotFound, BadRequest, QuotaReached."""
    with tenant_scope(actor.tenant.id), transaction.atomic():
        blocked = player_named(name)
        if blocked.id == actor.player.id:
            raise BadRequest("Nobody blocks themselves.")
        Player.objects.select_for_update(no_key=True).get(pk=actor.player.pk)  # all are counted
        known = Block.objects.select_related("blocked").filter(player=actor.player, blocked=blocked).first()
        if known is not None:
            return known, False
        if Block.objects.filter(player=actor.player).count() >= MOST_BLOCKS:
            raise QuotaReached(quota="blocks", limit=MOST_BLOCKS)
        return Block.objects.create(player=actor.player, blocked=blocked), True


def unblock(actor: Actor, block_id: UUID) -> None:
    """Raises NotFound for what is not the actor's."""
    with tenant_scope(actor.tenant.id):
        deleted, _ = Block.objects.filter(pk=block_id, player=actor.player).delete()
    if not deleted:
        raise NotFound


def kept_apart(player: Player) -> QuerySet[Player]:
    """Who blocks the player or is blocked by them. For use in the tenant's scope."""
    return Player.objects.filter(
        Q(pk__in=Block.objects.filter(player=player).values("blocked"))
        | Q(pk__in=Block.objects.filter(blocked=player).values("player"))
    )


def are_apart(player: Player, others: Iterable[UUID | None]) -> bool:
    """Whether the player and one of the others are. For use in the tenant's scope."""
    return kept_apart(player).filter(pk__in=[other for other in others if other is not None]).exists()
