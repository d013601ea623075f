"""A set-up as text: six rows from the front to the back, one sign a point, as its owner sees it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.rules.core import IllegalLayout, Layout, Reason, Side
from games.rules.luzhanqi.half import COLUMNS, DEPTH, FRONT, WIDTH
from games.rules.luzhanqi.kinds import CODES, KINDS
from games.rules.luzhanqi.layout import require_kinds, turn_layout

SIGNS = ("司", "军", "师", "旅", "团", "营", "连", "排", "兵", "雷", "炸", "旗")
EMPTY = "…"
# Other signs in use: traditional script, other words, and what stands for an empty point.
_ALIASES = {
    "令": "司", "軍": "军", "師": "师", "團": "团", "營": "营", "連": "连", "工": "兵",
    "弹": "炸", "彈": "炸",
    ".": EMPTY, "-": EMPTY, "_": EMPTY, "　": EMPTY, "空": EMPTY,
}  # fmt: skip
_BLANK = re.compile(r"[ \t]+")  # a wide blank is an empty point
_KIND_OF = dict(zip(SIGNS, KINDS, strict=True))


def read_rows(rows: Sequence[str], side: Side = Side.FIRST) -> Layout:
    """On the points of `side`. Raises IllegalLayout: `bad_rows`, or `unknown_kind` with its points."""
    if len(rows) != DEPTH or any(len(row) != WIDTH for row in rows):
        raise IllegalLayout("A set-up has six rows of five signs.", [Reason("bad_rows")])
    found, strange = {}, []
    for depth, row in enumerate(rows):
        for column, letter in zip(COLUMNS, row, strict=True):
            sign = _ALIASES.get(letter, letter)
            square = f"{column}{FRONT + 1 - depth}"
            if sign == EMPTY:
                continue
            if sign not in _KIND_OF:
                strange.append(square)
            else:
                found[square] = _KIND_OF[sign]
    if strange:
        named = turn_layout(dict.fromkeys(strange, ""), side=Side.FIRST, to=side)
        raise IllegalLayout("A sign of the set-up is no piece.", [Reason("unknown_kind", tuple(named))])
    return turn_layout(found, side=Side.FIRST, to=side)


def read_text(text: str, side: Side) -> Layout:
    """Rows on lines of their own, narrow blanks ignored; on the points of `side`. Raises as `read_rows`."""
    rows = ["".join(_BLANK.split(line)) for line in text.splitlines()]
    return read_rows([row for row in rows if row], side)


def write_text(layout: Layout, side: Side) -> str:
    """Six lines; may be partial. Raises IllegalLayout: `outside_territory` or `unknown_kind`."""
    seen = turn_layout(layout, side=side, to=Side.FIRST)
    require_kinds(layout, side)
    signs = {square: SIGNS[CODES[kind]] for square, kind in seen.items()}
    return "\n".join(
        "".join(signs.get(f"{column}{row}", EMPTY) for column in COLUMNS) for row in range(DEPTH, 0, -1)
    )
