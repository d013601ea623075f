"""The evaluation: what is fitted is what the search adds up, and officers on their way are seen from afar."""

from random import Random

import numpy as np
import pytest

from ai_workers.arena.agents import FROZEN
from ai_workers.bots.gunjin.knowledge import WEIGHTS
from ai_workers.bots.gunjin.twin.engine import STATE, restore
from ai_workers.bots.gunjin.twin.search import DEEPEST, SAVED, try_ply
from ai_workers.bots.gunjin.twin.values import WEIGHTS as HOW_MANY
from ai_workers.bots.gunjin.twin.values import measure, recount_all, siege, value
from games.rules.gunjin.board import INDEX
from games.rules.gunjin.kinds import CODES
from tests.ai.test_twin import TABLES, a_table


def a_position(pieces: dict[str, str], turn: int, weights: np.ndarray = WEIGHTS) -> np.ndarray:
    """Kinds in small letters are the second side's."""
    board = [-1] * 46
    for name, kind in pieces.items():
        board[INDEX[name]] = CODES[kind.lower()] + (16 if kind.islower() else 0)
    state = np.zeros(STATE, dtype=np.int64)
    restore(state, np.array([*board, turn], dtype=np.int64))
    recount_all(TABLES, weights, state)
    return state


def test_what_is_fitted_is_what_is_added_up() -> None:
    row = np.zeros(HOW_MANY, dtype=np.float32)
    for seed in range(6):
        rng = Random(seed)
        table = a_table(seed)
        while not table.is_over:
            state = table.state.copy()
            recount_all(TABLES, WEIGHTS, state)
            measure(TABLES, state, row)
            assert value(TABLES, WEIGHTS, state) == pytest.approx(float(row @ WEIGHTS), abs=40)  # 64ths
            table.play(rng.choice(table.legal()))


HERE = {"c3": "ENGINEER", "f1": "ENGINEER", "a8": "lt_general", "f8": "engineer"}


def alarm(pieces: dict[str, str], turn: int = 0) -> int:
    """What their major is worth to them by being near our headquarters."""
    return siege(TABLES, WEIGHTS, a_position(HERE | pieces, turn), 0)


def test_an_officer_on_its_way_alarms_the_more_the_nearer_it_is() -> None:
    told = [alarm({"b1": "major"}, turn=1)]
    told += [alarm({square: "major"}) for square in ("b1", "b2", "b3", "b4", "b5")]
    assert told == sorted(told, reverse=True)
    assert told[0] > 1000 > told[2] > 200
    assert told[-1] == 0


@pytest.mark.parametrize(
    "guarded",
    [{"hq1": "COLONEL"}, {"hq1": "MINE"}, {"d2": "COLONEL"}],
    ids=["a guard that holds", "a guard that falls with it", "who can take it is as near"],
)
def test_it_alarms_less_when_it_can_be_stopped(guarded: dict[str, str]) -> None:
    assert alarm({"b2": "major"} | guarded) < alarm({"b2": "major"})


def test_a_guard_that_loses_and_a_piece_that_cannot_occupy_change_nothing() -> None:
    assert alarm({"b2": "major", "hq1": "SPY"}) == alarm({"b2": "major"})
    assert alarm({"b2": "captain"}) == 0


def test_both_sides_fear_alike() -> None:
    ours = siege(TABLES, WEIGHTS, a_position({"b7": "MAJOR", "f1": "SPY", "f8": "spy"}, 0), 1)
    theirs = siege(TABLES, WEIGHTS, a_position({"e2": "major", "f1": "SPY", "f8": "spy"}, 1), 0)
    assert ours == theirs > 0


@pytest.mark.parametrize("depth", [1, 2])
def test_who_can_stop_an_officer_three_steps_away_goes_home(depth: int) -> None:
    """The walk in is deeper than the search: with the weights before, the computer went on."""
    saved = np.zeros((DEEPEST + 1, SAVED), dtype=np.int64)
    frames = np.zeros((DEEPEST + 1, 8), dtype=np.int64)
    pieces = {"c4": "major", "e3": "COLONEL", "f1": "ENGINEER", "a8": "lt_general", "f8": "engineer"}
    lead = {}
    for name, weights in (("now", WEIGHTS), ("before", FROZEN)):
        state = a_position(pieces, 0, weights)
        work = np.zeros(1, dtype=np.int64)
        back, on = (
            try_ply(TABLES, weights, state, saved, frames, depth, INDEX["e3"] * 64 + INDEX[end], work)
            for end in ("e2", "e4")
        )
        lead[name] = back - on
    assert lead["now"] > 0 > lead["before"]
