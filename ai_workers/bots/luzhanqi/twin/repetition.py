"""The steps that each seat took last: how often one was taken, and which may be taken again (G16)."""

from __future__ import annotations

from ai_workers.bots.luzhanqi.twin.compiled import compiled
from ai_workers.bots.luzhanqi.twin.state import LONGEST_WINDOW, RECENT
from ai_workers.bots.luzhanqi.twin.tables import FORBID, REPEAT_EFFECT, REPEAT_LIMIT, WINDOW, Numbers


@compiled
def step_of(state: Numbers, ply: int) -> int:
    """-1 for turning a piece up, which cannot be repeated."""
    start, end = ply & 255, ply >> 8 & 255
    return -1 if start == end else state[start] >> 8 << 16 | start << 8 | end


@compiled
def times(state: Numbers, seat: int, step: int) -> int:
    """How often a seat's recent steps hold this one."""
    at = RECENT + seat * (LONGEST_WINDOW + 1)
    found = 0
    for index in range(state[at]):
        if state[at + 1 + index] == step:
            found += 1
    return found


@compiled
def remember(rules: Numbers, state: Numbers, seat: int, step: int) -> None:
    at = RECENT + seat * (LONGEST_WINDOW + 1)
    window = rules[WINDOW]
    if window == 0:
        return
    count = state[at]
    if count == window:
        for index in range(1, window):
            state[at + index] = state[at + index + 1]
        count -= 1
    state[at + 1 + count] = step
    state[at] = count + 1


@compiled
def without_repeats(rules: Numbers, state: Numbers, seat: int, plies: Numbers, count: int) -> int:
    """Repeated steps only when there is nothing else (G16)."""
    most = rules[REPEAT_LIMIT] - 1
    if rules[REPEAT_EFFECT] != FORBID or state[RECENT + seat * (LONGEST_WINDOW + 1)] < most:
        return count
    kept = 0
    for index in range(count):
        if times(state, seat, step_of(state, plies[index])) < most:
            plies[index], plies[kept] = plies[kept], plies[index]
            kept += 1
    return kept or count
