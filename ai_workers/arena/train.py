"""`python -m ai_workers.arena.train`: fit the evaluation to matches of the search with itself.

Every round plays matches with the weights of the round before, half on random and half on good layouts,
and fits the chance to win from full positions by logistic regression (Newton steps, ridge towards the weights
of the round before). Matches, not positions, are held out. The same seeds give the same file. The first round
plays with the frozen weights, or `--by-hand` with those that nothing was fitted for.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt

from ai_workers.arena.agents import FROZEN
from ai_workers.arena.table import RULES, Table, kinds_of
from ai_workers.bots.gunjin.arranging import good_layout
from ai_workers.bots.gunjin.greedy import WORTH
from ai_workers.bots.gunjin.knowledge import WEIGHTS_FILE
from ai_workers.bots.gunjin.layouts import any_layout
from ai_workers.bots.gunjin.scene import TO_HEADQUARTERS
from ai_workers.bots.gunjin.thinker import Skill, think
from ai_workers.bots.gunjin.twin.engine import HOME_OF_FIRST, STATE, restore
from ai_workers.bots.gunjin.twin.tables import KINDS, SQUARES, Numbers
from ai_workers.bots.gunjin.twin.values import (
    CLOSE,
    EARLY,
    LATE,
    SIEGE,
    SIEGES,
    SINGLE,
    SINGLES,
    UNBEATEN,
    measure,
)
from ai_workers.bots.gunjin.twin.values import WEIGHTS as HOW_MANY
from games.rules.gunjin.board import NEIGHBOURS, flipped
from games.rules.gunjin.kinds import MOVABLE, OFFICERS, SIDES

Reals = npt.NDArray[np.float64]
Boards = npt.NDArray[np.int8]
TEACHER = Skill(worlds=12, depth=2, stages=(0.5, 1.0), noise=0.015, seconds=60)
RIDGES = (1000.0, 3000.0, 10_000.0, 30_000.0)
STEPS = TO_HEADQUARTERS[0]
FIRST_ROUND = 7  # names the seeds: no match that the frozen weights were fitted to
HELD_OUT = 5  # every fifth match
SIEGE_HELD = 0.001  # they have far more to learn than the weights that were fitted before
LEAST = 20  # by hand a kind is worth ten times that


def record(job: tuple[int, int, Numbers]) -> tuple[Boards, float, int]:
    """Positions of one match (46 squares, then the side to move), the first side's points, its length."""
    round_, number, weights = job
    rng = Random(f"train-{round_}-{number}")
    lay = any_layout if number % 2 else partial(good_layout, weights=weights)
    table = Table([kinds_of(lay({}, side, seed=rng.getrandbits(31))) for side in SIDES])
    skill = replace(TEACHER, weights=weights)
    wild = rng.randrange(9)  # plies that are played at random first
    rows = []
    while not table.is_over:
        plies = table.legal()
        if table.number < wild:
            table.play(rng.choice(plies))
            continue
        if rng.random() < 0.4:
            rows.append([*table.state[:SQUARES], table.turn])
        table.play(think(table.observed(table.turn), plies, skill, rng.getrandbits(31)).ply)
    points = 0.5 if table.result.winner < 0 else float(table.result.winner == 0)
    return np.array(rows, dtype=np.int8).reshape(-1, SQUARES + 1), points, table.number


def features_of(boards: Boards, combine: Reals) -> npt.NDArray[np.float32]:
    state = np.zeros(STATE, dtype=np.int64)
    row = np.zeros(HOW_MANY, dtype=np.float32)
    turned = np.ascontiguousarray(combine.T.astype(np.float32))
    rows = np.zeros((1000, HOW_MANY), dtype=np.float32)
    found = np.zeros((len(boards), len(combine)), dtype=np.float32)
    for begin in range(0, len(boards), 1000):
        chunk = boards[begin : begin + 1000]
        for index, board in enumerate(chunk):
            restore(state, board.astype(np.int64))
            measure(RULES, state, row)
            rows[index] = row
        found[begin : begin + 1000] = rows[: len(chunk)] @ turned
    return found


def first_weights() -> Numbers:
    """By hand: what the plain bot thinks of the kinds, and a liking for going forward."""
    weights = np.zeros(HOW_MANY, dtype=np.int64)
    for code in range(KINDS):
        stride = 0 if code not in MOVABLE else 30 if code in OFFICERS else 8
        for square in range(SQUARES):
            worth = round(WORTH[code] * 200) - stride * STEPS[square]
            weights[[EARLY + code * SQUARES + square, LATE + code * SQUARES + square]] = worth
    weights[UNBEATEN : UNBEATEN + SQUARES] = [600 - 60 * steps for steps in STEPS]
    weights[SINGLE : SINGLE + SINGLES] = (50, -300, -150, -1000, -300, 100, 100, 20)
    alarm = np.zeros((CLOSE + 1, 3, 3))
    alarm[:, 0] = np.outer((2000, 500, 300, 150, 100), (0.2, 0.6, 1.0))  # nobody guards; who stops it
    weights[SIEGE : SIEGE + SIEGES] = alarm.ravel()
    return weights


def bases(before: Numbers) -> tuple[Reals, Reals]:
    """What is fitted, as combinations of weights, and how much each is held back (1 is full ridge).

    The first is the whole of the weights before: its factor is fitted too.
    """
    rows, ridge = [before / 1000], [0.01]

    def add(
        squares: Sequence[int], starts: Sequence[int], values: float | Sequence[float], held: float
    ) -> None:
        row = np.zeros(HOW_MANY)
        for start in starts:
            row[[start + square for square in squares]] = values
        rows.append(row)
        ridge.append(held)

    every = range(SQUARES)
    strides = [-0.2 * steps for steps in STEPS]
    halves = [square for square in every if flipped(square) >= square]
    for code in range(KINDS):
        early, late = EARLY + code * SQUARES, LATE + code * SQUARES
        add(every, [early], 1.0, 1.0)
        add(every, [late], 1.0, 1.0)
        if code in MOVABLE:
            add(every, [early, late], strides, 1.0)
        add([HOME_OF_FIRST], [early, late], 1.0, 1.0)
        add([square for square in every if square in NEIGHBOURS[HOME_OF_FIRST]], [early, late], 1.0, 1.0)
        for square in halves:
            add(sorted({square, flipped(square)}), [early, late], 1.0, 10.0)
    add(every, [UNBEATEN], 1.0, 1.0)
    add(every, [UNBEATEN], strides, 1.0)
    for index in range(SINGLES):
        add([index], [SINGLE], 1.0, 1.0)
    for index in range(SIEGES):
        add([index], [SIEGE], 1.0, SIEGE_HELD)
    return np.array(rows), np.array(ridge)


def fit(features: npt.NDArray[np.float32], points: Reals, ridge: Reals) -> Reals:
    """Logistic regression without a constant: sides are symmetric."""
    found = np.zeros(features.shape[1])
    for _ in range(7):
        chance = 1 / (1 + np.exp(-(features @ found.astype(np.float32)).astype(np.float64)))
        slope = features.T @ (points - chance).astype(np.float32) - ridge * found
        weighted = features * np.sqrt(chance * (1 - chance)).astype(np.float32)[:, None]
        curve = (weighted.T @ weighted).astype(np.float64) + np.diag(ridge + 1e-6)
        found = found + np.linalg.solve(curve, slope)
    return found


def log_loss(features: npt.NDArray[np.float32], points: Reals, found: Reals) -> float:
    worth = (features @ found.astype(np.float32)).astype(np.float64)
    return float(np.mean(np.logaddexp(0, worth) - points * worth))


def learn(round_: int, matches: int, weights: Numbers, processes: int) -> Numbers:
    """The weights of the next round."""
    jobs = [(round_, number, weights) for number in range(matches)]
    with ProcessPoolExecutor(processes) as pool:
        told = list(pool.map(record, jobs, chunksize=8))
    combine, ridge = bases(weights)
    features = features_of(np.concatenate([rows for rows, _, _ in told]), combine)
    points = np.concatenate([np.full(len(rows), won) for rows, won, _ in told])
    held = np.concatenate([np.full(len(rows), at % HELD_OUT == 0) for at, (rows, _, _) in enumerate(told)])
    drawn = sum(won == 0.5 for _, won, _ in told)
    print(f"round {round_}: {matches} matches, {drawn} drawn, {len(points)} positions")
    tried = {}
    for strength in RIDGES:
        found = fit(features[~held], points[~held], ridge * strength)
        tried[strength] = log_loss(features[held], points[held], found)
        print(f"  ridge {strength}: held-out log-loss {tried[strength]:.4f}")
    best = min(tried, key=lambda strength: tried[strength])
    found = fit(features, points, ridge * best) @ combine
    return held_up(np.round(found * 1000).astype(np.int64))


def held_up(weights: Numbers) -> Numbers:
    """No kind on any square is worth less than LEAST of what it is by hand.

    Fitted weights fall below zero for weak kinds: who has lost them has mostly learned something for it, and
    positions do not show that. A search that believes it gives such pieces away for nothing.
    """
    found = weights.copy()
    for code in range(KINDS):
        for place in (EARLY + code * SQUARES, LATE + code * SQUARES):
            row = found[place : place + SQUARES]
            np.maximum(row, round(WORTH[code] * LEAST), out=row)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m ai_workers.arena.train", description=__doc__)
    parser.add_argument("--to", type=Path, default=WEIGHTS_FILE)
    parser.add_argument("--matches", type=int, default=6000)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--by-hand", action="store_true", help="start anew; takes more rounds")
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args()
    weights = first_weights() if asked.by_hand else FROZEN
    for round_ in range(FIRST_ROUND, FIRST_ROUND + asked.rounds):
        weights = learn(round_, asked.matches, weights, asked.processes)
    asked.to.write_text(json.dumps(weights.tolist(), separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
