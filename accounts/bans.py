"""The one way in which a banned player is refused."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F, Q
from django.utils import timezone

from accounts.errors import Banned
from accounts.models import FOR_EVER, Player, Sanction
from accounts.tenancy import tenant_scope


def require_not_banned(player: Player) -> None:
    """Raises Banned with what the player may know of it; a caller who is not banned costs no query."""
    now = timezone.now()
    if not player.is_banned(now) or player.banned_until is None:
        return
    known: dict[str, str] = {}
    if player.banned_until < FOR_EVER:
        known["until"] = player.banned_until.isoformat()
    with tenant_scope(player.tenant_id):
        longest = _longest(player, now)
    if longest is not None and longest.message:
        known["message"] = longest.message
    raise Banned(**known)


def _longest(player: Player, now: datetime) -> Sanction | None:
    """The ban whose end is the player's, the newest of several; a ban that ran out says nothing any more."""
    bans = Sanction.objects.filter(player=player, kind=Sanction.SanctionKind.BAN, lifted_at__isnull=True)
    in_force = bans.filter(Q(until__isnull=True) | Q(until__gt=now))
    return in_force.order_by(F("until").desc(nulls_first=True), "-created_at").first()
