"""Choosing a ply: draw worlds, look ahead in each, take the ply with the best mean odds.

The work is counted (worlds, looked-at positions), never timed, so that an answer depends on the question
and the seed alone. The clock only cuts off what would take far too long.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
import numpy.typing as npt

from ai_workers.bots.base import Thought
from ai_workers.bots.luzhanqi.drawing import draw_worlds
from ai_workers.bots.luzhanqi.observed import Observed
from ai_workers.bots.luzhanqi.twin.search import DEEPEST, LIMIT, NODES, weigh
from ai_workers.bots.luzhanqi.twin.tables import Numbers, tables_for
from ai_workers.bots.reading import json_list, json_object

FEWEST_KEPT = 5
# A ply deeper is tried while it may leave work for so many worlds; it takes at least so many times the work.
FEWEST_WORLDS, DEEPER = 4, 4


@dataclass(frozen=True, slots=True)
class Skill:
    """Up to `worlds`, up to `depth` plies deep as the work allows, and then `extra` plies of battles alone.

    After each of `stages` shares of the worlds only the better half of the plies goes on. `noise`: spread of
    what is added to the odds of each ply; `blunders`: how often it is `blunder_noise`. `habits`: whether
    likelier layouts are drawn oftener. `most_nodes` for all worlds together.
    """

    worlds: int
    depth: int
    extra: int = 2
    stages: tuple[float, ...] = (0.125, 0.25, 0.5, 1.0)
    noise: float = 0.0
    blunders: float = 0.0
    blunder_noise: float = 0.15
    no_return: float = 0.015
    habits: bool = True
    most_nodes: int = 400_000
    seconds: float = 2.5


def think(seen: Observed, plies: Sequence[int], skill: Skill, seed: int) -> Thought:
    """`plies` as twin/state.py counts them; never empty. Deterministic but for the clock.

    Raises UnreadableQuestion.
    """
    rng = Random(seed)
    worlds = draw_worlds(seen, skill.worlds, rng, habits=skill.habits)
    if len(plies) == 1:
        return Thought(plies[0], {}, 0, 0)
    search = _Search(seen, plies, skill)
    if len(worlds) == 1:
        search.deepen(worlds)
    else:
        search.sample(worlds)
    odds = search.odds()
    going, noise = search.best_known(), skill.noise
    if rng.random() < skill.blunders:
        going, noise = list(odds), skill.blunder_noise
    lead = _reluctance(seen, skill)
    rated = [(odds[ply] - lead.get(ply, 0.0) + noise * rng.gauss(0, 1), ply) for ply in going]
    return Thought(max(rated)[1], odds, search.done, search.nodes)


class _Search:
    """`done`: worlds looked at."""

    def __init__(self, seen: Observed, plies: Sequence[int], skill: Skill) -> None:
        self.seat, self.rules, self.skill = seen.seat, tables_for(seen.rules), skill
        self.plies = np.array(plies, dtype=np.int64)
        self._totals, self._counts = np.zeros(len(plies)), np.zeros(len(plies))
        self._work = np.zeros(2, dtype=np.int64)
        # what is looked at after the limit is reached, at most, is left for it
        self._most = max(len(plies), skill.most_nodes - 3 * len(plies) - 2 * DEEPEST)
        self._work[LIMIT] = self._most
        self._until = time.monotonic() + skill.seconds
        self.done = 0

    @property
    def nodes(self) -> int:
        return int(self._work[NODES])

    def odds(self) -> dict[int, float]:
        """By ply, as far as it was looked at."""
        rated = zip(self.plies.tolist(), self._totals.tolist(), self._counts.tolist(), strict=True)
        return {ply: total / count for ply, total, count in rated if count}

    def best_known(self) -> list[int]:
        """The plies that were looked at in the most worlds."""
        found: list[int] = self.plies[self._counts == self._counts.max()].tolist()
        return found

    def sample(self, worlds: Numbers) -> None:
        """All plies in some worlds, the better ones in more; a world that the work ends in counts nothing."""
        left = self.plies.copy()
        depth, extra, work = self._sound(worlds[0])
        shares = work * _shares(self.skill.stages)
        planned = min(len(worlds), max(1, int((self._most - self.nodes + work) / shares)))
        for stage in self.skill.stages:
            last = max(1, round(planned * stage))
            while self.done < last:
                if time.monotonic() > self._until:
                    return
                totals = np.zeros(len(self.plies))
                self._weigh(worlds[self.done], left, depth, extra, totals, exact=True)
                if self.nodes > self._most:
                    return
                self._count(left, totals)
            self._drop_the_worse_half(left)

    def _sound(self, world: Numbers) -> tuple[int, int, int]:
        """Look at all plies in the first world; depth and extra depth for the others, the work it took."""
        most, depth, extra = self._most, min(2, self.skill.depth), self.skill.extra
        self._work[LIMIT] = most // 2  # or else one ply less deep
        totals, work = self._tried(world, depth, extra)
        while self.nodes > self._work[LIMIT] and depth > 0:
            self._work[LIMIT] = most
            depth, extra = depth - 1, extra if depth > 1 else 0
            totals, work = self._tried(world, depth, extra)
        while depth < self.skill.depth and DEEPER * work <= most // FEWEST_WORLDS:
            self._work[LIMIT] = self.nodes + most // FEWEST_WORLDS
            deeper, taken = self._tried(world, depth + 1, extra)
            if self.nodes > self._work[LIMIT]:
                break
            totals, work, depth = deeper, taken, depth + 1
        self._work[LIMIT] = most
        self._count(self.plies, totals)
        return depth, extra, max(1, work)

    def _tried(self, world: Numbers, depth: int, extra: int) -> tuple[npt.NDArray[np.float64], int]:
        """The odds of all plies in a world, and the work that took."""
        before, totals = self.nodes, np.zeros(len(self.plies))
        self._weigh(world, self.plies, depth, extra, totals, exact=True)
        return totals, self.nodes - before

    def _count(self, left: Numbers, totals: npt.NDArray[np.float64]) -> None:
        self._totals += totals
        self._counts[left >= 0] += 1
        self.done += 1

    def deepen(self, worlds: Numbers) -> None:
        """Ever deeper in the one world there is; a depth that the work ends in counts nothing."""
        exact = self.skill.noise > 0 or self.skill.blunders > 0
        self.done, self._counts = 1, np.ones(len(self.plies))
        for depth in range(1, self.skill.depth + 1):
            totals = np.zeros(len(self.plies))
            self._weigh(worlds[0], self.plies, depth, self.skill.extra, totals, exact=exact)
            if depth > 1 and self.nodes > self._most:
                return
            order = np.argsort(-totals, kind="stable")  # the best first cuts off the most
            self.plies, self._totals = self.plies[order], totals[order]
            if time.monotonic() > self._until:
                return

    def _weigh(
        self,
        world: Numbers,
        left: Numbers,
        depth: int,
        extra: int,
        totals: npt.NDArray[np.float64],
        *,
        exact: bool,
    ) -> None:
        weigh(self.rules, self.seat, world, left, depth, extra, exact, totals, self._work)

    def _drop_the_worse_half(self, left: Numbers) -> None:
        going = np.flatnonzero(left >= 0)
        keep = max(FEWEST_KEPT, (len(going) + 1) // 2)
        if keep < len(going):
            order = np.argsort(-self._totals[going] / np.maximum(self._counts[going], 1), kind="stable")
            left[going[order[keep:]]] = -1


def _shares(stages: Sequence[float]) -> float:
    """How much of the work for all plies in all worlds is left when the worse half goes after each stage."""
    left = [stage - before for before, stage in zip((0.0, *stages), stages, strict=False)]
    return sum(share * 0.5**halved for halved, share in enumerate(left))


def _reluctance(seen: Observed, skill: Skill) -> dict[int, float]:
    """Going straight back costs something, and going the same way again a little."""
    index = seen.rules.graph.index
    steps = json_list(json_object(seen.view["recent"])[seen.rules.sides[seen.seat]])
    cost: dict[int, float] = {}
    for step, share in zip(reversed(steps), (1.0, 0.5, 0.5), strict=False):
        _, start, end = (index[str(name)] for name in json_list(step))
        cost.setdefault(end + 256 * start, skill.no_return * share)
    return cost
