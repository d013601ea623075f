"""A question, read: the view, and what the seat was told since the start says of the hidden pieces.

It has no room for a hidden kind. What is concluded is what people get as a deduction aid
(`games.rules.luzhanqi.belief`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ai_workers.bots.base import UnreadableQuestion
from ai_workers.bots.reading import json_list, json_object, whole_number
from games.rules.core import Json, JsonObject, Side
from games.rules.luzhanqi.belief import Belief
from games.rules.luzhanqi.kinds import CODES, COMMANDER, FULL_SET
from games.rules.luzhanqi.ruleset import Rules
from games.rules.luzhanqi.ruling import Result

LONGEST_HISTORY = 10_000


@dataclass(frozen=True, slots=True, eq=False)
class Observed:
    """`kinds`: by starting square, as bits, what each hidden piece may be, fallen ones of sides that
    play on included.

    Empty where nothing is laid out in secret, and for a position that was not reached from a start: then a
    world is guessed from the view alone.
    """

    rules: Rules
    seat: int
    view: JsonObject
    kinds: Mapping[int, int]

    @classmethod
    def read(cls, view: JsonObject, history: Sequence[JsonObject], rules: Rules) -> Observed:
        """Raises UnreadableQuestion where history and view do not fit together."""
        try:
            return cls(rules, rules.seat_of(Side(str(view["viewer"]))), view, _kinds(view, history, rules))
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise UnreadableQuestion("view and history do not fit together") from error


def _kinds(view: JsonObject, history: Sequence[JsonObject], rules: Rules) -> dict[int, int]:
    told = [event for event in history if event.get("type") == "ply"]
    number = whole_number(view["number"])
    if len(told) > LONGEST_HISTORY or number != sum(event["result"] != Result.LEFT for event in told):
        raise ValueError
    if rules.seers is None or (not told and not _is_start(view, rules)):
        return {}
    followed = _Followed.of(view, told, rules)
    belief = Belief(rules, Side(str(view["viewer"])), followed.known)
    for event in told:
        belief.see(event)
    found: dict[int, int] = {}
    for army, side in enumerate(rules.sides):
        is_dead = json_object(view["flags"])[side] is not None
        own = {origin: it.kinds for origin, it in belief.suspects.items() if it.army == army}
        if side not in json_list(view["out"]):
            found |= {
                origin: kinds & ~_no_commander(is_dead, followed.stands_yet(origin), rules)
                for origin, kinds in own.items()
            }
    return found


def _no_commander(is_dead: bool, stands: bool, rules: Rules) -> int:
    """A side's flag is shown when, and only when, its commander has fallen (D3)."""
    return 1 << COMMANDER if rules.reveals_flag and is_dead == stands else 0


def _is_start(view: JsonObject, rules: Rules) -> bool:
    return len(json_list(view["pieces"])) == len(FULL_SET) * rules.armies


class _Followed:
    """`known`: kinds by starting square of pieces that the seat sees, fallen ones as far as they fought."""

    def __init__(self, rules: Rules, viewer: Side) -> None:
        self.rules, self.viewer = rules, viewer
        self.known: dict[int, int] = {}
        self._armies = {square: army for army in range(rules.armies) for square in rules.graph.home(army)}
        self._stands = {square: square for square in self._armies}

    @classmethod
    def of(cls, view: JsonObject, told: Sequence[JsonObject], rules: Rules) -> _Followed:
        """Raises ValueError where the events do not lead to the board of the view."""
        followed = cls(rules, Side(str(view["viewer"])))
        for event in told:
            followed._see(event)
        index, seen = rules.graph.index, {}
        for it in map(json_object, json_list(view["pieces"])):
            origin = seen[index[str(it["square"])]] = index[str(it["origin"])]
            followed._know(origin, it["kind"])
        if seen != followed._stands:
            raise ValueError
        return followed

    def _know(self, origin: int, kind: Json) -> None:
        if kind is not None and self.rules.knows(self.viewer, self._army(origin)):
            self.known[origin] = CODES[str(kind)]

    def stands_yet(self, origin: int) -> bool:
        return origin in self._stands.values()

    def _army(self, origin: int) -> int:
        return self._armies[origin]

    def _see(self, event: JsonObject) -> None:
        result = Result(str(event["result"]))
        if result is not Result.LEFT:
            start, end = (self.rules.graph.index[str(name)] for name in json_list(event["ply"]))
            if event["battle"] is not None:
                kinds = json_object(json_object(event["battle"])["pieces"])
                for origin in (self._stands[start], self._stands[end]):
                    self._know(origin, kinds[self.rules.sides[self._army(origin)]])
            self._move(start, end, result)
        if self.rules.variant.clears_out:
            out = {self.rules.seat_of(Side(str(side))) for side in json_list(event["out"])}
            self._stands = {at: it for at, it in self._stands.items() if self._army(it) not in out}

    def _move(self, start: int, end: int, result: Result) -> None:
        mover = self._stands[start]
        if result is not Result.NEITHER:
            del self._stands[start]
        if result is Result.BOTH:
            del self._stands[end]
        elif result in {Result.MOVED, Result.ATTACKER}:
            self._stands[end] = mover
