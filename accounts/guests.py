"""Players without an account: one call to play at once, one code to come back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.bans import require_not_banned
from accounts.errors import Unauthenticated
from accounts.identity import digest, issue_token
from accounts.ids import random_code
from accounts.models import Player, Tenant
from accounts.names import claim_name, clean_name, name_key
from accounts.tenancy import tenant_scope


@dataclass(frozen=True, slots=True)
class NewGuest:
    """The only moment at which the token and the recovery code can be read."""

    player: Player
    token: str
    expires_at: datetime
    recovery_code: str


def create_guest(tenant: Tenant, name: str = "") -> NewGuest:
    """A guest player who can play at once. Raises NameTaken, BadName."""
    chosen = clean_name(name, reserved=[tenant.name]) if name else f"Guest {random_code(6)}"
    recovery_code = random_code(20)
    with tenant_scope(tenant.id):
        with claim_name():
            player = Player.objects.create(
                name=chosen, name_key=name_key(chosen), recovery_digest=digest(recovery_code)
            )
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
