"""The network that guesses kinds from how pieces were used."""

from random import Random

import numpy as np

from ai_workers.arena.__main__ import layouts_for
from ai_workers.arena.table import RULES, Table
from ai_workers.arena.train_habits import Played, flat, losses, rows_of, surprise_of_counts, teach
from ai_workers.bots.gunjin.knowledge import HABITS
from ai_workers.bots.gunjin.observed import Observed
from ai_workers.bots.gunjin.twin.belief import BAD_EVENT, BELIEF, KINDS_OF, follow
from ai_workers.bots.gunjin.twin.habits import ALLOWED, FEATURES, MOVES, START, observe
from ai_workers.bots.gunjin.twin.network import guess
from ai_workers.bots.gunjin.twin.tables import CAMP, KINDS
from games.rules.gunjin.kinds import COUNTS


def a_match(seed: int) -> Table:
    rng = Random(seed)
    table = Table(layouts_for(seed, "random"))
    while not table.is_over:
        table.play(rng.choice(table.legal()))
    return table


def observed(seen: Observed) -> tuple[np.ndarray, np.ndarray]:
    rows, belief = np.zeros((CAMP, FEATURES)), np.zeros(BELIEF, dtype=np.int64)
    observe(seen.rules, seen.me, seen.own, seen.events, belief, rows)
    return rows, belief


def test_watching_habits_leads_to_the_same_belief() -> None:
    for seed in range(6):
        table = a_match(seed)
        for me in range(2):
            seen = table.observed(me)
            before = Observed(seen.rules, me, seen.own, seen.events[:-1])
            rows, belief = observed(before)
            assert (belief == before.belief()).all()
            assert np.isfinite(rows).all()
            allowed = (belief[KINDS_OF : KINDS_OF + CAMP, None] >> np.arange(KINDS)) & 1
            assert (rows[:, ALLOWED : ALLOWED + KINDS] == allowed).all()


def test_both_sides_look_alike() -> None:
    """The same match with the sides changed round gives the same numbers."""
    table = a_match(3)
    second = table.layouts[1]
    turned = table.observed(0).events.copy()
    turned[:, :2] = 45 - turned[:, :2]
    number = 40
    rows, _ = observed(Observed(RULES, 1, second, table.observed(0).events[:number]))
    again, _ = observed(Observed(RULES, 0, second[::-1].copy(), turned[:number]))
    assert (rows[:, MOVES] == again[::-1][:, MOVES]).all()
    assert (rows == again[::-1]).all()
    assert (rows[:, START : START + CAMP].sum(axis=1) == 1).all()


def test_an_event_from_an_empty_square_is_refused() -> None:
    table = a_match(1)
    events = table.observed(0).events[:10].copy()
    events[5] = 30, 31, 0
    rows, belief = np.zeros((CAMP, FEATURES)), np.zeros(BELIEF, dtype=np.int64)
    found = observe(RULES, 0, table.layouts[0], events, belief, rows)
    assert found == follow(RULES, 0, table.layouts[0], events, belief) == BAD_EVENT


def test_a_guess_is_1_on_average_and_0_where_a_fact_forbids() -> None:
    seen = a_match(2).observed(0)
    seen = Observed(seen.rules, 0, seen.own, seen.events[:60])
    rows, belief = observed(seen)
    found = np.zeros(CAMP * KINDS)
    guess(rows, belief, HABITS, 0.0, found)
    table = found.reshape(CAMP, KINDS)
    allowed = rows[:, ALLOWED : ALLOWED + KINDS] > 0
    assert (table[~allowed] == 0).all()
    counts = np.where(allowed, np.array(COUNTS), 0)
    assert np.allclose((table * counts).sum(axis=1), counts.sum(axis=1))
    guess(rows, belief, HABITS, 1.0, found)
    assert np.allclose(found.reshape(CAMP, KINDS), allowed)


def test_what_was_learned_tells_more_than_counting() -> None:
    """On matches of agents that it saw in training, on layouts that it did not."""
    table = a_match(11)
    match = Played(("random", "random"), table.layouts, table.observed(0).events)
    rows, kinds = rows_of(match, 11)
    assert len(rows) % CAMP == 0
    assert surprise_of_counts(rows, kinds).mean() < np.log(KINDS)


def test_teaching_finds_what_can_be_known() -> None:
    """Pieces that moved often are planes, others anything: the network learns that and no more."""
    rng = np.random.default_rng(1)
    rows = np.zeros((12_000, FEATURES), dtype=np.float32)
    rows[:, ALLOWED : ALLOWED + KINDS] = 1
    kinds = rng.choice(KINDS, size=len(rows), p=np.array(COUNTS) / CAMP)
    rows[:, MOVES] = (kinds == 3) * 2.0
    layers = teach(rows[:10_000], kinds[:10_000], rows[10_000:], kinds[10_000:], epochs=80)
    planes = kinds[10_000:] == 3
    found = losses(rows[10_000:], kinds[10_000:], layers)
    assert found[planes].mean() < 0.1
    assert (
        abs(found[~planes].mean() - surprise_of_counts(rows[10_000:], kinds[10_000:])[~planes].mean()) < 0.3
    )
    assert len(flat(layers)) == len(HABITS)
