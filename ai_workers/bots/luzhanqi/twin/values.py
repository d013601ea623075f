"""What a position is worth to a seat and its allies, in hundredths of some lowly officer. Set by hand."""

from __future__ import annotations

import numpy as np

from ai_workers.bots.luzhanqi.twin.compiled import compiled
from ai_workers.bots.luzhanqi.twin.pieces import BOMB, ENGINEER, FLAG, MINE, army_of, lowest_code
from ai_workers.bots.luzhanqi.twin.state import ALIVE, ARMY, OUT, OUTCOME, QUIET, SHOWN, UNDER, WINNERS
from ai_workers.bots.luzhanqi.twin.tables import (
    DEALT,
    DISTANCES,
    FARTHEST,
    FRIENDS,
    HOMES,
    IS_CAMP,
    LOCKED,
    QUIET_LIMIT,
    SEATS,
    SIZE,
    SQUARES,
    TYPES,
    Numbers,
)

WIN = 1_000_000
# By kind, the commander first. A bomb is worth more the better the best piece is that it may meet.
WORTH = np.array([1000, 800, 600, 450, 320, 240, 180, 140, 160, 180, 100, 0], dtype=np.int64)
BOMB_SHARE = 3  # tenths of what the enemy's best piece is worth
ENGINEER_PER_MINE = 30
STEP, FREE_STEP, FLAG_STEP, HOME_STEP, HUNT_STEP = 4, 12, 20, 40, 5
CAMP_BONUS = 12
CARRYING = 300


@compiled
def side_of(rules: Numbers, state: Numbers, seat: int) -> int:
    """The armies that win with a seat, as bits."""
    return 1 << army_of(rules, state, seat) if rules[DEALT] else rules[FRIENDS + seat]


@compiled
def value(rules: Numbers, state: Numbers, seat: int, room: Numbers) -> int:
    """`room`: four numbers to work with. WIN is a win; a lead counts less the nearer the draw is."""
    if state[OUTCOME]:
        if state[WINNERS] == 0:
            return 0
        return WIN if state[WINNERS] >> seat & 1 else -WIN
    if rules[DEALT] and state[ARMY] < 0:
        return 0
    own = side_of(rules, state, seat)
    total = flip_value(rules, state, own) if rules[DEALT] else laid_value(rules, state, own, room)
    limit = rules[QUIET_LIMIT]
    left = max(0, min(limit, limit - state[QUIET]))
    # rounded towards zero, so that both sides see the same
    return total * left // limit if total >= 0 else -(-total * left // limit)


@compiled
def best_code(state: Numbers, armies: int) -> int:
    """The highest living rank of some armies, as a kind."""
    for code in range(ENGINEER + 1):
        for army in range(4):
            if armies >> army & 1 and state[ALIVE + 16 * army + code]:
                return code
    return ENGINEER + 1


@compiled
def laid_value(rules: Numbers, state: Numbers, own: int, room: Numbers) -> int:
    living = ((1 << rules[SEATS]) - 1) & ~state[OUT]
    foes = living & ~own
    for army in range(4):
        room[army] = -1
    for square in range(rules[SIZE]):
        if state[square] >= 0 and state[square] & 15 == FLAG:
            room[state[square] >> 4 & 3] = square
    best_own, best_foe = best_code(state, own), best_code(state, foes)
    mines_own, mines_foe = 0, 0
    for army in range(4):
        if own >> army & 1:
            mines_own += state[ALIVE + 16 * army + MINE]
        elif foes >> army & 1:
            mines_foe += state[ALIVE + 16 * army + MINE]
    total = 0
    for square in range(rules[SIZE]):
        it = state[square]
        if it < 0:
            continue
        code, mine = it & 15, own >> (it >> 4 & 3) & 1
        found = WORTH[code]
        if code == BOMB:
            found += WORTH[min(ENGINEER, best_foe if mine else best_own)] * BOMB_SHARE // 10
        elif code == ENGINEER:
            found += ENGINEER_PER_MINE * min(3, mines_foe if mine else mines_own)
        if code != MINE and code != FLAG and not rules[TYPES + square] & LOCKED:
            nearest = FARTHEST
            for army in range(4):
                if room[army] >= 0 and own >> army & 1 != mine:
                    nearest = min(nearest, rules[DISTANCES + room[army] * SQUARES + square])
            free = code < (best_foe if mine else best_own)
            found -= (FREE_STEP if free else STEP) * nearest
            if rules[TYPES + square] & IS_CAMP:
                found += CAMP_BONUS
        total += found if mine else -found
    return total


@compiled
def flip_value(rules: Numbers, state: Numbers, own: int) -> int:
    total = 0
    for square in range(rules[SIZE]):
        it = state[square]
        if it < 0:
            continue
        code, army = it & 15, it >> 4 & 3
        found = WORTH[code]
        if code == BOMB:
            found += WORTH[min(ENGINEER, best_code(state, 2 >> army))] * BOMB_SHARE // 10
        if it & SHOWN and code != MINE and code != FLAG:
            found += aim(rules, state, square, code, army)
            if rules[TYPES + square] & IS_CAMP:
                found += CAMP_BONUS
        total += found if own >> army & 1 else -found
    return total


@compiled
def aim(rules: Numbers, state: Numbers, square: int, code: int, army: int) -> int:
    """How near a face-up piece is to what it wants: the flag, then home with it, or what it beats."""
    foe = 1 - army
    row = DISTANCES + square * SQUARES
    flag = state[UNDER + foe]
    if code <= ENGINEER and state[ALIVE + 16 * foe + MINE] == 0 and code == lowest_code(state, army):
        if flag == square:
            seat = 0 if state[ARMY] == army else 1
            return CARRYING - HOME_STEP * min(
                rules[row + rules[HOMES + 2 * seat]], rules[row + rules[HOMES + 2 * seat + 1]]
            )
        for at in range(rules[SIZE]):
            if state[at] >= 0 and state[at] & 63 == foe << 4 | FLAG and state[at] & SHOWN:
                flag = at
        if flag >= 0:
            return -FLAG_STEP * rules[row + flag]
    nearest = FARTHEST
    for at in range(rules[SIZE]):
        it = state[at]
        if it < 0 or it >> 4 & 3 != foe or not it & SHOWN:
            continue
        other = it & 15
        if (other <= ENGINEER and (code < other or code == BOMB)) or (other == MINE and code == ENGINEER):
            nearest = min(nearest, rules[row + at])
    return -HUNT_STEP * nearest
