"""A view drawn as text, two columns of terminal per half cell; for the demo."""

from __future__ import annotations

import unicodedata
from typing import Any

Json = dict[str, Any]
CELL = 4
HIDDEN = "▒▒▒▒"
EMPTY = "  · "


def width(text: str) -> int:
    """Columns a terminal needs."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def pad(text: str, columns: int) -> str:
    return text + " " * max(0, columns - width(text))


def board_lines(system: Json, view: Json, viewer: str) -> list[str]:
    """The board from the viewer's side; the opponent's pieces carry a mark, hidden ones show nothing else."""
    symbols = {kind["key"]: kind["symbol"] for kind in system["kinds"]}
    pieces = {piece["square"]: piece for piece in view["pieces"]}
    rows: dict[int, list[tuple[int, str]]] = {}
    for square in system["squares"]:
        piece = pieces.get(square["name"])
        if piece is None:
            text = EMPTY
        elif piece["kind"] is None:
            text = HIDDEN
        else:
            text = symbols[piece["kind"]]
        mark = "'" if piece is not None and piece["side"] != viewer else " "
        cell = pad(text, CELL) + mark
        rows.setdefault(square["y"], []).append((square["x"], cell.center(square["width"] * (CELL + 1))))
    turned = viewer != system["sides"][0]
    lines = []
    for y in sorted(rows, reverse=not turned):
        cells = [cell for _, cell in sorted(rows[y], reverse=turned)]
        lines.append(f"{y + 1} " + "".join(cells))
        if y == (3 if turned else 4):
            lines.append("  " + "~" * 30)
    files = "abcdef"[::-1] if turned else "abcdef"
    return [*lines, "  " + "".join(file.center(CELL + 1) for file in files)]


def side_by_side(left: list[str], right: list[str], columns: int = 44) -> list[str]:
    longest = max(len(left), len(right))
    left, right = left + [""] * (longest - len(left)), right + [""] * (longest - len(right))
    return [pad(a, columns) + b for a, b in zip(left, right, strict=True)]


def announcement(event: Json, side: str) -> str:
    """What the referee tells one seat of a battle."""
    battle = event["battle"]
    own = battle["pieces"].get(side)
    if battle["winner"] is None:
        verdict = "and theirs both fell"
    else:
        verdict = "won" if battle["winner"] == side else "lost"
    return f"ply {event['number']:3}: your {own} {verdict} ({battle['square']})"
