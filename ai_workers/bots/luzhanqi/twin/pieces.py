"""Whose pieces stand on the board, kept in the counts too."""

from __future__ import annotations

from ai_workers.bots.luzhanqi.twin.compiled import compiled
from ai_workers.bots.luzhanqi.twin.state import ALIVE, ARMY
from ai_workers.bots.luzhanqi.twin.tables import DEALT, Numbers
from games.rules.luzhanqi.kinds import BOMB as BOMB_CODE
from games.rules.luzhanqi.kinds import ENGINEER as ENGINEER_CODE
from games.rules.luzhanqi.kinds import FLAG as FLAG_CODE
from games.rules.luzhanqi.kinds import MINE as MINE_CODE

# numba compiles globals of a module in; plain numbers under names of its own
COMMANDER, GENERAL = 0, 1
ENGINEER, MINE, BOMB, FLAG = ENGINEER_CODE, MINE_CODE, BOMB_CODE, FLAG_CODE


@compiled
def army_of(rules: Numbers, state: Numbers, seat: int) -> int:
    """The army that a seat plays; -1 before colours are known."""
    if not rules[DEALT]:
        return seat
    first = state[ARMY]
    return first if seat == 0 or first < 0 else 1 - first


@compiled
def lowest_code(state: Numbers, army: int) -> int:
    """The kind of the army's lowest living rank, -1 where none has a rank (A13)."""
    for code in range(ENGINEER, -1, -1):
        if state[ALIVE + 16 * army + code]:
            return code
    return -1


@compiled
def lift(state: Numbers, square: int) -> int:
    it = state[square]
    state[square] = -1
    state[ALIVE + (it & 63)] -= 1
    return it


@compiled
def put(state: Numbers, square: int, it: int) -> None:
    state[square] = it
    state[ALIVE + (it & 63)] += 1
