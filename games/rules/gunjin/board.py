"""The 46 squares (R-1.1 to R-1.5) and their geometry, as plain tables.

Squares count from a1 along each rank, so turning the board by 180 degrees is `45 - index`.
"""

from __future__ import annotations

from games.rules.core import Ply, Square

FILES = "abcdef"
BRIDGE_FILES = "be"
ALIASES = {"c1": "hq1", "d1": "hq1", "c8": "hq8", "d8": "hq8"}


def _names() -> tuple[Square, ...]:
    names: list[Square] = []
    for rank in range(1, 9):
        for file in FILES:
            name = ALIASES.get(f"{file}{rank}", f"{file}{rank}")
            if name not in names:
                names.append(name)
    return tuple(names)


SQUARES = _names()
INDEX = {name: index for index, name in enumerate(SQUARES)}
# What a player may write: names and aliases of the merged headquarters.
READ = INDEX | {alias: INDEX[name] for alias, name in ALIASES.items()}
BITS = tuple(1 << index for index in range(len(SQUARES)))
PLIES = tuple(tuple(Ply(start, end) for end in SQUARES) for start in SQUARES)

HEADQUARTERS = (INDEX["hq1"], INDEX["hq8"])
BRIDGEHEADS = (
    frozenset({INDEX["b4"], INDEX["e4"]}),
    frozenset({INDEX["b5"], INDEX["e5"]}),
)
TERRITORY = (tuple(range(23)), tuple(range(23, 46)))
BACK_RANK = (frozenset(range(5)), frozenset(range(41, 46)))


def at(file: str, rank: int) -> int | None:
    """Index of the square that covers this cell; None off the board."""
    return READ.get(f"{file}{rank}")


def cells(square: int) -> tuple[tuple[str, int], ...]:
    """The cells (file, rank) of a square; two for a headquarters."""
    name = SQUARES[square]
    if square in HEADQUARTERS:
        return (("c", int(name[2])), ("d", int(name[2])))
    return ((name[0], int(name[1])),)


def _turn_file(file: str) -> str:
    return FILES[5 - FILES.index(file)]


def turned(square: int) -> int:
    """The square seen from the other seat: 180 degrees."""
    return 45 - square


def flipped(square: int) -> int:
    """Left-right flip, a <-> f."""
    file, rank = cells(square)[0]
    return READ[f"{_turn_file(file)}{rank}"]


def vertical(square: int, *, up: bool, river: str = FILES) -> tuple[tuple[int, ...], ...]:
    """Straight lines towards rank 8 (`up`) or rank 1: one per column of the square (R-4.6).

    `river` names the columns on which a line may cross between ranks 4 and 5.
    """
    step = 1 if up else -1
    lines = []
    for file, start in cells(square):
        line = []
        rank = start + step
        while 1 <= rank <= 8 and (file in river or {rank - step, rank} != {4, 5}):
            line.append(READ[f"{file}{rank}"])
            rank += step
        if line:
            lines.append(tuple(line))
    return tuple(lines)


def sideways(square: int) -> tuple[tuple[int, ...], ...]:
    """Lines to the left and to the right, which end in a headquarters that they enter (R-4.7, A2)."""
    lines = []
    for step, (file, rank) in ((-1, cells(square)[0]), (1, cells(square)[-1])):
        line: list[int] = []
        column = FILES.index(file) + step
        while 0 <= column < 6 and not (line and line[-1] in HEADQUARTERS):
            line.append(READ[f"{FILES[column]}{rank}"])
            column += step
        if line:
            lines.append(tuple(line))
    return tuple(lines)


def walks(square: int) -> tuple[tuple[int, ...], ...]:
    """All straight lines on the walk graph (R-1.5), the nearest square first."""
    return (
        *vertical(square, up=True, river=BRIDGE_FILES),
        *vertical(square, up=False, river=BRIDGE_FILES),
        *sideways(square),
    )


NEIGHBOURS = tuple(tuple(sorted({line[0] for line in walks(square)})) for square in range(46))
EDGES = tuple((a, b) for a in range(46) for b in NEIGHBOURS[a] if a < b)


def _behind(square: int, owner: int) -> int | None:
    if square in HEADQUARTERS:
        return None
    file, rank = cells(square)[0]
    return at(file, rank - 1 if owner == 0 else rank + 1)


# BEHIND[owner][square]: one rank towards the owner; None where the board ends.
BEHIND = tuple(tuple(_behind(square, owner) for square in range(46)) for owner in range(2))
