"""One player's thirty points as the owner sees them: column a on the left, row 1 at the back, row 6 in front.

Everything here is in (column, row) with both counted from 0; both boards are put together from this half.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

COLUMNS = "abcde"
WIDTH, DEPTH = 5, 6
FRONT = DEPTH - 1
MINE_ROWS = frozenset({0, 1})

Cell = tuple[int, int]
Pair = tuple[Cell, Cell]

CELLS: tuple[Cell, ...] = tuple((column, row) for row in range(DEPTH) for column in range(WIDTH))
HEADQUARTERS = frozenset({(1, 0), (3, 0)})
CAMPS = frozenset({(1, 2), (3, 2), (2, 3), (1, 4), (3, 4)})
RAIL_ROWS = (1, 5)
# The outer columns are rails from the second row to the front (and on, over the front line).
RAIL_COLUMNS = (0, 4)
CROSSINGS = (0, 2, 4)


def local_name(cell: Cell) -> str:
    return f"{COLUMNS[cell[0]]}{cell[1] + 1}"


def rail_lines() -> Iterator[tuple[Cell, ...]]:
    """The straight rails inside the half."""
    for row in RAIL_ROWS:
        yield tuple((column, row) for column in range(WIDTH))
    for column in RAIL_COLUMNS:
        yield tuple((column, row) for row in range(1, DEPTH))


def rails() -> Iterator[Pair]:
    for line in rail_lines():
        yield from pairwise(line)


def roads() -> Iterator[Pair]:
    """Neighbours that no rail joins, and the diagonals of each camp."""
    on_rails = set(rails())
    for column, row in CELLS:
        for step in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            pair = ((column, row), (column + step[0], row + step[1]))
            if pair[1] not in CELLS or pair in on_rails:
                continue
            if step in {(1, 0), (0, 1)} or CAMPS.intersection(pair):
                yield pair
