"""Layouts worth playing: many are dealt by rules of thumb, one of the best by the fitted weights is taken."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ai_workers.bots.gunjin.knowledge import WEIGHTS
from ai_workers.bots.gunjin.twin.tables import Numbers
from games.rules.core import Layout, Options, Side
from games.rules.gunjin.board import HEADQUARTERS, NEIGHBOURS, SQUARES, TERRITORY, turned
from games.rules.gunjin.kinds import (
    CODES,
    ENGINEER,
    FLAG,
    FULL_SET,
    GENERAL,
    KINDS,
    LT_GENERAL,
    MINE,
    OWNER,
    PLANE,
    SPY,
)
from games.rules.gunjin.ruleset import Rules, rules_for

TRIES = 60
BEST_OF = 6
HOME = HEADQUARTERS[0]
GUARDS = (MINE, GENERAL, CODES["maj_general"], CODES["colonel"], CODES["lt_colonel"])
GUARD_SHARES = (35, 15, 20, 15, 15)
BACK_RANK, FRONT = range(5), range(17, 23)


def good_layout(options: Options, side: Side, *, seed: int, weights: Numbers = WEIGHTS) -> Layout:
    """A sound layout; another for every seed."""
    rules, rng = rules_for(options), Random(seed)
    guard, flag = draw_heart(rules, rng)
    dealt = [deal_soundly(rules, rng, guard, flag) for _ in range(TRIES)]
    dealt.sort(key=lambda placed: -promise(placed, weights))
    chosen = dealt[rng.randrange(BEST_OF)]
    placed = {square if OWNER[side] == 0 else turned(square): code for square, code in chosen.items()}
    return {SQUARES[square]: KINDS[placed[square]] for square in TERRITORY[OWNER[side]]}


def promise(placed: dict[int, int], weights: Numbers) -> float:
    """What the fitted weights say of the start."""
    return float(sum(weights[code * len(SQUARES) + square] for square, code in placed.items()))


def draw_heart(rules: Rules, rng: Random) -> tuple[int, int]:
    """Who guards the headquarters and where the flag stands.

    Drawn before anything is compared: the best layouts by weight alone have the same guard every time.
    """
    guard = rng.choices(GUARDS, GUARD_SHARES)[0]
    if guard == MINE and HOME not in rules.mine_squares[0]:
        guard = GENERAL
    places = [square for square in sorted(rules.flag_squares[0]) if square < 17 and square != HOME]
    return guard, rng.choice(places)


def deal_soundly(rules: Rules, rng: Random, guard: int, flag: int) -> dict[int, int]:
    """Kinds by square of the first side: a guarded headquarters, strength behind the flag."""
    while True:
        placed = _deal(rules, rng, guard, flag)
        if placed is not None:
            return placed


def _deal(rules: Rules, rng: Random, guard: int, flag: int) -> dict[int, int] | None:
    deck = list(FULL_SET)
    placed: dict[int, int] = {}

    def put(square: int, code: int) -> None:
        placed[square] = code
        deck.remove(code)

    put(HOME, guard)
    behind = flag - 6 if flag >= 11 else _below(flag)
    backing = [code for code in (MINE, MINE, GENERAL, LT_GENERAL) if code in deck]
    put(flag, FLAG)
    if behind not in placed:
        code = rng.choice(backing)
        if code == MINE and behind not in rules.mine_squares[0]:
            return None
        put(behind, code)
    for square, code in _wishes(rules, rng, placed):
        if code in deck and square not in placed:
            put(square, code)
    rest = [square for square in TERRITORY[0] if square not in placed]
    rng.shuffle(rest)
    for square in rest:
        fitting = [code for code in deck if code != MINE or square in rules.mine_squares[0]]
        if not fitting:
            return None
        put(square, rng.choice(fitting))
    return placed


def _below(square: int) -> int:
    """The square behind one of the second rank."""
    return (0, 1, HOME, HOME, 3, 4)[square - 5]


def _wishes(rules: Rules, rng: Random, placed: dict[int, int]) -> Iterator[tuple[int, int]]:
    """The general next to the headquarters, mines near it; planes, engineers and the spy not in front."""
    near = [square for square in NEIGHBOURS[HOME] if square not in placed]
    rng.shuffle(near)
    if near and rng.random() < 0.7:
        yield near.pop(), GENERAL
    for square in near:
        if rng.random() < 0.35 and square in rules.mine_squares[0]:
            yield square, MINE
    back = list(range(17))
    rng.shuffle(back)
    for code in (SPY, ENGINEER, ENGINEER, PLANE, PLANE):
        if rng.random() < 0.75:
            yield back.pop(), code
