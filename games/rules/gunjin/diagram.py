"""Positions as text for people and tests: rank 8 on top, upper case for the first side.

Each rank has six cells. A headquarters shows its piece in column c and `==` in column d.
"""

from __future__ import annotations

from games.rules.core import Side, Square
from games.rules.gunjin.board import FILES, HEADQUARTERS, READ
from games.rules.gunjin.kinds import KINDS, Piece
from games.rules.gunjin.position import Position, place
from games.rules.gunjin.ruleset import Rules, rules_for

EMPTY, MERGED = "..", "=="
LETTERS = {
    "general": "ge", "lt_general": "lg", "maj_general": "mg", "plane": "pl", "tank": "ta", "colonel": "co",
    "lt_colonel": "lc", "major": "ma", "captain": "ca", "lieutenant": "lt", "second_lt": "sl",
    "cavalry": "cv", "engineer": "en", "spy": "sp", "mine": "mi", "flag": "fg",
}  # fmt: skip
_KIND_OF = {LETTERS[kind]: kind for kind in KINDS}


def _cell(piece: Piece | None) -> str:
    if piece is None:
        return EMPTY
    letters = LETTERS[piece.kind]
    return letters.upper() if piece.side is Side.FIRST else letters


def render(position: Position) -> str:
    """Eight lines of six cells; full knowledge."""
    lines = []
    for rank in range(8, 0, -1):
        squares = [READ[f"{file}{rank}"] for file in FILES]
        row = [
            MERGED if file == "d" and square in HEADQUARTERS else _cell(position.board[square])
            for file, square in zip(FILES, squares, strict=True)
        ]
        lines.append("  ".join(row))
    return "\n".join(lines)


def parse(
    text: str, *, turn: Side = Side.FIRST, quiet_plies: int = 0, rules: Rules | None = None
) -> Position:
    """The position that a diagram shows, nobody having moved. Raises ValueError for anything unreadable."""
    rows = [line.split() for line in text.strip().splitlines()]
    if len(rows) != 8 or any(len(row) != 6 for row in rows):
        raise ValueError("A diagram has 8 ranks of 6 cells.")
    pieces: list[tuple[Side, str, Square]] = []
    for rank, row in zip(range(8, 0, -1), rows, strict=True):
        if [cell == MERGED for cell in row] != [file == "d" and rank in {1, 8} for file in FILES]:
            raise ValueError(f"Column d of a headquarters, and nothing else, is {MERGED}; see rank {rank}.")
        for file, cell in zip(FILES, row, strict=True):
            if cell in {EMPTY, MERGED}:
                continue
            kind = _KIND_OF.get(cell.lower())
            if kind is None or cell not in {cell.lower(), cell.upper()}:
                raise ValueError(f"{cell!r} on {file}{rank} is no piece.")
            pieces.append((Side.FIRST if cell.isupper() else Side.SECOND, kind, f"{file}{rank}"))
    return place(rules or rules_for({}), pieces, turn=turn, quiet_plies=quiet_plies)
