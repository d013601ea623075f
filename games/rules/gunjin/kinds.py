"""The sixteen kinds (R-2.1) and a piece on the board.

Inside the engine a kind is its index in `KINDS`, a side its index in `SIDES`; text lives at the edge.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from games.rules.core import Kind, Side, Square
from games.rules.gunjin.board import SQUARES

SIDES = (Side.FIRST, Side.SECOND)
OWNER = {Side.FIRST: 0, Side.SECOND: 1}

# In order of battle strength, then the two that never move.
KINDS: tuple[Kind, ...] = (
    "general", "lt_general", "maj_general", "plane", "tank", "colonel", "lt_colonel", "major",
    "captain", "lieutenant", "second_lt", "cavalry", "engineer", "spy", "mine", "flag",
)  # fmt: skip
SYMBOLS = (
    "上将", "中将", "少将", "飞机", "坦克", "上校", "中校", "少校",
    "上尉", "中尉", "少尉", "骑兵", "工兵", "间谍", "地雷", "军旗",
)  # fmt: skip
COUNTS = (1, 1, 1, 2, 2, 1, 1, 1, 2, 2, 2, 1, 2, 1, 2, 1)
CODES = {kind: code for code, kind in enumerate(KINDS)}

GENERAL, LT_GENERAL, PLANE, TANK = CODES["general"], CODES["lt_general"], CODES["plane"], CODES["tank"]
SECOND_LT, CAVALRY, ENGINEER, SPY = CODES["second_lt"], CODES["cavalry"], CODES["engineer"], CODES["spy"]
MINE, FLAG = CODES["mine"], CODES["flag"]
MOVABLE = tuple(code for code in range(len(KINDS)) if code not in {MINE, FLAG})
OFFICERS = tuple(
    CODES[kind] for kind in ("general", "lt_general", "maj_general", "colonel", "lt_colonel", "major")
)
FULL_SET = tuple(code for code, count in enumerate(COUNTS) for _ in range(count))


@dataclass(frozen=True, slots=True)
class Piece:
    """Full knowledge of one piece, all four as indices; interned by `piece`.

    `start` is the square it stood on at first: its public name. `moved` is public too.
    """

    owner: int
    code: int
    start: int
    moved: bool

    @property
    def side(self) -> Side:
        return SIDES[self.owner]

    @property
    def kind(self) -> Kind:
        return KINDS[self.code]

    @property
    def origin(self) -> Square:
        return SQUARES[self.start]


@cache
def piece(owner: int, code: int, start: int, moved: bool) -> Piece:
    """The one `Piece` with these values, so equal boards share their pieces."""
    return Piece(owner, code, start, moved)
