"""What every computer that searches says of its choice: its best plies, and what a piece may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.rules.core import Kind, Ply

BEST = 5
LIKELIEST = 5
GUESSES = 50  # more than most levels look into: shares of two or three worlds would say little


def best_plies(
    odds: Mapping[int, float], played: int, words: Mapping[int, Ply]
) -> tuple[tuple[Ply, float], ...]:
    """The best and the one that was played, with their odds; `words`: the plies by number."""
    ranked = sorted(odds, key=lambda ply: (-odds[ply], ply))
    shown = [ply for at, ply in enumerate(ranked) if at < BEST or ply == played]
    return tuple((words[ply], _told(odds[ply])) for ply in shown)


def _told(odds: float) -> float:
    """The search prefers early ends by odds a little beyond certainty."""
    return round(min(1.0, max(0.0, odds)), 4)


def guess_seed(seed: int) -> int:
    """For the worlds that are drawn for the explanation alone."""
    return (seed ^ seed >> 17) & 0x7FFFFFFF


def shares(kinds: NDArray[Any], names: Sequence[Kind]) -> dict[Kind, float]:
    """The likeliest kinds of one piece and their shares; `kinds`: its code in each world drawn."""
    counts = np.bincount(kinds, minlength=len(names))
    order = np.argsort(-counts, kind="stable")[:LIKELIEST].tolist()
    return {names[code]: round(int(counts[code]) / len(kinds), 3) for code in order if counts[code]}
