"""The array twin of the rules says what the plain rules say."""

from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pytest

from ai_workers.arena.differential import any_options, match_both
from ai_workers.arena.table import Table, kinds_of
from ai_workers.bots.gunjin.knowledge import WEIGHTS
from ai_workers.bots.gunjin.layouts import any_layout
from ai_workers.bots.gunjin.twin import compiled
from ai_workers.bots.gunjin.twin.engine import STATE, deal, duel, restore
from ai_workers.bots.gunjin.twin.search import make, unmake
from ai_workers.bots.gunjin.twin.tables import RESULTS, SQUARES, tables_for
from ai_workers.bots.gunjin.twin.values import SUM_EARLY, TOP, recount_all
from games.rules.core import Side
from games.rules.gunjin.battle import resolve
from games.rules.gunjin.board import BEHIND
from games.rules.gunjin.board import SQUARES as NAMES
from games.rules.gunjin.kinds import FLAG, KINDS, MOVABLE, piece
from games.rules.gunjin.layout import check_layout
from games.rules.gunjin.ruleset import rules_for
from tests.support.rooms import OPTIONS

RULES = rules_for(OPTIONS)
TABLES = tables_for(RULES)


def test_random_matches_under_all_options_agree_ply_by_ply() -> None:
    seen: Counter[str] = Counter()
    plies = sum(match_both(seed, seen) for seed in range(60))
    assert plies > 8_000
    assert {"occupation", "quiet"} <= set(seen)


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("raw", [{}, {"mine_after_win": "stays", "spy_beats": "general_and_lt_general"}])
def test_every_battle_with_every_piece_behind_agrees(owner: int, raw: dict) -> None:
    rules = rules_for(raw)
    foe = 1 - owner
    end, start = NAMES.index("c5"), NAMES.index("d5")
    back = BEHIND[foe][end]
    for attacker in MOVABLE:
        for defender in range(len(KINDS)):
            for behind in [None, *((side, code) for side in range(2) for code in range(len(KINDS)))]:
                board = [None] * SQUARES
                board[start], board[end] = (
                    piece(owner, attacker, start, True),
                    piece(foe, defender, end, True),
                )
                if behind is not None:
                    board[back] = piece(*behind, back, True)
                codes = [-1 if it is None else 16 * it.owner + it.code for it in board]
                state = np.zeros(STATE, dtype=np.int64)
                restore(state, np.array([*codes, owner], dtype=np.int64))
                battle = resolve(rules.win_table, tuple(board), end, board[start])
                assert duel(tables_for(rules), state, start, end) == RESULTS[battle.result]


def test_a_flag_at_the_edge_has_nothing_behind_it() -> None:
    state = np.zeros(STATE, dtype=np.int64)
    codes = [-1] * SQUARES
    codes[NAMES.index("hq1")], codes[NAMES.index("b1")] = FLAG, 16 + 13
    restore(state, np.array([*codes, 1], dtype=np.int64))
    assert duel(TABLES, state, NAMES.index("b1"), NAMES.index("hq1")) == 1


def a_table(seed: int, raw: dict | None = None) -> Table:
    rules = rules_for(raw or {})
    lays = [
        any_layout(rules.to_json(), side, seed=seed * 2 + at)
        for at, side in enumerate((Side.FIRST, Side.SECOND))
    ]
    return Table([kinds_of(lay) for lay in lays], tables_for(rules))


@pytest.mark.parametrize("seed", range(3))
def test_taking_back_restores_everything_and_sums_are_kept_right(seed: int) -> None:
    rng = Random(seed)
    table = a_table(seed, dict(any_options(rng)) if seed else None)
    saved = np.zeros(16, dtype=np.int64)
    while not table.is_over:
        legal = table.legal()
        state = table.state.copy()
        recount_all(table.rules, WEIGHTS, state)
        for ply in rng.sample(legal, min(6, len(legal))):
            before = state.copy()
            make(table.rules, WEIGHTS, state, ply >> 6, ply & 63, saved)
            kept = state[SUM_EARLY : TOP + 2].copy()
            recount_all(table.rules, WEIGHTS, state)
            assert kept.tolist() == state[SUM_EARLY : TOP + 2].tolist()
            state[SUM_EARLY : TOP + 2] = kept
            unmake(state, ply >> 6, ply & 63, saved)
            assert state.tolist()[: SUM_EARLY + 6] == before.tolist()[: SUM_EARLY + 6]
        table.play(rng.choice(legal))


def test_dealt_layouts_are_legal() -> None:
    dice = np.array([7], dtype=np.int64)
    out = np.zeros(23, dtype=np.int64)
    for _ in range(200):
        for owner, side in enumerate((Side.FIRST, Side.SECOND)):
            deal(TABLES, owner, dice, out)
            layout = [(NAMES[owner * 23 + slot], KINDS[code]) for slot, code in enumerate(out)]
            assert check_layout(RULES, side, layout) == ()


def test_without_a_folder_to_write_in_nothing_is_cached(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(compiled, "_folders", lambda: [Path("/dev/null/nowhere"), tmp_path])
    assert compiled.cache_folder().parent == tmp_path
    monkeypatch.setattr(compiled, "_folders", lambda: [Path("/dev/null/nowhere")])
    assert compiled.cache_folder() is None


def test_tables_are_read_only() -> None:
    with pytest.raises(ValueError, match="read-only"):
        TABLES[0] = 1
