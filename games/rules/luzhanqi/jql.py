"""The `.jql` layout file: 50 bytes, sixteen of magic, four fixed, then one byte a point.

The points go from the front row to the back, left to right as the owner sees them.
"""

from __future__ import annotations

from collections.abc import Sized

from games.rules.core import IllegalLayout, Layout, Reason, Side
from games.rules.luzhanqi.half import COLUMNS, DEPTH
from games.rules.luzhanqi.kinds import FULL_SET, KINDS
from games.rules.luzhanqi.layout import require_kinds, turn_layout

_HEAD = b"QQGame JQL File\0" + bytes.fromhex("57040000")
_POINTS = tuple(f"{column}{row}" for row in range(DEPTH, 0, -1) for column in COLUMNS)
SIZE = len(_HEAD) + len(_POINTS)
_EMPTY = 0
# Byte of each kind; 1 stands for an unknown piece, which no layout has.
_BYTES = {
    "flag": 2, "mine": 3, "bomb": 4, "commander": 5, "general": 6, "division": 7, "brigade": 8, "regiment": 9,
    "battalion": 10, "company": 11, "platoon": 12, "engineer": 13,
}  # fmt: skip
_KINDS = {byte: kind for kind, byte in _BYTES.items()}
assert set(_BYTES) == set(KINDS)


def read_jql(content: bytes, side: Side) -> Layout:
    """The layout on the points of `side`, of which nothing but the file is checked.

    Raises IllegalLayout with one reason: `too_short`, `too_long`, `wrong_magic`, `unknown_code` (with its
    points), or `too_many_pieces`.
    """
    if len(content) != SIZE:
        code = "too_short" if len(content) < SIZE else "too_long"
        raise IllegalLayout(f"A layout file has {SIZE} bytes.", [Reason(code)])
    if not content.startswith(_HEAD):
        raise IllegalLayout("The file does not begin as a layout file does.", [Reason("wrong_magic")])
    placed = {
        point: byte for point, byte in zip(_POINTS, content[len(_HEAD) :], strict=True) if byte != _EMPTY
    }
    strange = tuple(point for point, byte in placed.items() if byte not in _KINDS)
    if strange:
        named = turn_layout(dict.fromkeys(strange, ""), side=Side.FIRST, to=side)
        raise IllegalLayout("The file names unknown pieces.", [Reason("unknown_code", tuple(named))])
    _require_few(placed)
    kinds = {point: _KINDS[byte] for point, byte in placed.items()}
    return turn_layout(kinds, side=Side.FIRST, to=side)


def _require_few(placed: Sized) -> None:
    if len(placed) > len(FULL_SET):
        raise IllegalLayout(f"A layout has {len(FULL_SET)} pieces.", [Reason("too_many_pieces")])


def write_jql(layout: Layout, side: Side) -> bytes:
    """Exactly `SIZE` bytes; may be partial.

    Raises IllegalLayout: `outside_territory`, `unknown_kind`, `too_many_pieces`.
    """
    seen = turn_layout(layout, side=side, to=Side.FIRST)
    require_kinds(layout, side)
    _require_few(seen)
    return _HEAD + bytes(_BYTES[seen[point]] if point in seen else _EMPTY for point in _POINTS)
