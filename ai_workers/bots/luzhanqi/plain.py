"""Bots in plain Python, one skill per level: every ply is tried out in guessed full positions.

All are honest: a view and the public history are all they get. They answer while the search is compiled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from ai_workers.bots.base import Choice, RandomBot
from ai_workers.bots.luzhanqi.guessing import guess_worlds
from ai_workers.bots.luzhanqi.layouts import any_layout, good_layout
from ai_workers.bots.luzhanqi.observed import Observed
from ai_workers.bots.luzhanqi.worth import worth
from ai_workers.bots.reading import json_list, json_object
from games.rules.core import JsonObject, Layout, Options, Ply, Side
from games.rules.luzhanqi.ruleset import rules_for

if TYPE_CHECKING:
    from ai_workers.bots.luzhanqi.guessing import World

NO_RETURN = 0.4
DRIVE = 0.01


class AnyPly(RandomBot):
    """Any legal ply and any legal layout: for levels this worker does not know."""

    def lay_out(self, options: Options, side: Side, *, seed: int) -> Layout:
        return any_layout(options, side, seed=seed)


@dataclass(frozen=True, slots=True)
class Plain:
    """`worlds` are guessed, of four players half as many; of all plies the best-looking
    `candidates` are tried against every battle after them.

    `noise`: spread of what is added to the worth of each ply, in the unit of worth.py; `blunders`: how often
    any ply is played. `exchanges` in a set-up; without, any layout.
    """

    worlds: int
    candidates: int = 0
    noise: float = 0.0
    blunders: float = 0.0
    exchanges: int | None = None

    def choose(
        self,
        view: JsonObject,
        history: Sequence[JsonObject],
        plies: Sequence[Ply],
        *,
        options: Options,
        seed: int,
    ) -> Choice:
        rng = Random(seed)
        seen = Observed.read(view, history, rules_for(options))
        worlds = guess_worlds(seen, max(2, 2 * self.worlds // seen.rules.armies), rng)
        if len(plies) == 1 or rng.random() < self.blunders:
            return Choice(rng.choice(plies))
        rated = [
            (sum(_after(each, ply, seen.seat) for each in worlds) / len(worlds) - _reluctance(seen, ply), ply)
            for ply in plies
        ]
        rated = [(value + self.noise * rng.gauss(0, 1), ply) for value, ply in rated]
        best = sorted(rated, key=lambda pair: -pair[0])[: max(1, self.candidates)]
        if self.candidates:
            best = [
                (value - sum(_threat(each, ply, seen.seat) for each in worlds) / len(worlds), ply)
                for value, ply in best
            ]
        return Choice(max(best, key=lambda pair: pair[0])[1])

    def lay_out(self, options: Options, side: Side, *, seed: int) -> Layout:
        if self.exchanges is None:
            return any_layout(options, side, seed=seed)
        return good_layout(options, side, seed=seed, exchanges=self.exchanges)


def _after(world: World, ply: Ply, seat: int) -> float:
    after, ruling = world.play(ply, world.rules.sides[seat])
    drive = 0.0 if ruling.battle is None else DRIVE * world.quiet_plies
    return worth(after, seat) + drive


def _threat(world: World, ply: Ply, seat: int) -> float:
    """What the next side may take away with a battle, if it is no ally."""
    after, _ = world.play(ply, world.rules.sides[seat])
    if after.turn is None:
        return 0.0
    now = least = worth(after, seat)
    if after.rules.seat_of(after.turn) in after.rules.friends[seat]:
        return 0.0
    index = after.rules.graph.index
    for answer in after.legal_plies(after.turn):
        standing = after.board[index[answer[-1]]] if len(answer) == 2 else None
        # what lies face down is unknown to the other side too
        if standing is not None and (after.flip is None or standing.shown):
            least = min(least, worth(after.play(answer, after.turn)[0], seat))
    return now - least


def _reluctance(seen: Observed, ply: Ply) -> float:
    """Going straight back costs something."""
    steps = json_list(json_object(seen.view["recent"])[seen.rules.sides[seen.seat]])
    if not steps or len(ply) != 2:
        return 0.0
    _, start, end = json_list(steps[-1])
    return NO_RETURN if ply == (end, start) else 0.0


BEGINNER = Plain(worlds=2, noise=0.8, blunders=0.15)
INTERMEDIATE = Plain(worlds=6, candidates=8, noise=0.1, exchanges=6)
ADVANCED = Plain(worlds=10, candidates=12, noise=0.02, exchanges=3)
