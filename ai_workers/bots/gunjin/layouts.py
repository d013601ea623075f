"""Layouts: a random one for beginners, the best of several random ones for the others."""

from __future__ import annotations

from random import Random

from ai_workers.bots.gunjin.scene import TO_HEADQUARTERS
from games.rules.core import Layout, Options, Side
from games.rules.gunjin.board import BEHIND, HEADQUARTERS, INDEX
from games.rules.gunjin.kinds import CODES, ENGINEER, FLAG, GENERAL, MINE, OFFICERS, OWNER, PLANE, SPY, TANK
from games.rules.gunjin.layout import random_layout
from games.rules.gunjin.ruleset import rules_for


def any_layout(options: Options, side: Side, *, seed: int) -> Layout:
    """Uniform over the legal layouts."""
    return random_layout(rules_for(options), side, Random(seed))


def good_layout(options: Options, side: Side, *, seed: int, tries: int) -> Layout:
    """The soundest of `tries` random layouts."""
    rules, rng = rules_for(options), Random(seed)
    dealt = [random_layout(rules, side, rng) for _ in range(tries)]
    return max(dealt, key=lambda layout: soundness(layout, OWNER[side]))


def soundness(layout: Layout, owner: int) -> float:
    """Guarded headquarters, a flag with strength behind it, fighters in front, the spy at the back."""
    codes = {INDEX[square]: CODES[kind] for square, kind in layout.items()}
    away = TO_HEADQUARTERS[1 - owner]  # steps from the own headquarters
    found = 0.0
    guard = codes[HEADQUARTERS[owner]]
    found += 3.0 if guard == MINE else 1.0 if guard in OFFICERS else 0.0
    for square, code in codes.items():
        if code == FLAG:
            back = BEHIND[owner][square]
            strength = codes[back] if back is not None else SPY
            found += 3.0 if strength in {MINE, GENERAL} else 1.5 if strength in OFFICERS else 0.0
        elif code == MINE:
            found += 1.0 if away[square] <= 2 else 0.0
        elif code in OFFICERS:
            found += 0.2 * away[square]
        elif code in {TANK, PLANE}:
            found += 0.15 * away[square]
        elif code in {SPY, ENGINEER}:
            found -= 0.2 * away[square]
    return found
