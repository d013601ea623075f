"""The one way in which a banned player is refused."""

from __future__ import annotations

from django.utils import timezone

from accounts.errors import Banned
from accounts.models import FOR_EVER, Player, Sanction
from accounts.tenancy import tenant_scope


def require_not_banned(player: Player) -> None:
    """Raises Banned with what the player may know of it; a caller who is not banned costs no query."""
    if not player.is_banned(timezone.now()) or player.banned_until is None:
        return
    known: dict[str, str] = {}
    if player.banned_until < FOR_EVER:
        known["until"] = player.banned_until.isoformat()
    with tenant_scope(player.tenant_id):
        bans = Sanction.objects.filter(player=player, kind=Sanction.SanctionKind.BAN, lifted_at__isnull=True)
        last = bans.order_by("-created_at").first()
    if last is not None and last.message:
        known["message"] = last.message
    raise Banned(**known)
