"""The rules in force as one array of whole numbers, made from the tables of the plain rules."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from games.rules.gunjin.battle import BattleResult
from games.rules.gunjin.board import BEHIND, BITS, NEIGHBOURS
from games.rules.gunjin.kinds import MOVABLE, PLANE
from games.rules.gunjin.moves import Reach, squares_of
from games.rules.gunjin.ruleset import Rules

Numbers = npt.NDArray[np.int64]

SQUARES = 46
KINDS = 16
CAMP = 23
NEVER = 1 << 40
NEAR = np.array([sum(BITS[square] for square in near) for near in NEIGHBOURS], dtype=np.int64)  # one step

# Where things lie in the array. FIXED, WAYS and AIR: per owner, kind and square.
OCCUPIES, QUIET_LIMIT, MAX_PLIES, WIN_FLAG, WIN_GENERAL, LINED = range(6)  # LINED: the kinds with lines
MINE_SQUARES, FLAG_SQUARES = 6, 8  # per owner, sets of squares
BACK = 16  # per owner and square: the square behind, or -1
DUEL = BACK + 2 * SQUARES  # per attacker and defender
FIXED = DUEL + KINDS * KINDS  # squares reached whatever stands between
WAYS = FIXED + 2 * KINDS * SQUARES  # where the lines of a piece begin, 0 without any
LINES = WAYS + 2 * KINDS * SQUARES

# Results of a battle, seen from the attacker.
NO_BATTLE, ATTACKER, DEFENDER, BOTH = range(4)
RESULTS = {
    BattleResult.ATTACKER_WON: ATTACKER,
    BattleResult.DEFENDER_WON: DEFENDER,
    BattleResult.BOTH_LOST: BOTH,
}
END_OF_LINE, END_OF_LINES = -1, -2


@lru_cache(maxsize=64)
def tables_for(rules: Rules) -> Numbers:
    """Read-only; about 3,000 numbers.

    A piece's lines lie one after the other: the squares with the place where the next line begins, then
    END_OF_LINES. Planes that pass own pieces (`leap_own`) have the sign of that place turned.
    """
    numbers = [0] * LINES
    numbers[OCCUPIES] = sum(1 << code for code in rules.occupiers)
    numbers[QUIET_LIMIT] = NEVER if rules.quiet_limit is None else rules.quiet_limit
    numbers[MAX_PLIES] = NEVER if rules.max_plies is None else rules.max_plies
    numbers[WIN_FLAG] = {"off": 0, "any": 1, "second_lt": 2}[rules.win_flag]
    numbers[WIN_GENERAL] = int(rules.win_general)
    for owner in range(2):
        numbers[MINE_SQUARES + owner] = sum(1 << square for square in rules.mine_squares[owner])
        numbers[FLAG_SQUARES + owner] = sum(1 << square for square in rules.flag_squares[owner])
        for square in range(SQUARES):
            back = BEHIND[owner][square]
            numbers[BACK + owner * SQUARES + square] = -1 if back is None else back
    for attacker in MOVABLE:
        for defender, result in enumerate(rules.win_table[attacker]):
            numbers[DUEL + attacker * KINDS + defender] = RESULTS[result]
    for owner in range(2):
        _write_reach(numbers, owner, rules.reach[owner])
    table = np.array(numbers, dtype=np.int64)
    table.setflags(write=False)
    return table


def _write_reach(numbers: list[int], owner: int, reach: Reach) -> None:
    for code in range(KINDS):
        for square in range(SQUARES):
            place = (owner * KINDS + code) * SQUARES + square
            numbers[FIXED + place] = reach.fixed[code][square]
            lines = reach.lines[code][square]
            if not lines:
                continue
            numbers[WAYS + place] = len(numbers)
            numbers[LINED] |= 1 << code
            leaps = reach.leap_own and code == PLANE
            for line in lines:
                following = len(numbers) + 2 * len(line)
                for bit in line:
                    (end,) = squares_of(bit)
                    numbers += [end, -following if leaps else following]
            numbers.append(END_OF_LINES)
