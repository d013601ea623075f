"""Where pieces may go (R-4.1 to R-4.8): tables per side, kind and square, and their use.

A set of squares is an int with one bit per square.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from games.rules.core import Json
from games.rules.gunjin.board import BITS, BRIDGE_FILES, FILES, NEIGHBOURS, sideways, vertical, walks
from games.rules.gunjin.kinds import CAVALRY, ENGINEER, FLAG, KINDS, MINE, PLANE, TANK, Piece

Board: TypeAlias = "tuple[Piece | None, ...]"
Held: TypeAlias = "tuple[int, int]"
Lines: TypeAlias = "tuple[tuple[int, ...], ...]"


@dataclass(frozen=True, slots=True)
class Reach:
    """How one side's pieces move, by kind and square.

    `fixed`: squares reached whatever stands between. `lines`: squares (as bits) reached one after the
    other up to the first obstacle. `leap_own`: planes pass their own pieces on their lines.
    """

    fixed: tuple[tuple[int, ...], ...]
    lines: tuple[tuple[Lines, ...], ...]
    leap_own: bool

    def targets(self, square: int, code: int, *, own: int, foe: int) -> int:
        """Every square the piece may enter, battles included (R-4.1)."""
        reached = self.fixed[code][square] & ~own
        leaps = self.leap_own and code == PLANE
        for line in self.lines[code][square]:
            for bit in line:
                if bit & own:
                    if leaps:
                        continue
                    break
                reached |= bit
                if bit & foe:
                    break
        return reached


def _flights(square: int, options: Mapping[str, Json]) -> tuple[tuple[int, ...], ...]:
    """The lines of a plane (R-4.5, R-4.6)."""
    river = FILES if options["plane_river"] == "any_column" else BRIDGE_FILES
    width = options["plane_sideways"]
    across = tuple(line[:width] if isinstance(width, int) else line for line in sideways(square) if width)
    return (*vertical(square, up=True, river=river), *vertical(square, up=False, river=river), *across)


def _mask(squares: tuple[int, ...]) -> int:
    return sum(BITS[square] for square in set(squares))


def _bits(lines: tuple[tuple[int, ...], ...]) -> Lines:
    return tuple(tuple(BITS[square] for square in line) for line in lines)


def _way(owner: int, code: int, square: int, options: Mapping[str, Json]) -> tuple[int, Lines]:
    if code in {MINE, FLAG}:
        return 0, ()
    if code == ENGINEER:
        return 0, _bits(walks(square))
    if code == PLANE:
        flights = _flights(square, options)
        if options["plane_jump"] == "over_all":
            return _mask(tuple(end for line in flights for end in line)), ()
        return 0, _bits(flights)
    steps = _mask(NEIGHBOURS[square])
    if code in {TANK, CAVALRY}:
        ahead = vertical(square, up=owner == 0, river=BRIDGE_FILES)
        return steps, _bits(tuple(line[:2] for line in ahead if len(line) > 1))
    return steps, ()


def build_reach(owner: int, options: Mapping[str, Json]) -> Reach:
    ways = [[_way(owner, code, square, options) for square in range(46)] for code in range(len(KINDS))]
    return Reach(
        fixed=tuple(tuple(way[0] for way in row) for row in ways),
        lines=tuple(tuple(way[1] for way in row) for row in ways),
        leap_own=options["plane_jump"] == "own_only",
    )


def squares_of(mask: int) -> Iterator[int]:
    """The squares of a set in board order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def can_move(reach: Reach, board: Board, *, own: int, foe: int) -> bool:
    """Whether a side has any legal ply; stops at the first one."""
    left = own
    while left:
        square = left.bit_length() - 1
        left ^= BITS[square]
        piece = board[square]
        if piece is not None and reach.targets(square, piece.code, own=own, foe=foe):
            return True
    return False
