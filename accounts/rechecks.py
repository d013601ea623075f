"""Have open sockets look again who they are and whether they may be here: what opened them may have ended."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db import transaction

from accounts.layer import send
from accounts.models import Player, Tenant, User
from accounts.tenancy import tenant_scope


def player_group(player_id: UUID) -> str:
    """The sockets that live no longer than this player may: its own, and those of its bots."""
    return f"player.{player_id}"


def recheck_players(player_ids: Iterable[UUID]) -> None:
    """On commit; sockets whose credential is dead, or whose player is banned, are closed."""
    messages = [(player_group(player_id), {"type": "player.recheck"}) for player_id in player_ids]
    transaction.on_commit(lambda: send(messages))


def recheck_user(user: User) -> None:
    """The user's players in all tenants, suspended ones too."""
    found: list[UUID] = []
    for tenant in Tenant.objects.all():
        with tenant_scope(tenant.id):
            found += Player.objects.filter(user=user).values_list("id", flat=True)
    recheck_players(found)
