"""Playing by the rules on arrays: where pieces may go, battles, ends.

`state`: 46 squares (-1 empty, else 16 * owner + kind), then the fields below.
"""

from __future__ import annotations

import numpy as np

from ai_workers.bots.gunjin.twin.compiled import compiled, lowest, size
from ai_workers.bots.gunjin.twin.tables import (
    ATTACKER,
    BACK,
    CAMP,
    DEFENDER,
    DUEL,
    END_OF_LINES,
    FIXED,
    FLAG_SQUARES,
    KINDS,
    LINED,
    MAX_PLIES,
    MINE_SQUARES,
    NO_BATTLE,
    OCCUPIES,
    QUIET_LIMIT,
    SQUARES,
    WAYS,
    WIN_FLAG,
    WIN_GENERAL,
    Numbers,
)
from games.rules.gunjin.board import HEADQUARTERS
from games.rules.gunjin.kinds import FLAG as FLAG_CODE
from games.rules.gunjin.kinds import FULL_SET, SECOND_LT

HELD = SQUARES  # per owner: the set of its squares
TURN = HELD + 2
QUIET = TURN + 1
NUMBER = TURN + 2
OUTCOME = TURN + 3  # 0 while the match goes on
WINNER = TURN + 4  # owner, or -1
ALIVE = TURN + 6  # per owner and kind: how many are on the board
SUMS = ALIVE + 2 * KINDS  # kept by values.py
STATE = SUMS + 8

OCCUPATION, FLAG_TAKEN, GENERAL_LOST, BOTH_STUCK, NO_PLIES, QUIET_END, LENGTH_END = range(1, 8)
HOME_OF_SECOND = HEADQUARTERS[1]
HOME_OF_FIRST = HEADQUARTERS[0]
FLAG = FLAG_CODE
MINE = FLAG_CODE - 1
LIEUTENANT = SECOND_LT
DECK = np.array(FULL_SET, dtype=np.int64)
M32 = 0xFFFFFFFF


@compiled
def roll(dice: Numbers, below: int) -> int:
    """A number from 0 to below - 1; xorshift of 32 bits, `dice[0]` must not be 0."""
    x = dice[0]
    x ^= (x << 13) & M32
    x ^= x >> 17
    x ^= (x << 5) & M32
    dice[0] = x
    return (x * below) >> 32


@compiled
def targets(rules: Numbers, owner: int, code: int, square: int, own: int, foe: int) -> int:
    """The set of squares the piece may enter, battles included."""
    place = (owner * KINDS + code) * SQUARES + square
    reached = rules[FIXED + place] & ~own
    if not (rules[LINED] >> code) & 1:
        return reached
    at = rules[WAYS + place]
    if at == 0:
        return reached
    while True:
        end = rules[at]
        if end == END_OF_LINES:
            return reached
        bit = 1 << end
        following = rules[at + 1]
        if bit & own:
            at = following if following > 0 else at + 2
        else:
            reached |= bit
            if bit & foe:
                at = abs(following)
            else:
                at += 2


@compiled
def duel(rules: Numbers, state: Numbers, start: int, end: int) -> int:
    """Result of the attack from `start` on the piece at `end`, before either is moved."""
    attacker = state[start] & 15
    defender = state[end]
    strength = defender & 15
    if strength == FLAG:
        owner = defender >> 4
        back = rules[BACK + owner * SQUARES + end]
        if back < 0 or state[back] < 0 or state[back] >> 4 != owner or state[back] & 15 == FLAG:
            return ATTACKER
        strength = state[back] & 15
    return rules[DUEL + attacker * KINDS + strength]


@compiled
def shift(state: Numbers, start: int, end: int, result: int) -> None:
    """Move and remove the pieces."""
    mover = state[start]
    owner = mover >> 4
    state[start] = -1
    state[HELD + owner] ^= 1 << start
    if result != NO_BATTLE and result != DEFENDER:
        fallen = state[end]
        state[HELD + 1 - owner] ^= 1 << end
        state[ALIVE + fallen] -= 1
        state[end] = -1
    if result == NO_BATTLE or result == ATTACKER:
        state[end] = mover
        state[HELD + owner] |= 1 << end
    else:
        state[ALIVE + mover] -= 1


@compiled
def can_move(rules: Numbers, state: Numbers, owner: int) -> bool:
    own, foe = state[HELD + owner], state[HELD + 1 - owner]
    left = own
    while left:
        square = lowest(left)
        left &= left - 1
        if targets(rules, owner, state[square] & 15, square, own, foe):
            return True
    return False


@compiled
def decided(rules: Numbers, state: Numbers, mover: int, fallen: int, end: int, result: int) -> int:
    """The end that the ply itself brings, 0 without one; sets WINNER. `fallen`: who stood there, or -1."""
    owner = mover >> 4
    code = mover & 15
    goal = HOME_OF_SECOND if owner == 0 else HOME_OF_FIRST
    if end == goal and (result == NO_BATTLE or result == ATTACKER) and (rules[OCCUPIES] >> code) & 1:
        state[WINNER] = owner
        return OCCUPATION
    if result != NO_BATTLE:
        if result == ATTACKER and fallen & 15 == FLAG:
            wins = rules[WIN_FLAG]
            if wins == 1 or (wins == 2 and code == LIEUTENANT):
                state[WINNER] = owner
                return FLAG_TAKEN
        if rules[WIN_GENERAL]:
            mine = code == 0 and result != ATTACKER
            theirs = fallen & 15 == 0 and result != DEFENDER
            if mine or theirs:
                state[WINNER] = -1 if mine and theirs else (owner if theirs else 1 - owner)
                return GENERAL_LOST
    return 0


@compiled
def ending(rules: Numbers, state: Numbers, mover: int, fallen: int, end: int, result: int) -> int:
    """Why the match ends after the ply, 0 if it goes on."""
    owner = mover >> 4
    won = decided(rules, state, mover, fallen, end, result)
    if won:
        return won
    if not can_move(rules, state, 1 - owner):
        if can_move(rules, state, owner):
            state[WINNER] = owner
            return NO_PLIES
        state[WINNER] = -1
        return BOTH_STUCK
    if state[QUIET] >= rules[QUIET_LIMIT]:
        state[WINNER] = -1
        return QUIET_END
    if state[NUMBER] >= rules[MAX_PLIES]:
        state[WINNER] = -1
        return LENGTH_END
    return 0


@compiled
def play(rules: Numbers, state: Numbers, start: int, end: int) -> int:
    """Play a legal ply; the result of its battle."""
    mover = state[start]
    fallen = state[end]
    result = NO_BATTLE if fallen < 0 else duel(rules, state, start, end)
    shift(state, start, end, result)
    state[QUIET] = state[QUIET] + 1 if result == NO_BATTLE else 0
    state[NUMBER] += 1
    state[OUTCOME] = ending(rules, state, mover, fallen, end, result)
    state[TURN] = 1 - (mover >> 4)
    return result


@compiled
def legal_plies(rules: Numbers, state: Numbers, out: Numbers) -> int:
    """Write 64 * start + end of every legal ply in board order; how many."""
    owner = state[TURN]
    own, foe = state[HELD + owner], state[HELD + 1 - owner]
    count = 0
    left = own
    while left:
        square = lowest(left)
        left &= left - 1
        reached = targets(rules, owner, state[square] & 15, square, own, foe)
        while reached:
            out[count] = square * 64 + lowest(reached)
            reached &= reached - 1
            count += 1
    return count


@compiled
def set_up(state: Numbers, first: Numbers, second: Numbers) -> None:
    """The start with these kinds, by square in board order of each side's camp."""
    state[:] = 0
    for slot in range(CAMP):
        state[slot] = first[slot]
        state[CAMP + slot] = 16 + second[slot]
        state[ALIVE + first[slot]] += 1
        state[ALIVE + 16 + second[slot]] += 1
    state[HELD] = (1 << CAMP) - 1
    state[HELD + 1] = state[HELD] << CAMP
    state[WINNER] = -1


@compiled
def restore(state: Numbers, board: Numbers) -> None:
    """A running match from its 46 squares and, behind them, the side to move; its age is not told."""
    state[:] = 0
    for square in range(SQUARES):
        standing = board[square]
        state[square] = standing
        if standing >= 0:
            state[HELD + (standing >> 4)] |= 1 << square
            state[ALIVE + standing] += 1
    state[TURN] = board[SQUARES]
    state[WINNER] = -1


@compiled
def deal(rules: Numbers, owner: int, dice: Numbers, out: Numbers) -> None:
    """A layout, uniform over the legal ones."""
    while True:
        for slot in range(CAMP):
            out[slot] = DECK[slot]
        legal = True
        for slot in range(CAMP - 1, -1, -1):
            other = roll(dice, slot + 1)
            out[slot], out[other] = out[other], out[slot]
        for slot in range(CAMP):
            square = owner * CAMP + slot
            if out[slot] == MINE and not (rules[MINE_SQUARES + owner] >> square) & 1:
                legal = False
            if out[slot] == FLAG and not (rules[FLAG_SQUARES + owner] >> square) & 1:
                legal = False
        if legal:
            return


@compiled
def play_at_random(rules: Numbers, state: Numbers, dice: Numbers, reach: Numbers) -> None:
    """One ply, uniform over the legal ones. `reach`: room for 23 sets."""
    owner = state[TURN]
    own, foe = state[HELD + owner], state[HELD + 1 - owner]
    total, pieces = 0, 0
    left = own
    while left:
        square = lowest(left)
        left &= left - 1
        reached = targets(rules, owner, state[square] & 15, square, own, foe)
        reach[pieces] = reached
        pieces += 1
        total += size(reached)
    pick = roll(dice, total)
    left = own
    pieces = 0
    while True:
        square = lowest(left)
        left &= left - 1
        reached = reach[pieces]
        pieces += 1
        count = size(reached)
        if pick < count:
            while pick > 0:
                reached &= reached - 1
                pick -= 1
            play(rules, state, square, lowest(reached))
            return
        pick -= count


@compiled
def random_matches(rules: Numbers, matches: int, dice: Numbers) -> int:
    """Play that many whole matches between random layouts; the number of plies."""
    state = np.zeros(STATE, dtype=np.int64)
    first = np.zeros(CAMP, dtype=np.int64)
    second = np.zeros(CAMP, dtype=np.int64)
    reach = np.zeros(CAMP, dtype=np.int64)
    plies = 0
    for _ in range(matches):
        deal(rules, 0, dice, first)
        deal(rules, 1, dice, second)
        set_up(state, first, second)
        while state[OUTCOME] == 0:
            play_at_random(rules, state, dice, reach)
        plies += state[NUMBER]
    return plies
