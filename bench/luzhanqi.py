"""Luzhanqi: moves on the graph and whole random matches, three engines in one run.

`python -m bench.luzhanqi [matches]`. Moves: the full lists of legal plies of the same positions, from lines
and masks in the rules, from lines in the computers' array twin, and from breadth-first searches. Matches:
played to the end, every end tested at every ply.
"""

from __future__ import annotations

import random
import sys
import time
from typing import Any

import numpy as np
from numba import njit

from ai_workers.bots.luzhanqi.twin.engine import play
from ai_workers.bots.luzhanqi.twin.moves import MARKS, MOST_PLIES, list_plies
from ai_workers.bots.luzhanqi.twin.state import OUTCOME, TURN, state_of
from ai_workers.bots.luzhanqi.twin.tables import SQUARES, Numbers, tables_for
from bench.naive_luzhanqi import Game
from games.rules.luzhanqi.position import Position
from games.rules.luzhanqi.system import LUZHANQI

VARIANTS = ("dark", "four")
TWIN_ROUNDS = 20  # the twin makes each list and plays each match so many times, or it would be over at once


@njit
def list_all(rules: Numbers, states: Numbers) -> int:
    """How many legal plies there are in all of these positions."""
    marks, ends = np.zeros(MARKS, np.int64), np.zeros(SQUARES, np.int64)
    plies = np.zeros(MOST_PLIES, np.int64)
    found = 0
    for state in states:
        found += list_plies(rules, state, state[TURN], False, marks, ends, plies)
    return found


@njit
def play_all(rules: Numbers, states: Numbers) -> int:
    """Play each to its end at random; all plies."""
    marks, ends = np.zeros(MARKS, np.int64), np.zeros(SQUARES, np.int64)
    plies = np.zeros(MOST_PLIES, np.int64)
    played = 0
    for state in states:
        while state[OUTCOME] == 0:
            count = list_plies(rules, state, state[TURN], False, marks, ends, plies)
            play(rules, state, plies[np.random.randint(count)], marks, ends, plies)
            played += 1
    return played


def start(variant: str, rng: random.Random) -> tuple[Position, Game]:
    options = LUZHANQI.parse_options({"variant": variant})
    layouts = {side: LUZHANQI.random_layout(options, side, rng) for side in LUZHANQI.sides(options)}
    pieces = {square: (str(side), kind) for side in layouts for square, kind in layouts[side].items()}
    return LUZHANQI.start(options, layouts, rng), Game(dict(options), pieces)


def positions(variant: str, count: int) -> list[tuple[Position, Any]]:
    """Positions of random matches, each with the same moment of the naive engine."""
    rng, found = random.Random(7), []
    while len(found) < count:
        position, naive = start(variant, rng)
        while (side := position.turn) is not None and len(found) < count:
            if rng.random() < 0.1:
                found.append((position, (dict(naive.pieces), naive.turn)))
            legal = position.legal_plies(side)
            ply = legal[rng.randrange(len(legal))]
            position, _ = position.play(ply, side)
            naive.play(*ply)
    return found


def moves_per_second(variant: str, count: int) -> tuple[float, float, float, int]:
    """Lists of plies per second of all three, and how many plies the lists hold, which must agree."""
    found = positions(variant, count)
    options = dict(found[0][0].rules.options)
    began = time.process_time()
    ours = [len(position.rules.variant.plies(position, _seat(position))) for position, _ in found]
    middle = time.process_time()
    theirs = []
    for _, (pieces, turn) in found:
        theirs.append(len(Game(options, pieces).all_moves(turn)))
    ended = time.process_time()
    assert sum(theirs) >= sum(ours) >= 0.99 * sum(theirs)  # repeated moves are not among ours
    rules = tables_for(found[0][0].rules)
    states = np.array([state_of(position) for position, _ in found])
    assert list_all(rules, states) == sum(ours)
    compiled = time.process_time()
    for _ in range(TWIN_ROUNDS):
        list_all(rules, states)
    twin = TWIN_ROUNDS * count / (time.process_time() - compiled)
    return twin, count / (middle - began), count / (ended - middle), sum(ours)


def _seat(position: Position) -> int:
    assert position.turn is not None
    return position.rules.seat_of(position.turn)


def matches_per_second(variant: str, matches: int) -> tuple[float, float, float]:
    rng = random.Random(20)
    states = np.array([state_of(start(variant, rng)[0]) for _ in range(TWIN_ROUNDS * matches)])
    rules = tables_for(start(variant, rng)[0].rules)
    play_all(rules, states[:1].copy())  # compiled now
    began = time.process_time()
    play_all(rules, states)
    rates = [len(states) / (time.process_time() - began)]
    for engine in (_play_engine, _play_naive):
        rng, count = random.Random(20), matches if engine is _play_engine else max(1, matches // 10)
        began = time.process_time()
        for _ in range(count):
            engine(*start(variant, rng), rng)
        rates.append(count / (time.process_time() - began))
    return rates[0], rates[1], rates[2]


def _play_engine(position: Position, naive: Game, rng: random.Random) -> None:
    del naive
    while (side := position.turn) is not None:
        legal = position.legal_plies(side)
        position, _ = position.play(legal[rng.randrange(len(legal))], side)


def _play_naive(position: Position, naive: Game, rng: random.Random) -> None:
    del position
    while naive.end is None:
        legal = sorted(naive.moves(naive.turn))
        naive.play(*legal[rng.randrange(len(legal))])


def main(arguments: list[str]) -> None:
    matches = int(arguments[0]) if arguments else 60
    for variant in VARIANTS:
        twin, ours, theirs, plies = moves_per_second(variant, 50 * matches)
        print(f"{variant}: lists of legal plies, {50 * matches} positions, {plies} plies")
        print(f"  breadth-first       {theirs:8.0f} lists/s")
        print(f"  lines and masks     {ours:8.0f} lists/s   ratio {ours / theirs:6.1f}")
        print(f"  array twin          {twin:8.0f} lists/s   ratio {twin / theirs:6.1f}")
        twin, engine, naive = matches_per_second(variant, matches)
        print(f"{variant}: whole random matches")
        print(f"  naive dictionaries  {naive:8.2f} matches/s")
        print(f"  games.rules         {engine:8.2f} matches/s ratio {engine / naive:6.1f}")
        print(f"  array twin          {twin:8.2f} matches/s ratio {twin / naive:6.1f}")


if __name__ == "__main__":
    main(sys.argv[1:])
