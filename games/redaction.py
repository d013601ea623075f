"""The one allow-list between full knowledge and anyone: a match and its events as one audience may see them.

REST, socket, replay, export, bots and moderators all read through these functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from accounts.models import Player
from games.errors import WrongPhase
from games.events import Audience, EventType
from games.levels import level_data, level_name
from games.models import Match, MatchEvent, MatchSeat, Seat, Thought
from games.rules.core import Json, JsonObject, Side
from games.rules.proofs import owner_key


class EventFrame(TypedDict):
    """One event as one audience sees it; `d` is None where it may only learn that something happened."""

    v: int
    d: JsonObject | None


def event_data(match: Match, event: MatchEvent, audience: Audience, *, revealed: bool = False) -> JsonObject:
    """`revealed` shows everything and is honoured only once the match is over."""
    revealed = revealed and match.is_over
    data: JsonObject = {
        "type": event.type,
        "side": event.side or None,
        "at": event.at.isoformat(),
        **event.public,
    }
    if event.sealed_ruling is not None:
        data.update(
            match.rules.redact_ruling(event.sealed_ruling, match.options, audience.side, revealed=revealed)
        )
    if audience.side is not None:
        data.update(event.sealed_private.get(audience.side, {}))
    return data


def ply_data(match: Match, ply: MatchEvent, audience: Audience) -> JsonObject:
    """A ply as `audience` saw it, without what only its moment needed: the time and the next legal plies."""
    assert ply.sealed_ruling is not None, "a ply has a ruling"
    seen = match.rules.redact_ruling(ply.sealed_ruling, match.options, audience.side, revealed=False)
    return {"type": ply.type, "side": ply.side, **seen}


def event_frame(match: Match, event: MatchEvent, audience: Audience) -> EventFrame:
    return {"v": event.version, "d": event_data(match, event, audience)}


def snapshot(match: Match, seats: Sequence[MatchSeat], audience: Audience, *, epoch: int) -> JsonObject:
    """All that `audience` may know of the match now; `seats` are the match's, with their players."""
    data: JsonObject = {
        "match": str(match.id),
        "room": _room_slug(match, audience),
        "system": match.system,
        "ruleset": match.ruleset,
        "options": match.options,
        "epoch": epoch,
        "version": match.version,
        "phase": match.phase,
        "audience": audience.key,
        "turn": match.turn or None,
        "ply_count": match.ply_count,
        "outcome": match.outcome,
        "seats": [_seat_data(seat) for seat in seats],
        "layout": _own_layout(match, seats, audience),
        "deal": None if match.deal_commitments is None else {"commitments": match.deal_commitments},
        "view": None,
        "legal_plies": [],
        "reveal": reveal_data(match, seats),
    }
    if match.sealed_position:
        data |= _view_data(match, audience)
    return data


def _room_slug(match: Match, audience: Audience) -> str | None:
    """The room's address; not for who only has a replay's link."""
    if match.room is None or (audience.side is None and not match.spectators_allowed):
        return None
    return match.room.slug


def _view_data(match: Match, audience: Audience) -> JsonObject:
    position = match.sealed()
    view = match.rules.redact(position, audience.side, revealed=match.is_over).to_json()
    if match.is_over:  # also where no ply ended it: a resignation leaves the position as it was
        view |= {"turn": None, "outcome": match.outcome}
    plies: list[Json] = []
    if audience.side is not None and not match.is_over:
        plies = [list(ply) for ply in match.rules.legal_plies(position, audience.side)]
    return {"view": view, "legal_plies": plies}


def _seat_data(seat: MatchSeat) -> JsonObject:
    return {
        "side": seat.side,
        "player": player_data(seat),
        "confirmed": seat.is_confirmed,
        "commitments": seat.commitments if seat.is_confirmed else None,
    }


def player_data(seat: MatchSeat | Seat) -> JsonObject | None:
    """Who sits here, as everyone may see it."""
    if seat.bot_level:
        name = f"Computer ({level_name(seat.bot_level)})"
        return {"name": name, "kind": "bot", "level": level_data(seat.bot_level)}
    return person_data(seat.player) if seat.player is not None else None


def person_data(player: Player) -> JsonObject:
    """A player who is no computer, as everyone may see them: by name, for nobody knows another's id."""
    return {"name": player.name, "kind": player.kind, "level": None}


def _own_layout(match: Match, seats: Sequence[MatchSeat], audience: Audience) -> JsonObject | None:
    """None for spectators, and where the server deals: then nobody has one to confirm."""
    if not match.rules.has_layout(match.options):
        return None
    for seat in seats:
        if seat.side == audience.side:
            return layout_data(seat)
    return None


def layout_data(seat: MatchSeat) -> JsonObject:
    """The owner's own layout; for the owner alone."""
    return {"revision": seat.layout_revision, "confirmed": seat.is_confirmed, "pieces": seat.sealed_layout}


def reveal_data(match: Match, seats: Sequence[MatchSeat]) -> JsonObject | None:
    """Layouts and salts of all sides, or of the deal, once a match that was played is over."""
    if not match.is_revealed:
        return None
    return {owner: {"layout": kinds, "salts": salts} for owner, kinds, salts, _ in _committed(match, seats)}


def _committed(match: Match, seats: Sequence[MatchSeat]) -> list[tuple[str, Json, Json, Json]]:
    """Owner, kinds, salts and commitments of all that was committed to: layouts, or what the server dealt."""
    laid = [
        (seat.side, seat.sealed_layout, seat.sealed_salts, seat.commitments)
        for seat in seats
        if seat.sealed_layout is not None
    ]
    if match.sealed_deal is None:
        return laid
    return [*laid, (owner_key(None), match.sealed_deal, match.sealed_deal_salts, match.deal_commitments)]


def deductions_data(match: Match, seat: MatchSeat, plies: Sequence[MatchEvent]) -> JsonObject:
    """What the seat can conclude of pieces it does not see, from its own layout and what it was told."""
    audience = Audience(seat.as_side)
    told = [ply_data(match, ply, audience) for ply in plies]
    pieces = match.rules.deductions(match.options, seat.as_side, seat.sealed_layout or {}, told)
    return {"match": str(match.id), "version": match.version, "audience": audience.key, "pieces": pieces}


def seen_record(
    match: Match, seats: Sequence[MatchSeat], events: Sequence[MatchEvent], audience: Audience
) -> JsonObject:
    """The match as one audience saw it: the events it got, in order, and its own layout."""
    return {
        "format": "gyoji-seen-1",
        "match": str(match.id),
        "system": match.system,
        "ruleset": match.ruleset,
        "options": match.options,
        "audience": audience.key,
        "players": {seat.side: player_data(seat) for seat in seats},
        "layout": _own_layout(match, seats, audience),
        "events": [{"v": event.version, **event_data(match, event, audience)} for event in events],
    }


def record(match: Match, seats: Sequence[MatchSeat], events: Sequence[MatchEvent]) -> JsonObject:
    """The whole finished match in the format that `games.rules.verify` checks.

    Raises WrongPhase while the match runs, and for one that ended before play: it reveals nothing.
    """
    if not match.is_revealed:
        raise WrongPhase("The whole record is shown when the match is over.")
    plies = [event for event in events if event.type == EventType.PLY]
    committed = _committed(match, seats)
    numbered = [
        {"number": number, "side": event.side, **(event.sealed_ruling or {})}
        for number, event in enumerate(plies, start=1)
    ]
    end: JsonObject = dict(match.outcome or {})
    if events and events[-1].side:
        end["by"] = events[-1].side
    return {
        "format": "gyoji-record-1",
        "match": str(match.id),
        "system": match.system,
        "ruleset": match.ruleset,
        "options": match.options,
        "about": {
            "players": {seat.side: player_data(seat) for seat in seats},
            "started_at": match.started_at.isoformat() if match.started_at else None,
            "ended_at": match.ended_at.isoformat() if match.ended_at else None,
        },
        "layouts": {owner: kinds for owner, kinds, _, _ in committed},
        "salts": {owner: salts for owner, _, salts, _ in committed},
        "commitments": {owner: digests for owner, _, _, digests in committed},
        "plies": numbered,
        "end": end,
    }


def thoughts_data(match: Match, thoughts: Sequence[Thought]) -> list[JsonObject]:
    """What computers thought before their plies. Raises WrongPhase unless nothing is hidden any more."""
    if not match.is_revealed:
        raise WrongPhase("What computers thought is shown when the match is over.")
    return [
        {"number": thought.number, "side": thought.side, **thought.sealed_thinking} for thought in thoughts
    ]


def audiences(seats: Sequence[MatchSeat]) -> tuple[Audience, ...]:
    """Every audience of a match, the spectators last."""
    return (*(Audience(Side(seat.side)) for seat in seats), Audience(None))
