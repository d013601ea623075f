"""What flip adds: turning pieces up, settled colours, flags that are entered and carried home."""

from __future__ import annotations

from ai_workers.bots.luzhanqi.twin.battles import fight, judge, may_take
from ai_workers.bots.luzhanqi.twin.compiled import compiled
from ai_workers.bots.luzhanqi.twin.outcomes import win
from ai_workers.bots.luzhanqi.twin.pieces import ENGINEER, FLAG, lift, put
from ai_workers.bots.luzhanqi.twin.state import (
    ARMY,
    BURIED,
    CARRY,
    FACE_DOWN,
    FLAG_HOME,
    FLAG_TAKEN,
    MOVED,
    NEITHER,
    PLAIN_MOVE,
    QUIET,
    SHOWN,
    TURNED,
    UNDER,
)
from ai_workers.bots.luzhanqi.twin.tables import (
    ANY_HQ,
    CAPTURE,
    COLOUR_RULE,
    FIRST_ENGINEER,
    FIRST_FLIP,
    GLOBAL_DOUBLE,
    GOAL,
    HOMES,
    OPPONENT,
    OPPONENT_HQ,
    OWN_DOUBLE,
    OWN_HQ,
    Numbers,
)


@compiled
def turn_up(state: Numbers, square: int) -> None:
    """A piece that was turned up cannot be turned back, so this starts the quiet plies anew (G15)."""
    state[QUIET] = 0
    state[square] |= SHOWN
    state[FACE_DOWN] -= 1


@compiled
def settle_colours(rules: Numbers, state: Numbers, seat: int, it: int) -> None:
    """Who plays which army, once the turned-up piece settles it (F3)."""
    if state[ARMY] >= 0:
        return
    rule, army = rules[COLOUR_RULE], it >> 4 & 3
    own = (
        rule == FIRST_FLIP
        or (rule == OWN_DOUBLE and state[TURNED + seat] == army)
        or (rule == GLOBAL_DOUBLE and state[TURNED + 1 - seat] == army)
        or (rule == FIRST_ENGINEER and it & 15 == ENGINEER)
    )
    if own or rule == OPPONENT:
        state[ARMY] = army if own == (seat == 0) else 1 - army
    elif state[FACE_DOWN] == 0:
        state[ARMY] = 0
    else:
        state[TURNED + seat] = army
        return
    state[TURNED], state[TURNED + 1] = -1, -1


@compiled
def enter_flag(rules: Numbers, state: Numbers, seat: int, start: int, end: int) -> int:
    """Stand on the flag; one that was just turned up and may not be taken yet is left alone (A11)."""
    it, flag = state[start], state[end]
    if not may_take(rules, state, it):
        return NEITHER
    lift(state, end)
    lift(state, start)
    put(state, end, it | MOVED)
    if not flag & MOVED:
        state[QUIET] = 0
    if rules[GOAL] == CAPTURE:
        win(rules, state, seat, FLAG_TAKEN)
    else:
        state[UNDER + (flag >> 4 & 3)], state[BURIED + (flag >> 4 & 3)] = end, flag | MOVED
    return PLAIN_MOVE


@compiled
def carry(rules: Numbers, state: Numbers, seat: int, start: int, end: int) -> None:
    it = lift(state, start)
    put(state, end, it | MOVED)
    state[UNDER + 1 - (it >> 4 & 3)] = end
    for index in range(2):
        own, foe = rules[HOMES + 2 * seat + index], rules[HOMES + 2 * (1 - seat) + index]
        goal = rules[GOAL]
        if (goal == OWN_HQ or goal == ANY_HQ) and end == own:
            win(rules, state, seat, FLAG_HOME)
        if (goal == OPPONENT_HQ or goal == ANY_HQ) and end == foe:
            win(rules, state, seat, FLAG_HOME)


@compiled
def march(rules: Numbers, state: Numbers, seat: int, ply: int) -> int:
    """A move in flip; its result."""
    start, end = ply & 255, ply >> 8 & 255
    it = state[start]
    result = PLAIN_MOVE
    if ply & CARRY:
        carry(rules, state, seat, start, end)
    elif state[end] < 0:
        lift(state, start)
        put(state, end, it | MOVED)
    else:
        if not state[end] & SHOWN:
            turn_up(state, end)
        other = state[end]
        if other >> 4 & 3 == it >> 4 & 3:
            result = NEITHER
        elif other & 15 == FLAG:
            result = enter_flag(rules, state, seat, start, end)
        else:
            result = judge(rules, state, it, other)
            fight(rules, state, start, end, result)
    for army in range(2):
        square = state[UNDER + army]
        if square >= 0 and state[square] < 0:
            put(state, square, state[BURIED + army])
            state[UNDER + army] = -1
    return result
