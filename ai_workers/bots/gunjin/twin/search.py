"""Looking some plies ahead in one full position, by alpha and beta; and in many, for every ply at the root.

Values are seen from the side to move, in the unit of values.py; WIN less the plies until then is a win.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from ai_workers.bots.gunjin.twin.belief import AT, OWN_AT, PLIES, QUIET_PLIES
from ai_workers.bots.gunjin.twin.compiled import compiled, lowest
from ai_workers.bots.gunjin.twin.engine import (
    ALIVE,
    HELD,
    HOME_OF_FIRST,
    HOME_OF_SECOND,
    NUMBER,
    QUIET,
    STATE,
    TURN,
    WINNER,
    can_move,
    decided,
    duel,
    shift,
    targets,
)
from ai_workers.bots.gunjin.twin.tables import (
    ATTACKER,
    BOTH,
    CAMP,
    MAX_PLIES,
    NO_BATTLE,
    OCCUPIES,
    QUIET_LIMIT,
    SQUARES,
    Numbers,
)
from ai_workers.bots.gunjin.twin.values import (
    CLOSE,
    EARLY,
    LATE,
    SIEGE,
    SUM_EARLY,
    SUM_LATE,
    SUM_UNBEATEN,
    TOP,
    UNBEATEN,
    WITHIN_HOME,
    besieger,
    recount,
    recount_all,
    share,
    siege,
    siege_zone,
    summed,
    value,
)

Scores = npt.NDArray[np.float64]
WIN = 1_000_000
SURE = WIN - 1000
NOTHING = -(1 << 50)
DEEPEST = 8
SAVED = 16
NODES = 0  # in `work`
# A node on the way down: its squares still to try, the targets of the piece at START, and its bounds.
LEFT, REACHED, START, END, FIGHTS, ALPHA, BETA, BEST = range(8)


@compiled
def damped(rules: Numbers, worth: int, quiet: int) -> int:
    """The nearer the draw by quiet plies, the less any lead is worth."""
    limit = rules[QUIET_LIMIT]
    if quiet >= limit:
        return 0
    if worth < 0:  # the same for both sides
        return -(-worth * (limit - quiet) // limit)
    return worth * (limit - quiet) // limit


@compiled
def make(rules: Numbers, weights: Numbers, state: Numbers, start: int, end: int, saved: Numbers) -> int:
    """Play without asking for ends; `saved` is what `unmake` needs."""
    mover, fallen = state[start], state[end]
    saved[0], saved[1] = mover, fallen
    for index in range(4):
        saved[2 + index] = state[HELD + index]
    for index in range(6):
        saved[6 + index] = state[SUM_EARLY + index]
    result = NO_BATTLE if fallen < 0 else duel(rules, state, start, end)
    saved[12] = result
    shift(state, start, end, result)
    state[TURN] = 1 - state[TURN]
    state[NUMBER] += 1
    code, owner = mover & 15, mover >> 4
    sign = 1 - 2 * owner
    seen_start = start if owner == 0 else SQUARES - 1 - start
    seen_end = end if owner == 0 else SQUARES - 1 - end
    row = code * SQUARES
    state[SUM_EARLY] -= sign * weights[EARLY + row + seen_start]
    state[SUM_LATE] -= sign * weights[LATE + row + seen_start]
    if result == NO_BATTLE or result == ATTACKER:
        state[SUM_EARLY] += sign * weights[EARLY + row + seen_end]
        state[SUM_LATE] += sign * weights[LATE + row + seen_end]
    if result == NO_BATTLE:
        state[QUIET] += 1
        if code < state[TOP + 1 - owner] and (rules[OCCUPIES] >> code) & 1:
            state[SUM_UNBEATEN] += sign * (weights[UNBEATEN + seen_end] - weights[UNBEATEN + seen_start])
        return result
    state[QUIET] = 0
    if result == ATTACKER or result == BOTH:
        place = (fallen & 15) * SQUARES + SQUARES - 1 - seen_end
        state[SUM_EARLY] += sign * weights[EARLY + place]
        state[SUM_LATE] += sign * weights[LATE + place]
    recount(rules, weights, state)
    return result


@compiled
def unmake(state: Numbers, start: int, end: int, saved: Numbers) -> None:
    mover, fallen, result = saved[0], saved[1], saved[12]
    state[start] = mover
    state[end] = fallen
    for index in range(4):
        state[HELD + index] = saved[2 + index]
    for index in range(6):
        state[SUM_EARLY + index] = saved[6 + index]
    state[NUMBER] -= 1
    if result != NO_BATTLE:
        if result != ATTACKER:
            state[ALIVE + mover] += 1
        if result == ATTACKER or result == BOTH:
            state[ALIVE + fallen] += 1


@compiled
def static(rules: Numbers, weights: Numbers, state: Numbers) -> int:
    """The value for the side to move, without looking further."""
    worth = value(rules, weights, state)
    return damped(rules, worth if state[TURN] == 0 else -worth, state[QUIET])


@compiled
def best_step(
    rules: Numbers, weights: Numbers, state: Numbers, saved: Numbers, beta: int, work: Numbers
) -> int:
    """The best value after one more ply; moves that only change squares are not even played.

    That a ply leaves the other side none is not looked for here.
    """
    owner = state[TURN]
    own, foe = state[HELD + owner], state[HELD + 1 - owner]
    goal = HOME_OF_SECOND if owner == 0 else HOME_OF_FIRST
    early = share(state)
    sign = 1 - 2 * owner
    state[TURN] = 1 - owner
    mixed = state[SUM_EARLY] * early + state[SUM_LATE] * (64 - early)
    zone, near_goal = siege_zone(rules, state, owner), WITHIN_HOME[1 - owner, CLOSE]
    alarm = siege(rules, weights, state, owner)
    fixed = summed(weights, state) + sign * (siege(rules, weights, state, 1 - owner) - alarm)
    state[TURN] = owner
    top = state[TOP + 1 - owner]
    calm = state[QUIET] + 1 >= rules[QUIET_LIMIT] or state[NUMBER] + 1 >= rules[MAX_PLIES]
    best = -WIN
    best_quiet = NOTHING
    left = own
    while left:
        square = lowest(left)
        left &= left - 1
        code = state[square] & 15
        reached = targets(rules, owner, code, square, own, foe)
        if reached == 0:
            continue
        work[NODES] += 1
        occupies = (rules[OCCUPIES] >> code) & 1
        if occupies and (reached & ~foe) >> goal & 1:
            return WIN - 1
        fights = reached & foe
        while fights:
            end = lowest(fights)
            fights &= fights - 1
            work[NODES] += 1
            fallen = state[end]
            result = make(rules, weights, state, square, end, saved)
            if decided(rules, state, saved[0], fallen, end, result):
                winner = state[WINNER]
                found = 0 if winner < 0 else (WIN - 1 if winner == owner else 1 - WIN)
            else:
                found = value(rules, weights, state) * sign
            unmake(state, square, end, saved)
            best = max(best, found)
        steps = reached & ~foe
        row = code * SQUARES
        seen = square if owner == 0 else SQUARES - 1 - square
        free = code < top and occupies
        from_early, from_late = weights[EARLY + row + seen], weights[LATE + row + seen]
        pressing = 0
        if occupies and (near_goal >> square) & 1:
            pressing = pressure(rules, weights, state, square, square)
        while steps:
            end = lowest(steps)
            steps &= steps - 1
            seen_end = end if owner == 0 else SQUARES - 1 - end
            gain = (weights[EARLY + row + seen_end] - from_early) * early
            gain += (weights[LATE + row + seen_end] - from_late) * (64 - early)
            if free:
                gain += 64 * (weights[UNBEATEN + seen_end] - weights[UNBEATEN + seen])
            if occupies:
                gain -= 64 * pressing
                if (near_goal >> end) & 1:
                    gain += 64 * pressure(rules, weights, state, square, end)
            if zone & (1 << square | 1 << end):
                gain += 64 * (alarm - alarm_after(rules, weights, state, square, end))
            best_quiet = max(best_quiet, gain)
        if best >= beta:
            return best
        if best_quiet > NOTHING and not calm:
            worth = sign * (fixed + ((mixed + sign * best_quiet) >> 6))
            found = damped(rules, worth, state[QUIET] + 1)
            if found >= beta:
                return found
    if best_quiet > NOTHING:
        worth = sign * (fixed + ((mixed + sign * best_quiet) >> 6))
        best = max(best, 0 if calm else damped(rules, worth, state[QUIET] + 1))
    return best


@compiled
def pressure(rules: Numbers, weights: Numbers, state: Numbers, square: int, end: int) -> int:
    """What the occupier on `square` is worth in `siege` when it stands on `end` and the other is to move."""
    owner, there = state[TURN], state[end]
    state[end] = state[square]
    state[TURN] = 1 - owner
    found = weights[SIEGE + besieger(rules, state, 1 - owner, end)]
    state[TURN] = owner
    state[end] = there
    return found


@compiled
def alarm_after(rules: Numbers, weights: Numbers, state: Numbers, start: int, end: int) -> int:
    """What threatens the side to move in `siege` after this move to an empty square."""
    owner = state[TURN]
    state[end], state[start] = state[start], -1
    state[HELD + owner] ^= 1 << start | 1 << end
    state[TURN] = 1 - owner
    found = siege(rules, weights, state, owner)
    state[TURN] = owner
    state[HELD + owner] ^= 1 << start | 1 << end
    state[start], state[end] = state[end], -1
    return found


@compiled
def stuck(rules: Numbers, state: Numbers) -> int:
    """The value for the side to move when it has no ply."""
    return 1 - WIN if can_move(rules, state, 1 - state[TURN]) else 0


@compiled
def can_occupy(rules: Numbers, state: Numbers) -> bool:
    """Whether the side to move can walk into an empty headquarters."""
    owner = state[TURN]
    goal = HOME_OF_SECOND if owner == 0 else HOME_OF_FIRST
    if state[goal] >= 0:
        return False
    own, foe = state[HELD + owner], state[HELD + 1 - owner]
    left = own
    while left:
        square = lowest(left)
        left &= left - 1
        code = state[square] & 15
        if (rules[OCCUPIES] >> code) & 1 and (targets(rules, owner, code, square, own, foe) >> goal) & 1:
            return True
    return False


@compiled
def next_ply(rules: Numbers, state: Numbers, frame: Numbers) -> bool:
    """Set START and END of the frame to its next ply, battles first; False after the last."""
    owner = state[TURN]
    own, foe = state[HELD + owner], state[HELD + 1 - owner]
    while frame[REACHED] == 0:
        if frame[LEFT] == 0:
            if frame[FIGHTS] == 0:
                return False
            frame[FIGHTS] = 0
            frame[LEFT] = own
        square = lowest(frame[LEFT])
        frame[LEFT] &= frame[LEFT] - 1
        reached = targets(rules, owner, state[square] & 15, square, own, foe)
        frame[START] = square
        frame[REACHED] = reached & foe if frame[FIGHTS] else reached & ~foe
    frame[END] = lowest(frame[REACHED])
    frame[REACHED] &= frame[REACHED] - 1
    return True


@compiled
def look(
    rules: Numbers,
    weights: Numbers,
    state: Numbers,
    saved: Numbers,
    frames: Numbers,
    depth: int,
    work: Numbers,
) -> int:
    """The value for the side to move, `depth` plies deep. A loop, because numba cannot cache recursion."""
    level = depth
    frames[level, ALPHA] = -WIN
    frames[level, BETA] = WIN
    found = 0
    while True:
        # enter the node at `level`
        known = True
        if level == 0:
            work[NODES] += 1
            found = static(rules, weights, state)
        elif level == 1:
            found = best_step(rules, weights, state, saved[1], frames[1, BETA], work)
            if found == -WIN:
                found = stuck(rules, state)
        elif can_occupy(rules, state):
            found = WIN - 1
        else:
            known = False
            frames[level, LEFT] = state[HELD + state[TURN]]
            frames[level, REACHED] = 0
            frames[level, FIGHTS] = 1
            frames[level, BEST] = -WIN
        while True:
            if known:
                if level == depth:
                    return found
                level += 1
                found = later(-found)
                unmake(state, frames[level, START], frames[level, END], saved[level])
                take(frames[level], found)
            frame = frames[level]
            known = False
            if frame[BEST] >= frame[BETA] or not next_ply(rules, state, frame):
                found = frame[BEST] if frame[BEST] > -WIN else stuck(rules, state)
                known = True
                continue
            end, owner = frame[END], state[TURN]
            fallen = state[end]
            work[NODES] += 1
            result = make(rules, weights, state, frame[START], end, saved[level])
            if decided(rules, state, saved[level, 0], fallen, end, result):
                winner = state[WINNER]
                take(frame, 0 if winner < 0 else (WIN - 1 if winner == owner else 1 - WIN))
            elif state[QUIET] >= rules[QUIET_LIMIT] or state[NUMBER] >= rules[MAX_PLIES]:
                take(frame, 0)
            else:
                level -= 1
                frames[level, ALPHA] = -frame[BETA]
                frames[level, BETA] = -max(frame[ALPHA], frame[BEST])
                break
            unmake(state, frame[START], end, saved[level])


@compiled
def later(found: int) -> int:
    """A win or loss one ply further away."""
    if found > SURE:
        return found - 1
    return found + 1 if found < -SURE else found


@compiled
def take(frame: Numbers, found: int) -> None:
    frame[BEST] = max(frame[BEST], found)


@compiled
def try_ply(
    rules: Numbers,
    weights: Numbers,
    state: Numbers,
    saved: Numbers,
    frames: Numbers,
    depth: int,
    ply: int,
    work: Numbers,
) -> int:
    """The value of a ply for the side that makes it, the ply and `depth` - 1 more deep."""
    start, end = ply >> 6, ply & 63
    owner = state[TURN]
    fallen = state[end]
    work[NODES] += 1
    result = make(rules, weights, state, start, end, saved[depth])
    if decided(rules, state, saved[depth, 0], fallen, end, result):
        winner = state[WINNER]
        found = 0 if winner < 0 else (WIN - 1 if winner == owner else 1 - WIN)
    elif state[QUIET] >= rules[QUIET_LIMIT] or state[NUMBER] >= rules[MAX_PLIES]:
        found = 0
    else:
        found = later(-look(rules, weights, state, saved, frames, depth - 1, work))
    unmake(state, start, end, saved[depth])
    return found


@compiled
def imagine(me: int, own: Numbers, belief: Numbers, dealt: Numbers, state: Numbers) -> None:
    """The full position with these kinds for the opponent."""
    state[:] = 0
    for square in range(SQUARES):
        state[square] = -1
    foe = 1 - me
    for slot in range(CAMP):
        square = belief[OWN_AT + slot]
        if square >= 0:
            state[square] = 16 * me + own[slot]
            state[HELD + me] |= 1 << square
            state[ALIVE + 16 * me + own[slot]] += 1
        square = belief[AT + slot]
        if square >= 0:
            state[square] = 16 * foe + dealt[slot]
            state[HELD + foe] |= 1 << square
            state[ALIVE + 16 * foe + dealt[slot]] += 1
    state[TURN] = me
    state[QUIET] = belief[QUIET_PLIES]
    state[NUMBER] = belief[PLIES]
    state[WINNER] = -1


@compiled
def odds(worth: int) -> float:
    """The chance to win that a value stands for; an earlier end is a little more extreme."""
    if worth > SURE:
        return 1.0 + 0.01 - (WIN - worth) * 0.001
    if worth < -SURE:
        return -0.01 + (WIN + worth) * 0.001
    return 1.0 / (1.0 + math.exp(-worth / 1000))


@compiled
def weigh(
    rules: Numbers,
    weights: Numbers,
    me: int,
    own: Numbers,
    belief: Numbers,
    worlds: Numbers,
    plies: Numbers,
    depth: int,
    totals: Scores,
    work: Numbers,
) -> None:
    """Add to `totals`, for each of `plies` that is not negative, its odds in each of the worlds."""
    state = np.zeros(STATE, dtype=np.int64)
    saved = np.zeros((DEEPEST + 1, SAVED), dtype=np.int64)
    frames = np.zeros((DEEPEST + 1, 8), dtype=np.int64)
    for index in range(worlds.shape[0]):
        imagine(me, own, belief, worlds[index], state)
        recount_all(rules, weights, state)
        for which in range(plies.shape[0]):
            if plies[which] >= 0:
                worth = try_ply(rules, weights, state, saved, frames, depth, plies[which], work)
                totals[which] += odds(worth)
