"""Reads for clients: rooms, matches, events, history. Everything goes through redaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import F, Prefetch, Q

from accounts.blocks import are_apart
from accounts.errors import NotFound
from accounts.identity import Actor
from accounts.tenancy import tenant_scope
from games import presence
from games.delay import released_events, released_match, restore_position
from games.errors import Forbidden, NotYourSeat, RoomClosed, WrongPhase
from games.events import WATCH, Audience
from games.models import Match, MatchEvent, MatchSeat, Room, Seat, Thought
from games.redaction import (
    EventFrame,
    deductions_data,
    event_data,
    event_frame,
    player_data,
    record,
    seen_record,
    snapshot,
    thoughts_data,
)
from games.rules.core import JsonObject, Side

EVENTS_AT_ONCE = 500
THOUGHTS_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class SeenMatch:
    """A match, its seats in order of play, and through whose eyes it is looked at.

    For who watches some plies behind it is the match as it was then (`games.delay`).
    """

    match: Match
    seats: tuple[MatchSeat, ...]
    audience: Audience


def see_match(actor: Actor, match_id: UUID, seat: Side | None = None) -> SeenMatch:
    """The match as the actor may look at it: the seat asked for, else the own one, else as a spectator.

    A revealed match may be looked at by whoever has its link: that is how a replay is shared.
    Raises NotFound when the actor may not know of the match, NotYourSeat for a seat held by another.
    """
    with tenant_scope(actor.tenant.id):
        rows = MatchSeat.objects.select_related("match__room", "player").filter(match_id=match_id)
        seats = tuple(rows.order_by("order"))
    if not seats:
        raise NotFound
    match = seats[0].match
    match.tenant = actor.tenant
    audience = _audience(actor, match, seats, seat)
    with tenant_scope(actor.tenant.id):
        match = released_match(match, audience)
    for each in seats:
        each.match = match
    return SeenMatch(match, seats, audience)


def _audience(actor: Actor, match: Match, seats: Sequence[MatchSeat], asked: Side | None) -> Audience:
    held = [each for each in seats if each.player_id == actor.player.id]
    if not held:
        if not (match.spectators_allowed or match.is_revealed):
            raise NotFound
        if asked is not None:
            raise NotYourSeat
        return WATCH
    if asked is None:
        return Audience(next((each for each in held if each.side == match.turn), held[0]).as_side)
    if asked not in {each.side for each in held}:
        raise NotYourSeat
    return Audience(asked)


def match_snapshot(seen: SeenMatch) -> JsonObject:
    with tenant_scope(seen.match.tenant_id):
        restore_position(seen.match)
    return snapshot(seen.match, seen.seats, seen.audience, epoch=seen.match.tenant.epoch)


def events_since(seen: SeenMatch, since: int) -> list[EventFrame]:
    """The audience's events after version `since`, oldest first, at most EVENTS_AT_ONCE."""
    with tenant_scope(seen.match.tenant_id):
        rows = released_events(seen.match, seen.audience).filter(version__gt=since)
        return [event_frame(seen.match, row, seen.audience) for row in rows[:EVENTS_AT_ONCE]]


def match_record(seen: SeenMatch, *, view_of: Audience | None = None) -> JsonObject:
    """The whole record once the match is over; before that, or for `view_of`, as that audience saw it.

    A match that ended before play reveals nothing, so there too everybody sees through their own eyes.
    """
    with tenant_scope(seen.match.tenant_id):
        events = list(released_events(seen.match, seen.audience))
    if seen.match.is_revealed and view_of is None:
        return record(seen.match, seen.seats, events)
    audience = view_of if view_of is not None and seen.match.is_revealed else seen.audience
    return seen_record(seen.match, seen.seats, events, audience)


def match_deductions(seen: SeenMatch) -> JsonObject:
    """The deduction aid of the seat that looks, while the match is played and where its room allows it.

    Raises NotYourSeat for a spectator, WrongPhase, Forbidden.
    """
    match = seen.match
    seat = next((seat for seat in seen.seats if seat.side == seen.audience.side), None)
    if seat is None:
        raise NotYourSeat
    if match.phase != Match.Phase.PLAYING:
        raise WrongPhase("Conclusions are drawn while the match is played.")
    if match.room is None or not match.room.deductions_allowed:
        raise Forbidden("The deduction aid is off in this room.")
    with tenant_scope(match.tenant_id):
        return deductions_data(match, seat, match.plies())


def match_thoughts(seen: SeenMatch, since: int) -> JsonObject:
    """What computers thought before plies later than number `since`, at most THOUGHTS_AT_ONCE.

    `next` is the `since` of what is left, or None. Raises WrongPhase before the end, as for a match that
    ended before play.
    """
    with tenant_scope(seen.match.tenant_id):
        rows = Thought.objects.filter(match_id=seen.match.id, number__gt=since).order_by("number")
        found = list(rows[: THOUGHTS_AT_ONCE + 1])
    page = found[:THOUGHTS_AT_ONCE]
    return {
        "match": str(seen.match.id),
        "thoughts": thoughts_data(seen.match, page),
        "next": page[-1].number if len(found) > len(page) else None,
    }


def applied_event(match: Match, event: MatchEvent, side: Side) -> EventFrame:
    """The answer to a command: its event as the seat that gave it sees it."""
    return {"v": event.version, "d": event_data(match, event, Audience(side))}


def room_key(name: str) -> dict[str, object]:
    """How a room named by its id or slug is looked up."""
    try:
        return {"id": UUID(name)}
    except ValueError:
        return {"slug": name}


def see_room(actor: Actor, slug: str) -> JsonObject:
    """The room as the actor may see it; looking takes no seat. Raises NotFound, RoomClosed."""
    with tenant_scope(actor.tenant.id):
        seats = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
        rooms = Room.objects.select_related("invited").prefetch_related(seats)
        room = rooms.filter(slug=slug).first()
        if room is None:
            raise NotFound
        if room.closed_at is not None:
            raise RoomClosed
        match = room.current_match()
        return room_data(actor, room, list(room.seats.all()), match)


def room_data(actor: Actor, room: Room, seats: Sequence[Seat], match: Match) -> JsonObject:
    """Links of free seats are shown to who sits in the room."""
    for seat in seats:
        seat.room = room
    connected = presence.connected_seats(seats)
    is_member = any(seat.player_id == actor.player.id for seat in seats)
    may_watch = is_member or room.spectators_allowed
    return {
        "slug": room.slug,
        "id": str(room.id),
        "system": room.system,
        "options": room.options,
        "opponent": room.opponent,
        "spectators_allowed": room.spectators_allowed,
        "spectators_delay": room.spectators_delay,
        "deductions_allowed": room.deductions_allowed,
        "chat": room.chat_allowed(actor.tenant).value,
        "is_listed": room.is_listed,
        "invited": room.invited.name if is_member and room.invited is not None else None,
        "may_join": _may_join(actor, room, seats),
        "abandon_after_seconds": int(actor.tenant.abandon_after.total_seconds()),
        "created_at": room.created_at.isoformat(),
        "expires_at": room.expires_at.isoformat(),
        "full": not any(seat.is_free for seat in seats),
        "match": str(match.id) if may_watch else None,
        "match_number": match.number,
        "phase": match.phase,
        "seats": [_seat_data(seat, actor, connected, is_member=is_member) for seat in seats],
    }


def _may_join(actor: Actor, room: Room, seats: Sequence[Seat]) -> bool:
    """Whether the actor may sit down without a secret."""
    if not room.is_open_to(actor.player) or not any(seat.is_free for seat in seats):
        return False
    seated = [seat.player_id for seat in seats]
    return actor.player.id not in seated and not are_apart(actor.player, seated)


def _seat_data(seat: Seat, actor: Actor, connected: set[int], *, is_member: bool) -> JsonObject:
    return {
        "number": seat.number,
        "side": seat.side,
        "player": player_data(seat),
        "yours": seat.player_id == actor.player.id,
        "connected": bool(seat.bot_level) or seat.number in connected,
        "last_seen_at": seat.last_seen_at.isoformat() if seat.last_seen_at and is_member else None,
        "offers_rematch": seat.offers_rematch,
        "link_secret": seat.link_secret() if is_member and seat.is_free else None,
    }


def history(actor: Actor, *, before: UUID | None = None, limit: int | None = None) -> list[MatchSeat]:
    """The actor's seats in matches that began play or ended, one row a match, newest first.

    `before`: only older ones than this match. The rows are read here, for only the scope shows them.
    """
    with tenant_scope(actor.tenant.id):
        rows = (
            MatchSeat.objects.select_related("match__room")
            .prefetch_related(Prefetch("match__seats", MatchSeat.objects.select_related("player")))
            .filter(player=actor.player)
            .exclude(match__phase=Match.Phase.LAYOUT)
            .order_by("-match_id", "order")
            .distinct("match_id")
        )
        return list((rows.filter(match_id__lt=before) if before else rows)[:limit])


def history_line(seat: MatchSeat) -> JsonObject:
    """One match in a player's history, without anything hidden."""
    match = seat.match
    return {
        "match": str(match.id),
        "system": match.system,
        "opponent": match.opponent,
        "side": seat.side,
        "phase": match.phase,
        "opponents": [player_data(other) for other in match.seats.all() if other.side != seat.side],
        "ply_count": match.ply_count,
        "outcome": match.outcome,
        "started_at": _time(match.started_at),
        "ended_at": _time(match.ended_at),
    }


def _time(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment is not None else None


def turns(actor: Actor) -> list[JsonObject]:
    """Matches that wait for the caller: a ply, or a layout to confirm."""
    with tenant_scope(actor.tenant.id):
        own = MatchSeat.objects.select_related("match__room").filter(player=actor.player)
        waits = Q(match__phase=Match.Phase.LAYOUT, confirmed_at__isnull=True) | Q(
            match__phase=Match.Phase.PLAYING, side=F("match__turn")
        )
        rows = own.filter(waits).order_by("match_id")[:100]
        return [
            {
                "match": str(seat.match_id),
                "room": seat.match.room.slug if seat.match.room else None,
                "system": seat.match.system,
                "side": seat.side,
                "phase": seat.match.phase,
                "version": seat.match.version,
            }
            for seat in rows
            if seat.match.phase == Match.Phase.PLAYING or seat.match.lays_out
        ]
