"""How the opponent has used each of its pieces, in numbers: what `network.py` guesses the kinds from.

All of it is public but the sets of allowed kinds, which are the viewer's own belief. Squares are counted as
the opponent sees them, so that both sides look alike.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from ai_workers.bots.gunjin.scene import TO_HEADQUARTERS
from ai_workers.bots.gunjin.twin.belief import (
    AT,
    BAD_EVENT,
    FITS,
    HELD_BY,
    KINDS_OF,
    PLIES,
    STANDS,
    begin,
    see_ply,
)
from ai_workers.bots.gunjin.twin.compiled import compiled, size
from ai_workers.bots.gunjin.twin.engine import HOME_OF_FIRST
from ai_workers.bots.gunjin.twin.tables import (
    ATTACKER,
    CAMP,
    DEFENDER,
    KINDS,
    NEAR,
    NO_BATTLE,
    SQUARES,
    Numbers,
)
from games.rules.gunjin.board import SQUARES as NAMES
from games.rules.gunjin.board import cells
from games.rules.gunjin.kinds import COUNTS

Reals = npt.NDArray[np.float64]
RANKS = np.array([cells(square)[0][1] - 1 for square in range(len(NAMES))], dtype=np.int64)
STEPS = np.array(TO_HEADQUARTERS[0], dtype=np.int64)
FULL = np.array(COUNTS, dtype=np.int64)

# A row per slot. First what is counted ply by ply. LET: a neighbour of mine was left alone. STRONG: a
# piece of mine that had won a battle.
(
    MOVES, FORWARD, SIDEWAYS, BACKWARD, AT_UNMOVED, AT_MOVED, AT_STRONG, BEATEN, HELD_OUT,
    LET_UNMOVED, LET_MOVED, LET_STRONG, FLED, CAME_NEAR, LAST_MOVE, FIRST_MOVE, FURTHEST,
    DIED_ATTACKING, DIED_DEFENDING, COUNTED,
) = range(20)  # fmt: skip
START = COUNTED  # one of the squares
ALLOWED = START + CAMP
ALIVE_STILL = ALLOWED + KINDS
NEVER_MOVED = ALIVE_STILL + 1
ADVANCED = ALIVE_STILL + 2
STEPS_LEFT = ALIVE_STILL + 3
AGE = ALIVE_STILL + 4  # from here the same for every slot
USED = AGE + 1
FIGHTING = AGE + 2
FORWARDS = AGE + 3
MY_LOSSES = AGE + 4
LOSSES = AGE + 5
HOME_MOVED = AGE + 6
SURE = AGE + 7  # per kind: the share that is known for certain
FEATURES = SURE + KINDS


@compiled
def observe(rules: Numbers, me: int, own: Numbers, events: Numbers, belief: Numbers, out: Reals) -> int:
    """Follow the history as belief.follow does, with the same answer, and fill `out`: FEATURES per slot."""
    begin(rules, me, belief)
    out[:] = 0
    foe = 1 - me
    strong = 0  # my squares whose piece has won a battle
    my_moved = 0  # my squares whose piece has moved
    fights, forwards, my_losses = 0, 0, 0
    for index in range(events.shape[0]):
        start, end, result = events[index, 0], events[index, 1], events[index, 2]
        mover = belief[STANDS + start]
        if mover < 0:
            return BAD_EVENT
        slot = mover & 31
        mine = belief[HELD_BY + me]
        if mover >> 5 == foe:
            for other in range(CAMP):
                square = belief[AT + other]
                if square < 0 or other == slot:
                    continue
                close = NEAR[square] & mine
                if close:
                    out[other, LET_UNMOVED] += size(close & ~my_moved)
                    out[other, LET_MOVED] += size(close & my_moved)
                    out[other, LET_STRONG] += size(close & strong)
            row = out[slot]
            seen_start = start if foe == 0 else SQUARES - 1 - start
            seen_end = end if foe == 0 else SQUARES - 1 - end
            rise = RANKS[seen_end] - RANKS[seen_start]
            row[MOVES] += 1
            row[FORWARD if rise > 0 else BACKWARD if rise < 0 else SIDEWAYS] += 1
            forwards += 1 if rise > 0 else 0
            if result == NO_BATTLE:
                if NEAR[start] & mine & my_moved and not NEAR[end] & mine & my_moved:
                    row[FLED] += 1
                if NEAR[end] & mine and not NEAR[start] & mine:
                    row[CAME_NEAR] += 1
            else:
                fights += 1
                bit = 1 << end
                row[AT_STRONG] += 1 if strong & bit else 0
                row[AT_MOVED if my_moved & bit else AT_UNMOVED] += 1
                if result == ATTACKER:
                    row[BEATEN] += 1
                else:
                    row[DIED_ATTACKING] = 1
                if result != DEFENDER:
                    my_losses += 1
                    strong &= ~bit
                    my_moved &= ~bit
                else:
                    strong |= bit
            row[LAST_MOVE] = belief[PLIES]
            if row[MOVES] == 1:
                row[FIRST_MOVE] = belief[PLIES]
            row[FURTHEST] = max(row[FURTHEST], RANKS[seen_end])
        else:
            won_before = (strong >> start) & 1
            strong &= ~(1 << start)
            my_moved &= ~(1 << start)
            if result != NO_BATTLE:
                there = belief[STANDS + end] & 31
                if result == DEFENDER:
                    out[there, HELD_OUT] += 1
                else:
                    out[there, DIED_DEFENDING] = 1
                if result != ATTACKER:
                    my_losses += 1
            if result == NO_BATTLE or result == ATTACKER:
                my_moved |= 1 << end
                if result == ATTACKER or won_before:
                    strong |= 1 << end
        found = see_ply(rules, me, own, belief, start, end, result)
        if found != FITS:
            return found
    summarise(foe, belief, fights, forwards, my_losses, out)
    return FITS


@compiled
def summarise(foe: int, belief: Numbers, fights: int, forwards: int, my_losses: int, out: Reals) -> None:
    """Scale what was counted, and add how things stand now."""
    age = belief[PLIES] / 2
    used, losses = 0, 0
    for slot in range(CAMP):
        used += 1 if out[slot, MOVES] > 0 else 0
        losses += 1 if belief[AT + slot] < 0 else 0
    home_moved = 1.0 if out[HOME_OF_FIRST if foe == 0 else CAMP - 1 - HOME_OF_FIRST, MOVES] > 0 else 0.0
    for slot in range(CAMP):
        row = out[slot]
        square = belief[AT + slot]
        seen_slot = slot if foe == 0 else CAMP - 1 - slot
        row[START + seen_slot] = 1
        for code in range(KINDS):
            row[ALLOWED + code] = (belief[KINDS_OF + slot] >> code) & 1
        row[ALIVE_STILL] = 1 if square >= 0 else 0
        if row[MOVES] == 0:
            row[NEVER_MOVED] = math.log1p(age)
        else:
            row[LAST_MOVE] = math.log1p(belief[PLIES] - row[LAST_MOVE])
            row[FIRST_MOVE] = row[FIRST_MOVE] / 40
        if square >= 0:
            seen = square if foe == 0 else SQUARES - 1 - square
            row[ADVANCED] = RANKS[seen] / 4
            row[STEPS_LEFT] = STEPS[seen] / 5
        row[FURTHEST] /= 4
        for index in range(FLED + 2):
            if index < AT_UNMOVED or index > HELD_OUT:
                row[index] = math.log1p(row[index])
        row[AGE] = age / 30
        row[USED] = used / 8
        row[FIGHTING] = fights / (age + 4) * 3
        row[FORWARDS] = forwards / (age + 4)
        row[MY_LOSSES] = my_losses / 8
        row[LOSSES] = losses / 8
        row[HOME_MOVED] = home_moved
        for other in range(CAMP):
            kinds = belief[KINDS_OF + other]
            if kinds & (kinds - 1) == 0:
                code = 0
                while (kinds >> code) > 1:
                    code += 1
                row[SURE + code] += 1 / FULL[code]
