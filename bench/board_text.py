"""A view drawn as text, and what the referee tells, for the demo.

A board of cells takes two columns of terminal per half cell, a board of points three per point.
"""

from __future__ import annotations

import unicodedata
from typing import Any

Json = dict[str, Any]
Spots = dict[str, tuple[int, int]]
CELL = 4
HIDDEN = "▒▒▒▒"
EMPTY = "  · "
# Quarters that the board is turned by so that a side's own pieces lie at the bottom.
QUARTERS = {"first": 0, "second": 2, "south": 0, "east": 1, "north": 2, "west": 3}


def width(text: str) -> int:
    """Columns a terminal needs."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def pad(text: str, columns: int) -> str:
    return text + " " * max(0, columns - width(text))


def spots(system: Json, side: str) -> Spots:
    """Where a side sees each square: x to the right, y ahead, from the lower left."""
    found = {square["name"]: (int(square["x"]), int(square["y"])) for square in system["squares"]}
    across, ahead = int(system["width"]) - 1, int(system["height"]) - 1
    for _ in range(QUARTERS[side]):
        found = {name: (y, across - x) for name, (x, y) in found.items()}
        across, ahead = ahead, across
    return found


def board_lines(system: Json, view: Json, viewer: str) -> list[str]:
    """The board from the viewer's side; others' pieces carry a mark, hidden ones show nothing else."""
    draw = _points if "lines" in system else _cells
    return draw(system, view, viewer)


def _points(system: Json, view: Json, viewer: str) -> list[str]:
    """One sign a piece. In place of the mark ' stands the side's letter where there are several others."""
    signs: dict[str, str] = {}
    for kind in system["kinds"]:
        signs[kind["key"]] = next(sign for sign in kind["symbol"] if sign not in signs.values())
    pieces = {piece["square"]: piece for piece in view["pieces"]}
    seen = spots(system, viewer)
    width, height = (1 + max(spot[axis] for spot in seen.values()) for axis in (0, 1))
    rows = [["   "] * width for _ in range(height)]
    for name, (x, y) in seen.items():
        rows[y][x] = _point(pieces.get(name), signs, viewer, len(system["sides"]))
    return ["  " + "".join(row).rstrip() for row in reversed(rows)]


def _point(piece: Json | None, signs: dict[str, str], viewer: str, sides: int) -> str:
    if piece is None:
        return " · "
    is_own = piece["side"] == viewer or (piece["side"] is None and piece["kind"] is None)
    mark = " " if is_own else piece["side"][0] if sides > 2 else "'"
    return (signs[piece["kind"]] if piece["kind"] else "▒▒") + mark


def _cells(system: Json, view: Json, viewer: str) -> list[str]:
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


def announcements(events: dict[str, Json]) -> list[list[str]]:
    """What is told of one ply, as lines of one or two columns. `events`: the ply as each side was told it.

    A battle is told by those who fought it; between more than two the others only hear who they were.
    """
    common = next(iter(events.values()))
    number, battle = f"ply {common['number']:3}", common["battle"]
    lines = []
    if battle:
        fought = [side for side in events if side in battle["pieces"]]
        told = [_verdict(events[side]["battle"], side) for side in fought]
        lines.append([f"{number}: {text}" for text in told or [_hearsay(battle)]])
    lines += [
        [f"{number}: everybody sees {shown['owner']}'s {shown['kind']} ({shown['square']})"]
        for shown in common.get("shown", ())
    ]
    lines += [[f"{number}: {side} is out"] for side in common.get("out", ())]
    return lines


def _hearsay(battle: Json) -> str:
    """What the referee tells those who did not fight."""
    return f"{' and '.join(battle['pieces'])} fought ({battle['square']}): {battle['winner'] or 'nobody'} won"


def _verdict(battle: Json, side: str) -> str:
    """What the referee tells one seat of its battle; of two seats each has its own column."""
    if battle["winner"] is None:
        verdict = "and theirs both stayed" if battle.get("result") == "neither" else "and theirs both fell"
    else:
        verdict = "won" if battle["winner"] == side else "lost"
    own = battle["pieces"].get(side)
    whose = "your" if side in {"first", "second"} else f"{side}, your"
    return f"{whose} {own} {verdict} ({battle['square']})"
