"""Who plays next in a room: computers for who is not there, and rematches in which the sides move on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from random import SystemRandom

from django.db import transaction
from django.utils import timezone

from accounts.identity import Actor
from accounts.quotas import check_bot_seconds
from accounts.tenancy import tenant_scope
from games import presence
from games.errors import Forbidden, WrongPhase
from games.models import Match, Room, Seat
from games.publish import call_computers, publish_room
from games.referee import Table, finish, gone_sides, lock_table
from games.rooms import (
    close_to_strangers,
    end_match,
    known_level,
    lock_room,
    own_seats,
    persons,
    require_computers,
    sit_down,
    start_match,
)
from games.rules.core import ABANDONED, Beginner, Outcome, Side

dice = SystemRandom()


def play_computer(actor: Actor, slug: str, level: str) -> Match:
    """Computers take the free seats, and those of people who are gone, in a new match.

    Who is there stays, and so do layouts before play. Raises InProgress where no seat is free and nobody is
    gone, after the end WrongPhase; Forbidden for a guest while the host is here; QuotaReached.
    """
    level = known_level(level)
    check_bot_seconds(actor.tenant)
    now = timezone.now()
    with tenant_scope(actor.tenant.id), transaction.atomic():
        room, seats = lock_room(actor, slug)
        require_computers(room.system)
        own = own_seats(actor, seats)[0]
        table = lock_table(room.current_match().id, room.tenant)
        if table.match.is_over:
            return _play_again(room, actor, seats, own, level, now)
        free = [seat for seat in seats if seat.is_free]
        if not free or table.match.phase == Match.Phase.PLAYING:
            return _replace_gone(room, actor, table, seats, level, now)
        _require_host(room, actor, seats, now)
        if _gone(room, actor, seats, now):
            return _replace_gone(room, actor, table, seats, level, now)
        _seat_computers(room, actor, seats, free, level)
        return _call_in(room, table.match)


def _play_again(
    room: Room, actor: Actor, seats: Sequence[Seat], own: Seat, level: str, now: datetime
) -> Match:
    """After the end; the people who stay are offered a rematch with the computers."""
    free = [seat for seat in seats if seat.is_free]
    gone = _gone(room, actor, seats, now)
    if free:
        _require_host(room, actor, seats, now)
    elif not gone:
        raise WrongPhase("The match is over; offer a rematch.")
    _seat_computers(room, actor, seats, [*free, *gone], level)
    if persons(seats, but=actor):
        return _offer_rematch(room, actor, seats, own, now) or room.current_match()
    room.seats.update(offers_rematch=False)
    return start_match(room, seats, now)


def _gone(room: Room, actor: Actor, seats: Sequence[Seat], now: datetime) -> list[Seat]:
    limit = room.tenant.abandon_after
    return [seat for seat in persons(seats, but=actor) if not presence.seconds_to_gone(seat, limit, now)]


def _require_host(room: Room, actor: Actor, seats: Sequence[Seat], now: datetime) -> None:
    """Who made the room decides for whom seats are kept, as long as they sit here and are not gone.

    Raises Forbidden.
    """
    if room.creator_id == actor.player.id:
        return
    hosts = [seat for seat in seats if seat.player_id is not None and seat.player_id == room.creator_id]
    if any(presence.seconds_to_gone(seat, room.tenant.abandon_after, now) for seat in hosts):
        raise Forbidden("Only who made the room may give free seats to computers.")


def _seat_computers(
    room: Room, actor: Actor, seats: Sequence[Seat], free: Sequence[Seat], level: str
) -> None:
    for seat in free:
        sit_down(room, seat, bot_level=level)
    if not persons(seats, but=actor):
        room.opponent = Room.Opponent.COMPUTER
        room.save(update_fields=["opponent"])
    close_to_strangers(room)


def _replace_gone(
    room: Room, actor: Actor, table: Table, seats: Sequence[Seat], level: str, now: datetime
) -> Match:
    """A new match, with computers for all who were gone from one that is played, or for some before play."""
    match = table.match
    is_unplayed = match.phase == Match.Phase.LAYOUT
    own = next((seat for seat in table.seats if seat.player_id == actor.player.id), None)
    if own is None:  # sat down after play began
        raise WrongPhase("Others are playing; the seat is for the next match.")
    gone = gone_sides(table, own, now, all_of_them=not is_unplayed)
    end_match(table, finish(table, Outcome((), ABANDONED), now, by=own.as_side), now)
    vanished = {table.seat(side).player_id for side in gone}  # a newcomer may have the seat of one who left
    free = [seat for seat in seats if seat.is_free or seat.player_id in vanished]
    _seat_computers(room, actor, seats, free, level)
    room.seats.update(offers_rematch=False)
    return start_match(room, seats, now, unplayed=table.seats if is_unplayed else ())


def _call_in(room: Room, match: Match) -> Match:
    """The match waits for the layouts of computers, too; one without layouts has begun and asked them."""
    match.refresh_from_db()
    match.opponent = room.opponent
    match.save(update_fields=["opponent"])
    if match.lays_out:
        call_computers(match, list(match.seats.order_by("order")))
    return match


def offer_rematch(actor: Actor, slug: str) -> Match | None:
    """Offer, or accept what the others offered: then the new match. Computers always accept.

    Between friends the sides move as the game system has it. Raises QuotaReached; WrongPhase while the match
    runs or a seat is empty.
    """
    now = timezone.now()
    with tenant_scope(actor.tenant.id), transaction.atomic():
        room, seats = lock_room(actor, slug)
        own = own_seats(actor, seats)[0]
        if not room.current_match().is_over:
            raise WrongPhase("The match is not over.")
        if any(seat.is_free for seat in seats):
            raise WrongPhase("The opponent has left the room.")
        if any(seat.bot_level for seat in seats):
            check_bot_seconds(actor.tenant)
        return _offer_rematch(room, actor, seats, own, now)


def _offer_rematch(room: Room, actor: Actor, seats: Sequence[Seat], own: Seat, now: datetime) -> Match | None:
    own.offers_rematch = True
    others = persons(seats, but=actor)
    if not all(seat.offers_rematch for seat in others):
        own.save(update_fields=["offers_rematch"])
        publish_room(room.id, {"type": "rematch.offered", "seat": own.number, "side": own.side})
        return None
    if others:
        _move_sides(room, seats)
    for seat in seats:
        seat.offers_rematch = False
    Seat.objects.bulk_update(seats, ["side", "offers_rematch"])
    return start_match(room, seats, now)


def _move_sides(room: Room, seats: Sequence[Seat]) -> None:
    """Turn the table, so that who sits next to whom stays as it is."""
    sides = room.rules.sides(room.options)
    steps = _steps_on(room, sides, seats)
    for seat in seats:
        seat.side = sides[(sides.index(seat.as_side) + steps) % len(sides)]


def _steps_on(room: Room, sides: Sequence[Side], seats: Sequence[Seat]) -> int:
    """By how many places the sides move on for the next match."""
    rule = room.rules.beginner(room.options)
    if rule in {Beginner.TURNS, Beginner.FIXED}:
        return 1 if rule is Beginner.TURNS else 0
    begins = {Beginner.HOST: _host_side, Beginner.LOSER: _losing_side}.get(rule)
    side = begins(room, seats) if begins is not None else None
    return -sides.index(side) if side is not None else dice.randrange(len(sides))


def _host_side(room: Room, seats: Sequence[Seat]) -> Side | None:
    return next((seat.as_side for seat in seats if seat.player_id == room.creator_id), None)


def _losing_side(room: Room, seats: Sequence[Seat]) -> Side | None:
    """Of the match that is over; the first in order of play where several lost. None where nobody won."""
    winners = (room.current_match().outcome or {}).get("winners")
    lost = [seat.as_side for seat in seats if seat.side not in winners] if winners else []
    return next((side for side in room.rules.sides(room.options) if side in lost), None)


def withdraw_rematch(actor: Actor, slug: str) -> None:
    """Take the own offer back; does nothing when there is none."""
    with tenant_scope(actor.tenant.id), transaction.atomic():
        room, seats = lock_room(actor, slug)
        own = own_seats(actor, seats)[0]
        if own.offers_rematch:
            own.offers_rematch = False
            own.save(update_fields=["offers_rematch"])
            publish_room(room.id, {"type": "rematch.withdrawn", "seat": own.number, "side": own.side})
