"""What a seat can conclude about hidden pieces from its own layout and what it was told alone (2.9).

A battle is judged by what both pieces could be at that moment; counts are used only at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.rules.core import BadView, Json, JsonObject, Layout, Side
from games.rules.counting import kinds_in_full_sets
from games.rules.luzhanqi.battle import possible_results
from games.rules.luzhanqi.kinds import CODES, COMMANDER, COUNTS, FLAG, GENERAL, KINDS, STILL
from games.rules.luzhanqi.layout import forbidden
from games.rules.luzhanqi.ruleset import Rules
from games.rules.luzhanqi.ruling import Result
from games.rules.reading import as_items, as_object, as_text
from games.rules.suspects import Suspect

ALL_KINDS = (1 << len(KINDS)) - 1
MOVING = sum(1 << code for code in range(len(KINDS)) if code not in STILL)
# How a battle reads for the attacker and for the defender.
_TOLD = {
    Result.ATTACKER: ("beat", "lost-to"),
    Result.DEFENDER: ("lost-to", "beat"),
    Result.BOTH: ("tied", "tied"),
    Result.NEITHER: ("bounced", "bounced"),
}
# Added where the other is hidden as well.
UNSEEN = "-unseen"
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
        # Where a side's flag was shown; which pieces were shown; which fell, by side.
        self._flags: dict[int, int] = {}
        self._shown: set[int] = set()
        self._fallen: dict[int, list[ArmySuspect]] = {army: [] for army in range(rules.armies)}
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
        fallen: tuple[int, ...] = ()
        if met is not None and result is not Result.MOVED:
            self._saw_battle(mover, met, result, told.get("battle"))
            fallen = tuple(
                origin for origin, falls in zip((mover, met), _FALLS[result], strict=True) if falls
            )
            if met in self.suspects and met in fallen:
                self._saw_match_go_on(self.suspects[met], told["out"])
        self._move(start, end, result)
        shown = [self._read_shown(as_object(each)) for each in as_items(told["shown"])]
        self._saw_losses([self.suspects[origin] for origin in fallen if origin in self.suspects], shown)

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

    def _saw_battle(self, mover: int, met: int, result: Result, battle: Json) -> None:
        """What each may be, by what the other may be: an own piece, an ally's that was told, or hidden."""
        attackers, defenders = self._could_be(mover, battle), self._could_be(met, battle)
        pairs = [
            (attacker, defender)
            for attacker in _codes(attackers)
            for defender in _codes(defenders)
            if result in possible_results(self.rules, attacker, defender)
        ]
        left = [sum(1 << code for code in {pair[place] for pair in pairs}) for place in (0, 1)]
        others = ((met, defenders), (mover, attackers))
        for origin, fits, (other, kinds), code in zip((mover, met), left, others, _TOLD[result], strict=True):
            if origin not in self.suspects:
                continue
            if other in self.suspects:
                self.suspects[origin].keep(fits, code + UNSEEN)
            else:
                self.suspects[origin].keep(fits, code, kinds.bit_length() - 1)

    def _could_be(self, origin: int, battle: Json) -> int:
        if origin in self.suspects:
            return self.suspects[origin].kinds
        if origin in self.own:
            return 1 << self.own[origin]
        side = str(self.rules.sides[self._army[origin]])
        return 1 << CODES[as_text(as_object(as_object(battle)["pieces"])[side])]

    def _saw_match_go_on(self, suspect: ArmySuspect, out: Json) -> None:
        """Whose flag falls is out."""
        if self.rules.owner_name(suspect.army) not in as_items(out):
            suspect.keep(~(1 << FLAG), "match-went-on")

    def _read_shown(self, told: Mapping[str, Json]) -> tuple[int, int]:
        """Whose piece everybody was shown, and its kind."""
        square, code = self.rules.graph.index[as_text(told["square"])], CODES[as_text(told["kind"])]
        army = self.rules.owner_names.index(as_text(told["owner"]))
        origin = self._stands.get(square, -1)
        self._shown.add(origin)
        if code == FLAG:
            self._flags[army] = square
        if origin in self.suspects:
            self.suspects[origin].keep(1 << code, "shown")
        return army, code

    def _saw_losses(self, fallen: Iterable[ArmySuspect], shown: Iterable[tuple[int, int]]) -> None:
        """A side shows its flag when its commander falls, and only then (D3)."""
        flags = {army for army, code in shown if code == FLAG}
        others = {army for army, code in shown if code != FLAG}
        for suspect in fallen:
            army = suspect.army
            if self.rules.reveals_flag and army in flags:
                suspect.keep(1 << COMMANDER, "flag-was-shown")
            elif self.rules.reveals_flag:
                suspect.drop(1 << COMMANDER, "flag-was-not-shown")
            if self.rules.reveals_other_hq:
                self._saw_headquarters(suspect, is_commander=army in flags, is_shown=army in others)
            self._fallen[army].append(suspect)

    def _saw_headquarters(self, suspect: ArmySuspect, *, is_commander: bool, is_shown: bool) -> None:
        """What stands in the other headquarters is shown when commander and general are both dead (A16)."""
        flag = self._flags.get(suspect.army)
        if flag is None:
            return
        if is_shown and not is_commander:
            suspect.keep(1 << GENERAL, "headquarters-was-shown")
        elif not is_shown and self._hides_in_headquarters(suspect.army, flag):
            for each in [suspect, *(self._fallen[suspect.army] if is_commander else ())]:
                each.drop(1 << GENERAL, "headquarters-was-not-shown")

    def _hides_in_headquarters(self, army: int, flag: int) -> bool:
        """Whether a piece of its own that nobody was shown stands beside the flag."""
        beside = (square for square in self.rules.headquarters[army] if square != flag)
        origins = [self._stands[square] for square in beside if square in self._stands]
        return any(self._army[origin] == army and origin not in self._shown for origin in origins)

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


def _codes(kinds: int) -> list[int]:
    return [code for code in range(len(KINDS)) if kinds >> code & 1]
