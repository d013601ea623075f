"""A question as arrays: the own kinds, and what happened in public. It has no room for a hidden kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ai_workers.bots.base import UnreadableQuestion
from ai_workers.bots.gunjin.twin.belief import AT, BELIEF, FITS, OWN_AT, PLIES, QUIET_PLIES, follow
from ai_workers.bots.gunjin.twin.tables import ATTACKER, BOTH, CAMP, NO_BATTLE, RESULTS, Numbers, tables_for
from ai_workers.bots.reading import json_list, json_object, whole_number
from games.rules.core import JsonObject, Side
from games.rules.gunjin.battle import BattleResult
from games.rules.gunjin.board import INDEX
from games.rules.gunjin.kinds import CODES, FULL_SET, OWNER, SIDES
from games.rules.gunjin.ruleset import Rules

LONGEST_HISTORY = 10_000


@dataclass(frozen=True, slots=True, eq=False)
class Observed:
    """`own`: my kinds by slot (see twin/belief.py); `events`: rows of start, end and result of every ply."""

    rules: Numbers
    me: int
    own: Numbers
    events: Numbers

    @classmethod
    def read(cls, view: JsonObject, history: Sequence[JsonObject], rules: Rules) -> Observed:
        """Raises UnreadableQuestion where history and view do not fit together."""
        try:
            return _read(view, history, rules)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise UnreadableQuestion("view and history do not fit together") from error

    def belief(self) -> Numbers:
        """See twin/belief.py. Raises UnreadableQuestion where the history contradicts itself."""
        belief = np.zeros(BELIEF, dtype=np.int64)
        if follow(self.rules, self.me, self.own, self.events, belief) != FITS:
            raise UnreadableQuestion("the history contradicts itself")
        return belief


def _read(view: JsonObject, history: Sequence[JsonObject], rules: Rules) -> Observed:
    me = OWNER[Side(str(view["viewer"]))]
    plies = [event for event in history if event.get("type") == "ply"]
    if len(plies) != whole_number(view["number"]) or len(plies) > LONGEST_HISTORY:
        raise ValueError
    own: dict[int, int] = {}
    for it in map(json_object, json_list(view["pieces"])):
        if OWNER[Side(str(it["side"]))] == me:
            own[INDEX[str(it["origin"])]] = CODES[str(it["kind"])]
    rows = _rows(plies, me, own)
    kinds = [own[me * CAMP + slot] for slot in range(CAMP)]
    if tuple(sorted(kinds)) != FULL_SET:
        raise ValueError
    seen = Observed(tables_for(rules), me, np.array(kinds, dtype=np.int64), rows)
    _check(seen, view)
    return seen


def _rows(plies: Sequence[JsonObject], me: int, own: dict[int, int]) -> Numbers:
    """The events as numbers; adds the kinds of my fallen pieces to `own`."""
    stands = {square: square for square in range(2 * CAMP)}
    rows = np.zeros((len(plies), 3), dtype=np.int64)
    for row, event in zip(rows, plies, strict=True):
        start, end = (INDEX[str(name)] for name in json_list(event["ply"]))
        battle = event["battle"]
        result = NO_BATTLE
        if isinstance(battle, Mapping):
            result = RESULTS[BattleResult(str(battle["result"]))]
            mine = json_object(battle["pieces"])[SIDES[me]]
            origin = stands[start] if stands[start] // CAMP == me else stands[end]
            own[origin] = CODES[str(mine)]
        row[:] = start, end, result
        mover = stands.pop(start)
        if result == BOTH:
            del stands[end]
        elif result in {NO_BATTLE, ATTACKER}:
            stands[end] = mover
    return rows


def _check(seen: Observed, view: JsonObject) -> None:
    """The board after the history is the board of the view."""
    belief = seen.belief()
    foe = 1 - seen.me
    found = {}
    for it in map(json_object, json_list(view["pieces"])):
        found[OWNER[Side(str(it["side"]))], INDEX[str(it["origin"])]] = INDEX[str(it["square"])]
    for slot in range(CAMP):
        for owner, place in ((seen.me, OWN_AT), (foe, AT)):
            if found.get((owner, owner * CAMP + slot), -1) != belief[place + slot]:
                raise ValueError
    if belief[PLIES] != whole_number(view["number"]) or belief[QUIET_PLIES] != whole_number(
        view["quiet_plies"]
    ):
        raise ValueError
