"""How good a position is, in thousandths of the logarithm of the odds to win, for owner 0.

Linear in what is counted here. The weights are fitted to matches of the search with itself (`make train`).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ai_workers.bots.gunjin.twin.compiled import compiled, lowest, size
from ai_workers.bots.gunjin.twin.engine import ALIVE, HELD, MINE, SUMS, TURN
from ai_workers.bots.gunjin.twin.tables import KINDS, OCCUPIES, SQUARES, Numbers
from games.rules.gunjin.kinds import ENGINEER as ENGINEER_CODE
from games.rules.gunjin.kinds import PLANE as PLANE_CODE
from games.rules.gunjin.kinds import SPY as SPY_CODE

# Weights: per kind and square as its owner sees them, with all pieces on the board and with none; then the
# squares of occupiers that nothing can beat; then single counts.
EARLY = 0
LATE = KINDS * SQUARES
UNBEATEN = 2 * KINDS * SQUARES
SINGLE = UNBEATEN + SQUARES
TEMPO, SPIED, BLOCKED, NO_OCCUPIER, ONE_OCCUPIER, STRONGEST, OUT_OF_REACH, SWEEPING = range(8)
SINGLES = 8
WEIGHTS = SINGLE + SINGLES

SUM_EARLY, SUM_LATE, SUM_UNBEATEN, SUM_SINGLE, TOP = SUMS, SUMS + 1, SUMS + 2, SUMS + 3, SUMS + 4
PLANE = PLANE_CODE
ENGINEER = ENGINEER_CODE
SPY = SPY_CODE
MOVING = 14


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
def value(weights: Numbers, state: Numbers) -> int:
    """For owner 0, from the sums."""
    early = share(state)
    total = (state[SUM_EARLY] * early + state[SUM_LATE] * (64 - early)) >> 6
    total += state[SUM_UNBEATEN] + state[SUM_SINGLE]
    tempo = weights[SINGLE + TEMPO]
    return total + (tempo if state[TURN] == 0 else -tempo)


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
            if code < top and (rules[OCCUPIES] >> code) & 1:
                out[UNBEATEN + seen] += sign
    out[SINGLE + TEMPO] += 1 if state[TURN] == 0 else -1
