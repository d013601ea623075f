"""What players are told about acts that concern them, and that they have read it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models.functions import Coalesce, Now

from accounts.calls import Call, call_players
from accounts.errors import NotFound
from accounts.identity import Actor
from accounts.models import Player, Sanction
from accounts.staff import Staff
from accounts.tenancy import tenant_scope
from games.moderation.cases import Why

NOTICES_AT_ONCE = 50


def tell(staff: Staff, kind: Sanction.SanctionKind, concerned: Iterable[Player | None], why: Why) -> None:
    """Leave a notice for every person among those concerned, if there is a text for them.

    In the scope and transaction of the act. Acts on players themselves leave one with or without a text.
    """
    people = {player.id: player for player in concerned if player and player.kind != Player.PlayerKind.BOT}
    if not why.message:
        return
    for player in people.values():
        Sanction.objects.create(
            player=player, kind=kind, reason=why.reason, message=why.message, by=staff.user
        )
    call_players(people, Call.NOTICE)


def list_notices(actor: Actor, *fields: str) -> list[dict[str, Any]]:
    """The latest, newest first."""
    with tenant_scope(actor.tenant.id):
        rows = Sanction.objects.filter(player=actor.player).order_by("-created_at")
        return list(rows[:NOTICES_AT_ONCE].values(*fields))


def mark_read(actor: Actor, notice_id: UUID) -> None:
    """The first time counts. Raises NotFound, also for somebody else's."""
    with tenant_scope(actor.tenant.id):
        mine = Sanction.objects.filter(pk=notice_id, player=actor.player)
        if not mine.update(read_at=Coalesce("read_at", Now())):
            raise NotFound
