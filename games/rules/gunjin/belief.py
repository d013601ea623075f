"""What a seat can conclude about the opponent's pieces from its own layout and what it was told alone.

The computers follow a match by the same rules in compiled arrays (`ai_workers/bots/gunjin/twin/belief.py`);
a differential test holds both together. Here each excluded kind keeps the fact that excludes it, for people.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.rules.core import BadView, JsonObject, Layout, Side
from games.rules.gunjin.battle import BattleResult
from games.rules.gunjin.board import (
    BEHIND,
    BITS,
    HEADQUARTERS,
    INDEX,
    NEIGHBOURS,
    SQUARES,
    TERRITORY,
    cells,
    walks,
)
from games.rules.gunjin.counting import ALL_KINDS, FLAG_BIT, possible_kinds
from games.rules.gunjin.kinds import CODES, FLAG, GENERAL, KINDS, MINE, MOVABLE, OWNER, SECOND_LT
from games.rules.gunjin.ruleset import Rules
from games.rules.suspects import Suspect

MOVING = sum(1 << code for code in MOVABLE)
WON, LOST, BOTH = BattleResult.ATTACKER_WON, BattleResult.DEFENDER_WON, BattleResult.BOTH_LOST


class Belief:
    """Fed ply by ply with what the seat of `me` (0 first, 1 second) was told; the match went on after each.

    `suspects` by starting square. `if_flag[a, b]`: what the piece from `b` must be if the one from `a` is
    the flag, since it fought as the piece behind it.
    """

    def __init__(self, rules: Rules, me: int, own: Mapping[int, int]) -> None:
        self.rules, self.me, self.own = rules, me, own
        self.foe = 1 - me
        self.suspects = {square: Suspect(ALL_KINDS) for square in TERRITORY[self.foe]}
        self.if_flag: dict[tuple[int, int], int] = {}
        self._stands = {square: (owner, square) for owner in range(2) for square in TERRITORY[owner]}
        for square, suspect in self.suspects.items():
            barred = (1 << MINE) * (square not in rules.mine_squares[self.foe])
            barred |= FLAG_BIT * (square not in rules.flag_squares[self.foe])
            suspect.drop(barred, "origin")

    def see(self, start: int, end: int, result: BattleResult | None) -> None:
        """Raises KeyError where there is no such piece, BadView where no kind is left."""
        owner, origin = self._stands[start]
        if owner == self.foe:
            self._saw_move(self.suspects[origin], start, end)
            if result is not None:
                self._was_attacked(self.suspects[origin], end, result)
            if end == HEADQUARTERS[self.me] and result in {None, WON}:
                occupiers = sum(1 << code for code in self.rules.occupiers)
                self.suspects[origin].drop(occupiers, "stood-in-headquarters")
        elif result is not None:
            self._attacked(self._stands[end][1], end, self.own[origin], result)
        self._move(start, end, result)
        if not all(suspect.kinds for suspect in self.suspects.values()):
            raise BadView("This history contradicts itself.")

    def _saw_move(self, suspect: Suspect, start: int, end: int) -> None:
        suspect.keep(MOVING, "moved")
        held = [0, 0]
        for square, (owner, _) in self._stands.items():
            held[owner] |= BITS[square]
        reach = self.rules.reach[self.foe]
        could = sum(
            1 << code
            for code in MOVABLE
            if reach.targets(start, code, own=held[self.foe], foe=held[self.me]) & BITS[end]
        )
        suspect.keep(could, way(self.foe, start, end, held[0] | held[1]))

    def _attacked(self, origin: int, end: int, mine: int, result: BattleResult) -> None:
        """My piece attacked the one from `origin`. A flag fights as the piece behind it (R-5.3)."""
        suspect = self.suspects[origin]
        fits = sum(1 << code for code, each in enumerate(self.rules.win_table[mine]) if each is result)
        told = {WON: "lost-to", LOST: "beat", BOTH: "tied"}[result]
        behind = self._behind(self.foe, end)
        if suspect.kinds & FLAG_BIT:
            if behind is not None:
                self.if_flag[origin, behind] = self.if_flag.get((origin, behind), ALL_KINDS) & fits
            elif result is not WON:
                suspect.drop(FLAG_BIT, told, mine)
            if result is WON and self._takes_flag(mine):
                suspect.drop(FLAG_BIT, "match-went-on")
        suspect.keep(fits | FLAG_BIT, told, mine)
        if self.rules.win_general and result is not LOST:
            suspect.drop(1 << GENERAL, "match-went-on")

    def _was_attacked(self, suspect: Suspect, end: int, result: BattleResult) -> None:
        mine: int | None = self.own[self._stands[end][1]]
        if mine == FLAG:
            if result is WON and self.rules.win_flag == "second_lt":
                suspect.drop(1 << SECOND_LT, "match-went-on")
            behind = self._behind(self.me, end)
            mine = None if behind is None else self.own[behind]
        if mine is not None:
            fits = sum(1 << code for code in MOVABLE if self.rules.win_table[code][mine] is result)
            told = {WON: "beat", LOST: "lost-to", BOTH: "tied"}[result]
            suspect.keep(fits, told, mine)
        if self.rules.win_general and result is not WON:
            suspect.drop(1 << GENERAL, "match-went-on")

    def _takes_flag(self, code: int) -> bool:
        """Whether the match ends when this kind takes a flag."""
        wins = self.rules.win_flag
        return wins == "any" or (wins == "second_lt" and code == SECOND_LT)

    def _behind(self, owner: int, square: int) -> int | None:
        """The starting square of the owner's piece right behind."""
        back = BEHIND[owner][square]
        standing = None if back is None else self._stands.get(back)
        return None if standing is None or standing[0] != owner else standing[1]

    def _move(self, start: int, end: int, result: BattleResult | None) -> None:
        mover = self._stands.pop(start)
        if result is None or result is WON:
            self._stands[end] = mover
        elif result is BOTH:
            del self._stands[end]

    def count(self) -> None:
        """Exclude what the counts of the set leave no room for; not to be fed any more afterwards."""
        sets = [suspect.kinds for suspect in self.suspects.values()]
        first = TERRITORY[self.foe][0]
        conditions = {(a - first, b - first): kinds for (a, b), kinds in self.if_flag.items()}
        for code, if_flag in (("counts", {}), ("flag-behind", conditions)):
            for suspect, kinds in zip(self.suspects.values(), possible_kinds(sets, if_flag), strict=True):
                suspect.keep(kinds, code)


def way(owner: int, start: int, end: int, held: int) -> str:
    """How a move looks to whoever does not know the piece. `held`: the occupied squares."""
    line = next((line for line in walks(start) if end in line), None)
    between = () if line is None else line[: line.index(end)]
    rise = cells(end)[0][1] - cells(start)[0][1]
    if end in NEIGHBOURS[start]:
        return "stepped" if rise else "sidestepped"
    if line is None or any(held & BITS[square] for square in between):
        return "jumped"
    if not rise:
        return "ran-sideways"
    if (rise > 0) != (owner == 0):
        return "ran-back"
    return "ran-far" if len(between) > 1 else "ran-ahead"


def deductions(rules: Rules, viewer: Side, layout: Layout, history: Iterable[JsonObject]) -> list[JsonObject]:
    """The opponent's pieces by starting square, also fallen ones: possible kinds, facts that exclude others.

    `layout`: the viewer's own; `history`: the plies as the viewer was told them. Nothing is hidden under open
    information, so nothing is concluded. Raises BadView.
    """
    if rules.is_open:
        return []
    own = {INDEX[square]: CODES[kind] for square, kind in layout.items()}
    belief = Belief(rules, OWNER[viewer], own)
    try:
        for event in history:
            belief.see(*_ply(event))
    except (KeyError, TypeError, ValueError) as error:
        raise BadView("This is no history of a match under these rules.") from error
    belief.count()
    return [
        {"origin": SQUARES[origin], **suspect.to_json(KINDS)} for origin, suspect in belief.suspects.items()
    ]


def _ply(event: JsonObject) -> tuple[int, int, BattleResult | None]:
    words, battle = event["ply"], event["battle"]
    if not isinstance(words, Sequence):
        raise TypeError
    start, end = (INDEX[str(word)] for word in words)
    return start, end, BattleResult(str(battle["result"])) if isinstance(battle, Mapping) else None
