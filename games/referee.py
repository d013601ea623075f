"""The referee: every command on a match, one transaction each.

execute: lock the match -> repeat? -> seat -> phase and version -> rules -> store events -> publish on commit.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from random import SystemRandom
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.errors import NotFound
from accounts.identity import Actor
from accounts.models import Tenant
from accounts.tenancy import tenant_scope
from accounts.webhooks import Event, announce
from games import presence
from games.commands import ClaimAbandoned, ConfirmLayout, MatchCommand, PlayPly, Resign, WithdrawLayout
from games.errors import (
    CommandIdReused,
    InProgress,
    MatchOver,
    NotYourSeat,
    NotYourTurn,
    StaleVersion,
    VersionRequired,
    WrongPhase,
)
from games.events import EventType, Happening
from games.models import Match, MatchEvent, MatchSeat, Room, SavedLayout, Seat, Thought
from games.publish import publish_on_commit
from games.redaction import layout_data, reveal_data
from games.rules.core import (
    ABANDONED,
    RESIGNED,
    IllegalPly,
    Json,
    JsonObject,
    Layout,
    Outcome,
    Position,
    Ruling,
    Secret,
    Side,
)
from games.rules.proofs import SALT_BYTES, commit
from games.rules.thinking import Thinking

dice = SystemRandom()


@dataclass(frozen=True, slots=True)
class Table:
    """A locked match with its seats in order of play."""

    match: Match
    seats: tuple[MatchSeat, ...]

    def seat(self, side: Side) -> MatchSeat:
        return next(seat for seat in self.seats if seat.side == side)

    def others(self, own: MatchSeat) -> tuple[MatchSeat, ...]:
        return tuple(seat for seat in self.seats if seat.side != own.side)


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a command did: its first event, and the version after its last. `repeated`: it was done before."""

    match: Match
    event: MatchEvent
    side: Side
    version: int
    repeated: bool


def execute(actor: Actor, command: MatchCommand) -> Receipt:
    """Apply a player's command. Raises a DomainError or a RuleViolation and then changes nothing."""
    try:
        with tenant_scope(actor.tenant.id), transaction.atomic():
            table = lock_table(command.match, actor.tenant)
            return _apply(table, _held_seat(table, actor, command.seat), command)
    except IntegrityError as error:
        if "event_command_unique" in str(error):
            raise CommandIdReused from error
        raise


def execute_for_bot(command: MatchCommand, side: Side, thinking: Thinking | None = None) -> Receipt | None:
    """Apply a computer's answer; None when it came too late or for a seat no computer holds any more.

    `thinking` is sealed with the ply that it led to.
    """
    try:
        with transaction.atomic():
            table = lock_table(command.match)
            seat = table.seat(side)
            if not seat.bot_level:
                return None
            receipt = _apply(table, seat, command)
            if thinking is not None and receipt.event.type == EventType.PLY and not receipt.repeated:
                _seal_thought(receipt, thinking)
            return receipt
    except (NotFound, StaleVersion, WrongPhase, NotYourTurn, MatchOver, CommandIdReused):
        return None


def _seal_thought(receipt: Receipt, thinking: Thinking) -> None:
    Thought.objects.create(
        match=receipt.match,
        number=receipt.match.ply_count,
        side=receipt.side,
        sealed_thinking=thinking.to_json(),
    )


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


def _held_seat(table: Table, actor: Actor, side: Side | None) -> MatchSeat:
    """The actor's seat. Who may not even see the match learns nothing but NotFound."""
    held = [seat for seat in table.seats if seat.player_id == actor.player.id]
    if not held:
        raise NotYourSeat if table.match.spectators_allowed else NotFound
    if side is not None:
        held = [seat for seat in held if seat.side == side]
    if not held:
        raise NotYourSeat
    if len(held) > 1:
        return next((seat for seat in held if seat.side == table.match.turn), held[0])
    return held[0]


def _apply(table: Table, seat: MatchSeat, command: MatchCommand) -> Receipt:
    match, now = table.match, timezone.now()
    if command.expected != match.version and (earlier := _repeat(table, seat, command)) is not None:
        return earlier
    events = record_events(match, _handle(table, seat, command, now), now, command)
    publish_on_commit(match, table.seats, events)
    return Receipt(match, events[0], seat.as_side, match.version, repeated=False)


def _repeat(table: Table, seat: MatchSeat, command: MatchCommand) -> Receipt | None:
    """The receipt this command id got before. Only a command for an older version can be a repeat.

    It is for who sent it: the event as the sender's seat sees it says more than another may know.
    """
    match = table.match
    event = MatchEvent.objects.filter(match=match, command_id=command.command_id).first()
    if event is None:
        return None
    sender = table.seat(Side(event.side))
    if isinstance(command, ClaimAbandoned) and event.type == EventType.PLY:
        sender = seat  # the event stands under the side that was put out
    if sender.player_id != seat.player_id or event.command_digest != command.digest():
        raise CommandIdReused
    return Receipt(match, event, sender.as_side, match.version, repeated=True)


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


# --- layout phase


def _confirm_layout(table: Table, seat: MatchSeat, command: ConfirmLayout, now: datetime) -> list[Happening]:
    match = table.match
    _require_layout_phase(match, seat, command.revision)
    layout = match.rules.read_layout(match.options, seat.as_side, command.pieces)
    _seal_layout(match, seat, layout, now)
    if seat.player_id is not None and match.opponent != Room.Opponent.SAME_SCREEN:
        first = match.rules.layout_sides[0]  # whatever sides the options ask for
        owners_view = match.rules.turn_layout(layout, side=seat.as_side, to=first)
        SavedLayout.keep_last(seat.player_id, match.system, owners_view)
    happenings = [_layout_happening(EventType.LAYOUT_CONFIRMED, seat)]
    if all(each.is_confirmed for each in table.seats):
        happenings += _start(table, now)
    return happenings


def _withdraw_layout(table: Table, seat: MatchSeat, command: WithdrawLayout) -> list[Happening]:
    """The pieces stay as the owner's draft; the next confirmation gets fresh salts."""
    _require_layout_phase(table.match, seat, command.revision)
    if not seat.is_confirmed:
        raise WrongPhase("This layout is not confirmed.")
    seat.confirmed_at, seat.commitments, seat.sealed_salts = None, None, None
    _save_layout(seat)
    return [_layout_happening(EventType.LAYOUT_WITHDRAWN, seat)]


def _require_layout_phase(match: Match, seat: MatchSeat, revision: int | None) -> None:
    if match.is_over:
        raise MatchOver
    if match.phase != Match.Phase.LAYOUT:
        raise WrongPhase("The layouts are fixed; play has begun.")
    if not match.lays_out:
        raise WrongPhase("Nobody lays out pieces in this match.")
    if revision is not None and revision != seat.layout_revision:
        raise StaleVersion(
            "The layout was changed meanwhile.", version=match.version, revision=seat.layout_revision
        )


def _seal_layout(match: Match, seat: MatchSeat, layout: Layout, now: datetime) -> None:
    salts = {square: secrets.token_hex(SALT_BYTES) for square in layout}
    seat.sealed_layout = dict(layout)
    seat.sealed_salts = salts
    seat.commitments = {
        square: commit(str(match.id), Secret(seat.as_side, square, kind), salts[square])
        for square, kind in layout.items()
    }
    seat.confirmed_at = now
    _save_layout(seat)


def _save_layout(seat: MatchSeat) -> None:
    seat.layout_revision += 1
    seat.save(
        update_fields=["sealed_layout", "sealed_salts", "commitments", "confirmed_at", "layout_revision"]
    )


def _layout_happening(event: EventType, seat: MatchSeat) -> Happening:
    own: JsonObject = {"layout": layout_data(seat)}
    return Happening(event, seat.as_side, {"commitments": seat.commitments}, private={seat.as_side: own})


def take_over_layouts(table: Table, unplayed: Sequence[MatchSeat], now: datetime) -> list[Happening]:
    """What the same players had confirmed in a match that ended before play stays so, under fresh salts."""
    happenings = []
    for before in unplayed:
        seat = table.seat(before.as_side)
        is_same = (before.player_id, before.bot_level) == (seat.player_id, seat.bot_level)
        if before.is_confirmed and is_same and before.sealed_layout is not None:
            _seal_layout(table.match, seat, before.sealed_layout, now)
            happenings.append(_layout_happening(EventType.LAYOUT_CONFIRMED, seat))
    return happenings


def _start(table: Table, now: datetime) -> list[Happening]:
    """Begin play; a position may be over before its first ply."""
    match = table.match
    layouts = {seat.as_side: seat.sealed_layout for seat in table.seats if seat.sealed_layout is not None}
    position = match.rules.start(match.options, layouts, dice)
    _seal_deal(match, match.rules.dealt_secrets(position))
    match.phase = Match.Phase.PLAYING
    match.started_at = now
    match.turn = position.turn or ""
    match.sealed_position = match.rules.encode(position)
    announce(Event.MATCH_STARTED, _public_facts(match))
    public: JsonObject = {"turn": position.turn}
    if match.deal_commitments is not None:
        public["commitments"] = match.deal_commitments
    started = Happening(EventType.STARTED, None, public, private=_next_plies(match, position))
    if position.outcome is None:
        return [started]
    return [started, finish(table, position.outcome, now)]


def begin_unlaid(table: Table, now: datetime) -> list[Happening]:
    """Begin a match that nobody lays out for, once all its seats are taken."""
    match = table.match
    is_full = all(seat.player_id is not None or seat.bot_level for seat in table.seats)
    if match.phase != Match.Phase.LAYOUT or match.lays_out or not is_full:
        return []
    return _start(table, now)


def _seal_deal(match: Match, dealt: Sequence[Secret]) -> None:
    """What the server dealt is committed to as layouts are, before anybody can have seen any of it."""
    if not dealt:
        return
    salts = {secret.square: secrets.token_hex(SALT_BYTES) for secret in dealt}
    match.sealed_deal = {secret.square: secret.kind for secret in dealt}
    match.sealed_deal_salts = salts
    match.deal_commitments = {
        secret.square: commit(str(match.id), secret, salts[secret.square]) for secret in dealt
    }
    match.save(update_fields=["sealed_deal", "sealed_deal_salts", "deal_commitments"])


# --- play


def _play_ply(table: Table, seat: MatchSeat, command: PlayPly, now: datetime) -> list[Happening]:
    match = table.match
    _require_play(match)
    if command.expected is None:
        raise VersionRequired
    if command.expected != match.version:
        raise StaleVersion(version=match.version)
    if match.turn != seat.side:
        raise NotYourTurn
    return _judged(table, seat, *match.rules.play(match.sealed(), command.ply, seat.as_side), now=now)


def _judged(
    table: Table, seat: MatchSeat, position: Position, ruling: Ruling, *, now: datetime
) -> list[Happening]:
    """What a side did, as the rules judged it: the match goes on from `position`, or is over."""
    match = table.match
    match.ply_count += 1
    match.turn = position.turn or ""
    match.sealed_position = match.rules.encode(position)
    public: JsonObject = {"number": match.ply_count, "turn": match.turn or None}
    happenings = [
        Happening(EventType.PLY, seat.as_side, public, _next_plies(match, position), ruling.to_json())
    ]
    if position.outcome is not None:
        happenings.append(finish(table, position.outcome, now))
    return happenings


def _next_plies(match: Match, position: Position) -> dict[Side, JsonObject]:
    """Its legal plies, for the side that moves next and for nobody else."""
    if position.turn is None:
        return {}
    plies: list[Json] = [list(ply) for ply in match.rules.legal_plies(position, position.turn)]
    return {position.turn: {"legal_plies": plies}}


def _require_play(match: Match) -> None:
    if match.is_over:
        raise MatchOver
    if match.phase != Match.Phase.PLAYING:
        raise WrongPhase("Play has not begun.")


def _resign(table: Table, seat: MatchSeat, command: Resign, now: datetime) -> list[Happening]:
    _require_play(table.match)
    if command.expected is not None and command.expected != table.match.version:
        raise StaleVersion(version=table.match.version)
    return give_up(table, seat, now)


def give_up(table: Table, seat: MatchSeat, now: datetime) -> list[Happening]:
    """The others play on where the rules let them, else everybody else wins.

    Raises IllegalPly for a side that does not play any more.
    """
    match = table.match
    left = match.rules.leave(match.sealed(), seat.as_side)
    if left is not None:
        return _judged(table, seat, *left, now=now)
    winners = tuple(other.as_side for other in table.others(seat))
    return [finish(table, Outcome(winners, RESIGNED), now, by=seat.as_side)]


def _claim_abandoned(table: Table, seat: MatchSeat, now: datetime) -> list[Happening]:
    if table.match.is_over:
        raise MatchOver
    playing = _still_playing(table)
    if playing:
        if seat.as_side not in playing:
            raise WrongPhase("This side is out.")
        return _put_out(table, seat, playing, now)
    gone_sides(table, seat, now)
    return [finish(table, Outcome((), ABANDONED), now, by=seat.as_side)]


def _still_playing(table: Table) -> set[Side]:
    """Sides whose giving up the others would outlast; none in the layout phase, or between two."""
    match = table.match
    if match.phase != Match.Phase.PLAYING:
        return set()
    position, found = match.sealed(), set()
    for seat in table.seats:
        try:
            if match.rules.leave(position, seat.as_side) is not None:
                found.add(seat.as_side)
        except IllegalPly:
            continue
    return found


def _put_out(table: Table, own: MatchSeat, playing: set[Side], now: datetime) -> list[Happening]:
    """Whoever has been gone for long enough is out, the others play on (a side at a time).

    Raises InProgress when nobody has.
    """
    waits = {side: wait for side, wait in _waits(table, own, now).items() if side in playing}
    gone = next((seat for seat in table.seats if waits.get(seat.as_side) == 0), None)
    if gone is None:
        raise InProgress(retry_after=min(waits.values(), default=1))
    return give_up(table, gone, now)


def gone_sides(table: Table, own: MatchSeat, now: datetime, *, all_of_them: bool = True) -> set[Side]:
    """Sides of the other persons that have been gone for the tenant's limit, all of them or at least one.

    Raises InProgress until then, WrongPhase where nobody could be gone.
    """
    waits = _waits(table, own, now)
    left = [wait for wait in waits.values() if wait]
    if left and (all_of_them or len(left) == len(waits)):
        raise InProgress(retry_after=max(left) if all_of_them else min(left))
    return {side for side, wait in waits.items() if not wait}


def _waits(table: Table, own: MatchSeat, now: datetime) -> dict[Side, int]:
    """Seconds until each other person counts as gone; 0 for who does. Raises WrongPhase without any."""
    limit = table.match.tenant.abandon_after
    persons = {
        other.side for other in table.others(own) if other.player_id and other.player_id != own.player_id
    }
    if not persons or table.match.room_id is None:
        raise WrongPhase("There is no opponent who could be gone.")
    waits = {}
    for seat in Seat.objects.filter(room_id=table.match.room_id, side__in=persons):
        left = (limit - presence.absence(seat, now)).total_seconds()
        waits[seat.as_side] = max(1, int(left)) if left > 0 else 0
    return waits


def finish(table: Table, outcome: Outcome, now: datetime, *, by: Side | None = None) -> Happening:
    """The one way a match ends, whatever the reason: everything is revealed, if anything was played."""
    match = table.match
    match.phase = Match.Phase.OVER
    match.turn = ""
    match.ended_at = now
    match.bot_asked_at = None
    match.outcome = outcome.to_json()
    announce(Event.MATCH_ENDED, {**_public_facts(match), "outcome": match.outcome})
    return Happening(
        EventType.ENDED, by, {"outcome": match.outcome, "reveal": reveal_data(match, table.seats)}
    )


def _public_facts(match: Match) -> JsonObject:
    """What leaves the deployment: no more than a stranger may know."""
    room = str(match.room_id) if match.room_id is not None else None
    return {"match": str(match.id), "room": room, "system": match.system}


def _handle(table: Table, seat: MatchSeat, command: MatchCommand, now: datetime) -> list[Happening]:
    match command:
        case PlayPly():
            return _play_ply(table, seat, command, now)
        case ConfirmLayout():
            return _confirm_layout(table, seat, command, now)
        case WithdrawLayout():
            return _withdraw_layout(table, seat, command)
        case Resign():
            return _resign(table, seat, command, now)
        case ClaimAbandoned():
            return _claim_abandoned(table, seat, now)
        case _:
            raise TypeError(f"no handler for {type(command).__name__}")
