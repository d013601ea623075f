"""Rooms: create, claim a seat, leave, close, and the matches that are played in them."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from random import SystemRandom

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.blocks import are_apart
from accounts.calls import Call, call_players
from accounts.errors import BadRequest, NotFound
from accounts.identity import Actor
from accounts.limits import spend
from accounts.models import Chat, Player
from accounts.players import player_named
from accounts.quotas import check_bot_seconds, check_rooms
from accounts.tenancy import tenant_scope
from games.catalog import options_of
from games.errors import Blocked, ChatOff, Forbidden, RoomClosed, RoomFull, SeatTaken, WrongPhase
from games.events import Happening
from games.levels import PLAYED, is_level
from games.models import PAIR, Match, MatchSeat, Room, Seat
from games.publish import call_computers, publish_on_commit, publish_room
from games.redaction import player_data
from games.referee import (
    Table,
    begin_unlaid,
    finish,
    give_up,
    lock_table,
    record_events,
    take_over_layouts,
)
from games.rules.core import ABANDONED, Beginner, IllegalPly, Json, Outcome, Side
from games.rules.systems import SYSTEMS

dice = SystemRandom()
RANDOM_SIDE = "random"


@dataclass(frozen=True, slots=True)
class NewRoom:
    """What a creator chooses. `side` is one of the system's sides, or "random"; `level` a computer's code.

    `chat` None is as much as the tenant allows. A listed room's free seat is anybody's, `invite` names whose
    it is; both without a link.
    """

    system: str
    options: dict[str, Json] = field(default_factory=dict)
    opponent: Room.Opponent = Room.Opponent.FRIEND
    level: str = ""
    side: str = ""
    spectators_allowed: bool = False
    spectators_delay: int = 0
    deductions_allowed: bool = True
    chat: Chat | None = None
    is_listed: bool = False
    invite: str = ""


def create_room(actor: Actor, wanted: NewRoom) -> Room:
    """A room with its first match in the layout phase.

    Raises BadRequest, BadOptions, QuotaReached, ChatOff; NotFound and Blocked for who is invited.
    """
    system = SYSTEMS.get(wanted.system)
    enabled = actor.tenant.systems
    if system is None or (enabled and wanted.system not in enabled):
        raise BadRequest("This game system is not offered here.")
    options = options_of(actor.tenant, system, wanted.options)
    sides = system.sides(options)
    own = _chosen_side(wanted.side, sides, system.beginner(options))
    now = timezone.now()
    if wanted.opponent == Room.Opponent.COMPUTER:
        require_computers(system.key)
        check_bot_seconds(actor.tenant)
    with tenant_scope(actor.tenant.id), transaction.atomic():
        invited = _invited(actor, wanted)
        check_rooms(actor.tenant, Room.objects.filter(closed_at__isnull=True).count)
        room = Room.objects.create(
            system=system.key,
            options=dict(options),
            opponent=wanted.opponent,
            spectators_allowed=wanted.spectators_allowed,
            spectators_delay=wanted.spectators_delay,
            deductions_allowed=wanted.deductions_allowed,
            chat=_chosen_chat(wanted.chat, Chat(actor.tenant.chat)),
            is_listed=wanted.is_listed,
            invited=invited,
            creator=actor.player,
            created_at=now,
            expires_at=now + actor.tenant.room_lifetime,
            last_presence_at=now,
        )
        seats = [
            _seat_for(room, actor, wanted, number, side, is_own=side == own)
            for number, side in enumerate(sides, start=1)
        ]
        Seat.objects.bulk_create(seats)
        start_match(room, seats, now)
        if invited is not None:
            call_players([invited.id], Call.INVITATION)
    return room


def _chosen_side(asked: str, sides: Sequence[Side], rule: Beginner) -> Side:
    """The host's side in the first match. Raises BadRequest for a choice that the options do not leave."""
    if asked not in ("", RANDOM_SIDE, *sides):
        raise BadRequest("This game system has no such side.")
    if rule in {Beginner.RANDOM, Beginner.LOSER}:
        if asked not in {"", RANDOM_SIDE}:
            raise BadRequest("The options leave the sides to chance.")
        return dice.choice(sides)
    if rule is Beginner.HOST:
        if asked not in {"", sides[0]}:
            raise BadRequest("The options let the host begin.")
        return sides[0]
    return dice.choice(sides) if asked == RANDOM_SIDE else Side(asked or sides[0])


def _chosen_chat(asked: Chat | None, most: Chat) -> Chat:
    if asked is None:
        return most
    if asked.at_most(most) != asked:
        raise ChatOff("This site allows less chat.")
    return asked


def _invited(actor: Actor, wanted: NewRoom) -> Player | None:
    if wanted.opponent != Room.Opponent.FRIEND and (wanted.is_listed or wanted.invite):
        raise BadRequest("Only a friend's seat can be listed or kept for somebody.")
    if not wanted.invite:
        return None
    spend("RATE_INVITATIONS_PER_PLAYER", str(actor.player.id), actor.tenant)
    invited = player_named(wanted.invite)
    if invited.id == actor.player.id:
        raise BadRequest("Nobody invites themselves.")
    if are_apart(actor.player, [invited.id]):
        raise Blocked
    return invited


def _seat_for(room: Room, actor: Actor, wanted: NewRoom, number: int, side: Side, *, is_own: bool) -> Seat:
    seat = Seat(room=room, number=number, side=side)
    if is_own or wanted.opponent == Room.Opponent.SAME_SCREEN:
        seat.player = actor.player
        seat.last_seen_at = room.created_at
    elif wanted.opponent == Room.Opponent.COMPUTER:
        seat.bot_level = known_level(wanted.level)
    return seat


def known_level(level: str) -> str:
    """The code of a computer there is. Raises BadRequest."""
    if not is_level(level):
        raise BadRequest("There is no such computer level.")
    return level


def require_computers(system: str) -> None:
    """Raises BadRequest where none plays the system."""
    if system not in PLAYED:
        raise BadRequest("No computer plays this game system.")


def start_match(
    room: Room, seats: Sequence[Seat], now: datetime, *, unplayed: Sequence[MatchSeat] = ()
) -> Match:
    """The room's next match, everybody on the side their seat has now.

    `unplayed`: the seats of a match that ended before play; whoever had confirmed a layout there has it here.
    """
    system = room.rules
    last = room.matches.order_by("-number").first()
    match = Match.objects.create(
        room=room,
        number=last.number + 1 if last is not None else 1,
        system=room.system,
        ruleset=system.ruleset,
        options=room.options,
        opponent=room.opponent,
        spectators_allowed=room.spectators_allowed,
        spectators_delay=room.spectators_delay,
        created_at=now,
    )
    by_side = {seat.side: seat for seat in seats}
    match_seats = [
        MatchSeat(
            match=match,
            order=order,
            side=side,
            player_id=by_side[side].player_id,
            bot_level=by_side[side].bot_level,
        )
        for order, side in enumerate(system.sides(room.options))
    ]
    MatchSeat.objects.bulk_create(match_seats)
    publish_room(room.id, {"type": "match.created", "match": str(match.id), "number": match.number})
    table = Table(match, tuple(match_seats))
    if happenings := [*begin_unlaid(table, now), *take_over_layouts(table, unplayed, now)]:
        _store(table, happenings, now)
    else:
        call_computers(match, match_seats)
    return match


def lock_room(actor: Actor, slug: str) -> tuple[Room, list[Seat]]:
    """The open room, locked, with its seats. Raises NotFound, RoomClosed."""
    room = Room.objects.select_for_update().filter(slug=slug).first()
    if room is None:
        raise NotFound
    if room.closed_at is not None:
        raise RoomClosed
    room.tenant = actor.tenant
    seats = list(room.seats.select_related("player"))
    for seat in seats:
        seat.room = room
    return room, seats


def lock_rooms_of(player: Player) -> None:
    """All rooms with a trace of the player, by their ids: before their seats, as `lock_room` locks one."""
    seated = Seat.objects.filter(player=player).values("room")
    rooms = Room.objects.filter(Q(pk__in=seated) | Q(creator=player) | Q(invited=player))
    list(rooms.select_for_update().order_by("id").values_list("id"))


def own_seats(actor: Actor, seats: Sequence[Seat]) -> list[Seat]:
    """The actor's seats, two of them on one screen. Raises Forbidden for who has none."""
    own = [seat for seat in seats if seat.player_id == actor.player.id]
    if not own:
        raise Forbidden("Only who has a seat in this room may do this.")
    return own


def claim_seat(actor: Actor, slug: str, number: int, secret: str | None) -> Seat:
    """Take a free seat with its link's secret, which is then spent. Who has a seat here gets that one back.

    No secret is needed where the room is listed or the actor is invited. Raises NotFound, RoomClosed,
    RoomFull, SeatTaken, Forbidden; Blocked for who comes without the secret.
    """
    with tenant_scope(actor.tenant.id), transaction.atomic():
        room, seats = lock_room(actor, slug)
        for seat in seats:
            if seat.player_id == actor.player.id:
                return seat
        wanted = next((seat for seat in seats if seat.number == number), None)
        if wanted is None:
            raise NotFound
        if not any(seat.is_free for seat in seats):
            raise RoomFull
        if not wanted.is_free:
            raise SeatTaken
        if secret is None:
            _require_welcome(actor, room, seats)
        elif not constant_time_compare(secret, wanted.link_secret()):
            raise Forbidden("This link does not open the seat.")
        sit_down(room, wanted, player=actor)
        if not any(seat.is_free for seat in seats):
            close_to_strangers(room)
        elif room.invited_id == actor.player.id:
            room.invited = None
            room.save(update_fields=["invited"])
        return wanted


def _require_welcome(actor: Actor, room: Room, seats: Sequence[Seat]) -> None:
    """Raises Forbidden where a link is needed, Blocked where the actor and one who sits here are apart."""
    if not room.is_open_to(actor.player):
        raise Forbidden("This seat is taken with its link.")
    if are_apart(actor.player, [seat.player_id for seat in seats]):
        raise Blocked


def close_to_strangers(room: Room) -> None:
    """When the last free seat is taken. Nobody waits here any more, also not when a seat gets free again."""
    if room.is_listed or room.invited_id is not None:
        room.is_listed, room.invited = False, None
        room.save(update_fields=["is_listed", "invited"])


def sit_down(room: Room, seat: Seat, *, player: Actor | None = None, bot_level: str = "") -> MatchSeat:
    """Put a player or a computer on a free seat, and on its side of the current match."""
    now = timezone.now()
    seat.player = player.player if player is not None else None
    seat.bot_level = bot_level
    seat.link_number += 1
    seat.last_seen_at = now
    seat.offers_rematch = False
    seat.save(update_fields=["player", "bot_level", "link_number", "last_seen_at", "offers_rematch"])
    match_seat = MatchSeat.objects.select_related("match").get(match=room.current_match(), side=seat.side)
    if match_seat.match.phase == Match.Phase.LAYOUT:  # who left while others play on was part of that match
        match_seat.player_id = seat.player_id
        match_seat.bot_level = bot_level
        match_seat.save(update_fields=["player", "bot_level"])
    match_seat.player = seat.player
    publish_room(
        room.id,
        {"type": "seat.taken", "seat": seat.number, "side": seat.side, "player": player_data(seat)},
    )
    if not match_seat.match.lays_out:
        table = lock_table(match_seat.match_id, room.tenant)
        if happenings := begin_unlaid(table, now):
            _store(table, happenings, now)
    return match_seat


def persons(seats: Sequence[Seat], *, but: Actor) -> list[Seat]:
    """The seats of other people."""
    return [seat for seat in seats if seat.player_id not in (None, but.player.id)]


def end_match(table: Table, ended: Happening, now: datetime) -> None:
    """Store and publish an end that no match command asked for."""
    _store(table, [ended], now)


def _store(table: Table, happenings: Sequence[Happening], now: datetime) -> None:
    events = record_events(table.match, happenings, now)
    publish_on_commit(table.match, table.seats, events)


def leave_room(actor: Actor, slug: str) -> None:
    """Give the seat up. In play this resigns, and others may play on; in the layout phase it ends the match.

    At a table for more than two the others then lay out in a new one, with a free seat. The room closes when
    no person is left in it.
    """
    now = timezone.now()
    with tenant_scope(actor.tenant.id), transaction.atomic():
        room, seats = lock_room(actor, slug)
        own = own_seats(actor, seats)
        table = lock_table(room.current_match().id, room.tenant)
        persons_left = persons(seats, but=actor)
        is_unplayed = table.match.phase == Match.Phase.LAYOUT
        _end_for_leaver(table, own, now)
        for seat in own:
            seat.player, seat.offers_rematch = None, False
            seat.save(update_fields=["player", "offers_rematch"])
            publish_room(room.id, {"type": "seat.left", "seat": seat.number, "side": seat.side})
        if not persons_left:
            close_room(room, "left", now)
        elif is_unplayed and len(seats) > PAIR:
            start_match(room, seats, now, unplayed=table.seats)


def _end_for_leaver(table: Table, own: Sequence[Seat], now: datetime) -> None:
    if table.match.is_over:
        return
    leaver = table.seat(own[0].as_side)
    if table.match.phase == Match.Phase.PLAYING and len(own) == 1:
        _give_up(table, leaver, now)
    else:
        end_match(table, finish(table, Outcome((), ABANDONED), now, by=leaver.as_side), now)


def _give_up(table: Table, leaver: MatchSeat, now: datetime) -> None:
    """A side that is out already leaves nothing but its seat."""
    with contextlib.suppress(IllegalPly):
        _store(table, give_up(table, leaver, now), now)


def close_by_creator(actor: Actor, slug: str) -> None:
    """Close a room nobody else has joined, or whose match is over. Raises Forbidden, WrongPhase."""
    now = timezone.now()
    with tenant_scope(actor.tenant.id), transaction.atomic():
        room, seats = lock_room(actor, slug)
        if room.creator_id != actor.player.id:
            raise Forbidden("Only who made the room may close it.")
        is_shared = any(seat.player_id not in (None, actor.player.id) for seat in seats)
        if is_shared and not room.current_match().is_over:
            raise WrongPhase("A match is being played here; resign or leave.")
        close_room(room, "closed", now)


def close_room(room: Room, reason: str, now: datetime) -> None:
    """End the running match as abandoned and close the locked room; sockets are told and sent away."""
    table = lock_table(room.current_match().id, room.tenant)
    if not table.match.is_over:
        end_match(table, finish(table, Outcome((), ABANDONED), now), now)
    room.closed_at = now
    room.closed_reason = reason
    room.save(update_fields=["closed_at", "closed_reason"])
    publish_room(room.id, {"type": "room.closed", "reason": reason})
