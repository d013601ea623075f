"""A second, deliberately plain engine for Gunjin Shogi: dictionaries and text, nothing precomputed.

It shares no code with games.rules.gunjin. The benchmark compares speeds with it, the differential test
compares every answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

STRENGTH = [
    "general", "lt_general", "maj_general", "plane", "tank", "colonel", "lt_colonel", "major",
    "captain", "lieutenant", "second_lt", "cavalry", "engineer", "spy",
]  # fmt: skip
OCCUPIERS = {
    "six_officers": ["general", "lt_general", "maj_general", "colonel", "lt_colonel", "major"],
    "all_but_plane": [kind for kind in STRENGTH if kind != "plane"],
    "all_but_tank_plane_engineer": [kind for kind in STRENGTH if kind not in ("tank", "plane", "engineer")],
}
OTHER = {"first": "second", "second": "first"}
HOME = {"first": "hq1", "second": "hq8"}


def name(x: int, y: int) -> str:
    return f"hq{y}" if y in (1, 8) and x in (2, 3) else "abcdef"[x] + str(y)


def cells(square: str) -> list[tuple[int, int]]:
    if square.startswith("hq"):
        return [(2, int(square[2])), (3, int(square[2]))]
    return [("abcdef".index(square[0]), int(square[1]))]


def walk(square: str, dx: int, dy: int, *, planes: bool = False) -> Iterator[list[str]]:
    """One list of squares per cell of the start, until the board, the river or a headquarters ends it."""
    for cell in cells(square):
        x, y = cell
        path: list[str] = []
        while 0 <= x + dx < 6 and 1 <= y + dy <= 8:
            if {y, y + dy} == {4, 5} and x not in (1, 4) and not planes:
                break
            x, y = x + dx, y + dy
            if name(x, y) == square:
                continue
            path.append(name(x, y))
            if dx and path[-1].startswith("hq"):
                break
        yield path


class Game:
    """One match. `pieces`: square -> (side, kind)."""

    def __init__(
        self, options: dict[str, Any], pieces: dict[str, tuple[str, str]], turn: str = "first", quiet: int = 0
    ) -> None:
        self.options = options
        self.pieces = dict(pieces)
        self.turn: str | None = turn
        self.quiet = quiet
        self.plies = 0
        self.end: tuple[list[str], str] | None = None

    def targets(self, square: str) -> set[str]:
        side, kind = self.pieces[square]
        if kind in ("mine", "flag"):
            return set()
        found: set[str] = set()
        ahead = 1 if side == "first" else -1
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            far = {"engineer": 9}.get(kind, 1)
            if kind in ("tank", "cavalry") and dy == ahead:
                far = 2
            if kind == "plane":
                found |= self.flight(square, dx, dy)
                continue
            for path in walk(square, dx, dy):
                found |= self.slide(side, path[:far])
        return found

    def slide(self, side: str, path: list[str], jump: str = "none") -> set[str]:
        found: set[str] = set()
        for end in path:
            there = self.pieces.get(end)
            if there is None:
                found.add(end)
            elif there[0] == side:
                if jump == "none":
                    break
            else:
                found.add(end)
                if jump != "over_all":
                    break
        return found

    def flight(self, square: str, dx: int, dy: int) -> set[str]:
        far: Any = self.options["plane_sideways"] if dx else 9
        found: set[str] = set()
        any_column = self.options["plane_river"] == "any_column"
        for path in walk(square, dx, dy, planes=any_column):
            cut = path if far == "unlimited" else path[:far]
            found |= self.slide(self.pieces[square][0], cut, self.options["plane_jump"])
        return found

    def moves(self, side: str | None) -> list[tuple[str, str]]:
        return [
            (square, end)
            for square, (owner, _) in sorted(self.pieces.items())
            if owner == side
            for end in sorted(self.targets(square))
        ]

    def duel(self, attacker: str, defender: str) -> str:
        if defender == "mine":
            if attacker in ("plane", "engineer"):
                return "attacker"
            return "defender" if self.options["mine_after_win"] == "stays" else "both"
        if attacker == defender:
            return "both"
        for strong, weak in self.upsets():
            if (attacker, defender) == (strong, weak):
                return "attacker"
            if (attacker, defender) == (weak, strong):
                return "defender"
        return "attacker" if STRENGTH.index(attacker) < STRENGTH.index(defender) else "defender"

    def upsets(self) -> list[tuple[str, str]]:
        pairs = [("spy", "general")]
        if self.options["spy_beats"] == "general_and_lt_general":
            pairs.append(("spy", "lt_general"))
        if self.options["engineer_vs_tank"] == "engineer":
            pairs.append(("engineer", "tank"))
        return pairs

    def battle(self, start: str, end: str) -> str:
        attacker, (owner, defender) = self.pieces[start][1], self.pieces[end]
        if defender != "flag":
            return self.duel(attacker, defender)
        if end.startswith("hq"):
            return "attacker"
        ((x, y),) = cells(end)
        back = y - 1 if owner == "first" else y + 1
        behind = self.pieces.get(name(x, back)) if 1 <= back <= 8 else None
        if behind is None or behind[0] != owner or behind[1] == "flag":
            return "attacker"
        return self.duel(attacker, behind[1])

    def play(self, start: str, end: str) -> str | None:
        """Result of the battle, None without one. The move must be legal."""
        side, kind = self.pieces[start]
        foe = OTHER[side]
        result, loser = None, None
        if end in self.pieces:
            result, loser = self.battle(start, end), self.pieces[end][1]
        pieces = dict(self.pieces)
        del pieces[start]
        if result == "both":
            del pieces[end]
        elif result != "defender":
            pieces[end] = (side, kind)
        self.pieces, self.plies = pieces, self.plies + 1
        self.quiet = self.quiet + 1 if result is None else 0
        self.end = self.ending(side, kind, end, result, loser)
        self.turn = foe if self.end is None else None
        return result

    def ending(
        self, side: str, kind: str, end: str, result: str | None, loser: str | None
    ) -> tuple[list[str], str] | None:
        foe, options = OTHER[side], self.options
        stands = result in (None, "attacker")
        if stands and end == HOME[foe] and kind in OCCUPIERS[options["occupiers"]]:
            return [side], "occupation"
        taker = {"off": [], "any": [kind], "second_lt": ["second_lt"]}[options["win_flag"]]
        if result == "attacker" and loser == "flag" and kind in taker:
            return [side], "flag-taken"
        if options["win_general"] == "loses":
            mine_gone = kind == "general" and result in ("defender", "both")
            theirs_gone = loser == "general" and result in ("attacker", "both")
            if mine_gone or theirs_gone:
                alive = {side: not mine_gone, foe: not theirs_gone}
                return [who for who in ("first", "second") if alive[who]], "general-lost"
        mine, theirs = self.moves(side), self.moves(foe)
        if not theirs:
            return ([side], "no-plies") if mine else ([], "both-stuck")
        if options["quiet_draw"] is not None and self.quiet >= options["quiet_draw"]:
            return [], f"quiet-{options['quiet_draw']}"
        if options["max_plies"] is not None and self.plies >= options["max_plies"]:
            return [], f"plies-{options['max_plies']}"
        return None
