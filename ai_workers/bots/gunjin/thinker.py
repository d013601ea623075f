"""Choosing a ply: draw worlds from the belief, look ahead in each, take the ply with the best mean odds.

The work is counted (worlds, looked-at positions), never timed, so that an answer depends on the question
and the seed alone. The clock only cuts off what would take far too long.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from random import Random

import numpy as np
import numpy.typing as npt

from ai_workers.bots.base import UnreadableQuestion
from ai_workers.bots.gunjin.knowledge import PRIORS, WEIGHTS
from ai_workers.bots.gunjin.observed import Observed
from ai_workers.bots.gunjin.twin.belief import AT, KINDS_OF, MOVED, OWN_BEFORE, OWN_LAST, PLIES, QUIET_PLIES
from ai_workers.bots.gunjin.twin.sampler import draw
from ai_workers.bots.gunjin.twin.search import weigh
from ai_workers.bots.gunjin.twin.tables import CAMP, KINDS, QUIET_LIMIT, Numbers

STAYING = 0.006  # how much more likely a piece that never moved is a mine or the flag, per ply
LONGEST_STAY = 250
FEWEST_KEPT = 5


@dataclass(frozen=True, slots=True)
class Skill:
    """`worlds` at `depth`; after each of `stages` shares of them only the better half of the plies goes on.

    `noise`: spread of what is added to the odds of each ply; `blunders`: how often it is `blunder_noise`.
    """

    worlds: int
    depth: int
    stages: tuple[float, ...] = (0.25, 0.5, 1.0)
    noise: float = 0.0
    blunders: float = 0.0
    blunder_noise: float = 0.15
    no_return: float = 0.02
    most_nodes: int = 40_000_000
    seconds: float = 2.5
    habits: float = 0.0
    weights: Numbers = field(default_factory=lambda: WEIGHTS, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Thought:
    """`odds` by ply, as far as it was looked at. `work`: positions looked at. Tells nothing hidden."""

    ply: int
    odds: dict[int, float]
    worlds: int
    work: int


def likelihoods(seen: Observed, belief: Numbers, habits: float = 1.0) -> npt.NDArray[np.float64]:
    """Per slot and kind, how well it fits the habits of players: where they start, and whether they moved."""
    priors = PRIORS if seen.me == 1 else PRIORS[::-1]
    weights = priors**habits
    stay = min(int(belief[PLIES]), LONGEST_STAY) * STAYING
    still = belief[MOVED : MOVED + CAMP] == 0
    still &= belief[AT : AT + CAMP] >= 0
    weights[still, KINDS - 2 :] *= np.exp(stay * habits)
    return np.ascontiguousarray(weights.reshape(-1))


def draw_worlds(seen: Observed, belief: Numbers, count: int, seed: int, habits: float = 1.0) -> Numbers:
    """Rows of the opponent's kinds by slot. Raises UnreadableQuestion where nothing fits the facts."""
    dice = np.array([(seed ^ seed >> 31) % 0xFFFFFFFE + 1], dtype=np.int64)
    worlds = np.zeros((count, CAMP), dtype=np.int64)
    if draw(belief, likelihoods(seen, belief, habits), dice, worlds) != count:
        raise UnreadableQuestion("no layout fits the history")
    return worlds


def allowed_kinds(belief: Numbers) -> Numbers:
    """Per slot the set of kinds that the facts about this piece allow."""
    return belief[KINDS_OF : KINDS_OF + CAMP]


def think(seen: Observed, plies: list[int], skill: Skill, seed: int) -> Thought:
    """`plies` as 64 * start + end; never empty. Deterministic but for the clock.

    Raises UnreadableQuestion.
    """
    belief = seen.belief()
    rng = Random(seed)
    if len(plies) == 1:
        return Thought(plies[0], {}, 0, 0)
    worlds = draw_worlds(seen, belief, skill.worlds, rng.getrandbits(31), skill.habits)
    left = np.array(plies, dtype=np.int64)
    totals = np.zeros(len(plies))
    counts = np.zeros(len(plies))
    work = np.zeros(1, dtype=np.int64)
    until = time.monotonic() + skill.seconds
    done = 0
    for stage in skill.stages:
        last = max(1, round(skill.worlds * stage))
        while done < last and (not done or (work[0] < skill.most_nodes and time.monotonic() < until)):
            chunk = worlds[done : min(done + 4, last)]
            weigh(
                seen.rules, skill.weights, seen.me, seen.own, belief, chunk, left, skill.depth, totals, work
            )
            counts[left >= 0] += len(chunk)
            done += len(chunk)
        _drop_the_worse_half(left, totals, counts)
    odds = {
        ply: float(total / count) for ply, total, count in zip(plies, totals, counts, strict=True) if count
    }
    going = [ply for ply in left.tolist() if ply >= 0]
    noise = skill.noise
    if rng.random() < skill.blunders:
        going, noise = list(odds), skill.blunder_noise
    lead = _reluctance(seen, belief, skill)
    rated = [(odds[ply] - lead.get(ply, 0.0) + noise * rng.gauss(0, 1), ply) for ply in going]
    return Thought(max(rated)[1], odds, done, int(work[0]))


def _drop_the_worse_half(
    left: Numbers, totals: npt.NDArray[np.float64], counts: npt.NDArray[np.float64]
) -> None:
    going = np.flatnonzero(left >= 0)
    keep = max(FEWEST_KEPT, (len(going) + 1) // 2)
    if keep >= len(going):
        return
    means = totals[going] / np.maximum(counts[going], 1)
    order = np.argsort(-means, kind="stable")
    left[going[order[keep:]]] = -1


def _reluctance(seen: Observed, belief: Numbers, skill: Skill) -> dict[int, float]:
    """Going straight back, or round and round, costs more the longer nothing happened."""
    cost = {}
    limit = int(seen.rules[QUIET_LIMIT])
    push = skill.no_return * (1 + 4 * min(1.0, int(belief[QUIET_PLIES]) / limit))
    for place, share in ((OWN_LAST, 1.0), (OWN_BEFORE, 0.5)):
        last = int(belief[place])
        if last >= 0:
            cost[(last & 63) * 64 + (last >> 6)] = push * share
    return cost
