"""Blind over whole matches: other hidden pieces that fit what was told change nothing at all."""

from collections.abc import Callable
from random import Random

import pytest

from ai_workers.bots.luzhanqi.guessing import draw_kinds
from ai_workers.bots.luzhanqi.observed import Observed
from ai_workers.bots.registry import answer, shortest_answer
from games.levels import LEVELS
from games.rules.core import JsonObject
from games.rules.luzhanqi.kinds import KINDS
from games.rules.luzhanqi.ruleset import rules_for
from games.rules.luzhanqi.system import LUZHANQI
from tests.ai.luzhanqi import Table

HIDING: list[JsonObject] = [
    {"variant": "dark"},
    {"variant": "flip"},
    {"variant": "four"},
    {"variant": "four", "four_info": "double_open"},
]
Answer = Callable[[Table], object]
SEED = 7
ENOUGH = 3
# Of four, battles between others soon make other pieces play another match.
EVERY = {"dark": 40, "flip": 40, "four": 12}


def with_other_pieces(table: Table, rng: Random) -> Table | None:
    """The match as it would have gone with hidden pieces that the seat to move holds possible.

    None where it would not have gone like that for this seat: battles between others tell it nothing.
    """
    side = table.position.turn
    other = table.again(*other_start(table, rng))
    if other is None or other.position.turn is not side or other.history[side] != table.history[side]:
        return None
    same = LUZHANQI.redact(other.position, side) == LUZHANQI.redact(table.position, side)
    return other if same else None


def other_start(table: Table, rng: Random) -> tuple:
    """Layouts and deal."""
    if table.position.flip is not None:
        down = [name for name, it in table.position.pieces.items() if not it.shown]
        kinds = [table.dealt[name] for name in down]
        rng.shuffle(kinds)
        return {}, table.dealt | dict(zip(down, kinds, strict=True))
    side = table.position.turn
    view = LUZHANQI.redact(table.position, side).to_json()
    drawn = next(draw_kinds(Observed.read(view, table.history[side], rules_for(table.options)), rng))
    return {
        owner: {name: KINDS[drawn[name]] if name in drawn else kind for name, kind in layout.items()}
        for owner, layout in table.layouts.items()
    }, {}


def honest(table: Table) -> object:
    """All there is to compare: the question as text, the answer with work and thoughts, its least time."""
    asked = table.question(table.position.turn, seed=SEED)
    return repr(asked), answer(asked), answer(asked, plainly=True), shortest_answer(asked)


def peeking(table: Table) -> object:
    """A cheat, for this test: goes for whoever looks at the strongest piece of others, hidden or not."""
    rules, turn = table.position.rules, table.position.turn
    foes = [
        (it.code, square)
        for square, it in enumerate(table.position.board)
        if it is not None and (table.position.flip is not None or rules.sides[it.army] is not turn)
    ]
    goal = min(foes)[1]
    index = rules.graph.index
    return min(LUZHANQI.legal_plies(table.position, turn), key=lambda ply: abs(index[ply[-1]] - goal))


def count_differences(choose: Answer, raw: JsonObject, level: str, seed: int, every: int) -> tuple[int, int]:
    """Questions over a match, and how many were answered otherwise with other pieces."""
    table = Table(raw, (level,), seed=seed)
    rng = Random(seed)
    asked = differences = 0
    while not table.is_over and len(table.plies) < 120 and asked < ENOUGH:
        if len(table.plies) % every == every // 2:
            other = with_other_pieces(table, rng)
            if other is not None:
                changed = other.position.board != table.position.board
                asked += changed
                differences += choose(table) != choose(other)
        table.play_any()
    return asked, differences


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("raw", HIDING, ids=lambda raw: ",".join(raw.values()))
def test_hidden_pieces_change_nothing_over_whole_matches(raw: JsonObject, level: str) -> None:
    asked, differences = count_differences(honest, raw, level, seed=3, every=EVERY[raw["variant"]])
    assert differences == 0
    assert asked > 0


@pytest.mark.parametrize("raw", HIDING, ids=lambda raw: ",".join(raw.values()))
def test_a_bot_that_peeks_is_caught(raw: JsonObject) -> None:
    assert any(count_differences(peeking, raw, "unheard-of", seed, every=8)[1] for seed in range(3))
