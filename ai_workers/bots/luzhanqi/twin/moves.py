"""Where pieces may go: along roads and rails, into which squares, and the list of legal plies.

`marks` is room for one number per square and a stamp, so that a square reached twice counts once.
"""

from __future__ import annotations

from ai_workers.bots.luzhanqi.twin.battles import clears, may_take
from ai_workers.bots.luzhanqi.twin.compiled import compiled
from ai_workers.bots.luzhanqi.twin.pieces import BOMB, ENGINEER, FLAG, MINE, army_of
from ai_workers.bots.luzhanqi.twin.repetition import without_repeats
from ai_workers.bots.luzhanqi.twin.state import CARRY, FACE_DOWN, SHOWN, UNDER
from ai_workers.bots.luzhanqi.twin.tables import (
    ATTACKS_HIDDEN,
    DEALT,
    END,
    END_OF_RAYS,
    FORBIDS_SUICIDE,
    FRIENDS,
    LOCKED,
    MOUNTAIN,
    OPEN_BOMB,
    RAILS,
    RAYS,
    SHELTER,
    SIZE,
    SQUARES,
    STEPS,
    TURNING,
    TYPES,
    Numbers,
)

STAMP = SQUARES
MARKS = SQUARES + 1
MOST_PLIES = 1024


@compiled
def reach(rules: Numbers, state: Numbers, square: int, marks: Numbers, ends: Numbers) -> int:
    """Write every square that the piece reaches, the first occupied one of each way included; how many."""
    marks[STAMP] += 1
    stamp = marks[STAMP]
    marks[square] = stamp
    count = 0
    engineer = state[square] & 15 == ENGINEER
    if engineer or rules[TURNING]:
        count = spread(rules, state, square, rules[SIZE] if engineer else rules[TURNING], marks, ends)
    else:
        at = rules[RAYS + square]
        while rules[at] != END_OF_RAYS:
            following = rules[at]
            at += 1
            while rules[at] != END:
                end = rules[at]
                if marks[end] != stamp:
                    marks[end] = stamp
                    ends[count] = end
                    count += 1
                if state[end] >= 0:
                    break
                at += 1
            at = following
    at = rules[STEPS + (SQUARES if engineer else 0) + square]
    while rules[at] != END:
        if marks[rules[at]] != stamp:
            marks[rules[at]] = stamp
            ends[count] = rules[at]
            count += 1
        at += 1
    return count


@compiled
def spread(rules: Numbers, state: Numbers, square: int, steps: int, marks: Numbers, ends: Numbers) -> int:
    """Along rails over empty squares, turning anywhere (G7); how many squares it wrote."""
    stamp = marks[STAMP]
    begin, last, count = -1, 0, 0
    for _ in range(steps):
        for index in range(begin, last):
            if index >= 0 and state[ends[index]] >= 0:
                continue
            at = rules[RAILS + (square if index < 0 else ends[index])]
            while rules[at] != END:
                if marks[rules[at]] != stamp:
                    marks[rules[at]] = stamp
                    ends[count] = rules[at]
                    count += 1
                at += 1
        if count == last:
            break
        begin, last = last, count
    return count


@compiled
def objects(rules: Numbers, state: Numbers, it: int, end: int) -> bool:
    """Whether flip keeps a piece off an occupied square that it reaches (F5 to F8)."""
    standing = state[end]
    if not standing & SHOWN:
        return not rules[ATTACKS_HIDDEN]
    code, other = it & 15, standing & 15
    army = it >> 4 & 3
    if standing >> 4 & 3 == army:
        return True
    if other == FLAG:
        return not may_take(rules, state, it)
    if code == BOMB or other == BOMB:
        return False
    if other == MINE:
        return not clears(rules, state, it)
    if rules[FORBIDS_SUICIDE] and code > other:
        return True
    return state[UNDER + 1 - army] == end and code < other and not may_take(rules, state, it)


@compiled
def allows(rules: Numbers, state: Numbers, square: int, end: int) -> bool:
    """Whether a piece may enter a square that it reaches."""
    standing = state[end]
    if standing < 0:
        return True
    it = state[square]
    if rules[TYPES + end] & SHELTER or rules[TYPES + square] & MOUNTAIN:
        return False
    if rules[DEALT]:
        return not objects(rules, state, it, end)
    if rules[FRIENDS + (it >> 4 & 3)] >> (standing >> 4 & 3) & 1:
        return False
    return not (rules[OPEN_BOMB] and it & 15 == BOMB and standing & 15 == FLAG)


@compiled
def may_leave(rules: Numbers, state: Numbers, army: int, square: int) -> bool:
    """Whether a piece of this army stands there that could move at all (G4)."""
    it = state[square]
    if it < 0 or it >> 4 & 3 != army or rules[TYPES + square] & LOCKED:
        return False
    code = it & 15
    if code == MINE or code == FLAG:
        return False
    return not rules[DEALT] or it & SHOWN != 0


@compiled
def can_step(rules: Numbers, state: Numbers, square: int, begin: int) -> bool:
    """Whether a piece may enter one of the squares of a list that all lie next to it."""
    at = begin
    while rules[at] != END:
        if allows(rules, state, square, rules[at]):
            return True
        at += 1
    return False


@compiled
def can_act(rules: Numbers, state: Numbers, seat: int) -> bool:
    """Whether a seat has a legal ply: who can go far by rail can go one step."""
    if state[FACE_DOWN] and rules[DEALT]:
        return True
    army = army_of(rules, state, seat)
    for square in range(rules[SIZE]):
        if may_leave(rules, state, army, square):
            steps = STEPS + (SQUARES if state[square] & 15 == ENGINEER else 0)
            if can_step(rules, state, square, rules[steps + square]):
                return True
            if can_step(rules, state, square, rules[RAILS + square]):
                return True
    return False


@compiled
def list_plies(
    rules: Numbers, state: Numbers, seat: int, fights: bool, marks: Numbers, ends: Numbers, plies: Numbers
) -> int:
    """Write the legal plies of a seat, battles first; with `fights` those alone. How many.

    A battle is what goes to an occupied square.
    """
    army = army_of(rules, state, seat)
    count, last = 0, MOST_PLIES
    for square in range(rules[SIZE]):
        if not may_leave(rules, state, army, square):
            if rules[DEALT] and not fights and state[square] >= 0 and not state[square] & SHOWN:
                last -= 1
                plies[last] = square * 257
            continue
        loaded = rules[DEALT] and state[UNDER + 1 - army] == square
        for index in range(reach(rules, state, square, marks, ends)):
            end = ends[index]
            if not allows(rules, state, square, end):
                continue
            if state[end] >= 0:
                plies[count] = square + 256 * end
                count += 1
            elif not fights:
                last -= 1
                plies[last] = square + 256 * end
                if loaded:
                    last -= 1
                    plies[last] = square + 256 * end + CARRY
    while last < MOST_PLIES:
        plies[count] = plies[last]
        count += 1
        last += 1
    return without_repeats(rules, state, seat, plies, count)
