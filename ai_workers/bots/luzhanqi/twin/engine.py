"""Playing a ply on arrays, all of it: move or battle, the next turn, the end.

`marks`, `ends`: room, as in moves.py.
"""

from __future__ import annotations

from ai_workers.bots.luzhanqi.twin.battles import fight, judge
from ai_workers.bots.luzhanqi.twin.compiled import compiled
from ai_workers.bots.luzhanqi.twin.flips import march, settle_colours, turn_up
from ai_workers.bots.luzhanqi.twin.moves import list_plies
from ai_workers.bots.luzhanqi.twin.outcomes import fall, judge_limits, judge_repetition, pass_turn
from ai_workers.bots.luzhanqi.twin.pieces import COMMANDER, FLAG, lift, put
from ai_workers.bots.luzhanqi.twin.repetition import remember, step_of, times
from ai_workers.bots.luzhanqi.twin.state import (
    ALIVE,
    FLAG_TAKEN,
    GOES_ON,
    MOVED,
    NEITHER,
    NUMBER,
    OUTCOME,
    PLAIN_MOVE,
    QUIET,
    SHAKEN,
    TURN,
    WINNERS,
)
from ai_workers.bots.luzhanqi.twin.tables import (
    DEALT,
    LOSE,
    REPEAT_EFFECT,
    REPEAT_LIMIT,
    SHAKEN_DRAWS,
    Numbers,
)


@compiled
def attack(rules: Numbers, state: Numbers, start: int, end: int) -> int:
    it, other = state[start], state[end]
    result = judge(rules, state, it, other)
    if result == NEITHER:
        return result
    fight(rules, state, start, end, result)
    if other & 15 == FLAG:
        taker, loser = it >> 4 & 3, other >> 4 & 3
        shaken = not state[ALIVE + 16 * taker + COMMANDER] and state[ALIVE + 16 * loser + COMMANDER]
        if rules[SHAKEN_DRAWS] and shaken:
            state[OUTCOME], state[WINNERS] = SHAKEN, 0
        else:
            fall(rules, state, loser, FLAG_TAKEN)
    return result


@compiled
def play(rules: Numbers, state: Numbers, ply: int, marks: Numbers, ends: Numbers, plies: Numbers) -> int:
    """Play a legal ply; the result. `plies` is room for a list."""
    seat = state[TURN]
    step = step_of(state, ply)
    repeated = times(state, seat, step) >= rules[REPEAT_LIMIT] - 1
    forced = True
    if repeated and rules[REPEAT_EFFECT] == LOSE:
        for index in range(list_plies(rules, state, seat, False, marks, ends, plies)):
            if step_of(state, plies[index]) != step:
                forced = False
    state[NUMBER] += 1
    state[QUIET] += 1
    start, end = ply & 255, ply >> 8 & 255
    result = PLAIN_MOVE
    if start == end:
        turn_up(state, start)
        remember(rules, state, seat, start << 16 | start << 8 | start)
        settle_colours(rules, state, seat, state[start])
    else:
        if rules[DEALT]:
            result = march(rules, state, seat, ply)
        elif state[end] >= 0:
            result = attack(rules, state, start, end)
        else:
            put(state, end, lift(state, start) | MOVED)
        if result == PLAIN_MOVE or result == NEITHER:
            remember(rules, state, seat, step)
    pass_turn(rules, state, seat)
    fell = result != PLAIN_MOVE and result != NEITHER
    if state[OUTCOME] == GOES_ON and repeated and not fell:
        judge_repetition(rules, state, seat, forced)
    if state[OUTCOME] == GOES_ON:
        judge_limits(rules, state)
    if state[OUTCOME] != GOES_ON:
        state[TURN] = -1
    return result
