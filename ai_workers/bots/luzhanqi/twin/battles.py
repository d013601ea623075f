"""Who wins a battle, and what it does to the board. Clauses as in the plain rules."""

from __future__ import annotations

from ai_workers.bots.luzhanqi.twin.compiled import compiled
from ai_workers.bots.luzhanqi.twin.pieces import (
    BOMB,
    COMMANDER,
    ENGINEER,
    FLAG,
    GENERAL,
    MINE,
    lift,
    lowest_code,
    put,
)
from ai_workers.bots.luzhanqi.twin.state import (
    ALIVE,
    ATTACKER,
    BOTH,
    DEFENDER,
    LONGEST_WINDOW,
    MOVED,
    NEITHER,
    QUIET,
    RECENT,
    SHOWN,
)
from ai_workers.bots.luzhanqi.twin.tables import (
    ANYBODY,
    BOMB_SPARES,
    BOTH_DIE,
    CARRIER,
    COMMANDER_SPARES,
    DEALT,
    ENGINEERS,
    HOMES,
    LOWEST_CLEARS,
    REVEALS_FLAG,
    REVEALS_OTHER,
    SEATS,
    SIZE,
    Numbers,
)


@compiled
def clears(rules: Numbers, state: Numbers, it: int) -> bool:
    code = it & 15
    if rules[LOWEST_CLEARS]:
        return code <= ENGINEER and code == lowest_code(state, it >> 4 & 3)
    return code == ENGINEER


@compiled
def may_take(rules: Numbers, state: Numbers, it: int) -> bool:
    """Whether a piece may enter the point of the enemy's flag (F8)."""
    code, army = it & 15, it >> 4 & 3
    if code > ENGINEER or state[ALIVE + 16 * (1 - army) + MINE]:
        return False
    carrier = rules[CARRIER]
    if carrier == ENGINEERS:
        return code == ENGINEER
    return carrier == ANYBODY or code == lowest_code(state, army)


@compiled
def judge(rules: Numbers, state: Numbers, it: int, other: int) -> int:
    """G10 and G11, on the state before the attack."""
    attacker, defender = it & 15, other & 15
    if defender == FLAG:
        if attacker == BOMB:
            return NEITHER if rules[BOMB_SPARES] else BOTH
        return NEITHER if attacker == COMMANDER and rules[COMMANDER_SPARES] else ATTACKER
    if attacker == BOMB or defender == BOMB:
        return BOTH
    if defender == MINE:
        if clears(rules, state, it):
            return ATTACKER
        return BOTH if rules[BOTH_DIE] else DEFENDER
    if attacker == defender:
        return BOTH
    return ATTACKER if attacker < defender else DEFENDER


@compiled
def show(rules: Numbers, state: Numbers, army: int, fallen: int) -> None:
    """What a loss makes public (D3, A16)."""
    flag = -1
    for square in range(rules[SIZE]):
        if state[square] >= 0 and state[square] & 63 == army << 4 | FLAG:
            flag = square
    if flag < 0:
        return
    if fallen == COMMANDER and rules[REVEALS_FLAG]:
        state[flag] |= SHOWN
    if not rules[REVEALS_OTHER] or fallen > GENERAL:
        return
    if state[ALIVE + 16 * army + COMMANDER] or state[ALIVE + 16 * army + GENERAL]:
        return
    for index in range(2):
        square = rules[HOMES + 2 * army + index]
        if square != flag and state[square] >= 0 and state[square] >> 4 & 3 == army:
            state[square] |= SHOWN


@compiled
def fight(rules: Numbers, state: Numbers, start: int, end: int, result: int) -> None:
    """Remove and move the pieces; quiet plies and repetition begin anew (G15, G16)."""
    it, other = state[start], state[end]
    state[QUIET] = 0
    for seat in range(rules[SEATS]):
        state[RECENT + seat * (LONGEST_WINDOW + 1)] = 0
    lift(state, start)
    if result != DEFENDER:
        lift(state, end)
    if result == ATTACKER:
        put(state, end, it | MOVED)
    if rules[DEALT]:
        return
    if result != ATTACKER and it & 15 <= GENERAL:
        show(rules, state, it >> 4 & 3, it & 15)
    if result != DEFENDER and other & 15 <= GENERAL:
        show(rules, state, other >> 4 & 3, other & 15)
