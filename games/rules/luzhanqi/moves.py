"""Where a piece could go by road and rail (G5 to G8): masks and lines worked out once per graph and option.

A set of squares is an int with one bit per square. What may be entered there is not asked here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeAlias

from games.rules.core import Json
from games.rules.luzhanqi.boards import AROUND, Graph
from games.rules.luzhanqi.kinds import ENGINEER, Piece

Board: TypeAlias = "tuple[Piece | None, ...]"
# A straight way from a square, cut where its indices stop rising or falling: squares, and whether they rise.
Ray: TypeAlias = "tuple[tuple[int, bool], ...]"
TURNING_STEPS = 3


@dataclass(frozen=True, slots=True)
class Reach:
    """By square index. `steps`: one road edge (or mountain slope), for others and for engineers.

    `rays`: the straight rails from a square. `rails`: its neighbours by rail. `near`: all its neighbours.
    `turning`: how many rail points other kinds may go if they may turn (rail_rule max3_turns); None for
    straight lines without limit.
    """

    steps: tuple[tuple[int, ...], tuple[int, ...]]
    rays: tuple[tuple[Ray, ...], ...]
    rails: tuple[int, ...]
    near: tuple[int, ...]
    turning: int | None

    def targets(self, square: int, code: int, occupied: int) -> int:
        """Every square that a piece of this kind reaches, the first occupied one of each way included."""
        is_engineer = code == ENGINEER
        reached = self.steps[is_engineer][square]
        if is_engineer:
            return reached | self._spread(square, occupied, len(self.rails))
        if self.turning is not None:
            return reached | self._spread(square, occupied, self.turning)
        for ray in self.rays[square]:
            for squares, rises in ray:
                met = squares & occupied
                if met:
                    first = met & -met if rises else 1 << met.bit_length() - 1
                    reached |= squares & (first | first - 1 if rises else -first)
                    break
                reached |= squares
        return reached

    def _spread(self, square: int, occupied: int, steps: int) -> int:
        """Along rails over empty squares, turning anywhere (G7)."""
        seen = edge = 1 << square
        while edge and steps:
            steps -= 1
            ahead = 0
            while edge:
                low = edge & -edge
                ahead |= self.rails[low.bit_length() - 1]
                edge ^= low
            edge = ahead & ~seen
            seen |= edge
            edge &= ~occupied
        return seen ^ (1 << square)


def union(sets: Iterable[int]) -> int:
    mask = 0
    for squares in sets:
        mask |= squares
    return mask


def squares_of(mask: int) -> Iterator[int]:
    """The squares of a set in board order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def build_reach(graph: Graph, options: Mapping[str, Json], *, closed: int = 0) -> Reach:
    """`closed`: squares that nobody enters or passes (Q7)."""
    size = len(graph.names)
    others, engineers = (_steps(graph, options, closed, code) for code in (ENGINEER - 1, ENGINEER))
    rails = _neighbours(graph.rails, size, closed)
    return Reach(
        steps=(others, engineers),
        rays=tuple(_rays(graph, square, closed) for square in range(size)),
        rails=rails,
        near=tuple(step | rail for step, rail in zip(engineers, rails, strict=True)),
        turning=TURNING_STEPS if options["rail_rule"] == "max3_turns" else None,
    )


def _neighbours(edges: tuple[tuple[int, int], ...], size: int, closed: int) -> tuple[int, ...]:
    found = [0] * size
    for a, b in edges:
        if not closed & (1 << a | 1 << b):
            found[a] |= 1 << b
            found[b] |= 1 << a
    return tuple(found)


def _steps(graph: Graph, options: Mapping[str, Json], closed: int, code: int) -> tuple[int, ...]:
    edges = graph.roads
    climbers = options["mountains"]
    if climbers == "any" or (climbers == "engineer" and code == ENGINEER):
        edges += tuple(
            (graph.index[mountain], graph.index[foot]) for mountain, feet in AROUND.items() for foot in feet
        )
    return _neighbours(edges, len(graph.names), closed)


def _rays(graph: Graph, square: int, closed: int) -> tuple[Ray, ...]:
    ways = [
        way
        for line in graph.lines
        if square in line
        for at in [line.index(square)]
        for way in (line[at + 1 :], line[:at][::-1])
    ]
    is_free = not closed >> square & 1
    return tuple(ray for way in ways if is_free and (ray := _ray(square, way, closed)))


def _ray(square: int, way: Sequence[int], closed: int) -> Ray:
    runs: list[tuple[int, bool]] = []
    for end in takewhile(lambda each: not closed >> each & 1, way):
        rises = end > square
        if runs and runs[-1][1] is rises:
            runs[-1] = (runs[-1][0] | 1 << end, rises)
        else:
            runs.append((1 << end, rises))
        square = end
    return tuple(runs)
