"""What players change about themselves."""

from __future__ import annotations

from django.utils import timezone

from accounts.errors import BadRequest, NotFound
from accounts.identity import Actor
from accounts.limits import spend
from accounts.models import Player
from accounts.names import claim_name, clean_label, clean_name, name_key
from accounts.tenancy import tenant_scope


def player_named(name: str) -> Player:
    """The player of this name, however it is spelled. For use in the tenant's scope. Raises NotFound."""
    try:
        key = name_key(clean_label(name))
    except BadRequest as error:
        raise NotFound from error
    player = Player.objects.filter(name_key=key, deleted_at=None, merged_into=None).first()
    if player is None:
        raise NotFound("Nobody here has this name.")
    return player


def rename(actor: Actor, name: str) -> Player:
    """A few times a day. Raises BadName, NameTaken, RateLimited."""
    player = actor.player
    chosen = clean_name(name, reserved=[actor.tenant.name])
    if chosen == player.name:
        return player
    spend("RATE_NAMES_PER_PLAYER", str(player.id), actor.tenant)
    with tenant_scope(actor.tenant.id):
        give_name(player, chosen)
    return player


def give_name(player: Player, name: str) -> None:
    """A clean name, in the tenant's scope. Raises NameTaken."""
    player.name, player.name_key, player.named_at = name, name_key(name), timezone.now()
    with claim_name():
        player.save(update_fields=["name", "name_key", "named_at"])


def keep_settings(actor: Actor, settings: dict[str, object]) -> Player:
    """Replace what the player's clients keep here; the server gives it no meaning."""
    actor.player.settings = settings
    with tenant_scope(actor.tenant.id):
        actor.player.save(update_fields=["settings"])
    return actor.player
