"""Where a piece could go by road and rail (G5 to G8): masks and lines worked out once per graph and option.

A set of squares is an int with one bit per square. What may be entered there is not asked here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from games.rules.core import Json
from games.rules.luzhanqi.boards import AROUND, Graph
from games.rules.luzhanqi.kinds import ENGINEER, Piece

Board: TypeAlias = "tuple[Piece | None, ...]"
# The whole line as a set, then its squares one by one from the origin.
Ray: TypeAlias = "tuple[int, tuple[int, ...]]"
TURNING_STEPS = 3


@dataclass(frozen=True, slots=True)
class Reach:
    """By square index. `steps`: one road edge (or mountain slope), for others and for engineers.

    `rays`: the straight rails from a square. `rails`: its neighbours by rail. `turning`: how many rail points
    other kinds may go if they may turn (rail_rule max3_turns); None for straight lines without limit.
    """

    steps: tuple[tuple[int, ...], tuple[int, ...]]
    rays: tuple[tuple[Ray, ...], ...]
    rails: tuple[int, ...]
    turning: int | None

    def targets(self, square: int, code: int, occupied: int) -> int:
        """Every square that a piece of this kind reaches, the first occupied one of each way included."""
        is_engineer = code == ENGINEER
        reached = self.steps[is_engineer][square]
        if is_engineer:
            return reached | self._spread(square, occupied, len(self.rails))
        if self.turning is not None:
            return reached | self._spread(square, occupied, self.turning)
        for whole, line in self.rays[square]:
            if not whole & occupied:
                reached |= whole
                continue
            for bit in line:
                reached |= bit
                if bit & occupied:
                    break
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


def squares_of(mask: int) -> Iterator[int]:
    """The squares of a set in board order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def build_reach(graph: Graph, options: Mapping[str, Json], *, closed: int = 0) -> Reach:
    """`closed`: squares that nobody enters or passes (Q7)."""
    size = len(graph.names)
    return Reach(
        steps=(_steps(graph, options, closed, ENGINEER - 1), _steps(graph, options, closed, ENGINEER)),
        rays=tuple(_rays(graph, square, closed) for square in range(size)),
        rails=_neighbours(graph.rails, size, closed),
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
    rays: list[Ray] = []
    if closed >> square & 1:
        return ()
    for line in graph.lines:
        if square not in line:
            continue
        at = line.index(square)
        for way in (line[at + 1 :], line[:at][::-1]):
            bits = []
            for end in way:
                if closed >> end & 1:
                    break
                bits.append(1 << end)
            if bits:
                rays.append((sum(bits), tuple(bits)))
    return tuple(rays)
