"""The array twin of the rules says what the plain rules say, and the search sees what is plain to see."""

from collections import Counter

import numpy as np
import pytest

from ai_workers.arena.luzhanqi.differential import Twin, match_both
from ai_workers.bots.luzhanqi.observed import Observed
from ai_workers.bots.luzhanqi.thinker import Skill, think
from ai_workers.bots.luzhanqi.twin import compiled
from ai_workers.bots.luzhanqi.twin.battles import judge
from ai_workers.bots.luzhanqi.twin.search import LIMIT, NODES, later, odds, weigh
from ai_workers.bots.luzhanqi.twin.state import DEFENDER, OUTCOME, TURN, ply_number, state_of
from ai_workers.bots.luzhanqi.twin.tables import Numbers, tables_for
from ai_workers.bots.luzhanqi.twin.values import value
from games.rules.core import Side
from games.rules.luzhanqi.kinds import CODES, piece
from games.rules.luzhanqi.ruleset import rules_for
from games.rules.luzhanqi.start import place
from games.rules.luzhanqi.system import LUZHANQI
from tests.ai.luzhanqi import VARIANTS, Table


def test_random_matches_of_all_variants_agree_ply_by_ply() -> None:
    seen: Counter[str] = Counter()
    plies = sum(match_both(seed, seen) for seed in range(24))
    assert plies > 3_000
    assert {f"variant: {variant}" for variant in VARIANTS} <= set(seen)


def test_tables_are_read_only() -> None:
    with pytest.raises(ValueError, match="read-only"):
        tables_for(rules_for({}))[0] = 1


def a_state(variant: str, plies: int) -> Twin:
    table = Table({"variant": variant}, ("unheard-of",), seed=plies)
    for _ in range(plies):
        table.play_any()
    return Twin(rules_for(table.options), state_of(table.position))


@pytest.mark.parametrize("variant", VARIANTS)
def test_both_teams_see_the_same_value_from_their_own_side(variant: str) -> None:
    twin, room = a_state(variant, 70), np.zeros(4, dtype=np.int64)
    found = [value(twin.tables, twin.state, seat, room) for seat in range(len(twin.rules.sides))]
    assert found[0] == -found[1]
    assert found[0] in (found[-1], -found[-1])


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_search_leaves_the_world_as_it_is_and_keeps_to_its_work(variant: str) -> None:
    twin = a_state(variant, 60)
    seat = int(twin.state[TURN])
    before, plies = twin.state.copy(), np.array(twin.legal(seat), dtype=np.int64)
    work = np.array([0, 2_000], dtype=np.int64)
    weigh(twin.tables, seat, twin.state, plies, 3, 2, True, np.zeros(len(plies)), work)
    assert (twin.state == before).all()
    assert work[NODES] <= work[LIMIT] + len(plies) + 8


def tried_below(twin: Twin, seat: int) -> list[int]:
    """The legal plies without the battles that only lose a piece, if there are others."""
    legal = twin.legal(seat)
    ends = [(ply, int(twin.state[ply & 255]), int(twin.state[ply >> 8 & 255])) for ply in legal]
    kept = [
        ply for ply, it, other in ends if other < 0 or judge(twin.tables, twin.state, it, other) != DEFENDER
    ]
    return kept or legal


def least(twin: Twin, seat: int, depth: int, room: Numbers) -> int:
    """What a seat can be sure of, by plain trying out."""
    mover = int(twin.state[TURN])
    if depth == 0 or twin.state[OUTCOME]:
        return int(value(twin.tables, twin.state, seat, room))
    found = []
    for ply in tried_below(twin, mover):
        after = Twin(twin.rules, twin.state.copy())
        after.play(ply)
        found.append(later(least(after, seat, depth - 1, room)))
    return max(found) if mover in twin.rules.friends[seat] else min(found)


@pytest.mark.parametrize("variant", ["dark", "four"])
def test_cutting_off_changes_no_value(variant: str) -> None:
    twin, room = a_state(variant, 150), np.zeros(4, dtype=np.int64)
    seat = int(twin.state[TURN])
    plies = np.array(twin.legal(seat)[::12], dtype=np.int64)
    totals, work = np.zeros(len(plies)), np.array([0, 10**9], dtype=np.int64)
    weigh(twin.tables, seat, twin.state, plies, 3, 0, True, totals, work)
    for ply, total in zip(plies.tolist(), totals, strict=True):
        after = Twin(twin.rules, twin.state.copy())
        after.play(ply)
        assert total == pytest.approx(odds(later(least(after, seat, 2, room))))


def best_ply(pieces: dict[str, str], skill: Skill) -> str:
    """In an open position where `S`, the first side, is to move; `S.general` by point."""
    rules = rules_for({"variant": "open"})
    placed = []
    for name, text in pieces.items():
        army, _, kind = text.partition(".")
        square = rules.graph.index[name]
        placed.append((square, piece("SN".index(army), CODES[kind], square)))
    position = place(rules, placed)
    plies = {ply_number(rules, ply): ply for ply in position.legal_plies(Side.FIRST)}
    seen = Observed.read(LUZHANQI.redact(position, Side.FIRST).to_json(), [], rules)
    return " ".join(plies[think(seen, list(plies), skill, 1).ply])


FLAGS = {"b1": "S.flag", "b12": "N.flag"}


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ({"b11": "S.platoon", "e9": "N.general"}, "b11 b12"),
        ({"a2": "S.division", "b2": "N.platoon", "e10": "N.brigade"}, "a2 b2"),
        ({"a4": "S.commander", "a5": "N.platoon", "a3": "N.general", "e10": "N.brigade"}, "a4 a3"),
    ],
    ids=["takes the flag", "guards the flag", "takes the better piece"],
)
@pytest.mark.parametrize("depth", [2, 4])
def test_the_search_sees_what_is_plain_to_see(pieces: dict[str, str], expected: str, depth: int) -> None:
    assert best_ply(FLAGS | pieces, Skill(worlds=1, depth=depth, most_nodes=50_000)) == expected


def test_the_cache_lies_in_a_folder_of_these_sources() -> None:
    assert compiled.CACHE is None or compiled.source_digest() in compiled.CACHE.name
