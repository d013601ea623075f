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

from ai_workers.bots.base import Thought, UnreadableQuestion
from ai_workers.bots.gunjin.knowledge import HABITS, WEIGHTS
from ai_workers.bots.gunjin.observed import Observed
from ai_workers.bots.gunjin.twin.belief import (
    BELIEF,
    FLAG_BIT,
    KINDS_OF,
    OWN_BEFORE,
    OWN_LAST,
    QUIET_PLIES,
    STANDS,
)
from ai_workers.bots.gunjin.twin.habits import FEATURES, observe
from ai_workers.bots.gunjin.twin.network import guess
from ai_workers.bots.gunjin.twin.sampler import draw
from ai_workers.bots.gunjin.twin.search import weigh
from ai_workers.bots.gunjin.twin.tables import CAMP, DEFENDER, DUEL, KINDS, QUIET_LIMIT, Numbers

FEWEST_KEPT = 5


@dataclass(frozen=True, slots=True)
class Skill:
    """`worlds` at `depth`; after each of `stages` shares of them only the better half of the plies goes on.

    `noise`: spread of what is added to the odds of each ply; `blunders`: how often it is `blunder_noise`.
    `doubt` in what the habits of players tell: 1 uses facts alone. `hopeless`: what an attack costs that no
    kind the piece may be would lose or draw.
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
    doubt: float = 1.0
    hopeless: float = 0.02
    weights: Numbers = field(default_factory=lambda: WEIGHTS, compare=False, repr=False)


def likelihoods(seen: Observed, belief: Numbers, doubt: float) -> npt.NDArray[np.float64]:
    """Per slot and kind, how much likelier its use makes that kind; see `Skill.doubt`."""
    found = np.ones(CAMP * KINDS)
    if doubt < 1:
        rows = np.zeros((CAMP, FEATURES))
        observe(seen.rules, seen.me, seen.own, seen.events, np.zeros(BELIEF, dtype=np.int64), rows)
        guess(rows, belief, HABITS, doubt, found)
    return found


def draw_worlds(seen: Observed, belief: Numbers, count: int, seed: int, doubt: float = 1.0) -> Numbers:
    """Rows of the opponent's kinds by slot. Raises UnreadableQuestion where nothing fits the facts."""
    dice = np.array([(seed ^ seed >> 31) % 0xFFFFFFFE + 1], dtype=np.int64)
    worlds = np.zeros((count, CAMP), dtype=np.int64)
    if draw(belief, likelihoods(seen, belief, doubt), dice, worlds) != count:
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
    worlds = draw_worlds(seen, belief, skill.worlds, rng.getrandbits(31), skill.doubt)
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
    for ply in going:
        if skill.hopeless and is_hopeless(seen, belief, ply):
            lead[ply] = lead.get(ply, 0.0) + skill.hopeless
    rated = [(odds[ply] - lead.get(ply, 0.0) + noise * rng.gauss(0, 1), ply) for ply in going]
    return Thought(max(rated)[1], odds, done, int(work[0]))


def is_hopeless(seen: Observed, belief: Numbers, ply: int) -> bool:
    """An attack on a piece that is surely no flag, and beats the attacker whatever else it is."""
    there = int(belief[STANDS + (ply & 63)])
    if there < 0:
        return False
    kinds = int(belief[KINDS_OF + (there & 31)])
    if kinds & FLAG_BIT:
        return False
    duels = DUEL + int(seen.own[int(belief[STANDS + (ply >> 6)]) & 31]) * KINDS
    return all(seen.rules[duels + code] == DEFENDER for code in range(KINDS) if kinds >> code & 1)


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
