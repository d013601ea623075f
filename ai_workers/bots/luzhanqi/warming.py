"""Thinking once, so that everything is compiled or read from the cache before the first question."""

from __future__ import annotations

from random import Random

import numpy as np

from ai_workers.bots.luzhanqi.twin.search import LIMIT, weigh
from ai_workers.bots.luzhanqi.twin.state import ply_number, state_of
from ai_workers.bots.luzhanqi.twin.tables import tables_for
from games.rules.luzhanqi.layout import random_layout
from games.rules.luzhanqi.ruleset import rules_for
from games.rules.luzhanqi.start import start


def think_once() -> None:
    """About a first position that was dealt by us."""
    rules, rng = rules_for({}), Random(1)
    position = start(rules, {side: random_layout(rules, side, rng) for side in rules.sides}, rng)
    plies = np.array([ply_number(rules, ply) for ply in position.legal_plies(rules.sides[0])], dtype=np.int64)
    work = np.zeros(2, dtype=np.int64)
    work[LIMIT] = 100
    weigh(tables_for(rules), 0, state_of(position), plies, 2, 1, True, np.zeros(len(plies)), work)
