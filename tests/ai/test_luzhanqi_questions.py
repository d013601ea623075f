"""What computers are asked about Luzhanqi: the same bytes with other hidden pieces in the database."""

import json
from random import Random
from uuid import uuid4

import pytest

from accounts.identity import Actor
from accounts.tenancy import tenant_scope
from ai_workers.bots.registry import answer
from games.bots import layout_answer, ply_answer, question
from games.commands import ConfirmLayout, PlayPly
from games.models import Match, Room
from games.referee import execute, execute_for_bot
from games.rooms import NewRoom, create_room
from games.rules.core import JsonObject, Side
from games.rules.luzhanqi.kinds import KINDS
from games.rules.luzhanqi.system import LUZHANQI
from tests.support.rooms import current, events_of, fresh, seats_of

pytestmark = pytest.mark.usefixtures("valkey")
BOTS = {"dark": Side.SECOND, "flip": Side.SECOND, "four": Side.EAST}
PLIES = 41


def begun(person: Actor, variant: str) -> Match:
    """The person plays first; everybody has laid out."""
    options = {"variant": variant, "first_player": "fixed"}
    asked = NewRoom(system="luzhanqi", options=options, opponent=Room.Opponent.COMPUTER, level="advanced")
    match = current(create_room(person, asked))
    if not fresh(match).lays_out:
        return fresh(match)
    for number, seat in enumerate(seats_of(match)):
        layout = LUZHANQI.random_layout(match.options, seat.as_side, Random(number))
        if seat.bot_level:
            with tenant_scope(match.tenant_id):
                execute_for_bot(layout_answer(match.id, seat.side, layout), seat.as_side)
        else:
            pieces = tuple(layout.items())
            execute(
                person, ConfirmLayout(match=match.id, command_id=uuid4(), seat=seat.as_side, pieces=pieces)
            )
    return fresh(match)


def play_until_asked(match: Match, person: Actor, bot: Side, rng: Random) -> Match:
    """Random plies until it is the computer's turn after PLIES or more."""
    while (match := fresh(match)).ply_count < PLIES or match.turn != bot:
        assert not match.is_over, "choose another seed: the match must still run"
        side = Side(match.turn)
        ply = rng.choice(LUZHANQI.legal_plies(match.sealed(), side))
        if next(seat for seat in seats_of(match) if seat.side == side).bot_level:
            with tenant_scope(match.tenant_id):
                execute_for_bot(ply_answer(match.id, side, match.version, ply), side)
        else:
            execute(person, PlayPly(match=match.id, command_id=uuid4(), expected=match.version, ply=ply))
    return match


def asked(match: Match, bot: Side) -> JsonObject:
    seats = seats_of(match)
    with tenant_scope(match.tenant_id):
        seat = next(seat for seat in seats if seat.side == bot)
        return question(match, seats, seat, match.plies()) | {"seed": 1}


def swap_hidden(match: Match, bot: Side, rng: Random) -> bool:
    """Other pieces for everybody else, in every column that holds them. True if something changed."""
    before = match.sealed()
    other = LUZHANQI.world(LUZHANQI.redact(before, bot).to_json(), match.options, rng)
    match.sealed_position = LUZHANQI.encode(other)
    if match.sealed_deal:
        match.sealed_deal = dict(zip(match.sealed_deal, reversed(match.sealed_deal.values()), strict=True))
    match.save(update_fields=["sealed_position", "sealed_deal"])
    for seat in seats_of(match):
        if seat.side != bot and seat.sealed_layout:
            seat.sealed_layout = dict(LUZHANQI.random_layout(match.options, seat.as_side, rng))
            seat.save(update_fields=["sealed_layout"])
    for event in events_of(match):
        battle = event.sealed_ruling and event.sealed_ruling["battle"]
        if battle and match.options["variant"] != "flip":
            battle["pieces"] |= {side: rng.choice(KINDS) for side in battle["pieces"] if side != bot}
        event.sealed_private = {side: told for side, told in event.sealed_private.items() if side == bot}
        event.save(update_fields=["sealed_ruling", "sealed_private"])
    return before.board != other.board


@pytest.mark.parametrize("variant", BOTS)
def test_hidden_pieces_change_neither_the_question_nor_the_answer(first: Actor, variant: str) -> None:
    bot, rng = BOTS[variant], Random(4)
    match = play_until_asked(begun(first, variant), first, bot, rng)
    real = asked(match, bot)
    assert real["snapshot"]["turn"] == bot
    chosen = answer(real)
    changed = 0
    for _ in range(3):
        changed += swap_hidden(match, bot, rng)
        match = fresh(match)
        assert json.dumps(asked(match, bot), sort_keys=True) == json.dumps(real, sort_keys=True)
        assert answer(asked(match, bot)) == chosen
    assert changed
