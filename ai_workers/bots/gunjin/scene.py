"""A view as numbers: what stands where, as far as the bot's own seat knows."""

from __future__ import annotations

from dataclasses import dataclass

from ai_workers.bots.reading import json_list, json_object, whole_number
from games.rules.core import JsonObject, Ply, Side
from games.rules.gunjin.board import HEADQUARTERS, INDEX, NEIGHBOURS
from games.rules.gunjin.kinds import CODES, OWNER
from games.rules.gunjin.ruleset import Rules


def _distances(goal: int) -> tuple[int, ...]:
    """Steps on the walk graph from every square to `goal`."""
    found = {goal: 0}
    queue = [goal]
    for at in queue:
        for near in NEIGHBOURS[at]:
            if near not in found:
                found[near] = found[at] + 1
                queue.append(near)
    return tuple(found[square] for square in range(len(NEIGHBOURS)))


# TO_HEADQUARTERS[owner][square]: steps to the headquarters that `owner` attacks
TO_HEADQUARTERS = (_distances(HEADQUARTERS[1]), _distances(HEADQUARTERS[0]))


@dataclass(frozen=True, slots=True)
class Enemy:
    """An opponent's piece: its name (starting square) and whether it moved."""

    origin: int
    moved: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """`own`: kind codes by square; `enemies` by square. `me`: 0 plays first, 1 second."""

    rules: Rules
    me: int
    own: dict[int, int]
    enemies: dict[int, Enemy]
    quiet_plies: int

    @classmethod
    def of(cls, view: JsonObject, rules: Rules) -> Scene:
        me = OWNER[Side(str(view["viewer"]))]
        own: dict[int, int] = {}
        enemies: dict[int, Enemy] = {}
        for it in map(json_object, json_list(view["pieces"])):
            square = INDEX[str(it["square"])]
            if OWNER[Side(str(it["side"]))] == me:
                own[square] = CODES[str(it["kind"])]
            else:
                enemies[square] = Enemy(INDEX[str(it["origin"])], it["moved"] is True)
        return cls(rules, me, own, enemies, whole_number(view["quiet_plies"]))

    @property
    def goal(self) -> int:
        """The headquarters to occupy."""
        return HEADQUARTERS[1 - self.me]

    @property
    def home(self) -> int:
        return HEADQUARTERS[self.me]

    def wins_at_once(self, start: int, end: int) -> bool:
        """Whether the ply occupies an empty headquarters."""
        return end == self.goal and end not in self.enemies and self.own[start] in self.rules.occupiers

    def threats(self) -> dict[int, int]:
        """Squares of opponents' pieces near the own headquarters, with their steps to it."""
        steps = TO_HEADQUARTERS[1 - self.me]
        return {square: steps[square] for square in self.enemies if steps[square] <= 2}


def squares(ply: Ply) -> tuple[int, int]:
    start, end = ply
    return INDEX[start], INDEX[end]
