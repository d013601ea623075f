"""During play: plies, giving up, and putting out who is gone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from accounts.errors import QuotaReached
from accounts.quotas import check_bot_seconds
from games import presence
from games.commands import PlayPly, Resign
from games.errors import InProgress, MatchOver, NotYourTurn, StaleVersion, VersionRequired, WrongPhase
from games.events import EventType, Happening
from games.models import PAIR, Match, MatchSeat, Seat
from games.referee.table import Table, finish, next_plies
from games.rules.core import (
    ABANDONED,
    RESIGNED,
    JsonObject,
    Outcome,
    Position,
    Ruling,
    Side,
)


def play_ply(table: Table, seat: MatchSeat, command: PlayPly, now: datetime) -> list[Happening]:
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
        Happening(EventType.PLY, seat.as_side, public, next_plies(match, position), ruling.to_json())
    ]
    if position.outcome is not None:
        happenings.append(finish(table, position.outcome, now))
    elif not _may_go_on(table):
        happenings.append(finish(table, Outcome((), ABANDONED), now))
    return happenings


def _may_go_on(table: Table) -> bool:
    """Computers play on among themselves as they would begin a match: while the tenant has time for them."""
    if not table.match.is_left_to_computers(table.seats):
        return True
    try:
        check_bot_seconds(table.match.tenant)
    except QuotaReached:
        return False
    return True


def _require_play(match: Match) -> None:
    if match.is_over:
        raise MatchOver
    if match.phase != Match.Phase.PLAYING:
        raise WrongPhase("Play has not begun.")


def resign(table: Table, seat: MatchSeat, command: Resign, now: datetime) -> list[Happening]:
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


def claim_abandoned(table: Table, seat: MatchSeat, now: datetime) -> list[Happening]:
    if table.match.is_over:
        raise MatchOver
    playing = _still_playing(table)
    if playing:
        if seat.as_side not in playing:
            raise WrongPhase("This side is out.")
        return _put_out(table, seat, playing, now)
    gone_sides(table, seat, now)
    return [finish(table, Outcome((), ABANDONED), now, by=seat.as_side)]


def _still_playing(table: Table) -> tuple[Side, ...]:
    """Sides whose giving up the others would outlast; none in the layout phase, or between two."""
    return () if len(table.seats) == PAIR else table.match.sides_in_play()


def _put_out(table: Table, own: MatchSeat, playing: Sequence[Side], now: datetime) -> list[Happening]:
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
    """Seconds until each other person counts as gone; 0 for who does. Raises WrongPhase without any.

    Who left the room is gone, whoever has the seat there now.
    """
    persons = [each for each in table.others(own) if each.player_id not in (None, own.player_id)]
    if not persons or table.match.room_id is None:
        raise WrongPhase("There is no opponent who could be gone.")
    held = {seat.player_id: seat for seat in Seat.objects.filter(room_id=table.match.room_id)}
    limit = table.match.tenant.abandon_after
    waits = {}
    for each in persons:
        seat = held.get(each.player_id)
        waits[each.as_side] = presence.seconds_to_gone(seat, limit, now) if seat is not None else 0
    return waits
