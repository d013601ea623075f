"""What a hidden piece is likelier to be by where it started, and by whether it ever moved.

Counted over the published set-ups, both ways round; people who lay out otherwise surprise it, so it only
tilts what is possible anyway.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from games.rules.luzhanqi.boards import TWO
from games.rules.luzhanqi.half import WIDTH, Cell
from games.rules.luzhanqi.kinds import BOMB, CODES, COUNTS, FLAG, FULL_SET, MINE
from games.rules.luzhanqi.setups import SETUPS

DOUBT = 10.0  # set-ups with every kind everywhere alike that are counted along
PATIENCE = 60.0  # plies after which a piece that never moved is twice as likely one that cannot, or a bomb
STAYERS = (MINE, BOMB, FLAG)


@lru_cache(maxsize=1)
def by_cell() -> Mapping[Cell, tuple[float, ...]]:
    """Per cell of a half and kind: how much oftener the kind stands there than anywhere."""
    counted = {cell: [0.0] * len(COUNTS) for cell in TWO.cell_of[: TWO.index["m1"]] if cell is not None}
    for setup in SETUPS:
        for name, kind in setup.layout.items():
            cell = TWO.cell_of[TWO.index[name]]
            assert cell is not None  # noqa: S101
            for column in (cell[0], WIDTH - 1 - cell[0]):
                counted[column, cell[1]][CODES[kind]] += 1
    return {cell: tuple(map(_tilt, counts, COUNTS)) for cell, counts in counted.items()}


def _tilt(found: float, count: int) -> float:
    usual = count / len(FULL_SET)
    return (found + DOUBT * usual) / ((2 * len(SETUPS) + DOUBT) * usual)


def likelihoods(cell: Cell, *, moved: bool, number: int) -> list[float]:
    """By kind, for a piece that started on `cell`, after `number` plies of its side's own."""
    found = list(by_cell()[cell])
    if not moved:
        for code in STAYERS:
            found[code] *= 1 + number / PATIENCE
    return found
