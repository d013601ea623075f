"""Worlds as arrays: full positions that the seat cannot tell from the real one, for the search."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np

from ai_workers.bots.base import UnreadableQuestion
from ai_workers.bots.luzhanqi.guessing import guess_worlds
from ai_workers.bots.luzhanqi.habits import likelihoods
from ai_workers.bots.luzhanqi.observed import Observed
from ai_workers.bots.luzhanqi.sampler import draw_sets
from ai_workers.bots.luzhanqi.twin.state import MOVED, NUMBER, SHOWN, recount, state_of
from ai_workers.bots.luzhanqi.twin.tables import SQUARES, Numbers


def draw_worlds(seen: Observed, count: int, rng: Random, *, habits: bool) -> Numbers:
    """One row per world; one row where everything lies open. Raises UnreadableQuestion where nothing fits."""
    if seen.rules.is_open:
        return np.array([state_of(world) for world in guess_worlds(seen, 1, rng)])
    if not seen.rules.variant.is_dealt and not seen.kinds:
        return np.array([state_of(world) for world in guess_worlds(seen, count, rng)])
    base = state_of(guess_worlds(seen, 1, rng)[0])
    vary = _deal(base, rng) if seen.rules.variant.is_dealt else _lay(seen, base, rng, habits=habits)
    worlds = np.repeat(base[np.newaxis], count, axis=0)
    for world in worlds:
        vary(world)
        recount(world, dealt=seen.rules.variant.is_dealt)
    return worlds


def _deal(base: Numbers, rng: Random) -> Callable[[Numbers], None]:
    """Face-down pieces are what is left of both armies, in any order."""
    hidden = np.flatnonzero((base[:SQUARES] >= 0) & (base[:SQUARES] & SHOWN == 0))
    left = (base[hidden] & 63).tolist()

    def vary(world: Numbers) -> None:
        rng.shuffle(left)
        world[hidden] = world[hidden] & ~63 | np.array(left, dtype=np.int64)

    return vary


def _lay(seen: Observed, base: Numbers, rng: Random, *, habits: bool) -> Callable[[Numbers], None]:
    """Hidden pieces get kinds that fit what was told about each."""
    graph = seen.rules.graph
    board = base[:SQUARES]
    hidden = np.array(
        [at for at in np.flatnonzero(board >= 0) if int(board[at]) >> 8 in seen.kinds], dtype=np.int64
    )
    starts = board[hidden] >> 8
    unmoved = {int(it) >> 8 for it in board[hidden] if not it & MOVED}
    turns = int(base[NUMBER]) // seen.rules.armies
    sets = []
    for army in range(seen.rules.armies):
        origins = [square for square in graph.home(army) if square in seen.kinds]
        if not origins:
            continue
        likely = None
        if habits:
            cells = [(origin, graph.cell_of[origin]) for origin in origins]
            likely = [
                likelihoods(cell, moved=origin not in unmoved, number=turns)
                for origin, cell in cells
                if cell is not None
            ]
        masks = [seen.kinds[origin] for origin in origins]
        sets.append((np.array(origins), draw_sets(masks, likely, rng)))
    kinds = np.zeros(SQUARES, dtype=np.int64)

    def vary(world: Numbers) -> None:
        for origins, draws in sets:
            codes = next(draws, None)
            if codes is None:
                raise UnreadableQuestion("no layout fits the history")
            kinds[origins] = codes
        world[hidden] = world[hidden] & ~15 | kinds[starts]

    return vary
