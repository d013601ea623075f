"""Acts on players: warn, mute, ban, lift, rename, note. Each raises NotFound, Forbidden or BadRequest."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.audit import write_audit
from accounts.calls import Call, call_players
from accounts.errors import BadRequest, NotFound
from accounts.ids import random_code
from accounts.models import FOR_EVER, Note, Player, Report, Sanction
from accounts.names import clean_name
from accounts.players import give_name
from accounts.rechecks import recheck_players
from accounts.staff import Staff
from accounts.tenancy import tenant_scope
from games.models import Seat
from games.moderation.cases import Why, require_above, require_reason
from games.publish import publish_room
from games.redaction import player_data

Kind = Sanction.SanctionKind
LONGEST_NOTE = 1000


def warn(staff: Staff, player_id: UUID, why: Why) -> Sanction:
    """Tell a player something and write that down."""
    with tenant_scope(staff.tenant.id), transaction.atomic():
        return _sanction(staff, _locked(staff, player_id, why), Kind.WARN, why)


def mute(staff: Staff, player_id: UUID, why: Why, *, until: datetime | None) -> Sanction:
    """Keep a player from writing to others; for ever without `until`."""
    return _hold(staff, player_id, Kind.MUTE, why, until)


def ban(staff: Staff, player_id: UUID, why: Why, *, until: datetime | None) -> Sanction:
    """Keep a player out, at once: open sockets are closed. For ever without `until`."""
    return _hold(staff, player_id, Kind.BAN, why, until)


def _hold(staff: Staff, player_id: UUID, kind: Kind, why: Why, until: datetime | None) -> Sanction:
    if until is not None and until <= timezone.now():
        raise BadRequest("The end must lie in the future.")
    with tenant_scope(staff.tenant.id), transaction.atomic():
        player = _locked(staff, player_id, why)
        sanction = _sanction(staff, player, kind, why, until)
        _settle(player, kind)
        return sanction


def lift(staff: Staff, sanction_id: UUID, why: Why) -> Sanction:
    """End a mute or ban early; what other sanctions say stays in force."""
    with tenant_scope(staff.tenant.id), transaction.atomic():
        found = Sanction.objects.filter(pk=sanction_id).first()
        if found is None:
            raise NotFound
        player = _locked(staff, found.player_id, why)
        sanction = Sanction.objects.get(pk=sanction_id)  # as it is now that the player is held
        kind = Kind(sanction.kind)
        if kind not in {Kind.MUTE, Kind.BAN}:
            raise BadRequest("Only a mute or a ban can be lifted.")
        if sanction.lifted_at is not None:
            raise BadRequest("This was lifted already.")
        sanction.lifted_at = timezone.now()
        sanction.save(update_fields=["lifted_at"])
        write_audit(staff, "lift", player, why.reason, kind=kind, sanction=str(sanction.id))
        _settle(player, kind)
        return sanction


def _settle(player: Player, kind: Kind) -> None:
    """Write on the player what the sanctions that were not lifted come to."""
    rows = Sanction.objects.filter(player=player, kind=kind, lifted_at__isnull=True)
    until = max((row.until or FOR_EVER for row in rows), default=None)
    if kind == Kind.BAN:
        player.banned_until = until
        player.save(update_fields=["banned_until"])
        recheck_players([player.id])
    else:
        player.muted_until = until
        player.save(update_fields=["muted_until"])


def force_rename(staff: Staff, player_id: UUID, why: Why, *, name: str = "") -> Player:
    """Give a player another name, a neutral one if none is said. Raises BadName, NameTaken, too."""
    with tenant_scope(staff.tenant.id), transaction.atomic():
        player = _locked(staff, player_id, why)
        before = player.name
        chosen = clean_name(name, reserved=[staff.tenant.name]) if name else f"Player {random_code(6)}"
        give_name(player, chosen)
        _sanction(staff, player, Kind.RENAME, why, before=before, after=chosen)
        _tell_rooms(player)
        return player


def _tell_rooms(player: Player) -> None:
    for seat in Seat.objects.filter(player=player, room__closed_at__isnull=True):
        seat.player = player
        publish_room(
            seat.room_id,
            {"type": "player.renamed", "seat": seat.number, "side": seat.side, "player": player_data(seat)},
        )


def add_note(staff: Staff, player_id: UUID, text: str) -> Note:
    """Write down something about a player for the rest of the staff."""
    if not text.strip() or len(text) > LONGEST_NOTE:
        raise BadRequest(f"A note has 1 to {LONGEST_NOTE} characters.")
    with tenant_scope(staff.tenant.id), transaction.atomic():
        player = Player.objects.filter(pk=player_id).first()
        if player is None:
            raise NotFound
        note = Note.objects.create(player=player, by=staff.user, text=text)
        write_audit(staff, "note", player)
        return note


def _locked(staff: Staff, player_id: UUID, why: Why) -> Player:
    require_reason(why)
    player = Player.objects.select_for_update().filter(pk=player_id).first()
    if player is None:
        raise NotFound
    require_above(staff, player)
    return player


def _sanction(
    staff: Staff, player: Player, kind: Kind, why: Why, until: datetime | None = None, **data: str | None
) -> Sanction:
    """The row the player's notices are made from, and its audit entry."""
    if why.report is not None and not Report.objects.filter(pk=why.report, player=player).exists():
        raise NotFound
    sanction = Sanction.objects.create(
        player=player,
        kind=kind,
        until=until,
        reason=why.reason,
        message=why.message,
        by=staff.user,
        report_id=why.report,
    )
    if kind in {Kind.MUTE, Kind.BAN}:
        data["until"] = until.isoformat() if until is not None else "for ever"
    write_audit(staff, kind, player, why.reason, **data, **why.told)
    call_players([player.id], Call.NOTICE)
    return sanction
