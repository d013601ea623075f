"""What a computer believes never rules out the truth, and what it guesses contradicts nothing."""

from collections import Counter
from itertools import permutations
from random import Random

import numpy as np
import pytest

from ai_workers.arena.table import Table
from ai_workers.bots.base import UnreadableQuestion
from ai_workers.bots.gunjin.observed import Observed
from ai_workers.bots.gunjin.thinker import Skill, draw_worlds, likelihoods, think
from ai_workers.bots.gunjin.twin.belief import ALL_KINDS, BELIEF, IF_FLAG, KINDS_OF, MOVED, begin
from ai_workers.bots.gunjin.twin.sampler import draw, is_possible
from ai_workers.bots.gunjin.twin.tables import CAMP, KINDS
from games.rules.gunjin.kinds import CODES, FLAG, FULL_SET
from tests.ai.test_twin import TABLES, a_table

OPTION_SETS = [
    {},
    {"win_flag": "any", "win_general": "loses", "mine_after_win": "stays"},
    {"win_flag": "second_lt", "occupiers": "all_but_plane", "plane_jump": "own_only"},
    {"plane_jump": "none", "plane_sideways": "unlimited", "mine_in_hq": "banned"},
]


def check(table: Table) -> None:
    for me in range(2):
        assert is_possible(table.observed(me).belief(), table.layouts[1 - me])


@pytest.mark.parametrize("raw", OPTION_SETS)
def test_the_true_layout_stays_possible_at_every_ply_of_random_matches(raw: dict) -> None:
    for seed in range(4):
        rng = Random(seed)
        table = a_table(seed, raw)
        while not table.is_over:
            check(table)
            table.play(rng.choice(table.legal()))


def test_the_true_layout_stays_possible_in_matches_of_the_search() -> None:
    for seed in range(5):
        table = a_table(seed)
        while not table.is_over:
            check(table)
            table.play(think(table.observed(table.turn), table.legal(), Skill(6, 1, seconds=60), seed).ply)


def test_every_drawn_world_contradicts_nothing() -> None:
    rng = Random(5)
    table = a_table(5)
    while not table.is_over:
        if table.number % 7 == 0:
            seen = table.observed(table.turn)
            belief = seen.belief()
            for world in draw_worlds(seen, belief, 12, seed=table.number):
                assert sorted(world.tolist()) == sorted(FULL_SET)
                assert is_possible(belief, world)
        table.play(rng.choice(table.legal()))


def a_small_case(rng: Random) -> tuple[np.ndarray, list[int], np.ndarray]:
    """A belief in which only seven slots are open, their true kinds, and weights."""
    belief = np.zeros(BELIEF, dtype=np.int64)
    begin(TABLES, 0, belief)
    truth = list(a_table(rng.randrange(99)).layouts[1])
    flag = truth.index(FLAG)
    hidden = [flag, *rng.sample([slot for slot in range(CAMP) if slot != flag], 6)]
    for slot in range(CAMP):
        belief[KINDS_OF + slot] = 1 << int(truth[slot])
    for slot in hidden:
        belief[KINDS_OF + slot] = ALL_KINDS & ~(0 if rng.random() < 0.5 else rng.getrandbits(12)) | 1 << int(
            truth[slot]
        )
    for slot in hidden:
        if rng.random() < 0.5:  # what must stand behind it if it is the flag
            other = rng.choice([it for it in hidden if it != slot])
            belief[IF_FLAG + slot * CAMP + other] = rng.getrandbits(KINDS) | 1 << int(truth[other])
    weights = np.array([rng.uniform(0.3, 2.0) for _ in range(CAMP * KINDS)])
    return belief, hidden, weights


@pytest.mark.parametrize("seed", range(6))
def test_worlds_are_drawn_as_often_as_their_weights_say(seed: int) -> None:
    """Against full enumeration; the share of worlds in the wrong place stays below 8 % of 6,000 draws."""
    belief, hidden, weights = a_small_case(Random(seed))
    fixed = {
        slot: int(belief[KINDS_OF + slot]).bit_length() - 1 for slot in range(CAMP) if slot not in hidden
    }
    rest = list((Counter(FULL_SET) - Counter(fixed.values())).elements())
    exact: dict[tuple[int, ...], float] = {}
    for kinds in set(permutations(rest)):
        dealt = [fixed[slot] if slot in fixed else kinds[hidden.index(slot)] for slot in range(CAMP)]
        if is_possible(belief, np.array(dealt, dtype=np.int64)):
            exact[kinds] = float(
                np.prod([weights[slot * KINDS + code] for slot, code in zip(hidden, kinds, strict=True)])
            )
    total = sum(exact.values())
    worlds = np.zeros((6000, CAMP), dtype=np.int64)
    assert draw(belief, weights, np.array([seed + 1], dtype=np.int64), worlds) == 6000
    marginal: Counter = Counter()
    for world in worlds:
        kinds = tuple(int(world[slot]) for slot in hidden)
        assert kinds in exact
        marginal.update(enumerate(kinds))
    wanted: Counter = Counter()
    for kinds, weight in exact.items():
        for place in enumerate(kinds):
            wanted[place] += weight / total
    off = max(abs(marginal[place] / 6000 - share) for place, share in wanted.items())
    assert off < 0.08, off


def test_facts_that_contradict_each_other_are_refused() -> None:
    table = a_table(1)
    seen = table.observed(0)
    belief = seen.belief()
    belief[KINDS_OF : KINDS_OF + 3] = 1 << CODES["general"]  # three generals
    with pytest.raises(UnreadableQuestion):
        draw_worlds(seen, belief, 4, seed=1)


def test_an_impossible_history_is_refused() -> None:
    table = a_table(1)
    for events in ([[40, 5, 0]], [[20, 45, 0]], [[3, 3, 1]], [[20, 21, 1]]):
        seen = Observed(TABLES, 0, table.layouts[0], np.array(events, dtype=np.int64))
        with pytest.raises(UnreadableQuestion):
            seen.belief()


def test_a_piece_that_never_moved_is_a_mine_or_flag_rather() -> None:
    table = a_table(2)
    rng = Random(2)
    for _ in range(60):
        table.play(rng.choice(table.legal()))
    seen = table.observed(0)
    start = a_table(2).observed(0)
    early = likelihoods(start, start.belief(), 0.05).reshape(CAMP, KINDS)
    later = likelihoods(seen, seen.belief(), 0.05).reshape(CAMP, KINDS)
    moved = seen.belief()[MOVED : MOVED + CAMP] > 0
    assert later[~moved, FLAG].sum() > early[~moved, FLAG].sum()
    assert (later[moved, FLAG] == 0).all()
