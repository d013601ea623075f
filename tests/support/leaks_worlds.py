"""Two matches that look alike from outside: the same plies and the same public events, other hidden kinds.

Found by the rules engine alone: plies are made up for one pair of layouts, then kinds of the hidden side are
exchanged as long as every ply stays legal and every ruling, as the other side and the spectators are told
it, stays as it was.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from games.rules.core import IllegalPly, Ply, Side
from games.rules.gunjin.board import BEHIND, INDEX, SQUARES
from games.rules.gunjin.kinds import OWNER
from games.rules.systems import SYSTEMS

GUNJIN = SYSTEMS["gunjin"]
CAPTURES = 0.75  # how often a ply that fights is preferred: battles are what tells kinds
LENDINGS = 0.2  # how often a flag is put in front of a piece that shall fight through it
OTHER = {Side.FIRST: Side.SECOND, Side.SECOND: Side.FIRST}


@dataclass(frozen=True)
class Twins:
    """`layouts` and `others` differ in the kinds of `hidden` only; `plies` are legal and look alike in both.

    `over`: the plies end the match by themselves. `pairs`: what the hidden side's piece was in each battle,
    here and there.
    """

    options: dict[str, Any]
    hidden: Side
    layouts: dict[Side, dict[str, str]]
    others: dict[Side, dict[str, str]]
    plies: list[Ply]
    over: bool
    battles: list[dict[str, Any]] = field(repr=False)
    other_battles: list[dict[str, Any]] = field(repr=False)

    @property
    def viewer(self) -> Side:
        return OTHER[self.hidden]

    @property
    def changed(self) -> int:
        """On how many squares another kind stands."""
        here, there = self.layouts[self.hidden], self.others[self.hidden]
        return sum(here[square] != there[square] for square in here)

    def cases(self) -> set[str]:
        """Which hard cases are in here, by what the hidden piece was in battles of one public result."""
        found = set()
        for one, two in zip(self.battles, self.other_battles, strict=True):
            kinds = {one["pieces"][self.hidden], two["pieces"][self.hidden]}
            own = one["pieces"][self.viewer]
            if len(kinds) == 2:
                found.add(f"{one['result']}: other kind")
            if one["result"] == "both" and kinds == {own, "mine"}:
                found.add("both: same kind or mine")
            if one["result"] == "both" and kinds == {own, "flag"}:
                found.add("both: same kind or flag")
            if one["result"] == "both" and kinds == {"mine", "flag"}:
                found.add("both: mine or flag")
            if "flag" in kinds and len(kinds) == 2:
                found.add("flag with lent strength or a plain piece")
            if one["result"] == "defender" and len(kinds) == 2 and "mine" in kinds:
                found.add("defender: mine that stays or a stronger piece")
        return found


def find_twins(
    seed: int, hidden: Side, *, options: dict[str, Any] | None = None, most: int = 40, tries: int = 250
) -> Twins:
    """At most `most` plies; `tries` exchanges are tried."""
    rng = Random(seed)
    chosen = dict(GUNJIN.parse_options(options or {}))
    layouts = {side: dict(GUNJIN.random_layout(chosen, side, rng)) for side in OTHER}
    plies, over = _play(chosen, layouts, rng, most)
    told = _told(chosen, layouts, plies, hidden)
    assert told is not None
    other = dict(layouts[hidden])
    for _ in range(tries):
        changed = _lend(other, hidden, rng) if rng.random() < LENDINGS else _exchange(other, rng)
        if GUNJIN.check_layout(chosen, hidden, changed.items()):
            continue
        if _told(chosen, {**layouts, hidden: changed}, plies, hidden) == told:
            other = changed
    others = {**layouts, hidden: other}
    return Twins(
        options or {}, hidden, layouts, others, plies, over,
        _battles(chosen, layouts, plies), _battles(chosen, others, plies),
    )  # fmt: skip


def _play(options, layouts, rng: Random, most: int) -> tuple[list[Ply], bool]:
    position = GUNJIN.start(options, layouts, rng)
    plies: list[Ply] = []
    while position.turn is not None and len(plies) < most:
        legal = GUNJIN.legal_plies(position, position.turn)
        fights = [ply for ply in legal if ply[1] in position.pieces]
        ply = rng.choice(fights if fights and rng.random() < CAPTURES else legal)
        plies.append(ply)
        position, _ = GUNJIN.play(position, ply, position.turn)
    return plies, position.turn is None


def _exchange(layout: dict[str, str], rng: Random) -> dict[str, str]:
    """Two squares swapped, or three moved round: some changes keep the public events only together."""
    squares = rng.sample(list(layout), rng.choice((2, 2, 2, 3)))
    kinds = [layout[square] for square in squares]
    return {**layout, **dict(zip(squares, kinds[1:] + kinds[:1], strict=True))}


def _lend(layout: dict[str, str], hidden: Side, rng: Random) -> dict[str, str]:
    """The flag in the place of a piece, and that piece behind it: outside it fights as before."""
    front = rng.choice(list(layout))
    behind = BEHIND[OWNER[hidden]][INDEX[front]]
    flag = next(square for square, kind in layout.items() if kind == "flag")
    if behind is None or SQUARES[behind] not in layout or len({front, SQUARES[behind], flag}) < 3:
        return _exchange(layout, rng)
    back = SQUARES[behind]
    return {**layout, front: "flag", back: layout[front], flag: layout[back]}


def _told(options, layouts, plies, hidden: Side) -> list[Any] | None:
    """What the other side and the spectators are told, ply by ply; None when a ply is not legal."""
    position = GUNJIN.start(options, layouts, Random(0))
    told: list[Any] = []
    for ply in plies:
        if position.turn is None:
            return None
        try:
            position, ruling = GUNJIN.play(position, ply, position.turn)
        except IllegalPly:
            return None
        full = ruling.to_json()
        told += [GUNJIN.redact_ruling(full, options, viewer) for viewer in (OTHER[hidden], None)]
        told.append((position.turn, position.outcome))
    return told


def _battles(options, layouts, plies) -> list[dict[str, Any]]:
    position = GUNJIN.start(options, layouts, Random(0))
    found = []
    for ply in plies:
        position, ruling = GUNJIN.play(position, ply, position.turn)
        battle = ruling.to_json()["battle"]
        if battle is not None:
            found.append(battle)
    return found
