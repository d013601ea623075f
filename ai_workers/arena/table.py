"""One match between two agents, judged by the array twin; each is told what its seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ai_workers.bots.gunjin.observed import Observed
from ai_workers.bots.gunjin.twin.engine import NUMBER, OUTCOME, STATE, TURN, WINNER, legal_plies, play, set_up
from ai_workers.bots.gunjin.twin.tables import CAMP, Numbers, tables_for
from games.rules.core import Layout
from games.rules.gunjin.board import INDEX
from games.rules.gunjin.kinds import CODES
from games.rules.gunjin.ruleset import rules_for

RULES = tables_for(rules_for({}))
ROOM = 4096


class Agent(Protocol):
    """Blind: an Observed holds its own kinds and what is public."""

    def choose(self, seen: Observed, plies: list[int], seed: int) -> int:
        """One of `plies`, each 64 * start + end."""


@dataclass(frozen=True, slots=True)
class Result:
    """`winner`: 0 the first side, 1 the second, -1 none. `end` as in twin/engine.py."""

    winner: int
    end: int
    plies: int


def kinds_of(layout: Layout) -> Numbers:
    """Kinds in board order."""
    placed = sorted((INDEX[square], CODES[kind]) for square, kind in layout.items())
    return np.array([code for _, code in placed], dtype=np.int64)


class Table:
    """A running match. `state` is full knowledge and is shown to nobody."""

    def __init__(self, layouts: Sequence[Numbers], rules: Numbers = RULES) -> None:
        self.rules = rules
        self.layouts = layouts
        self.state = np.zeros(STATE, dtype=np.int64)
        set_up(self.state, layouts[0], layouts[1])
        self._events = np.zeros((ROOM, 3), dtype=np.int64)
        self._plies = np.zeros(512, dtype=np.int64)

    @property
    def turn(self) -> int:
        return int(self.state[TURN])

    @property
    def number(self) -> int:
        return int(self.state[NUMBER])

    @property
    def is_over(self) -> bool:
        return bool(self.state[OUTCOME])

    @property
    def result(self) -> Result:
        return Result(int(self.state[WINNER]), int(self.state[OUTCOME]), self.number)

    def observed(self, side: int) -> Observed:
        return Observed(self.rules, side, self.layouts[side], self._events[: self.number])

    def legal(self) -> list[int]:
        found: list[int] = self._plies[: legal_plies(self.rules, self.state, self._plies)].tolist()
        return found

    def play(self, ply: int) -> None:
        number = self.number
        start, end = ply >> 6, ply & 63
        self._events[number] = start, end, play(self.rules, self.state, start, end)


def play_match(agents: Sequence[Agent], layouts: Sequence[Numbers], seed: int) -> Result:
    """`agents` and `layouts` by side. Every ply has a seed made from `seed` and its number."""
    assert all(len(layout) == CAMP for layout in layouts)
    table = Table(layouts)
    while not table.is_over:
        side = table.turn
        own_seed = (seed * 1_000_003 + table.number) & 0x7FFFFFFF
        table.play(agents[side].choose(table.observed(side), table.legal(), own_seed))
    return table.result
