"""Bot accounts: players that programs play as, each owned by a registered player."""

from __future__ import annotations

from django.db import transaction

from accounts.errors import QuotaReached, Unregistered
from accounts.identity import Actor
from accounts.limits import spend
from accounts.models import Player, User
from accounts.names import claim_name, clean_name, name_key
from accounts.tenancy import tenant_scope
from accounts.tokens import own_bots

MOST_BOTS = 5


def list_bots(actor: Actor) -> list[Player]:
    """The caller's, the oldest first."""
    with tenant_scope(actor.tenant.id):
        return list(own_bots(actor).order_by("created_at"))


def make_bot(actor: Actor, name: str) -> Player:
    """A bot of the caller's; it acts by tokens made for it, and by nothing else.

    Raises Unregistered for guests, BadName, NameTaken, QuotaReached, RateLimited.
    """
    if actor.player.user_id is None:
        raise Unregistered
    spend("RATE_BOTS_PER_PLAYER", str(actor.player.id), actor.tenant)
    chosen = clean_name(name, reserved=[actor.tenant.name])
    with tenant_scope(actor.tenant.id), transaction.atomic():
        User.objects.select_for_update().get(pk=actor.player.user_id)  # two calls at once are both counted
        if own_bots(actor).count() >= MOST_BOTS:
            raise QuotaReached(quota="bots", limit=MOST_BOTS)
        with claim_name():
            return Player.objects.create(
                kind=Player.PlayerKind.BOT,
                owner_id=actor.player.user_id,
                name=chosen,
                name_key=name_key(chosen),
            )
