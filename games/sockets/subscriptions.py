"""What one socket follows, and the reads behind it. Blocking: call these through `in_database`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from uuid import UUID

from accounts.errors import NotFound
from accounts.identity import Actor
from accounts.tenancy import tenant_scope
from games.delay import released_version
from games.events import Audience
from games.models import Match, Room, Seat
from games.publish import frame_text, match_group, room_group
from games.queries import (
    EVENTS_AT_ONCE,
    SeenMatch,
    events_since,
    match_snapshot,
    room_key,
    see_match,
    see_room,
)
from games.rules.core import JsonObject, Side


@dataclass(slots=True)
class MatchSubscription:
    """One match through one audience's eyes; `last` is the version the client has."""

    match: UUID
    room: UUID | None
    audience: Audience
    last: int = 0

    @property
    def group(self) -> str:
        return match_group(self.match, self.audience)


@dataclass(slots=True)
class RoomSubscription:
    """A room whose frames are forwarded; `is_asked`: by the client itself, not only for a match."""

    room: UUID
    seats: tuple[Seat, ...] = ()
    is_asked: bool = False

    @property
    def group(self) -> str:
        return room_group(self.room)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a subscriber is sent first: a snapshot, or exactly the events it missed."""

    epoch: int
    version: int
    snapshot: JsonObject | None
    events: tuple[tuple[int, str], ...] = field(default=())


def find_match(actor: Actor, match: UUID, seat: Side | None) -> tuple[MatchSubscription, tuple[Seat, ...]]:
    """The audience the server decides for the actor, and its room seats. Raises NotFound, NotYourSeat."""
    seen = see_match(actor, match, seat)
    room = seen.match.room_id
    seats = own_seats(actor, [room]) if room is not None else ()
    return MatchSubscription(match, room, seen.audience), seats


def find_room(actor: Actor, name: str) -> tuple[RoomSubscription, JsonObject]:
    """A room by id or slug, for who sits in it or may watch it. Raises NotFound, RoomClosed."""
    with tenant_scope(actor.tenant.id):
        room = Room.objects.filter(**room_key(name)).first()
    if room is None:
        raise NotFound
    data = see_room(actor, room.slug)
    seats = own_seats(actor, [room.id])
    if not seats and not room.spectators_allowed:
        raise NotFound
    return RoomSubscription(room.id, seats, is_asked=True), data


def own_seats(actor: Actor, rooms: Iterable[UUID]) -> tuple[Seat, ...]:
    """The seats the actor has now; a player may have left since."""
    with tenant_scope(actor.tenant.id):
        return tuple(Seat.objects.filter(room_id__in=list(rooms), player=actor.player))


def read_subscription(
    actor: Actor, subscription: MatchSubscription, since: int | None, epoch: int | None
) -> Reading:
    """Call when the group is joined: what happens after this read arrives through it."""
    seen = see_match(actor, subscription.match, subscription.audience.side)
    current = seen.match.tenant.epoch
    version = seen.match.version
    can_resume = since is not None and epoch in (None, current) and since <= version
    if can_resume and since is not None and version - since <= EVENTS_AT_ONCE:
        return Reading(current, version, None, _event_texts(seen, since))
    return Reading(current, version, match_snapshot(seen))


def read_missing(actor: Actor, subscription: MatchSubscription) -> tuple[tuple[int, str], ...]:
    """The audience's events after the last one forwarded, straight from the table. Raises NotFound."""
    seen = see_match(actor, subscription.match, subscription.audience.side)
    return _event_texts(seen, subscription.last)


def _event_texts(seen: SeenMatch, since: int) -> tuple[tuple[int, str], ...]:
    epoch = seen.match.tenant.epoch
    return tuple(
        (
            event["v"],
            frame_text(
                "ev" if event["d"] is not None else "skip", seen.match.id, epoch, event["v"], event["d"]
            ),
        )
        for event in events_since(seen, since)
    )


def current_versions(actor: Actor, followed: Iterable[MatchSubscription]) -> dict[UUID, int]:
    """The version that each subscription's audience may know. One query; a match that is gone is left out."""
    audiences = {each.match: each.audience for each in followed}
    if not audiences:
        return {}
    with tenant_scope(actor.tenant.id):
        rows = Match.objects.only("version", "phase", "ply_count", "spectators_delay")
        return {row.id: released_version(row, audiences[row.id]) for row in rows.filter(id__in=audiences)}
