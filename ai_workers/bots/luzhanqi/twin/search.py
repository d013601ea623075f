"""Looking some plies ahead in one full position, by alpha and beta; and in many, for every ply at the root.

Values are seen from the seat that thinks; whoever wins with it wants the most, all others the least. Pieces
that lie face down stay as they are below the root, where turning one up counts as waiting: what it is, nobody
would know then.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from ai_workers.bots.luzhanqi.twin.compiled import compiled
from ai_workers.bots.luzhanqi.twin.engine import play
from ai_workers.bots.luzhanqi.twin.moves import MARKS, MOST_PLIES, list_plies
from ai_workers.bots.luzhanqi.twin.state import FACE_DOWN, OUTCOME, SHOWN, STATE, TURN
from ai_workers.bots.luzhanqi.twin.tables import DEALT, FRIENDS, SQUARES, Numbers
from ai_workers.bots.luzhanqi.twin.values import WIN, value

Scores = npt.NDArray[np.float64]
SURE = WIN - 1000
DEEPEST = 16
SCALE = 500.0
PRIZE = np.array([10, 9, 8, 7, 6, 5, 3, 2, 4, 1, 6, 11], dtype=np.int64)
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
def sort_battles(state: Numbers, plies: Numbers, count: int) -> None:
    """The battles, which come first, by whom they are with: those worth most cut off most."""
    for index in range(1, count):
        ply = plies[index]
        if state[ply >> 8 & 255] < 0 or ply & 255 == ply >> 8 & 255:
            return
        key = PRIZE[state[ply >> 8 & 255] & 15]
        at = index
        while at > 0 and PRIZE[state[plies[at - 1] >> 8 & 255] & 15] < key:
            plies[at] = plies[at - 1]
            at -= 1
        plies[at] = ply


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
    sort_battles(state, plies, count)
    frame[COUNT] = count
    return True


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
    work: Numbers,
) -> int:
    """The value of `states[0]` within the bounds of `frames[0]`. A loop: numba cannot cache recursion.

    Beyond the limit of the work it comes back at once, with a value that counts nothing.
    """
    level = 0
    going = enter(rules, seat, depth, extra, states[0], plies[0], frames[0], room)
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
            going = enter(rules, seat, left, extra, below, plies[level], frames[level], room)
            continue
        if level == 0:
            return frame[BEST]
        level -= 1
        take(frames[level], later(frame[BEST]))
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
        found = later(look(rules, seat, ahead, extra, states, plies, frames, room, work))
        best = max(best, found)
        totals[which] += odds(found)
