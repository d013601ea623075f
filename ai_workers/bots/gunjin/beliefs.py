"""What the public history tells about the opponent's pieces: for each, the kinds it may still be.

Uses how a piece moved and how it fared against own pieces; not the counts of the full set.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ai_workers.bots.reading import json_list
from games.rules.core import Json, JsonObject
from games.rules.gunjin.battle import BattleResult
from games.rules.gunjin.board import BITS, INDEX, TERRITORY
from games.rules.gunjin.kinds import CODES, COUNTS, FLAG, MINE, MOVABLE, SIDES
from games.rules.gunjin.ruleset import Rules

Kinds = frozenset[int]
ALL_KINDS: Kinds = frozenset(range(len(COUNTS)))
MOVING: Kinds = frozenset(MOVABLE)


@dataclass(slots=True)
class Beliefs:
    """`kinds` by origin of the opponent's pieces, all as indices. Fed event by event."""

    rules: Rules
    me: int
    kinds: dict[int, Kinds] = field(default_factory=dict)
    _stands: dict[int, tuple[int, int]] = field(default_factory=dict)  # square -> (owner, origin)

    @classmethod
    def after(cls, history: Iterable[JsonObject], rules: Rules, me: int) -> Beliefs:
        """What the events of a match tell, as the seat of `me` saw them."""
        beliefs = cls(rules, me)
        foe = 1 - me
        for owner in range(2):
            beliefs._stands |= {square: (owner, square) for square in TERRITORY[owner]}
        for square in TERRITORY[foe]:
            barred = {
                code
                for code, allowed in ((MINE, rules.mine_squares[foe]), (FLAG, rules.flag_squares[foe]))
                if square not in allowed
            }
            beliefs.kinds[square] = ALL_KINDS - barred
        for event in history:
            if event.get("type") == "ply":
                beliefs._see(event)
        return beliefs

    def chances(self, origin: int) -> dict[int, float]:
        """How likely each kind is for the opponent's piece, by the counts of a full set."""
        kinds = self.kinds.get(origin) or ALL_KINDS
        total = sum(COUNTS[code] for code in kinds)
        return {code: COUNTS[code] / total for code in sorted(kinds)}

    def _see(self, event: JsonObject) -> None:
        start, end = (INDEX[str(name)] for name in json_list(event["ply"]))
        owner, origin = self._stands[start]
        if owner != self.me:
            self._saw_move(start, end, origin)
        battle = event["battle"]
        del self._stands[start]
        if not isinstance(battle, Mapping):
            self._stands[end] = (owner, origin)
            return
        result = BattleResult(str(battle["result"]))
        _, other = self._stands[end]
        self._saw_battle(battle, result, by_me=owner == self.me, foe=other if owner == self.me else origin)
        if result is BattleResult.ATTACKER_WON:
            self._stands[end] = (owner, origin)
        elif result is BattleResult.BOTH_LOST:
            del self._stands[end]

    def _saw_move(self, start: int, end: int, origin: int) -> None:
        foe = 1 - self.me
        held = [0, 0]
        for square, (owner, _) in self._stands.items():
            held[owner] |= BITS[square]
        reach = self.rules.reach[foe]
        self._keep(
            origin,
            {
                code
                for code in self.kinds[origin] & MOVING
                if reach.targets(start, code, own=held[foe], foe=held[self.me]) & BITS[end]
            },
        )

    def _saw_battle(self, battle: Mapping[str, Json], result: BattleResult, *, by_me: bool, foe: int) -> None:
        pieces = battle["pieces"]
        mine = pieces.get(SIDES[self.me]) if isinstance(pieces, Mapping) else None
        own = CODES[str(mine)] if mine is not None else FLAG
        if own == FLAG:  # it fought as the piece behind it, which may be gone by now
            return
        table, kinds = self.rules.win_table, self.kinds[foe]
        if by_me:  # a flag may fight as any kind
            fits = {code for code in kinds if code == FLAG or table[own][code] is result}
        else:
            fits = {code for code in kinds & MOVING if table[code][own] is result}
        self._keep(foe, fits)

    def _keep(self, origin: int, fits: Iterable[int]) -> None:
        self.kinds[origin] = self.kinds[origin] & frozenset(fits) or self.kinds[origin]
