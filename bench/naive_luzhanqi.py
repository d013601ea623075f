"""Dark, open and four-player Luzhanqi again, as plainly as the rules read: the reference for tests and bench.

Nothing is shared with `games.rules.luzhanqi`: points are names in the listed boards (`tests/rules/luzhanqi`),
and a move is looked for with one breadth-first search per piece and ply.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

BOARDS = Path(__file__).parents[1] / "tests" / "rules" / "luzhanqi"
RANKS = {
    "commander": 9, "general": 8, "division": 7, "brigade": 6, "regiment": 5, "battalion": 4, "company": 3,
    "platoon": 2, "engineer": 1,
}  # fmt: skip
TURN = {"2": ["first", "second"], "4": ["south", "east", "north", "west"]}


@cache
def board(players: int) -> dict[str, Any]:
    name = "board.json" if players == 2 else "board4.json"
    told = json.loads((BOARDS / name).read_text(encoding="utf-8"))
    points = {point["id"]: point for point in told["points"]}
    mountains = {it["id"]: it["around"] for it in told.get("optional_mountains", [])}
    return {"points": points, "lines": told["rail_lines"], "mountains": mountains}


class Game:
    """`pieces`: point -> (side, kind). `end`: winners and termination once it is over."""

    def __init__(self, options: dict[str, Any], pieces: dict[str, tuple[str, str]]) -> None:
        self.options, self.pieces = options, dict(pieces)
        self.sides = TURN["4" if options["variant"] == "four" else "2"][: options["players"] or 4]
        self.board = board(4 if options["variant"] == "four" else 2)
        self.turn = self.sides[0]
        self.out: set[str] = set()
        self.plies = self.quiet = 0
        self.start = {point: point for point in pieces}
        self.history: dict[str, list[tuple[str, str, str]]] = {side: [] for side in self.sides}
        self.shown: set[str] = set()
        self.end: tuple[list[str], str] | None = None

    # --- who plays together

    def team(self, side: str) -> list[str]:
        if self.options["teams"] != "2v2":
            return [side]
        return [each for at, each in enumerate(self.sides) if at % 2 == self.sides.index(side) % 2]

    # --- where pieces go

    def kind_of_point(self, point: str) -> str:
        return "mountain" if point in self.board["mountains"] else self.board["points"][point]["type"]

    def closed(self, point: str) -> bool:
        return len(self.sides) == 3 and point.startswith("W")

    def by_rail(self, point: str, kind: str) -> Iterator[str]:
        if kind == "engineer" or self.options["rail_rule"] == "max3_turns":
            yield from self.by_search(point, None if kind == "engineer" else 3)
            return
        for line in self.board["lines"]:
            if point not in line:
                continue
            at = line.index(point)
            for way in (line[at + 1 :], line[:at][::-1]):
                for end in way:
                    if self.closed(end):
                        break
                    yield end
                    if end in self.pieces:
                        break

    def by_search(self, point: str, steps: int | None) -> Iterator[str]:
        distance, queue = {point: 0}, deque([point])
        while queue:
            here = queue.popleft()
            if distance[here] == steps or (here in self.pieces and here != point):
                continue
            for end in self.board["points"][here]["rail"]:
                if end not in distance and not self.closed(end):
                    distance[end] = distance[here] + 1
                    queue.append(end)
                    yield end

    def by_mountain(self, point: str, kind: str) -> Iterator[str]:
        who = self.options["mountains"]
        if who == "any" or (who == "engineer" and kind == "engineer"):
            for mountain, feet in self.board["mountains"].items():
                if point == mountain:
                    yield from (foot for foot in feet if foot not in self.pieces)
                elif point in feet and mountain not in self.pieces:
                    yield mountain

    def goals(self, point: str) -> set[str]:
        side, kind = self.pieces[point]
        where = self.kind_of_point(point)
        if kind in {"mine", "flag"} or (where == "hq" and self.options["hq_lock"]):
            return set()
        found = set(self.by_mountain(point, kind))
        if where != "mountain":
            found |= {end for end in self.board["points"][point]["road"] if not self.closed(end)}
            found |= set(self.by_rail(point, kind))
        return {end for end in found if self.may_enter(side, kind, end)}

    def may_enter(self, side: str, kind: str, end: str) -> bool:
        if end not in self.pieces:
            return True
        owner, standing = self.pieces[end]
        if owner in self.team(side) or self.kind_of_point(end) == "camp":
            return False
        is_open = self.options["variant"] == "open"
        forbids = is_open and self.options["bomb_vs_flag"] == "illegal"
        return not (forbids and kind == "bomb" and standing == "flag")

    def all_moves(self, side: str) -> set[tuple[str, str]]:
        own = [point for point, (owner, _) in self.pieces.items() if owner == side]
        return {(point, end) for point in own for end in self.goals(point)}

    def repeats(self, side: str, move: tuple[str, str]) -> bool:
        limit = self.options["repeat_limit"]
        recent = self.history[side][-(2 * limit - 2) :]
        return recent.count((self.start[move[0]], *move)) >= limit - 1

    def moves(self, side: str) -> set[tuple[str, str]]:
        found = self.all_moves(side)
        if self.options["repeat_effect"] != "forbid":
            return found
        return {move for move in found if not self.repeats(side, move)} or found

    # --- one ply

    def play(self, start: str, end: str) -> str:
        side, move = self.turn, (start, end)
        repeated = self.repeats(side, move)
        had_other = len(self.all_moves(side)) > 1
        self.plies += 1
        step = (self.start[start], start, end)
        result = self.fight(start, end) if end in self.pieces else "moved"
        if result in {"moved", "neither"}:
            self.history[side].append(step)
            self.quiet += 1
        else:
            self.quiet = 0
            self.history = {each: [] for each in self.sides}
            repeated = False
        if result == "moved":
            self.pieces[end] = self.pieces.pop(start)
            self.start[end] = self.start.pop(start)
        if self.end is None:
            self.pass_turn()
        if self.end is None and repeated and self.options["repeat_effect"] == "draw":
            self.end = ([], "repetition")
        if self.end is None and repeated and had_other and self.options["repeat_effect"] == "lose":
            self.drop(side, "repetition")
        self.check_limits()
        return result

    def fight(self, start: str, end: str) -> str:
        attacker, defender = self.pieces[start], self.pieces[end]
        result = self.judge(attacker, defender[1])
        lost = {"attacker": [end], "defender": [start], "both": [start, end], "neither": []}[result]
        for point in lost:
            del self.pieces[point], self.start[point]
            self.shown.discard(point)
        if result == "attacker":
            self.pieces[end] = self.pieces.pop(start)
            self.start[end] = self.start.pop(start)
        for owner, kind in ([defender] if end in lost else []) + ([attacker] if start in lost else []):
            if kind == "commander" and self.options["reveal_flag_on_commander_death"]:
                self.shown |= {at for at, piece in self.pieces.items() if piece == (owner, "flag")}
        if defender[1] == "flag" and end in lost:
            alive = {owner for owner, kind in self.pieces.values() if kind == "commander"}
            if self.options["shaken_army_draw"] and attacker[0] not in alive and defender[0] in alive:
                self.end = ([], "shaken-army")
            else:
                self.drop(defender[0], "flag-taken")
        return result

    def judge(self, attacker: tuple[str, str], target: str) -> str:
        side, kind = attacker
        if target == "flag":
            if kind == "bomb":
                return "neither" if self.options["bomb_vs_flag"] == "illegal" else "both"
            takes = kind != "commander" or self.options["commander_takes_flag"]
            return "attacker" if takes else "neither"
        if "bomb" in (kind, target):
            return "both"
        if target == "mine":
            clears = kind == "engineer"
            if self.options["mine_clearer"] == "lowest_rank":
                own = [RANKS[k] for owner, k in self.pieces.values() if owner == side and k in RANKS]
                clears = RANKS[kind] == min(own)
            if clears:
                return "attacker"
            return "both" if self.options["mine_effect"] == "both_die" else "defender"
        if RANKS[kind] == RANKS[target]:
            return "both"
        return "attacker" if RANKS[kind] > RANKS[target] else "defender"

    # --- ends

    def drop(self, side: str, why: str) -> None:
        self.out.add(side)
        if self.options["variant"] == "four":
            for point in [at for at, (owner, _) in self.pieces.items() if owner == side]:
                del self.pieces[point], self.start[point]
                self.shown.discard(point)
        left = [each for each in self.sides if each not in self.out]
        if all(each in self.team(left[0]) for each in left):
            self.end = (self.team(left[0]), why)

    def pass_turn(self) -> None:
        at = self.sides.index(self.turn)
        while self.end is None:
            at = (at + 1) % len(self.sides)
            side = self.sides[at]
            if side in self.out:
                continue
            if self.all_moves(side):
                self.turn = side
                return
            left = [each for each in self.sides if each not in self.out]
            if self.options["mutual_exhaustion"] == "draw" and not any(map(self.all_moves, left)):
                self.end = ([], "mutual-no-plies")
                return
            self.drop(side, "no-plies")

    def check_limits(self) -> None:
        quiet, most = self.options["no_capture_draw_plies"], self.options["max_plies"]
        if self.end is None and quiet and self.quiet >= quiet:
            self.end = ([], f"quiet-{quiet}")
        if self.end is None and most and self.plies >= most:
            self.end = ([], f"plies-{most}")
