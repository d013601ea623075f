"""The referee: every command on a match, one transaction each.

execute: lock the match -> repeat? -> seat -> phase and version -> rules -> store events -> publish on commit.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.errors import NotFound
from accounts.identity import Actor
from accounts.tenancy import tenant_scope
from games.commands import ClaimAbandoned, ConfirmLayout, MatchCommand, PlayPly, Resign, WithdrawLayout
from games.errors import CommandIdReused, MatchOver, NotYourSeat, NotYourTurn, StaleVersion, WrongPhase
from games.events import EventType, Happening
from games.models import Match, MatchEvent, MatchSeat, Thought
from games.publish import publish_on_commit
from games.referee.laying import begin_unlaid, confirm_layout, take_over_layouts, withdraw_layout
from games.referee.playing import claim_abandoned, give_up, gone_sides, play_ply, resign
from games.referee.table import Table, finish, lock_table, record_events
from games.rules.core import Side
from games.rules.thinking import Thinking

__all__ = [
    "Receipt",
    "Table",
    "begin_unlaid",
    "execute",
    "execute_for_bot",
    "finish",
    "give_up",
    "gone_sides",
    "lock_table",
    "record_events",
    "take_over_layouts",
]


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


def _handle(table: Table, seat: MatchSeat, command: MatchCommand, now: datetime) -> list[Happening]:
    match command:
        case PlayPly():
            return play_ply(table, seat, command, now)
        case ConfirmLayout():
            return confirm_layout(table, seat, command, now)
        case WithdrawLayout():
            return withdraw_layout(table, seat, command)
        case Resign():
            return resign(table, seat, command, now)
        case ClaimAbandoned():
            return claim_abandoned(table, seat, now)
        case _:
            raise TypeError(f"no handler for {type(command).__name__}")
