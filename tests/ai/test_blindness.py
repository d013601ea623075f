"""A computer cannot peek: with other hidden kinds behind the same view it is asked and answers the same."""

import json
from random import Random

import pytest

from accounts.identity import Actor
from accounts.tenancy import tenant_scope
from ai_workers.bots.registry import answer
from games.bots import layout_answer, question
from games.levels import LEVELS
from games.models import Match
from games.referee import execute, execute_for_bot
from games.rules.core import JsonObject, Side
from tests.support.rooms import (
    GUNJIN,
    OPTIONS,
    computer_room,
    confirm,
    current,
    events_of,
    fresh,
    layout_for,
    legal_ply,
    ply_command,
    seats_of,
)

pytestmark = pytest.mark.usefixtures("valkey")
BOT = Side.SECOND


def asked(match: Match) -> JsonObject:
    seats = seats_of(match)
    with tenant_scope(match.tenant_id):
        return question(match, seats, seats[1], match.plies()) | {"seed": 1}


def swap_hidden(match: Match, rng: Random) -> bool:
    """Other kinds for the human's pieces, in every column that holds them. True if something changed."""
    before = match.sealed()
    view = GUNJIN.redact(before, BOT).to_json()
    other = GUNJIN.world(view, OPTIONS, rng)
    match.sealed_position = GUNJIN.encode(other)
    match.save(update_fields=["sealed_position"])
    human = seats_of(match)[0]
    human.sealed_layout = dict(layout_for(Side.FIRST, rng.randrange(1000)))
    human.sealed_salts = dict.fromkeys(human.sealed_layout, "00")
    human.save(update_fields=["sealed_layout", "sealed_salts"])
    for event in events_of(match):
        if event.sealed_ruling and event.sealed_ruling["battle"]:
            event.sealed_ruling["battle"]["pieces"]["first"] = rng.choice(["spy", "tank", "general"])
        event.sealed_private = {side: told for side, told in event.sealed_private.items() if side == BOT}
        event.save(update_fields=["sealed_ruling", "sealed_private"])
    return before.board != other.board


@pytest.mark.parametrize("level", LEVELS)
def test_hidden_kinds_change_neither_the_question_nor_the_answer(first: Actor, level: str) -> None:
    match = current(computer_room(first, level))
    confirm(first, match, Side.FIRST)
    with tenant_scope(match.tenant_id):
        execute_for_bot(layout_answer(match.id, BOT, layout_for(BOT, 3)), BOT)
    rng = Random(9)
    for _ in range(30):
        match = fresh(match)
        if match.is_over:
            break
        if match.turn != BOT:
            execute(first, ply_command(match, legal_ply(match, rng)))
            continue
        with tenant_scope(match.tenant_id):
            execute_for_bot(ply_command(match, legal_ply(match, rng)), BOT)
    match = fresh(match)
    if match.turn != BOT and not match.is_over:
        execute(first, ply_command(match, legal_ply(match, rng)))
    match = fresh(match)
    real = asked(match)
    assert real["snapshot"]["turn"] == BOT, "choose another seed: the match must still run"
    chosen = answer(real)
    changed = 0
    for _ in range(5):
        changed += swap_hidden(match, rng)
        assert json.dumps(asked(fresh(match)), sort_keys=True) == json.dumps(real, sort_keys=True)
        assert answer(asked(fresh(match))) == chosen
    assert changed


def test_a_question_before_play_tells_nothing_of_the_opponents_layout(first: Actor) -> None:
    match = current(computer_room(first))
    empty = asked(match)
    confirm(first, match, Side.FIRST)
    later = asked(fresh(match))
    assert later["snapshot"]["view"] is None
    assert later["snapshot"]["layout"] == empty["snapshot"]["layout"]
    assert later["history"] == empty["history"] == []


def test_a_question_is_plain_json(first: Actor) -> None:
    match = current(computer_room(first))
    assert json.loads(json.dumps(asked(match))) == asked(match)
