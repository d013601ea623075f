"""Looking some plies ahead in one full position, by alpha and beta; and in many, for every ply at the root.

Values are seen from the seat that thinks; whoever wins with it wants the most, all others the least. Pieces
that lie face down stay as they are below the root, where turning one up counts as waiting: what it is, nobody
would know then. Battles that only lose the attacker are not looked at below the root either.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from ai_workers.bots.luzhanqi.twin.battles import judge
from ai_workers.bots.luzhanqi.twin.compiled import compiled
from ai_workers.bots.luzhanqi.twin.engine import play
from ai_workers.bots.luzhanqi.twin.moves import MARKS, MOST_PLIES, list_plies
from ai_workers.bots.luzhanqi.twin.state import BOTH, DEFENDER, FACE_DOWN, OUTCOME, SHOWN, STATE, TURN
from ai_workers.bots.luzhanqi.twin.tables import DEALT, FRIENDS, SQUARES, Numbers
from ai_workers.bots.luzhanqi.twin.values import WIN, value

Scores = npt.NDArray[np.float64]
SURE = WIN - 1000
DEEPEST = 16
SCALE = 500.0
PRIZE = np.array([10, 9, 8, 7, 6, 5, 3, 2, 4, 1, 6, 11], dtype=np.int64)
MOST_PRIZE = 16
KEY = 20  # bits of a ply below what it is sorted by
NODES, LIMIT = 0, 1  # in `work`
COUNT, NEXT, ALPHA, BETA, BEST, WANTS_MOST = range(6)


@compiled
def without_hidden(state: Numbers, plies: Numbers, count: int) -> int:
    """Only the plies that turn nothing up."""
    kept = 0
    for index in range(count):
        start, end = plies[index] & 255, plies[index] >> 8 & 255
        if start != end and (state[end] < 0 or state[end] & SHOWN):
            plies[kept] = plies[index]
            kept += 1
    return kept


@compiled
def promise(rules: Numbers, state: Numbers, ply: int) -> int:
    """What battles are sorted by: won ones before exchanges, by gain; -1 where only the attacker falls."""
    it, other = state[ply & 255], state[ply >> 8 & 255]
    result = judge(rules, state, it, other)
    if result == DEFENDER:
        return -1
    if result == BOTH:
        return MOST_PRIZE + PRIZE[other & 15] - PRIZE[it & 15]
    return 2 * MOST_PRIZE + PRIZE[other & 15]


@compiled
def sort_battles(rules: Numbers, state: Numbers, plies: Numbers, count: int) -> int:
    """Order the battles, which come first, and drop those that only lose, if anything is left; how many."""
    battles = 0
    while battles < count and state[plies[battles] >> 8 & 255] >= 0:
        ply = plies[battles]
        key = promise(rules, state, ply)
        at = battles
        while at > 0 and plies[at - 1] >> KEY < key:
            plies[at] = plies[at - 1]
            at -= 1
        plies[at] = key << KEY | ply
        battles += 1
    lost = 0
    for index in range(battles):
        if plies[index] < 0:
            lost += 1
        plies[index] &= (1 << KEY) - 1
    if lost == count:
        return count
    for index in range(battles, count):
        plies[index - lost] = plies[index]
    return count - lost


@compiled
def put_first(state: Numbers, plies: Numbers, count: int, wanted: int) -> None:
    """Move a ply without a battle, if it is among these, before all others without one."""
    at = 0
    while at < count and plies[at] != wanted:
        at += 1
    if at == count:
        return
    while at > 0 and state[plies[at - 1] >> 8 & 255] < 0:
        plies[at] = plies[at - 1]
        at -= 1
    plies[at] = wanted


@compiled
def later(found: int) -> int:
    """A win or loss one ply further away."""
    if found > SURE:
        return found - 1
    return found + 1 if found < -SURE else found


@compiled
def take(frame: Numbers, found: int) -> None:
    if frame[WANTS_MOST]:
        frame[BEST] = max(frame[BEST], found)
        frame[ALPHA] = max(frame[ALPHA], found)
    else:
        frame[BEST] = min(frame[BEST], found)
        frame[BETA] = min(frame[BETA], found)


@compiled
def enter(
    rules: Numbers,
    seat: int,
    left: int,
    extra: int,
    state: Numbers,
    plies: Numbers,
    frame: Numbers,
    room: Numbers,
    killers: Numbers,
) -> bool:
    """Set up a frame whose ALPHA and BETA stand; False where BEST is the value already.

    From `left` = 0 on only battles are tried, `extra` plies deep, and nobody has to fight.
    """
    marks, ends = room[:MARKS], room[MARKS : MARKS + SQUARES]
    mover = state[TURN]
    frame[WANTS_MOST] = 0 if mover < 0 else rules[FRIENDS + seat] >> mover & 1
    frame[COUNT], frame[NEXT] = 0, 0
    if state[OUTCOME] or left <= -extra:
        frame[BEST] = value(rules, state, seat, ends)
        return False
    hides = rules[DEALT] and state[FACE_DOWN] > 0
    if left <= 0 or hides:
        frame[BEST] = value(rules, state, seat, ends)
        take(frame, frame[BEST])
        if frame[ALPHA] >= frame[BETA]:
            return False
    else:
        frame[BEST] = -WIN if frame[WANTS_MOST] else WIN
    count = list_plies(rules, state, mover, left <= 0, marks, ends, plies)
    if hides:
        count = without_hidden(state, plies, count)
    count = sort_battles(rules, state, plies, count)
    if left > 0:
        put_first(state, plies, count, killers[1])
        put_first(state, plies, count, killers[0])
    frame[COUNT] = count
    return True


@compiled
def remember_cut(state: Numbers, ply: int, killers: Numbers) -> None:
    """A ply that cut off is tried early where as many plies were played: it often does so again."""
    if state[ply >> 8 & 255] < 0 and killers[0] != ply:
        killers[1] = killers[0]
        killers[0] = ply


@compiled
def look(
    rules: Numbers,
    seat: int,
    depth: int,
    extra: int,
    states: Numbers,
    plies: Numbers,
    frames: Numbers,
    room: Numbers,
    killers: Numbers,
    work: Numbers,
) -> int:
    """The value of `states[0]` within the bounds of `frames[0]`. A loop: numba cannot cache recursion.

    Beyond the limit of the work it comes back at once, with a value that counts nothing.
    """
    level = 0
    going = enter(rules, seat, depth, extra, states[0], plies[0], frames[0], room, killers[0])
    while True:
        frame = frames[level]
        if going and frame[NEXT] > 0 and work[NODES] > work[LIMIT]:
            going = False
        if going and frame[NEXT] < frame[COUNT] and frame[ALPHA] < frame[BETA]:
            ply = plies[level, frame[NEXT]]
            frame[NEXT] += 1
            work[NODES] += 1
            below = states[level + 1]
            below[:] = states[level]
            play(rules, below, ply, room[:MARKS], room[MARKS : MARKS + SQUARES], plies[level + 1])
            level += 1
            frames[level, ALPHA], frames[level, BETA] = frame[ALPHA], frame[BETA]
            left = depth - level
            if work[NODES] > work[LIMIT]:
                left = -extra
            going = enter(rules, seat, left, extra, below, plies[level], frames[level], room, killers[level])
            continue
        if level == 0:
            return frame[BEST]
        level -= 1
        take(frames[level], later(frame[BEST]))
        if frames[level, ALPHA] >= frames[level, BETA]:
            remember_cut(states[level], plies[level, frames[level, NEXT] - 1], killers[level])
        going = True


@compiled
def odds(worth: int) -> float:
    """The chance to win that a value stands for; an earlier end is a little more extreme."""
    if worth > SURE:
        return 1.0 + 0.01 - (WIN - worth) * 0.001
    if worth < -SURE:
        return -0.01 + (WIN + worth) * 0.001
    return 1.0 / (1.0 + math.exp(-worth / SCALE))


@compiled
def weigh(
    rules: Numbers,
    seat: int,
    world: Numbers,
    tried: Numbers,
    depth: int,
    extra: int,
    exact: bool,
    totals: Scores,
    work: Numbers,
) -> None:
    """Add to `totals`, for each of the plies `tried` that is not negative, its odds in this world.

    Without `exact` those that are no better than one before them may be rated too high, up to that one.
    Beyond the limit of the work what is added says nothing.
    """
    states = np.zeros((DEEPEST, STATE), dtype=np.int64)
    plies = np.zeros((DEEPEST, MOST_PLIES), dtype=np.int64)
    frames = np.zeros((DEEPEST, 6), dtype=np.int64)
    room = np.zeros(MARKS + SQUARES, dtype=np.int64)
    killers = np.full((DEEPEST, 2), -1, dtype=np.int64)
    best = -WIN - 1
    for which in range(tried.shape[0]):
        if tried[which] < 0:
            continue
        work[NODES] += 1
        states[0] = world
        play(rules, states[0], tried[which], room[:MARKS], room[MARKS : MARKS + SQUARES], plies[0])
        frames[0, ALPHA] = -WIN - 1 if exact else best - 1
        frames[0, BETA] = WIN + 1
        ahead = depth - 1 if work[NODES] <= work[LIMIT] else -extra
        found = later(look(rules, seat, ahead, extra, states, plies, frames, room, killers, work))
        best = max(best, found)
        totals[which] += odds(found)
