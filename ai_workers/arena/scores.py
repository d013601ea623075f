"""What a series of matches says: scores with intervals, and Elo over a pool."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

CERTAIN = 1.96  # 95 %
EVEN = 0.5
DECIDED = math.log(0.95 / 0.05)  # both kinds of error 5 %


@dataclass(frozen=True, slots=True)
class Score:
    """Share of the points, draws half, with its 95 % interval."""

    matches: int
    won: int
    drawn: int
    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} [{self.low:.3f}, {self.high:.3f}]"


def score(points: Sequence[tuple[float, ...]]) -> Score:
    """`points` holds what one agent got in each pair of matches with swapped sides.

    The interval is Wilson's, widened or narrowed by how much pairs vary: the two matches of a pair are not
    independent of each other.
    """
    every = [point for pair in points for point in pair]
    count = len(every)
    mean = sum(every) / count
    pairs = [sum(pair) / len(pair) for pair in points]
    spread = sum((it - mean) ** 2 for it in pairs) / max(1, len(pairs) - 1)
    plain = mean * (1 - mean)
    per_match = spread * count / len(pairs)
    effective = count * plain / per_match if per_match > 0 and plain > 0 else count
    effective = min(max(effective, 1.0), 2.0 * count)
    low, high = wilson(mean, effective)
    return Score(count, every.count(1.0), every.count(EVEN), mean, low, high)


def wilson(mean: float, count: float) -> tuple[float, float]:
    square = CERTAIN**2
    centre = (mean + square / (2 * count)) / (1 + square / count)
    width = CERTAIN / (1 + square / count) * math.sqrt(mean * (1 - mean) / count + square / (4 * count**2))
    return max(0.0, centre - width), min(1.0, centre + width)


def elo(results: Mapping[tuple[str, str], tuple[float, int]], anchor: str) -> dict[str, float]:
    """Elo of everybody who met somebody; `anchor` has 0. `results`: points of the first, and matches.

    Half a point is added to both sides of each pairing, so that a clean sheet stays finite.
    """
    names = sorted({name for pair in results for name in pair})
    rating = dict.fromkeys(names, 0.0)
    for _ in range(4000):
        for name in names:
            slope, curve = 0.0, 1e-9
            for (one, two), (points, matches) in results.items():
                if name not in {one, two}:
                    continue
                other = two if name == one else one
                got = (points if name == one else matches - points) + EVEN
                expected = 1 / (1 + 10 ** ((rating[other] - rating[name]) / 400))
                slope += got - (matches + 1) * expected
                curve += (matches + 1) * expected * (1 - expected)
            rating[name] += 0.5 * slope / curve * 400 / math.log(10)
    return {name: rating[name] - rating[anchor] for name in names}


def sprt(points: Sequence[tuple[float, ...]], better: float = 20.0) -> float:
    """Log-likelihood ratio of "`better` Elo stronger" against "equal"; decided beyond +-DECIDED.

    Pairs of matches with swapped sides are the units, taken as normal with the spread that they show.
    """
    pairs = [sum(pair) / len(pair) for pair in points]
    count = len(pairs)
    mean = sum(pairs) / count
    spread = sum((it - mean) ** 2 for it in pairs) / max(1, count - 1)
    if count < 8 or spread == 0:
        return 0.0
    stronger = 1 / (1 + 10 ** (-better / 400))
    return (stronger - EVEN) * (2 * mean - stronger - EVEN) * count / (2 * spread)
