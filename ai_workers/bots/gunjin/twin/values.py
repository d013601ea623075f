"""How good a position is, in thousandths of the logarithm of the odds to win, for owner 0.

Linear in what is counted here. The weights are fitted to matches of the search with itself (`make train`).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ai_workers.bots.gunjin.scene import TO_HEADQUARTERS
from ai_workers.bots.gunjin.twin.compiled import compiled, lowest, size
from ai_workers.bots.gunjin.twin.engine import ALIVE, HELD, HOME_OF_FIRST, HOME_OF_SECOND, MINE, SUMS, TURN
from ai_workers.bots.gunjin.twin.tables import (
    ATTACKER,
    BOTH,
    DEFENDER,
    DUEL,
    KINDS,
    NEAR,
    OCCUPIES,
    SQUARES,
    Numbers,
)
from games.rules.gunjin.board import BITS
from games.rules.gunjin.kinds import ENGINEER as ENGINEER_CODE
from games.rules.gunjin.kinds import PLANE as PLANE_CODE
from games.rules.gunjin.kinds import SPY as SPY_CODE

# Weights: per kind and square as its owner sees them, with all pieces on the board and with none; then the
# squares of occupiers that nothing can beat; then single counts; then occupiers near a headquarters.
EARLY = 0
LATE = KINDS * SQUARES
UNBEATEN = 2 * KINDS * SQUARES
SINGLE = UNBEATEN + SQUARES
TEMPO, SPIED, BLOCKED, NO_OCCUPIER, ONE_OCCUPIER, STRONGEST, OUT_OF_REACH, SWEEPING = range(8)
SINGLES = 8
SIEGE = SINGLE + SINGLES  # per closeness, guard and nearest stopper: see `besieger`
CLOSE = 4  # steps
SIEGES = (CLOSE + 1) * 9
WEIGHTS = SIEGE + SIEGES

SUM_EARLY, SUM_LATE, SUM_UNBEATEN, SUM_SINGLE, TOP = SUMS, SUMS + 1, SUMS + 2, SUMS + 3, SUMS + 4
PLANE = PLANE_CODE
ENGINEER = ENGINEER_CODE
SPY = SPY_CODE
MOVING = 14
# Per owner, to the own headquarters: the steps of a walk, and by steps the squares that are no further.
STEPS_HOME = np.array([TO_HEADQUARTERS[1], TO_HEADQUARTERS[0]], dtype=np.int64)
WITHIN_HOME = np.array(
    [
        [sum(BITS[square] for square in range(SQUARES) if steps[square] <= most) for most in range(CLOSE + 2)]
        for steps in STEPS_HOME
    ],
    dtype=np.int64,
)


@compiled
def side_counts(rules: Numbers, state: Numbers, owner: int, out: Numbers) -> None:
    """The single counts of one side but for the tempo; state[TOP] must be right."""
    own, foe = ALIVE + 16 * owner, ALIVE + 16 * (1 - owner)
    foe_top = state[TOP + 1 - owner]
    occupiers, beyond = 0, 0
    for code in range(MOVING):
        count = state[own + code]
        if (rules[OCCUPIES] >> code) & 1:
            occupiers += count
        if code < foe_top:
            beyond += count
    sweepers = state[own + PLANE] + state[own + ENGINEER]
    mines = state[foe + MINE]
    out[TEMPO] = 0
    out[SPIED] = 1 if state[own] > 0 and state[foe + SPY] > 0 else 0
    out[BLOCKED] = 1 if mines > 0 and sweepers == 0 else 0
    out[NO_OCCUPIER] = 1 if occupiers == 0 else 0
    out[ONE_OCCUPIER] = 1 if occupiers == 1 else 0
    out[STRONGEST] = 1 if state[TOP + owner] < foe_top else 0
    out[OUT_OF_REACH] = min(beyond, 4)
    out[SWEEPING] = sweepers * mines


@compiled
def find_tops(state: Numbers) -> None:
    """The strongest moving kind alive of each side."""
    for owner in range(2):
        top = 0
        while top < MOVING and state[ALIVE + 16 * owner + top] == 0:
            top += 1
        state[TOP + owner] = top


@compiled
def recount(rules: Numbers, weights: Numbers, state: Numbers) -> None:
    """What a battle changes beside the squares."""
    find_tops(state)
    counts = np.zeros(SINGLES, dtype=np.int64)
    single = 0
    for owner in range(2):
        side_counts(rules, state, owner, counts)
        found = 0
        for index in range(SINGLES):
            found += weights[SINGLE + index] * counts[index]
        single += found if owner == 0 else -found
    state[SUM_SINGLE] = single
    unbeaten = 0
    for owner in range(2):
        top = state[TOP + 1 - owner]
        if top == 0:
            continue
        left = state[HELD + owner]
        while left:
            square = lowest(left)
            left &= left - 1
            code = state[square] & 15
            if code < top and (rules[OCCUPIES] >> code) & 1:
                worth = weights[UNBEATEN + (square if owner == 0 else SQUARES - 1 - square)]
                unbeaten += worth if owner == 0 else -worth
    state[SUM_UNBEATEN] = unbeaten


@compiled
def recount_all(rules: Numbers, weights: Numbers, state: Numbers) -> None:
    """Set every sum from the squares."""
    early, late = 0, 0
    for square in range(SQUARES):
        standing = state[square]
        if standing >= 0:
            place = (standing & 15) * SQUARES + (square if standing < 16 else SQUARES - 1 - square)
            if standing < 16:
                early += weights[EARLY + place]
                late += weights[LATE + place]
            else:
                early -= weights[EARLY + place]
                late -= weights[LATE + place]
    state[SUM_EARLY] = early
    state[SUM_LATE] = late
    recount(rules, weights, state)


@compiled
def share(state: Numbers) -> int:
    """How much the early weights count, of 64."""
    return (size(state[HELD] | state[HELD + 1]) * 89) >> 6


@compiled
def besieger(rules: Numbers, state: Numbers, owner: int, square: int) -> int:
    """Which of the SIEGES the occupier on `square` is, CLOSE to the headquarters of `owner`.

    Told apart are its steps (the last one counts as none for whose turn it is); whether the guard loses to it
    or is missing, falls with it, or holds; and whether somebody who can take it stands beside it or is sooner
    at home, is at most a step later there, or nobody is.
    """
    home = HOME_OF_FIRST if owner == 0 else HOME_OF_SECOND
    code, steps, guard = state[square] & 15, STEPS_HOME[owner, square], state[home]
    held = 0
    if guard >= 0 and guard >> 4 == owner:
        result = rules[DUEL + code * KINDS + (guard & 15)]
        held = 0 if result == ATTACKER else 1 if result == BOTH else 2
    stopped = 2
    at_once = WITHIN_HOME[owner, steps - 1] | NEAR[square]
    left = state[HELD + owner] & (WITHIN_HOME[owner, steps + 1] | at_once) & ~(1 << home)
    while left:
        other = lowest(left)
        left &= left - 1
        kind = state[other] & 15
        if kind < MOVING and rules[DUEL + kind * KINDS + code] != DEFENDER:
            stopped = 0 if (at_once >> other) & 1 else min(stopped, 1)
    closeness = 0 if steps == 1 and state[TURN] != owner else steps
    return (closeness * 3 + held) * 3 + stopped


@compiled
def siege(rules: Numbers, weights: Numbers, state: Numbers, owner: int) -> int:
    """What the opposing occupiers near the headquarters of `owner` are worth to the other side."""
    found = 0
    left = state[HELD + 1 - owner] & WITHIN_HOME[owner, CLOSE]
    while left:
        square = lowest(left)
        left &= left - 1
        if (rules[OCCUPIES] >> (state[square] & 15)) & 1:
            found += weights[SIEGE + besieger(rules, state, owner, square)]
    return found


@compiled
def siege_zone(rules: Numbers, state: Numbers, owner: int) -> int:
    """The squares where a piece of `owner` can matter to what `siege` says."""
    found = 0
    left = state[HELD + 1 - owner] & WITHIN_HOME[owner, CLOSE]
    while left:
        square = lowest(left)
        left &= left - 1
        if (rules[OCCUPIES] >> (state[square] & 15)) & 1:
            found |= WITHIN_HOME[owner, STEPS_HOME[owner, square] + 1] | NEAR[square]
    return found


@compiled
def summed(weights: Numbers, state: Numbers) -> int:
    """For owner 0: what neither squares nor sieges are worth."""
    tempo = weights[SINGLE + TEMPO]
    return state[SUM_UNBEATEN] + state[SUM_SINGLE] + (tempo if state[TURN] == 0 else -tempo)


@compiled
def value(rules: Numbers, weights: Numbers, state: Numbers) -> int:
    """For owner 0: squares, sieges and the rest."""
    early = share(state)
    total = (state[SUM_EARLY] * early + state[SUM_LATE] * (64 - early)) >> 6
    total += siege(rules, weights, state, 1) - siege(rules, weights, state, 0)
    return total + summed(weights, state)


@compiled
def measure(rules: Numbers, state: Numbers, out: npt.NDArray[np.float32]) -> None:
    """What `value` multiplies with each weight: for fitting."""
    out[:] = 0
    find_tops(state)
    early = share(state) / 64
    counts = np.zeros(SINGLES, dtype=np.int64)
    for owner in range(2):
        sign = 1 - 2 * owner
        side_counts(rules, state, owner, counts)
        for index in range(SINGLES):
            out[SINGLE + index] += sign * counts[index]
        top = state[TOP + 1 - owner]
        left = state[HELD + owner]
        while left:
            square = lowest(left)
            left &= left - 1
            code = state[square] & 15
            seen = square if owner == 0 else SQUARES - 1 - square
            out[EARLY + code * SQUARES + seen] += sign * early
            out[LATE + code * SQUARES + seen] += sign * (1 - early)
            if not (rules[OCCUPIES] >> code) & 1:
                continue
            if code < top:
                out[UNBEATEN + seen] += sign
            if (WITHIN_HOME[1 - owner, CLOSE] >> square) & 1:
                out[SIEGE + besieger(rules, state, 1 - owner, square)] += sign
    out[SINGLE + TEMPO] += 1 if state[TURN] == 0 else -1
