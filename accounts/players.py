"""What players change about themselves."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.errors import NameTaken
from accounts.identity import Actor
from accounts.limits import spend
from accounts.models import Player
from accounts.names import clean_name, name_key
from accounts.tenancy import tenant_scope


def rename(actor: Actor, name: str) -> Player:
    """A few times a day. Raises BadName, NameTaken, RateLimited."""
    player = actor.player
    chosen = clean_name(name, reserved=[actor.tenant.name])
    if chosen == player.name:
        return player
    spend("RATE_NAMES_PER_PLAYER", str(player.id), actor.tenant)
    player.name, player.name_key, player.named_at = chosen, name_key(chosen), timezone.now()
    with tenant_scope(actor.tenant.id):
        try:
            with transaction.atomic():
                player.save(update_fields=["name", "name_key", "named_at"])
        except IntegrityError as error:
            raise NameTaken from error
    return player


def keep_settings(actor: Actor, settings: dict[str, object]) -> Player:
    """Replace what the player's clients keep here; the server gives it no meaning."""
    actor.player.settings = settings
    with tenant_scope(actor.tenant.id):
        actor.player.save(update_fields=["settings"])
    return actor.player
