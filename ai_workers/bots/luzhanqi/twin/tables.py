"""The rules in force as one array of whole numbers, made from the tables of the plain rules.

Lists of squares lie one after the other and end with END; where a list begins stands by square. Before each
ray stands where the next one begins; after the last one stands END_OF_RAYS.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from games.rules.luzhanqi.boards import CAMP, FOUR
from games.rules.luzhanqi.kinds import COUNTS
from games.rules.luzhanqi.moves import squares_of
from games.rules.luzhanqi.ruleset import Rules

Numbers = npt.NDArray[np.int64]

SQUARES = len(FOUR.names)  # room for the larger board
KINDS = len(COUNTS)
NEVER = 1 << 40
FARTHEST = 30
END, END_OF_RAYS = -1, -2

# Where things lie in the array.
(
    SIZE, SEATS, DEALT, CLEARS_OUT, QUIET_LIMIT, MAX_PLIES, REPEAT_LIMIT, WINDOW, REPEAT_EFFECT,
    STUCK_DRAWS, SHAKEN_DRAWS, BOMB_SPARES, COMMANDER_SPARES, REVEALS_FLAG, REVEALS_OTHER,
    LOWEST_CLEARS, BOTH_DIE, OPEN_BOMB, TURNING, COLOUR_RULE, ATTACKS_HIDDEN, FORBIDS_SUICIDE, GOAL, CARRIER,
) = range(24)  # fmt: skip
FRIENDS = 24  # by seat: the seats that win with it, as bits
HOMES = 28  # by seat: its two headquarters
TYPES = 36  # by square
SHELTER, LOCKED, MOUNTAIN, IS_CAMP = 1, 2, 4, 8
STEPS = TYPES + SQUARES  # by square, for all but engineers; then for engineers
RAILS = STEPS + 2 * SQUARES
RAYS = RAILS + SQUARES
DISTANCES = RAYS + SQUARES  # by two squares: steps along roads and rails
LISTS = DISTANCES + SQUARES * SQUARES

EFFECTS = {"off": 0, "forbid": 1, "lose": 2, "draw": 3}
FORBID, LOSE = 1, 2
COLOUR_RULES = ("first_flip", "own_double", "global_double", "first_engineer", "opponent")
FIRST_FLIP, OWN_DOUBLE, GLOBAL_DOUBLE, FIRST_ENGINEER, OPPONENT = range(5)
GOALS = ("own_hq", "opponent_hq", "any_hq", "capture")
OWN_HQ, OPPONENT_HQ, ANY_HQ, CAPTURE = range(4)
CARRIERS = ("lowest_rank", "any", "engineer")
LOWEST, ANYBODY, ENGINEERS = range(3)


@lru_cache(maxsize=64)
def tables_for(rules: Rules) -> Numbers:
    """Read-only; some 20,000 numbers."""
    numbers = [0] * LISTS
    numbers[: len(_switches(rules))] = _switches(rules)
    for seat in range(len(rules.sides)):
        numbers[FRIENDS + seat] = sum(1 << friend for friend in rules.friends[seat])
        numbers[HOMES + 2 * seat : HOMES + 2 * seat + 2] = rules.headquarters[seat]
    sets = (
        (SHELTER, rules.shelters),
        (LOCKED, rules.locked),
        (MOUNTAIN, rules.mountains),
        (IS_CAMP, rules.graph.mask(CAMP)),
    )
    for square in range(len(rules.graph.names)):
        numbers[TYPES + square] = sum(bit for bit, squares in sets if squares >> square & 1)
        for kind, steps in enumerate(rules.reach.steps):
            numbers[STEPS + kind * SQUARES + square] = _append(numbers, steps[square])
        numbers[RAILS + square] = _append(numbers, rules.reach.rails[square])
        numbers[RAYS + square] = len(numbers)
        for ray in rules.reach.rays[square]:
            way = [end for squares, rises in ray for end in sorted(squares_of(squares), reverse=not rises)]
            numbers += [len(numbers) + len(way) + 2, *way, END]
        numbers.append(END_OF_RAYS)
    _write_distances(numbers, rules)
    table = np.array(numbers, dtype=np.int64)
    table.setflags(write=False)
    return table


def _switches(rules: Rules) -> list[int]:
    flip = rules.flip
    return [
        len(rules.graph.names),
        len(rules.sides),
        int(rules.variant.is_dealt),
        int(rules.variant.clears_out),
        rules.quiet_limit or NEVER,
        rules.max_plies or NEVER,
        rules.repeat_limit,
        rules.window,
        EFFECTS[rules.repeat_effect],
        int(rules.draws_when_stuck),
        int(rules.draws_when_shaken),
        int(rules.bomb_spares_flag),
        int(rules.commander_spares_flag),
        int(rules.reveals_flag),
        int(rules.reveals_other_hq),
        int(rules.mine_clearer == "lowest_rank"),
        int(rules.mine_effect == "both_die"),
        int(rules.bomb_spares_flag and rules.variant.key == "open"),
        rules.reach.turning or 0,
        0 if flip is None else COLOUR_RULES.index(flip.colour_rule),
        int(flip is not None and flip.attacks_hidden),
        int(flip is not None and flip.forbids_suicide),
        0 if flip is None else GOALS.index(flip.goal),
        0 if flip is None else CARRIERS.index(flip.carrier),
    ]


def _append(numbers: list[int], squares: int) -> int:
    """Write a list; where it begins."""
    begin = len(numbers)
    numbers += [*squares_of(squares), END]
    return begin


def _write_distances(numbers: list[int], rules: Rules) -> None:
    size = len(rules.graph.names)
    for goal in range(size):
        row = DISTANCES + goal * SQUARES
        numbers[row : row + size] = [FARTHEST] * size
        edge, seen = 1 << goal, 0
        for distance in range(FARTHEST):
            seen |= edge
            ahead = 0
            for square in squares_of(edge):
                numbers[row + square] = distance
                ahead |= rules.reach.near[square]
            edge = ahead & ~seen
