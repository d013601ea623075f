"""The twelve kinds (G1) and a piece on the board.

Inside the engine a kind is its index in `KINDS`, an army the place of its side in the order of play (in flip
its colour); text lives at the edge.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from games.rules.core import Kind

# From the highest rank to the lowest, then those without a rank.
KINDS: tuple[Kind, ...] = (
    "commander", "general", "division", "brigade", "regiment", "battalion",
    "company", "platoon", "engineer", "mine", "bomb", "flag",
)  # fmt: skip
SYMBOLS = ("司令", "军长", "师长", "旅长", "团长", "营长", "连长", "排长", "工兵", "地雷", "炸弹", "军旗")
COUNTS = (1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 2, 1)
CODES = {kind: code for code, kind in enumerate(KINDS)}

COMMANDER, GENERAL, ENGINEER = CODES["commander"], CODES["general"], CODES["engineer"]
MINE, BOMB, FLAG = CODES["mine"], CODES["bomb"], CODES["flag"]
RANKED = tuple(range(ENGINEER + 1))
# 9 for the commander down to 1 for the engineer; 0 is no rank.
RANKS = tuple(9 - code if code in RANKED else 0 for code in range(len(KINDS)))
STILL = frozenset({MINE, FLAG})
FULL_SET = tuple(code for code, count in enumerate(COUNTS) for _ in range(count))


@dataclass(frozen=True, slots=True)
class Piece:
    """Full knowledge of one piece; interned by `piece`.

    `army` and `code` are indices; `start` is the index of the square it stood on at first: its public name.
    `moved` is public. `shown`: everybody was told what it is; in flip it lies face up.
    """

    army: int
    code: int
    start: int
    moved: bool = False
    shown: bool = False

    @property
    def kind(self) -> Kind:
        return KINDS[self.code]

    @property
    def rank(self) -> int:
        return RANKS[self.code]


@cache
def piece(army: int, code: int, start: int, moved: bool = False, shown: bool = False) -> Piece:
    """The one `Piece` with these values, so equal boards share their pieces."""
    return Piece(army, code, start, moved, shown)


def arrived(it: Piece) -> Piece:
    return it if it.moved else piece(it.army, it.code, it.start, True, it.shown)


def shown(it: Piece) -> Piece:
    return it if it.shown else piece(it.army, it.code, it.start, it.moved, True)
