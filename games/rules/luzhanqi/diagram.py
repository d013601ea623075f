"""Positions as text for people and tests: the board as it is drawn, two letters a piece.

The letters of a piece are upper and lower case for the two armies of two players, and have the arm's letter
in front for four. `()` marks an empty camp, `[]` an empty headquarters, `..` another empty point; a face-down
piece of flip has a question mark behind it, a carried flag a `+`.
"""

from __future__ import annotations

from games.rules.luzhanqi.boards import ARM_LETTERS, CAMP, HQ, MOUNTAIN
from games.rules.luzhanqi.kinds import KINDS, Piece
from games.rules.luzhanqi.position import Position

_LETTERS = {
    "commander": "co", "general": "ge", "division": "di", "brigade": "br", "regiment": "re",
    "battalion": "ba", "company": "cp", "platoon": "pl", "engineer": "en", "mine": "mi",
    "bomb": "bo", "flag": "fl",
}  # fmt: skip
_EMPTY = {CAMP: "()", HQ: "[]", MOUNTAIN: "^^"}
assert set(_LETTERS) == set(KINDS)


def render(position: Position) -> str:
    """Full knowledge, the first side at the bottom."""
    graph = position.rules.graph
    cells = {spot: _cell(position, square, graph.types[square]) for square, spot in enumerate(graph.spots)}
    width = max(map(len, cells.values()))
    columns = range(max(x for x, _ in cells) + 1)
    rows = range(max(y for _, y in cells), -1, -1)
    lines = ["  ".join(cells.get((x, y), "").ljust(width) for x in columns).rstrip() for y in rows]
    return "\n".join(lines)


def _cell(position: Position, square: int, kind: str) -> str:
    it = position.board[square]
    if it is None:
        return _EMPTY.get(kind, "..")
    text = _piece_text(position, it)
    if position.flip is not None:
        text += ("" if it.shown else "?") + ("+" if position.flip.flag_under(square) else "")
    return text


def _piece_text(position: Position, it: Piece) -> str:
    letters = _LETTERS[it.kind]
    if position.rules.armies > 2:
        return ARM_LETTERS[it.army] + letters
    return letters.upper() if it.army == 0 else letters
