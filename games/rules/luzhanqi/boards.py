"""Both boards (1.1 and 1.2) as graphs, put together from the players' halves.

Squares count arm by arm in order of play for four players, and row by row from a1 for two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from games.rules.core import Ply, Square
from games.rules.luzhanqi import half
from games.rules.luzhanqi.half import CAMPS, CELLS, COLUMNS, CROSSINGS, DEPTH, HEADQUARTERS, Cell

STATION, HQ, CAMP, CENTRE, MOUNTAIN = "station", "headquarters", "camp", "centre", "mountain"
ARM_LETTERS = "SENW"


@dataclass(frozen=True, slots=True)
class Graph:
    """All by square index. `lines` are the rails that count as straight. A set of squares is an int.

    `cells`: the square of each point of each arm, in the order of `half.CELLS`. `spots`: x and y to draw it.
    """

    names: tuple[Square, ...]
    types: tuple[str, ...]
    spots: tuple[tuple[int, int], ...]
    cells: tuple[tuple[int, ...], ...]
    roads: tuple[tuple[int, int], ...]
    lines: tuple[tuple[int, ...], ...]
    index: Mapping[Square, int]
    arm_of: tuple[int | None, ...]
    cell_of: tuple[Cell | None, ...]
    plies: tuple[tuple[Ply, ...], ...]

    @property
    def rails(self) -> tuple[tuple[int, int], ...]:
        """Every rail edge once, the lower index first."""
        pairs = {_pair(a, b) for line in self.lines for a, b in pairwise(line)}
        return tuple(sorted(pairs))

    def mask(self, *types: str) -> int:
        return sum(1 << square for square, kind in enumerate(self.types) if kind in types)

    def arm_cells(self, arm: int, wanted: Iterable[Cell]) -> frozenset[int]:
        """The squares of an arm that its owner sees at these cells."""
        chosen = set(wanted)
        return frozenset(
            square for cell, square in zip(CELLS, self.cells[arm], strict=True) if cell in chosen
        )

    def home(self, arm: int) -> tuple[int, ...]:
        """The 25 squares that a set-up fills, in board order."""
        return tuple(sorted(self.arm_cells(arm, set(CELLS) - CAMPS)))

    def square_at(self, arm: int, cell: Cell) -> int:
        return self.cells[arm][CELLS.index(cell)]


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _type(cell: Cell) -> str:
    if cell in CAMPS:
        return CAMP
    return HQ if cell in HEADQUARTERS else STATION


@dataclass(frozen=True, slots=True)
class _Point:
    name: Square
    type: str
    spot: tuple[int, int]
    arm: int | None = None
    cell: Cell | None = None


def _graph(points: list[_Point], lines: Iterable[Iterable[Square]]) -> Graph:
    """`lines` by name; the roads of the arms follow from their cells."""
    index = {point.name: number for number, point in enumerate(points)}
    at = {(point.arm, point.cell): number for number, point in enumerate(points)}
    arms = range(len({point.arm for point in points if point.arm is not None}))
    return Graph(
        names=tuple(index),
        types=tuple(point.type for point in points),
        spots=tuple(point.spot for point in points),
        cells=tuple(tuple(at[arm, cell] for cell in CELLS) for arm in arms),
        roads=tuple(sorted(_pair(at[arm, a], at[arm, b]) for arm in arms for a, b in half.roads())),
        lines=tuple(tuple(index[name] for name in line) for line in lines),
        index=index,
        arm_of=tuple(point.arm for point in points),
        cell_of=tuple(point.cell for point in points),
        plies=tuple(tuple(Ply(start, end) for end in index) for start in index),
    )


def _two_players() -> Graph:
    """60 points; the two mountains come last and are joined to nothing (an option opens them).

    Drawn with one empty row, the front line, between the halves; the mountains lie in it.
    """
    points = []
    for row in range(2 * DEPTH):
        for column, letter in enumerate(COLUMNS):
            south = row < DEPTH
            cell = (column, row) if south else (4 - column, 11 - row)
            spot = (column, row if south else row + 1)
            points.append(_Point(f"{letter}{row + 1}", _type(cell), spot, 0 if south else 1, cell))
    points += [_Point("m1", MOUNTAIN, (1, DEPTH)), _Point("m2", MOUNTAIN, (3, DEPTH))]
    lines = [[f"{letter}{row}" for row in range(2, 12)] for letter in "ae"]
    lines.append(["c6", "c7"])
    lines += [[f"{letter}{row}" for letter in COLUMNS] for row in (2, 6, 7, 11)]
    return _graph(points, lines)


# What lies around the mountains (2.6); all of it on rails.
AROUND = {
    "m1": ("a6", "b6", "c6", "a7", "b7", "c7"),
    "m2": ("c6", "d6", "e6", "c7", "d7", "e7"),
}
# The nine-grid points straight ahead of each arm's columns a, c and e.
_AHEAD = {
    "S": ("m11", "m21", "m31"),
    "E": ("m31", "m32", "m33"),
    "N": ("m33", "m23", "m13"),
    "W": ("m13", "m12", "m11"),
}


def _arm_spot(arm: int, cell: Cell) -> tuple[int, int]:
    """On a grid of 17 by 17 around (8, 8), turned counter-clockwise from one arm to the next."""
    x, y = 6 + cell[0], cell[1]
    for _ in range(arm):
        x, y = 16 - y, x
    return x, y


def _column(letter: str, column: str, *, inwards: bool) -> list[Square]:
    rows = range(2, 7) if inwards else range(6, 1, -1)
    return [f"{letter}{column}{row}" for row in rows]


def _four_players() -> Graph:
    points = [
        _Point(letter + half.local_name(cell), _type(cell), _arm_spot(arm, cell), arm, cell)
        for arm, letter in enumerate(ARM_LETTERS)
        for cell in CELLS
    ]
    points += [
        _Point(f"m{column}{row}", CENTRE, (4 + 2 * column, 4 + 2 * row))
        for row in (1, 2, 3)
        for column in (1, 2, 3)
    ]
    lines = [[f"{letter}{column}{row}" for column in COLUMNS] for letter in ARM_LETTERS for row in (2, 6)]
    for letter, following in zip(ARM_LETTERS, ARM_LETTERS[1:] + ARM_LETTERS[0], strict=True):
        lines.append(_column(letter, "e", inwards=True) + _column(following, "a", inwards=False))
    for near, far in ("SN", "WE"):
        for place, column in enumerate(CROSSINGS):
            letter, opposite = COLUMNS[column], COLUMNS[4 - column]
            here, there = _AHEAD[near][place], _AHEAD[far][2 - place]
            across = [here, _between(here, there), there]
            start, end = _column(near, letter, inwards=True), _column(far, opposite, inwards=False)
            lines.append([*start, *across, *end] if column != 2 else [start[-1], *across, end[0]])
    return _graph(points, lines)


def _between(here: Square, there: Square) -> Square:
    column, row = ((int(here[at]) + int(there[at])) // 2 for at in (1, 2))
    return f"m{column}{row}"


TWO = _two_players()
FOUR = _four_players()
