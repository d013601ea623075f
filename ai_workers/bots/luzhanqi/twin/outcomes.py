"""Who is out, whose turn is next, and how a match ends. Clauses as in the plain rules."""

from __future__ import annotations

from ai_workers.bots.luzhanqi.twin.compiled import compiled
from ai_workers.bots.luzhanqi.twin.moves import can_act
from ai_workers.bots.luzhanqi.twin.pieces import lift
from ai_workers.bots.luzhanqi.twin.state import (
    BOTH_STUCK,
    GOES_ON,
    LENGTH_END,
    NO_PLIES,
    NUMBER,
    OUT,
    OUTCOME,
    QUIET,
    QUIET_END,
    REPEATED,
    TURN,
    WINNERS,
)
from ai_workers.bots.luzhanqi.twin.tables import (
    CLEARS_OUT,
    FRIENDS,
    LOSE,
    MAX_PLIES,
    QUIET_LIMIT,
    REPEAT_EFFECT,
    SEATS,
    SIZE,
    STUCK_DRAWS,
    Numbers,
)


@compiled
def win(rules: Numbers, state: Numbers, seat: int, why: int) -> None:
    state[OUTCOME], state[WINNERS] = why, rules[FRIENDS + seat]


@compiled
def fall(rules: Numbers, state: Numbers, seat: int, why: int) -> None:
    """The seat is out; the match is over when all that are left play together (Q5, Q6)."""
    state[OUT] |= 1 << seat
    if rules[CLEARS_OUT]:
        for square in range(rules[SIZE]):
            if state[square] >= 0 and state[square] >> 4 & 3 == seat:
                lift(state, square)
    left = ((1 << rules[SEATS]) - 1) & ~state[OUT]
    first = 0
    while not left >> first & 1:
        first += 1
    if left & ~rules[FRIENDS + first] == 0:
        state[OUTCOME], state[WINNERS] = why, rules[FRIENDS + first]


@compiled
def pass_turn(rules: Numbers, state: Numbers, seat: int) -> None:
    """To the next seat that can act; who cannot is out (G13)."""
    while state[OUTCOME] == GOES_ON:
        seat = (seat + 1) % rules[SEATS]
        if state[OUT] >> seat & 1:
            continue
        if can_act(rules, state, seat):
            state[TURN] = seat
            return
        if rules[STUCK_DRAWS]:
            stuck = True
            for other in range(rules[SEATS]):
                if not state[OUT] >> other & 1 and can_act(rules, state, other):
                    stuck = False
            if stuck:
                state[OUTCOME], state[WINNERS] = BOTH_STUCK, 0
                return
        fall(rules, state, seat, NO_PLIES)


@compiled
def judge_repetition(rules: Numbers, state: Numbers, seat: int, forced: bool) -> None:
    """Where a repeated step is not forbidden, it loses (unless it was forced) or draws."""
    effect = rules[REPEAT_EFFECT]
    if effect > LOSE:
        state[OUTCOME], state[WINNERS] = REPEATED, 0
    elif effect == LOSE and not forced:
        fall(rules, state, seat, REPEATED)


@compiled
def judge_limits(rules: Numbers, state: Numbers) -> None:
    if state[QUIET] >= rules[QUIET_LIMIT]:
        state[OUTCOME], state[WINNERS] = QUIET_END, 0
    elif state[NUMBER] >= rules[MAX_PLIES]:
        state[OUTCOME], state[WINNERS] = LENGTH_END, 0
