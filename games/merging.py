"""A signed-in user joins a tenant: as a new player, as the guest they were, or with that guest's things.

Each in one transaction, with the rows of both players locked in the order of their ids, then the guest's
rooms.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.db import IntegrityError, models, transaction
from django.utils import timezone

from accounts.access import Scope
from accounts.bans import require_not_banned
from accounts.errors import Unauthenticated
from accounts.identity import authenticate
from accounts.ids import random_code
from accounts.models import Block, Note, Player, Report, Sanction, Tenant, Token, User
from accounts.names import claim_name, clean_name, name_key
from accounts.quotas import check_accounts
from accounts.rechecks import recheck_players
from accounts.registration import spend_registration
from accounts.tenancy import tenant_scope
from games.errors import BothSeats, NotAGuest
from games.models import ChatMessage, Match, MatchSeat, Room, SavedLayout, Seat
from games.rooms import lock_rooms_of

LONGEST_LAYOUT_NAME = 24


class How(StrEnum):
    """What joining did."""

    CREATED = "created"
    ADOPTED = "adopted"  # the guest is now the user's player, with the same id
    MERGED = "merged"  # the guest's things moved to the player the user had
    KNOWN = "known"


@dataclass(frozen=True, slots=True)
class Joined:
    player: Player
    how: How


@dataclass(frozen=True, slots=True)
class Joining:
    """What a client says when its user joins. Empty texts were not said."""

    guest_token: str = ""
    name: str = ""
    invitation: str = ""


def join(tenant: Tenant, user: User, wanted: Joining) -> Joined:
    """The user's player in this tenant. A guest's tokens and recovery code open nothing afterwards.

    Raises Unauthenticated for a bad guest token, ScopeMissing for a program's, NotAGuest, BothSeats,
    RegistrationClosed, BadName, NameTaken, QuotaReached, Banned.
    """
    guest_id = _guest_of(tenant, wanted.guest_token) if wanted.guest_token else None
    with tenant_scope(tenant.id), transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # two devices that join at once make one player
        # why no_key: what they play at this moment still writes rows that point to them
        rows = Player.objects.select_for_update(no_key=True)
        rows = rows.filter(models.Q(user=user) | models.Q(id=guest_id))
        players = list(rows.order_by("id"))
        own = next((player for player in players if player.user_id == user.pk), None)
        guest = next((player for player in players if player.id == guest_id), None)
        joined = _join(tenant, user, own, guest, wanted)
        require_not_banned(joined.player)
    return joined


def _guest_of(tenant: Tenant, token: str) -> UUID:
    """Whose token it is. A program that may only read or play is not the guest."""
    actor = authenticate(tenant, token)
    actor.require(Scope.ACCOUNT)
    return actor.player.id


def _join(tenant: Tenant, user: User, own: Player | None, guest: Player | None, wanted: Joining) -> Joined:
    if guest is not None and guest != own:
        _require_guest(guest)
    if own is None:
        check_accounts(tenant)
        spend_registration(tenant, user.email, wanted.invitation)
        name = clean_name(wanted.name, reserved=[tenant.name]) if wanted.name else ""
        if guest is None:
            return Joined(_create(user, name or f"Player {random_code(6)}"), How.CREATED)
        _adopt(guest, user, name)
        return Joined(guest, How.ADOPTED)
    if guest is None or guest == own:
        return Joined(own, How.KNOWN)
    _merge(guest, own)
    return Joined(own, How.MERGED)


def _require_guest(player: Player) -> None:
    if player.kind != Player.PlayerKind.GUEST:
        raise NotAGuest
    if player.merged_into_id is not None or player.deleted_at is not None:
        raise Unauthenticated


def _create(user: User, name: str) -> Player:
    with claim_name():
        return Player.objects.create(
            user=user, kind=Player.PlayerKind.PERSON, name=name, name_key=name_key(name)
        )


def _adopt(guest: Player, user: User, name: str) -> None:
    guest.user, guest.kind, guest.recovery_digest = user, Player.PlayerKind.PERSON, ""
    if name:
        guest.name, guest.name_key = name, name_key(name)
    with claim_name():
        guest.save(update_fields=["user", "kind", "recovery_digest", "name", "name_key"])
    _revoke_tokens(guest)


def _revoke_tokens(player: Player) -> None:
    Token.objects.filter(player=player, revoked_at__isnull=True).update(revoked_at=timezone.now())
    recheck_players([player.id])


def _merge(guest: Player, own: Player) -> None:
    lock_rooms_of(guest)
    _require_apart(guest, own)
    for model, column in (
        (Seat, "player"),
        (MatchSeat, "player"),
        (Room, "creator"),
        (Room, "invited"),
        (ChatMessage, "player"),
        (Sanction, "player"),
        (Note, "player"),
    ):
        model.objects.filter(**{column: guest}).update(**{column: own})
    _move_reports(guest, own)
    _move_blocks(guest, own)
    _move_layouts(guest, own)
    _revoke_tokens(guest)
    own.settings = {**guest.settings, **own.settings}
    own.banned_until = _later(own.banned_until, guest.banned_until)
    own.muted_until = _later(own.muted_until, guest.muted_until)
    own.save(update_fields=["settings", "banned_until", "muted_until"])
    guest.merged_into, guest.recovery_digest = own, ""
    guest.name = f"Merged {random_code(6)}"
    guest.name_key = name_key(guest.name)
    guest.save(update_fields=["merged_into", "recovery_digest", "name", "name_key"])


def _require_apart(guest: Player, own: Player) -> None:
    """Nobody may end up on both sides of a match that goes on. Raises BothSeats."""
    rooms = Room.objects.filter(closed_at__isnull=True, seats__player=guest).filter(seats__player=own)
    unfinished = Match.objects.exclude(phase=Match.Phase.OVER)
    between = unfinished.filter(seats__player=guest).filter(seats__player=own)
    matches = {match.id for match in between} | {room.current_match().id for room in rooms}
    if matches:
        raise BothSeats(matches=sorted(map(str, matches)))


def _move_reports(guest: Player, own: Player) -> None:
    """Where both reported one thing, the guest's report stays: moderators see whom the guest became."""
    for column in ("reporter", "player"):
        for report in Report.objects.filter(**{column: guest}):
            setattr(report, column, own)
            with suppress(IntegrityError), transaction.atomic():
                report.save(update_fields=[column])


def _move_blocks(guest: Player, own: Player) -> None:
    for column, other in (("player", "blocked"), ("blocked", "player")):
        rows = Block.objects.filter(**{column: guest})
        known = Block.objects.filter(**{column: own}).values(f"{other}_id")
        rows.exclude(**{f"{other}_id__in": known}).exclude(**{other: own}).update(**{column: own})
        rows.all().delete()


def _move_layouts(guest: Player, own: Player) -> None:
    """The last layout used is the newer of the two; of two named alike the guest's gets a number."""
    kept = {(row.system, row.name, row.is_last): row for row in SavedLayout.objects.filter(player=own)}
    for row in SavedLayout.objects.filter(player=guest).order_by("updated_at"):
        same = kept.get((row.system, row.name, row.is_last))
        if same is not None and _is_superseded(row, same):
            row.delete()
            continue
        if same is not None and row.is_last:
            same.delete()
        elif same is not None:
            row.name = _free_name(row.name, {name for system, name, _ in kept if system == row.system})
        kept[row.system, row.name, row.is_last] = row
        # why update: `updated_at` must stay what it was
        SavedLayout.objects.filter(pk=row.pk).update(player=own, name=row.name)


def _is_superseded(row: SavedLayout, same: SavedLayout) -> bool:
    if row.is_last:
        return row.updated_at <= same.updated_at
    return bool(row.sealed_pieces == same.sealed_pieces)


def _free_name(name: str, taken: set[str]) -> str:
    number = 2
    while (fresh := f"{name[: LONGEST_LAYOUT_NAME - 5]} ({number})") in taken:
        number += 1
    return fresh


def _later(one: datetime | None, other: datetime | None) -> datetime | None:
    return max((time for time in (one, other) if time is not None), default=None)
