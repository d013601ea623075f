"""The search: as exact as a plain one, deterministic, bounded, and sees what is to be seen."""

import time
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from ai_workers.arena.agents import history_of, view_of
from ai_workers.arena.table import Table
from ai_workers.bots import warm
from ai_workers.bots.gunjin.knowledge import WEIGHTS
from ai_workers.bots.gunjin.skills import SKILLS
from ai_workers.bots.gunjin.thinker import Skill, think
from ai_workers.bots.gunjin.twin.engine import (
    BOTH_STUCK,
    NO_PLIES,
    OUTCOME,
    STATE,
    TURN,
    WINNER,
    legal_plies,
    play,
    restore,
)
from ai_workers.bots.gunjin.twin.search import DEEPEST, SAVED, WIN, later, static, try_ply
from ai_workers.bots.gunjin.twin.values import recount_all
from ai_workers.bots.registry import answer
from games.rules.core import Ply
from games.rules.gunjin.board import INDEX, PLIES
from games.rules.gunjin.kinds import CODES
from tests.ai.test_twin import TABLES, a_table

QUICK = Skill(worlds=8, depth=2, seconds=60)


def plain_search(state: np.ndarray, depth: int) -> int:
    """The same without any cut or short cut: for the side to move.

    One thing is left out there as here: that the last ply leaves the other side none.
    """
    if depth == 0:
        counted = state.copy()
        recount_all(TABLES, WEIGHTS, counted)
        return static(TABLES, WEIGHTS, counted)
    plies = np.zeros(512, dtype=np.int64)
    best = -WIN
    for ply in plies[: legal_plies(TABLES, state, plies)].tolist():
        after = state.copy()
        mover = int(state[TURN])
        play(TABLES, after, ply >> 6, ply & 63)
        if after[OUTCOME] in {BOTH_STUCK, NO_PLIES}:
            if depth == 1:
                found = later(-plain_search(after, 0))
            else:
                found = WIN - 2 if after[OUTCOME] == NO_PLIES else 0
        elif after[OUTCOME]:
            winner = int(after[WINNER])
            found = 0 if winner < 0 else (WIN - 1 if winner == mover else 1 - WIN)
        else:
            found = later(-plain_search(after, depth - 1))
        best = max(best, found)
    return best


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_cuts_and_short_cuts_change_no_value(depth: int) -> None:
    """Late positions, where few plies are left to try and many of them end the match."""
    saved = np.zeros((DEEPEST + 1, SAVED), dtype=np.int64)
    frames = np.zeros((DEEPEST + 1, 8), dtype=np.int64)
    work = np.zeros(1, dtype=np.int64)
    compared = 0
    for seed in range(12):
        rng = Random(seed)
        table = a_table(seed)
        while not table.is_over:
            state = table.state.copy()
            late = int((state[:46] >= 0).sum()) <= (18 if depth == 3 else 40)
            if late and rng.random() < (0.01 if depth == 3 else 0.03):
                recount_all(TABLES, WEIGHTS, state)
                ply = rng.choice(table.legal())
                found = try_ply(TABLES, WEIGHTS, state, saved, frames, depth, ply, work)
                after = table.state.copy()
                play(TABLES, after, ply >> 6, ply & 63)
                if not after[OUTCOME]:
                    assert found == later(-plain_search(after, depth - 1))
                    compared += 1
            table.play(rng.choice(table.legal()))
    assert compared > 5


def a_position(pieces: dict[str, str], turn: int) -> np.ndarray:
    board = [-1] * 46
    for name, kind in pieces.items():
        board[INDEX[name]] = CODES[kind.lower()] + (16 if kind.islower() else 0)
    state = np.zeros(STATE, dtype=np.int64)
    restore(state, np.array([*board, turn], dtype=np.int64))
    recount_all(TABLES, WEIGHTS, state)
    return state


def test_an_open_headquarters_is_seen_two_plies_ahead() -> None:
    state = a_position({"c6": "MAJOR", "a1": "ENGINEER", "f8": "engineer"}, turn=0)
    saved = np.zeros((DEEPEST + 1, SAVED), dtype=np.int64)
    frames = np.zeros((DEEPEST + 1, 8), dtype=np.int64)
    ply = INDEX["c6"] * 64 + INDEX["c7"]
    found = try_ply(TABLES, WEIGHTS, state, saved, frames, 3, ply, np.zeros(1, dtype=np.int64))
    assert found > WIN - 10


def some_tables(every: int) -> list[Table]:
    found = []
    for seed in range(3):
        rng = Random(seed)
        table = a_table(seed)
        for _ in range(every * (seed + 1)):
            if not table.is_over:
                table.play(rng.choice(table.legal()))
        if not table.is_over:
            found.append(table)
    return found


def test_the_same_question_seed_and_budget_give_the_same_thought() -> None:
    for table in some_tables(25):
        seen, plies = table.observed(table.turn), table.legal()
        assert think(seen, plies, QUICK, 5) == think(seen, plies, QUICK, 5)
        assert think(seen, plies, QUICK, 5).worlds == 8


def test_the_budget_counts_positions() -> None:
    table = some_tables(25)[0]
    seen, plies = table.observed(table.turn), table.legal()
    little = think(seen, plies, replace(QUICK, worlds=400, most_nodes=2000), 5)
    assert little == think(seen, plies, replace(QUICK, worlds=400, most_nodes=2000), 5)
    assert little.worlds < 400
    assert little.ply in plies


def test_the_clock_cuts_off_with_the_best_ply_so_far() -> None:
    table = some_tables(25)[0]
    seen, plies = table.observed(table.turn), table.legal()
    begun = time.monotonic()
    hasty = think(seen, plies, Skill(worlds=4000, depth=3, seconds=0.05), 5)
    assert time.monotonic() - begun < 2
    assert hasty.ply in plies
    assert hasty.worlds < 4000


def test_without_any_time_there_is_still_a_ply() -> None:
    table = some_tables(25)[0]
    plies = table.legal()
    assert think(table.observed(table.turn), plies, Skill(worlds=8, depth=3, seconds=0.0), 5).ply in plies


@pytest.mark.parametrize("level", SKILLS)
def test_no_level_answers_slowly(level: str) -> None:
    """Far below a second each, also on a busy machine; what is compiled first does not count."""
    warm.load_search()
    for table in some_tables(20):
        begun = time.process_time()
        think(table.observed(table.turn), table.legal(), replace(SKILLS[level], seconds=60), 1)
        assert time.process_time() - begun < 1.0


def test_a_worker_without_a_cache_compiles_elsewhere_and_answers_plainly_until_then(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    started = []
    monkeypatch.setattr(warm, "READY", tmp_path / "ready")
    monkeypatch.setattr(warm.subprocess, "Popen", started.append)
    warm.warm_up()
    assert not warm.is_ready()
    assert len(started) == 1
    assert warm.compile_once()
    assert warm.is_ready()
    warm.warm_up()
    assert len(started) == 1


def test_a_plain_answer_is_legal_and_needs_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai_workers.bots.gunjin.levels.think", None)
    table = some_tables(25)[0]
    view, history = view_of(table.observed(table.turn)), history_of(table.observed(table.turn))
    plies = [PLIES[ply >> 6][ply & 63] for ply in table.legal()]
    seen = {"system": "gunjin", "options": {}, "audience": view["viewer"], "view": view}
    asked = {"snapshot": seen | {"legal_plies": plies}, "history": history, "seed": 1}
    for level in SKILLS:
        assert Ply(*answer(asked | {"level": level}, plainly=True)["ply"]) in plies
