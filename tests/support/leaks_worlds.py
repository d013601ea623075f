"""Two matches that look alike from outside: the same plies and the same public events, other hidden kinds.

Found by the rules engine alone: plies are made up for one world, then kinds that one side (or the server's
deal) hides are exchanged as long as every ply stays legal and every ruling, as everybody else is told it,
stays as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from games.rules.core import LEFT, IllegalPly, Ply, Ruling, Side
from games.rules.gunjin.board import BEHIND, INDEX, SQUARES
from games.rules.gunjin.kinds import OWNER
from games.rules.systems import SYSTEMS
from tests.support.leaks_seen import World

GUNJIN = SYSTEMS["gunjin"]
CAPTURES = 0.75  # how often a ply that fights is preferred: battles are what tells kinds
LENDINGS = 0.2  # how often a flag is put in front of a piece that shall fight through it


@dataclass(frozen=True)
class Twins:
    """`layouts` and `others` differ in the kinds of `hidden` only; `plies` are legal and look alike in both.

    `hidden` None is what the server dealt. `movers`: whose plies they are. `over`: they end the match by
    themselves. `battles`: what fought in each, here and there.
    """

    system: str
    options: dict[str, Any]
    hidden: Side | None
    layouts: World
    others: World
    plies: list[Ply] = field(default_factory=list)
    movers: list[Side] = field(default_factory=list)
    over: bool = False
    battles: list[dict[str, Any]] = field(default_factory=list, repr=False)
    other_battles: list[dict[str, Any]] = field(default_factory=list, repr=False)

    @property
    def sides(self) -> tuple[Side, ...]:
        return SYSTEMS[self.system].sides(parsed(self))

    @property
    def viewers(self) -> list[Side]:
        """The sides from which the difference is hidden."""
        return [side for side in self.sides if side is not self.hidden]

    @property
    def viewer(self) -> Side:
        return self.viewers[0]

    @property
    def changed(self) -> int:
        """On how many squares another kind stands."""
        here, there = self.layouts[self.hidden], self.others[self.hidden]
        return sum(here[square] != there[square] for square in here)

    def turned(self, plies: int) -> frozenset[str]:
        """The kinds that lie open after so many plies, where the server dealt pieces face down."""
        dealt = self.layouts.get(None, {})
        words = {word for ply in self.plies[:plies] for word in ply}
        return frozenset(dealt[word].partition(".")[2] for word in words & set(dealt))

    def shown_squares(self) -> set[str]:
        """Where a ply makes the rules show a flag."""
        position, found = started(self, self.layouts), set()
        for ply, side in zip(self.plies, self.movers, strict=True):
            position, ruling = judged(self, position, ply, side)
            shown = ruling.to_json().get("shown", [])
            found |= {each["square"] for each in shown if each["kind"] == "flag"}
        return found

    def cases(self) -> set[str]:
        """Which hard cases are in here, by what the hidden piece was in battles of one public result."""
        found = set()
        for one, two in zip(self.battles, self.other_battles, strict=True):
            if self.hidden not in one["pieces"]:
                continue
            kinds = {one["pieces"][self.hidden], two["pieces"][self.hidden]}
            own = next(kind for side, kind in one["pieces"].items() if side != self.hidden)
            if len(kinds) == 2:
                found.add(f"{one['result']}: other kind")
            if one["result"] == "both" and kinds == {own, "mine"}:
                found.add("both: same kind or mine")
            if one["result"] == "both" and kinds == {own, "bomb"}:
                found.add("both: same kind or bomb")
            if one["result"] == "both" and kinds == {own, "flag"}:
                found.add("both: same kind or flag")
            if one["result"] == "both" and kinds == {"mine", "flag"}:
                found.add("both: mine or flag")
            if "flag" in kinds and len(kinds) == 2:
                found.add("flag with lent strength or a plain piece")
            if one["result"] == "defender" and len(kinds) == 2 and "mine" in kinds:
                found.add("defender: mine that stays or a stronger piece")
        return found


def parsed(twins: Twins) -> dict[str, Any]:
    return dict(SYSTEMS[twins.system].parse_options(twins.options))


def find_twins(
    seed: int,
    hidden: Side | None,
    *,
    system: str = GUNJIN.key,
    options: dict[str, Any] | None = None,
    most: int = 40,
    tries: int = 250,
) -> Twins:
    """At most `most` plies; `tries` exchanges are tried."""
    rng, rules = Random(seed), SYSTEMS[system]
    asked = options or {}
    chosen = rules.parse_options(asked)
    alone = Twins(system, asked, hidden, world := _some_world(rules, chosen, rng), world)
    plies, movers, over = _play(alone, rng, most)
    twins = replace(alone, plies=plies, movers=movers, over=over)
    told = _told(twins, world)
    assert told is not None
    other = dict(world[hidden])
    for _ in range(tries):
        lends = system == GUNJIN.key and rng.random() < LENDINGS
        changed = _lend(other, hidden, rng) if lends and hidden else _exchange(other, rng)
        if hidden is not None and rules.check_layout(chosen, hidden, changed.items()):
            continue
        if _told(twins, {**world, hidden: changed}) == told:
            other = changed
    others = {**world, hidden: other}
    return replace(
        twins, others=others, battles=_battles(twins, world), other_battles=_battles(twins, others)
    )


def recorded_twins(record: dict[str, Any]) -> Twins:
    """A recorded match as a pair that does not differ."""
    dealt = record["layouts"].get("deal")
    layouts: World = (
        {Side(side): kinds for side, kinds in record["layouts"].items()} if dealt is None else {None: dealt}
    )
    plies = [Ply(*each["ply"]) for each in record["plies"]]
    movers = [Side(each["side"]) for each in record["plies"]]
    hidden = None if dealt is not None else list(layouts)[-1]
    # why fixed: who sits where shall not be left to chance
    options = record["options"] | ({"first_player": "fixed"} if "first_player" in record["options"] else {})
    return Twins(
        record["system"], options, hidden, layouts, layouts, plies, movers,
        over="by" not in record["end"],
    )  # fmt: skip


def _some_world(rules, options, rng: Random) -> World:
    if rules.has_layout(options):
        return {side: dict(rules.random_layout(options, side, rng)) for side in rules.sides(options)}
    dealt = rules.dealt_secrets(rules.start(options, {}, rng))
    return {None: {secret.square: secret.kind for secret in dealt}}


def position_in(twins: Twins, world: World, plies: int = 0) -> Any:
    """The position of that world after so many plies."""
    position = started(twins, world)
    for ply, side in list(zip(twins.plies, twins.movers, strict=True))[:plies]:
        position, _ = judged(twins, position, ply, side)
    return position


def started(twins: Twins, world: World) -> Any:
    layouts = {side: layout for side, layout in world.items() if side is not None}
    return SYSTEMS[twins.system].restart(parsed(twins), layouts, world.get(None, {}))


def judged(twins: Twins, position: Any, ply: Ply, side: Side) -> tuple[Any, Ruling]:
    """Raises IllegalPly, also for a side that may not give up alone."""
    rules = SYSTEMS[twins.system]
    if ply != LEFT:
        return rules.play(position, ply, side)
    left = rules.leave(position, side)
    assert left is not None
    return left


def _play(twins: Twins, rng: Random, most: int) -> tuple[list[Ply], list[Side], bool]:
    rules, position = SYSTEMS[twins.system], started(twins, twins.layouts)
    plies: list[Ply] = []
    movers: list[Side] = []
    while position.turn is not None and len(plies) < most:
        legal = rules.legal_plies(position, position.turn)
        fights = [ply for ply in legal if len(ply) > 1 and ply[1] in position.pieces]
        plies.append(rng.choice(fights if fights and rng.random() < CAPTURES else legal))
        movers.append(position.turn)
        position, _ = rules.play(position, plies[-1], position.turn)
    return plies, movers, position.turn is None


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


def _told(twins: Twins, world: World) -> list[Any] | None:
    """What everybody but the hidden side is told, ply by ply; None when a ply is not legal."""
    rules, options, position = SYSTEMS[twins.system], parsed(twins), started(twins, world)
    told: list[Any] = []
    for ply, side in zip(twins.plies, twins.movers, strict=True):
        if position.turn is not side:
            return None
        try:
            position, ruling = rules.play(position, ply, side)
        except IllegalPly:
            return None
        full = ruling.to_json()
        viewers: Sequence[Side | None] = [*twins.viewers, None]
        told += [rules.redact_ruling(full, options, viewer) for viewer in viewers]
        told.append((position.turn, position.outcome))
    return told


def _battles(twins: Twins, world: World) -> list[dict[str, Any]]:
    position = started(twins, world)
    found = []
    for ply, side in zip(twins.plies, twins.movers, strict=True):
        position, ruling = judged(twins, position, ply, side)
        battle = ruling.to_json()["battle"]
        if battle is not None:
            found.append(battle)
    return found
