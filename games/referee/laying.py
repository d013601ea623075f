"""Before the first ply: layouts, what the server deals, and the beginning of play."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from random import SystemRandom

from accounts.webhooks import Event, announce
from games.commands import ConfirmLayout, WithdrawLayout
from games.errors import MatchOver, StaleVersion, WrongPhase
from games.events import EventType, Happening
from games.models import Match, MatchSeat, Room, SavedLayout
from games.redaction import layout_data
from games.referee.table import Table, finish, next_plies, public_facts
from games.rules.core import JsonObject, Layout, Secret
from games.rules.proofs import SALT_BYTES, commit

dice = SystemRandom()


def confirm_layout(table: Table, seat: MatchSeat, command: ConfirmLayout, now: datetime) -> list[Happening]:
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


def withdraw_layout(table: Table, seat: MatchSeat, command: WithdrawLayout) -> list[Happening]:
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
    announce(Event.MATCH_STARTED, public_facts(match))
    public: JsonObject = {"turn": position.turn}
    if match.deal_commitments is not None:
        public["commitments"] = match.deal_commitments
    started = Happening(EventType.STARTED, None, public, private=next_plies(match, position))
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
