"""`python -m ai_workers.arena.luzhanqi.differential --plies 200000`: the array twin against the plain rules.

Random matches of all variants under all options side by side: the same legal plies, the same board, counters,
steps that count for repetition, and ends after every ply. Stops at the first difference.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from ai_workers.bots.luzhanqi.twin.engine import play
from ai_workers.bots.luzhanqi.twin.moves import MARKS, MOST_PLIES, list_plies
from ai_workers.bots.luzhanqi.twin.state import (
    BURIED,
    END_WORDS,
    LONGEST_WINDOW,
    MOST_SEATS,
    OUTCOME,
    RECENT,
    UNDER,
    WINNERS,
    ply_number,
    recount,
    state_of,
)
from ai_workers.bots.luzhanqi.twin.tables import SQUARES, Numbers, tables_for
from games.rules.core import BadOptions, Json, Ply
from games.rules.luzhanqi.layout import random_layout
from games.rules.luzhanqi.options import VARIANTS, parse_options, schema_of
from games.rules.luzhanqi.ruleset import Rules, rules_for
from games.rules.luzhanqi.start import start

if TYPE_CHECKING:
    from games.rules.luzhanqi.position import Position

DEFAULTS_EVERY = 2  # every second match has the default options


class Difference(AssertionError):
    """The twin is wrong, or the rules changed."""


def any_options(variant: str, rng: Random) -> Mapping[str, Json]:
    """Each option at its default, or for one in four at any of its choices."""
    while True:
        raw = {
            it.key: rng.choice(it.choices) if rng.random() < 0.25 else it.default for it in schema_of(variant)
        }
        try:
            return parse_options(raw | {"variant": variant})
        except BadOptions:
            continue


class Twin:
    """A running match on arrays."""

    def __init__(self, rules: Rules, state: Numbers) -> None:
        self.rules, self.tables, self.state = rules, tables_for(rules), state
        self._marks = np.zeros(MARKS, dtype=np.int64)
        self._ends = np.zeros(SQUARES, dtype=np.int64)
        self._plies = np.zeros(MOST_PLIES, dtype=np.int64)

    def legal(self, seat: int, *, fights: bool = False) -> list[int]:
        count = list_plies(self.tables, self.state, seat, fights, self._marks, self._ends, self._plies)
        found: list[int] = self._plies[:count].tolist()
        return found

    def play(self, ply: int) -> None:
        play(self.tables, self.state, ply, self._marks, self._ends, self._plies)


def compare(twin: Twin, plain: Position, plies: Sequence[Ply]) -> None:
    """Raises Difference."""
    rules, state = twin.rules, twin.state
    if plain.turn is None:
        assert plain.outcome is not None
        end = END_WORDS[int(state[OUTCOME])]
        winners = sum(1 << rules.seat_of(side) for side in plain.outcome.winners)
        same = plain.outcome.termination.startswith(end) and bool(end) and winners == state[WINNERS]
    else:
        seat = rules.seat_of(plain.turn)
        expected = state_of(plain)
        counted = state.copy()
        recount(counted, dealt=rules.variant.is_dealt)
        legal = sorted(ply_number(rules, ply) for ply in plies)
        same = legal == sorted(twin.legal(seat)) and _same(state, expected) and np.array_equal(state, counted)
        same &= {ply for ply in legal if _is_battle(state, ply)} <= set(twin.legal(seat, fights=True))
    if not same:
        raise Difference(f"after ply {plain.number} under {rules.to_json()}: {plain.outcome} {plain.pieces}")


def _same(state: Numbers, expected: Numbers) -> bool:
    """Apart from what nobody reads any more: forgotten steps, and flags that lie in the open again."""
    current = state.copy()
    for seat in range(MOST_SEATS):
        at = RECENT + seat * (LONGEST_WINDOW + 1)
        current[at + 1 + current[at] : at + 1 + LONGEST_WINDOW] = 0
    current[BURIED : BURIED + 2][current[UNDER : UNDER + 2] < 0] = 0
    return np.array_equal(current, expected)


def _is_battle(state: Numbers, ply: int) -> bool:
    start, end = ply & 255, ply >> 8 & 255
    return start != end and bool(state[end] >= 0)


def match_both(seed: int, seen: Counter[str]) -> int:
    """One random match under both; its plies. `seen` counts results and ends."""
    rng = Random(seed)
    variant = VARIANTS[seed // 2 % len(VARIANTS)]
    options = parse_options({"variant": variant}) if seed % DEFAULTS_EVERY else any_options(variant, rng)
    rules = rules_for(options)
    lays_out = not rules.variant.is_dealt
    layouts = {side: random_layout(rules, side, rng) for side in rules.sides} if lays_out else {}
    plain = start(rules, layouts, rng)
    twin = Twin(rules, state_of(plain))
    while True:
        plies = plain.legal_plies(plain.turn) if plain.turn is not None else ()
        compare(twin, plain, plies)
        if plain.turn is None:
            break
        ply = _choose(twin, plies, rng)
        twin.play(ply_number(rules, ply))
        plain, ruling = plain.play(ply, plain.turn)
        seen[f"ply: {ruling.result}"] += 1
    assert plain.outcome is not None
    seen[f"end: {plain.outcome.termination.rstrip('-0123456789')}"] += 1
    seen[f"variant: {variant}"] += 1
    return plain.number


def _choose(twin: Twin, plies: Sequence[Ply], rng: Random) -> Ply:
    """Battles and carried flags oftener than by chance, else most matches would end by their length."""
    if rng.random() < 0.3:
        special = [
            ply for ply in plies if len(ply) == 3 or _is_battle(twin.state, ply_number(twin.rules, ply))
        ]
        return rng.choice(special or plies)
    return rng.choice(plies)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m ai_workers.arena.luzhanqi.differential", description=__doc__
    )
    parser.add_argument("--plies", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    begun, plies, seed = time.monotonic(), 0, asked.seed
    seen: Counter[str] = Counter()
    while plies < asked.plies:
        plies += match_both(seed, seen)
        seed += 1
    print(f"{plies} plies of {seed - asked.seed} matches, no difference, {time.monotonic() - begun:.0f} s")
    for what in ("variant", "ply", "end"):
        found = {name.partition(": ")[2]: seen[name] for name in sorted(seen) if name.startswith(f"{what}: ")}
        print(f"{what}: {found}")


if __name__ == "__main__":
    main()
