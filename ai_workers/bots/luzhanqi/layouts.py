"""Layouts: any legal one for beginners, one of the known set-ups with changes of its own for the others."""

from __future__ import annotations

from random import Random

from games.rules.core import Layout, Options, Side
from games.rules.luzhanqi.kinds import FLAG
from games.rules.luzhanqi.kinds import KINDS as NAMES
from games.rules.luzhanqi.layout import check_layout, mirror_layout, random_layout, turn_layout
from games.rules.luzhanqi.ruleset import rules_for
from games.rules.luzhanqi.setups import SETUPS


def any_layout(options: Options, side: Side, *, seed: int) -> Layout:
    """Uniform over the legal layouts."""
    return random_layout(rules_for(options), side, Random(seed))


def good_layout(options: Options, side: Side, *, seed: int, exchanges: int) -> Layout:
    """A set-up that the options allow, mirrored every second time, after `exchanges` of two pieces.

    The flag stays where it is, behind what the set-up puts around it.
    """
    rules, rng = rules_for(options), Random(seed)
    known = [turn_layout(setup.layout, side=Side.FIRST, to=side) for setup in SETUPS]
    layout = dict(rng.choice([each for each in known if not check_layout(rules, side, each.items())]))
    if rng.random() < 0.5:
        layout = dict(mirror_layout(layout))
    squares = sorted(square for square, kind in layout.items() if kind != NAMES[FLAG])
    for _ in range(exchanges):
        one, two = rng.sample(squares, 2)
        other = layout | {one: layout[two], two: layout[one]}
        if not check_layout(rules, side, other.items()):
            layout = other
    return layout
