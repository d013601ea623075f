"""What a seat can conclude about hidden pieces from its own layout and what it was told alone (2.9).

Battles between two other sides are not used, and counts only at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.rules.core import BadView, Json, JsonObject, Layout, Side
from games.rules.counting import kinds_in_full_sets
from games.rules.luzhanqi.battle import possible_results
from games.rules.luzhanqi.kinds import CODES, COMMANDER, COUNTS, FLAG, KINDS, STILL
from games.rules.luzhanqi.layout import forbidden
from games.rules.luzhanqi.ruleset import Rules
from games.rules.luzhanqi.ruling import Result
from games.rules.reading import as_items, as_object, as_text
from games.rules.suspects import Suspect

ALL_KINDS = (1 << len(KINDS)) - 1
MOVING = sum(1 << code for code in range(len(KINDS)) if code not in STILL)
# How a battle reads for the hidden piece, as the defender and as the attacker.
_TOLD = {
    Result.ATTACKER: ("lost-to", "beat"),
    Result.DEFENDER: ("beat", "lost-to"),
    Result.BOTH: ("tied", "tied"),
    Result.NEITHER: ("bounced", "bounced"),
}
# Whether the attacker and the defender leave the board.
_FALLS = {
    Result.ATTACKER: (False, True),
    Result.DEFENDER: (True, False),
    Result.BOTH: (True, True),
    Result.NEITHER: (False, False),
}


@dataclass(slots=True)
class ArmySuspect(Suspect):
    """A hidden piece of one of the other armies."""

    army: int = -1


class Belief:
    """Fed with what a seat was told. `suspects` by starting square; fallen pieces stay among them."""

    def __init__(self, rules: Rules, viewer: Side, own: Mapping[int, int]) -> None:
        self.rules, self.own = rules, own
        self.suspects: dict[int, ArmySuspect] = {}
        # What stands where, by its starting square; and whose that is.
        self._stands: dict[int, int] = {}
        self._army: dict[int, int] = {}
        for army in range(rules.armies):
            for square in rules.graph.home(army):
                self._stands[square], self._army[square] = square, army
                if not rules.knows(viewer, army):
                    self.suspects[square] = ArmySuspect(ALL_KINDS, army=army)
        for square, suspect in self.suspects.items():
            suspect.keep(
                sum(1 << code for code in range(len(KINDS)) if not forbidden(rules, square, code)), "origin"
            )

    def see(self, told: JsonObject) -> None:
        """One ply as it was told. Raises KeyError, TypeError or ValueError for what cannot have been told."""
        result = Result(as_text(told["result"]))
        if result is not Result.LEFT:
            self._see_move(told, result)
        for side in as_items(told["out"]):
            self._clear(self.rules.seat_of(Side(as_text(side))))
        if not all(suspect.kinds for suspect in self.suspects.values()):
            raise ValueError

    def _see_move(self, told: JsonObject, result: Result) -> None:
        start, end = (self.rules.graph.index[as_text(word)] for word in as_items(told["ply"]))
        mover, met = self._stands[start], self._stands.get(end)
        if mover in self.suspects:
            self._saw_way(self.suspects[mover], start, end)
        shown = {as_text(as_object(each)["owner"]): as_object(each) for each in as_items(told["shown"])}
        fallen: tuple[int, ...] = ()
        if met is not None and result is not Result.MOVED:
            self._saw_battle(mover, met, result)
            fallen = tuple(
                origin for origin, falls in zip((mover, met), _FALLS[result], strict=True) if falls
            )
            if met in self.suspects and met in fallen:
                self._saw_match_go_on(self.suspects[met], told["out"])
        self._move(start, end, result)
        self._saw_commanders(fallen, set(shown))
        for each in map(as_object, as_items(told["shown"])):
            self._saw_piece(self.rules.graph.index[as_text(each["square"])], each["kind"])

    def _saw_way(self, suspect: Suspect, start: int, end: int) -> None:
        suspect.keep(MOVING, "moved")
        occupied = sum(1 << square for square in self._stands)
        reach = self.rules.reach
        could = sum(
            1 << code
            for code in range(len(KINDS))
            if code not in STILL and reach.targets(start, code, occupied) >> end & 1
        )
        suspect.keep(could, "turned")

    def _saw_battle(self, mover: int, met: int, result: Result) -> None:
        """A battle with one of the own pieces tells what the other may be."""
        attacker, defender = self.own.get(mover), self.own.get(met)
        codes = range(len(KINDS))
        if attacker is not None and met in self.suspects:
            fits = (code for code in codes if result in possible_results(self.rules, attacker, code))
            self.suspects[met].keep(sum(1 << code for code in fits), _TOLD[result][0], attacker)
        elif defender is not None and mover in self.suspects:
            fits = (code for code in codes if result in possible_results(self.rules, code, defender))
            self.suspects[mover].keep(sum(1 << code for code in fits), _TOLD[result][1], defender)

    def _saw_match_go_on(self, suspect: ArmySuspect, out: Json) -> None:
        """Whose flag falls is out."""
        if self.rules.owner_name(suspect.army) not in as_items(out):
            suspect.keep(~(1 << FLAG), "match-went-on")

    def _saw_commanders(self, fallen: tuple[int, ...], shown: set[str]) -> None:
        """A side shows its flag when its commander falls, and only then (D3)."""
        if not self.rules.reveals_flag or self.rules.reveals_other_hq:
            return
        for origin in fallen:
            suspect = self.suspects.get(origin)
            if suspect is None:
                continue
            if self.rules.owner_name(suspect.army) in shown:
                suspect.keep(1 << COMMANDER, "flag-was-shown")
            else:
                suspect.keep(~(1 << COMMANDER), "flag-was-not-shown")

    def _saw_piece(self, square: int, kind: Json) -> None:
        suspect = self.suspects.get(self._stands.get(square, -1))
        if suspect is not None:
            suspect.keep(1 << CODES[as_text(kind)], "shown")

    def _move(self, start: int, end: int, result: Result) -> None:
        if result in {Result.MOVED, Result.ATTACKER}:
            self._stands[end] = self._stands.pop(start)
        elif result is Result.BOTH:
            del self._stands[start], self._stands[end]
        elif result is Result.DEFENDER:
            del self._stands[start]

    def _clear(self, army: int) -> None:
        if self.rules.variant.clears_out:
            self._stands = {at: origin for at, origin in self._stands.items() if self._army[origin] != army}

    def count(self) -> None:
        """Exclude what the counts of each army leave no room for; not to be fed any more afterwards."""
        for army in range(self.rules.armies):
            suspects = [suspect for suspect in self.suspects.values() if suspect.army == army]
            fitting = kinds_in_full_sets([suspect.kinds for suspect in suspects], COUNTS) if suspects else []
            if fitting is None:
                raise ValueError
            for suspect, kinds in zip(suspects, fitting, strict=True):
                suspect.keep(kinds, "counts")


def deductions(rules: Rules, viewer: Side, layout: Layout, history: Iterable[JsonObject]) -> list[JsonObject]:
    """Hidden pieces by starting square, also fallen ones: possible kinds, facts that exclude others.

    `layout`: the viewer's own; `history`: the plies as the viewer was told them. Empty where nobody hides
    anything from others, so in flip too. Raises BadView.
    """
    if rules.seers is None:
        return []
    graph = rules.graph
    try:
        belief = Belief(rules, viewer, {graph.index[square]: CODES[kind] for square, kind in layout.items()})
        for told in history:
            belief.see(told)
        belief.count()
    except (KeyError, TypeError, ValueError) as error:
        raise BadView("This is no history of a match under these rules.") from error
    return [
        {"origin": graph.names[origin], **suspect.to_json(KINDS)}
        for origin, suspect in sorted(belief.suspects.items())
    ]
