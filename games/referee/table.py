"""A match while a command holds it: locked, with its seats, and the one way it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from accounts.errors import NotFound
from accounts.models import Tenant
from accounts.webhooks import Event, announce
from games.commands import MatchCommand
from games.events import EventType, Happening
from games.models import Match, MatchEvent, MatchSeat
from games.redaction import reveal_data
from games.rules.core import Json, JsonObject, Outcome, Position, Side


@dataclass(frozen=True, slots=True)
class Table:
    """A locked match with its seats in order of play."""

    match: Match
    seats: tuple[MatchSeat, ...]

    def seat(self, side: Side) -> MatchSeat:
        return next(seat for seat in self.seats if seat.side == side)

    def others(self, own: MatchSeat) -> tuple[MatchSeat, ...]:
        return tuple(seat for seat in self.seats if seat.side != own.side)


def lock_table(match_id: UUID, tenant: Tenant | None = None) -> Table:
    """The match row locked, then its seats. `tenant` spares a read where it is known. Raises NotFound."""
    try:
        match = Match.objects.select_for_update().get(pk=match_id)
    except Match.DoesNotExist as error:
        raise NotFound from error
    if tenant is not None:
        match.tenant = tenant
    # why not one statement: after waiting for the lock, a joined seat would be read as it was before the wait
    seats = tuple(MatchSeat.objects.filter(match_id=match_id).order_by("order"))
    for seat in seats:
        seat.match = match
    return Table(match, seats)


def record_events(
    match: Match, happenings: Sequence[Happening], now: datetime, command: MatchCommand | None = None
) -> list[MatchEvent]:
    """Number and store what happened, and save the match with it: two statements."""
    events = [_event(match, happening, now) for happening in happenings]
    if command is not None:
        events[0].command_id = command.command_id
        events[0].command_digest = command.digest()
    MatchEvent.objects.bulk_create(events)
    match.save(
        update_fields=[
            "version", "phase", "ply_count", "turn", "sealed_position", "outcome", "started_at", "ended_at",
            "bot_asked_at",
        ]
    )  # fmt: skip
    return events


def _event(match: Match, happening: Happening, now: datetime) -> MatchEvent:
    match.version += 1
    return MatchEvent(
        tenant_id=match.tenant_id,
        match=match,
        version=match.version,
        type=happening.type,
        side=happening.side or "",
        public=happening.public,
        sealed_private=dict(happening.private),
        sealed_ruling=happening.ruling,
        at=now,
    )


def next_plies(match: Match, position: Position) -> dict[Side, JsonObject]:
    """Its legal plies, for the side that moves next and for nobody else."""
    if position.turn is None:
        return {}
    plies: list[Json] = [list(ply) for ply in match.rules.legal_plies(position, position.turn)]
    return {position.turn: {"legal_plies": plies}}


def finish(table: Table, outcome: Outcome, now: datetime, *, by: Side | None = None) -> Happening:
    """The one way a match ends, whatever the reason: everything is revealed, if anything was played."""
    match = table.match
    match.phase = Match.Phase.OVER
    match.turn = ""
    match.ended_at = now
    match.bot_asked_at = None
    match.outcome = outcome.to_json()
    announce(Event.MATCH_ENDED, {**public_facts(match), "outcome": match.outcome})
    return Happening(
        EventType.ENDED, by, {"outcome": match.outcome, "reveal": reveal_data(match, table.seats)}
    )


def public_facts(match: Match) -> JsonObject:
    """What leaves the deployment: no more than a stranger may know."""
    room = str(match.room_id) if match.room_id is not None else None
    return {"match": str(match.id), "room": room, "system": match.system}
