"""The belief that people are shown concludes what the computers' compiled belief concludes."""

from itertools import permutations
from random import Random

import numpy as np
import pytest

from ai_workers.arena.differential import any_options
from ai_workers.arena.table import Table
from ai_workers.bots.gunjin.thinker import draw_worlds
from ai_workers.bots.gunjin.twin.belief import IF_FLAG, KINDS_OF
from ai_workers.bots.gunjin.twin.sampler import is_possible
from ai_workers.bots.gunjin.twin.tables import CAMP, RESULTS
from games.rules.gunjin.belief import Belief
from games.rules.gunjin.counting import ALL_KINDS, FLAG_BIT, possible_kinds
from games.rules.gunjin.kinds import FLAG
from games.rules.gunjin.ruleset import rules_for
from tests.ai.test_twin import a_table

NAMED = {number: result for result, number in RESULTS.items()} | {0: None}


def plain_belief(table: Table, raw: dict, me: int) -> Belief:
    own = {me * CAMP + slot: int(code) for slot, code in enumerate(table.layouts[me])}
    belief = Belief(rules_for(raw), me, own)
    for start, end, result in table.observed(me).events.tolist():
        belief.see(start, end, NAMED[result])
    return belief


def sets_of(belief: Belief) -> list[int]:
    return [suspect.kinds for suspect in belief.suspects.values()]


def check(table: Table, raw: dict) -> None:
    for me in range(2):
        compiled = table.observed(me).belief()
        plain = plain_belief(table, raw, me)
        assert sets_of(plain) == compiled[KINDS_OF : KINDS_OF + CAMP].tolist()
        first = (1 - me) * CAMP
        conditions = compiled[IF_FLAG:].reshape(CAMP, CAMP).tolist()
        for a in range(CAMP):
            for b in range(CAMP):
                assert plain.if_flag.get((first + a, first + b), ALL_KINDS) & ~FLAG_BIT == (
                    conditions[a][b] & ~FLAG_BIT
                )


def count_check(table: Table, raw: dict, seed: int) -> None:
    """Every drawn world lies within what counting leaves, and so does the truth."""
    for me in range(2):
        plain = plain_belief(table, raw, me)
        plain.count()
        kinds = sets_of(plain)
        seen = table.observed(me)
        worlds = draw_worlds(seen, seen.belief(), 30, seed)
        for world in [table.layouts[1 - me], *worlds]:
            assert all(left >> int(code) & 1 for left, code in zip(kinds, world, strict=True))


@pytest.mark.parametrize("seed", range(40))
def test_both_beliefs_agree_in_random_matches_under_any_options(seed: int) -> None:
    rng = Random(seed)
    raw = any_options(rng) if seed % 2 else {}
    table = a_table(seed, raw)
    while not table.is_over:
        if table.number % 5 == 0:
            check(table, raw)
        if table.number % 40 == 0:
            count_check(table, raw, seed + 1)
        table.play(rng.choice(table.legal()))


@pytest.mark.parametrize("seed", range(6))
def test_counting_leaves_exactly_what_enumeration_finds(seed: int) -> None:
    """All but six pieces are known; what these six may be, tried out one by one."""
    rng = Random(seed)
    truth = a_table(seed).layouts[1].tolist()
    flag = truth.index(FLAG)
    hidden = [flag, *rng.sample([slot for slot in range(CAMP) if slot != flag], 5)]
    compiled = a_table(seed).observed(0).belief()
    sets = [1 << code for code in truth]
    for slot in hidden:
        sets[slot] |= rng.getrandbits(16) & sum(1 << truth[other] for other in hidden)
    conditions = {
        (a, b): rng.getrandbits(16) | 1 << truth[b]
        for a in hidden
        for b in hidden
        if a != b and rng.random() < 0.4
    }
    compiled[KINDS_OF : KINDS_OF + CAMP] = sets
    for (a, b), kinds in conditions.items():
        compiled[IF_FLAG + a * CAMP + b] = kinds
    found = [0] * CAMP
    for kinds in set(permutations([truth[slot] for slot in hidden])):
        dealt = np.array(truth, dtype=np.int64)
        dealt[hidden] = kinds
        if is_possible(compiled, dealt):
            for slot, code in enumerate(dealt.tolist()):
                found[slot] |= 1 << code
    assert possible_kinds(sets, conditions) == found
