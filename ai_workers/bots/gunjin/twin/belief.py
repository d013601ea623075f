"""What the public history tells of the opponent's pieces, as arrays.

A piece is named by its slot: its starting square counted from the first square of its camp. `belief` holds,
for the opponent's slots, the set of kinds, the square, the ply of the first move, and for a flag what must
stand behind it; see the fields below.
"""

from __future__ import annotations

from ai_workers.bots.gunjin.twin.compiled import compiled
from ai_workers.bots.gunjin.twin.engine import FLAG, HOME_OF_FIRST, HOME_OF_SECOND, LIEUTENANT, MINE, targets
from ai_workers.bots.gunjin.twin.tables import (
    ATTACKER,
    BACK,
    BOTH,
    CAMP,
    DEFENDER,
    DUEL,
    FLAG_SQUARES,
    KINDS,
    MINE_SQUARES,
    NO_BATTLE,
    OCCUPIES,
    SQUARES,
    WIN_FLAG,
    WIN_GENERAL,
    Numbers,
)

STANDS = 0  # per square: 32 * owner + slot, or -1
KINDS_OF = STANDS + SQUARES  # per slot of the opponent: the set of kinds it may be, counts left aside
AT = KINDS_OF + CAMP  # per slot: its square, or -1
MOVED = AT + CAMP  # per slot: the ply of its first move, 0 without one
OWN_AT = MOVED + CAMP
HELD_BY = OWN_AT + CAMP
PLIES = HELD_BY + 2
QUIET_PLIES = PLIES + 1
OWN_LAST = PLIES + 2  # 64 * start + end of my last plies without a battle since, or -1
OWN_BEFORE = PLIES + 3
IF_FLAG = PLIES + 4  # [slot, slot behind]: the set of kinds the second must be if the first is the flag
BELIEF = IF_FLAG + CAMP * CAMP

ALL_KINDS = (1 << KINDS) - 1
MOVING = (1 << (KINDS - 2)) - 1
FLAG_BIT = 1 << FLAG
MINE_BIT = 1 << MINE

FITS, BAD_EVENT, CONTRADICTION = range(3)


@compiled
def begin(rules: Numbers, me: int, belief: Numbers) -> None:
    foe = 1 - me
    belief[:] = 0
    for slot in range(CAMP):
        square = foe * CAMP + slot
        kinds = ALL_KINDS
        if not (rules[MINE_SQUARES + foe] >> square) & 1:
            kinds &= ~MINE_BIT
        if not (rules[FLAG_SQUARES + foe] >> square) & 1:
            kinds &= ~FLAG_BIT
        belief[KINDS_OF + slot] = kinds
        belief[AT + slot] = square
        belief[OWN_AT + slot] = me * CAMP + slot
        belief[STANDS + square] = 32 * foe + slot
        belief[STANDS + me * CAMP + slot] = 32 * me + slot
    belief[HELD_BY] = (1 << CAMP) - 1
    belief[HELD_BY + 1] = belief[HELD_BY] << CAMP
    belief[OWN_LAST] = -1
    belief[OWN_BEFORE] = -1
    for index in range(CAMP * CAMP):
        belief[IF_FLAG + index] = ALL_KINDS


@compiled
def losing_to(rules: Numbers, mine: int, result: int) -> int:
    """The kinds that give this result when my piece attacks them; the flag is left out."""
    kinds = 0
    for code in range(KINDS - 1):
        if rules[DUEL + mine * KINDS + code] == result:
            kinds |= 1 << code
    return kinds


@compiled
def attacking(rules: Numbers, strength: int, result: int) -> int:
    """The kinds that have this result when they attack my strength."""
    kinds = 0
    for code in range(KINDS - 2):
        if rules[DUEL + code * KINDS + strength] == result:
            kinds |= 1 << code
    return kinds


@compiled
def i_attacked(
    rules: Numbers, me: int, own: Numbers, belief: Numbers, mover: int, end: int, result: int
) -> None:
    slot = belief[STANDS + end] & 31
    kinds = belief[KINDS_OF + slot]
    fits = losing_to(rules, own[mover], result)
    if kinds & FLAG_BIT:
        foe = 1 - me
        back = rules[BACK + foe * SQUARES + end]
        behind = belief[STANDS + back] if back >= 0 else -1
        if behind < 0 or behind >> 5 != foe:
            if result != ATTACKER:
                kinds &= ~FLAG_BIT
        else:  # the flag fought as the piece behind it
            belief[IF_FLAG + slot * CAMP + (behind & 31)] &= fits
        wins = rules[WIN_FLAG]
        if result == ATTACKER and (wins == 1 or (wins == 2 and own[mover] == LIEUTENANT)):
            kinds &= ~FLAG_BIT  # the match would be over
    kinds &= fits | FLAG_BIT
    if rules[WIN_GENERAL] and result != DEFENDER:
        kinds &= ~1
    belief[KINDS_OF + slot] = kinds


@compiled
def i_was_attacked(
    rules: Numbers, me: int, own: Numbers, belief: Numbers, slot: int, end: int, result: int
) -> None:
    code = own[belief[STANDS + end] & 31]
    kinds = belief[KINDS_OF + slot]
    strength = code
    if code == FLAG:
        strength = -1
        back = rules[BACK + me * SQUARES + end]
        behind = belief[STANDS + back] if back >= 0 else -1
        if behind >= 0 and behind >> 5 == me:
            strength = own[behind & 31]
        wins = rules[WIN_FLAG]
        if result == ATTACKER and wins == 2:
            kinds &= ~(1 << LIEUTENANT)
    if strength >= 0:
        kinds &= attacking(rules, strength, result)
    if rules[WIN_GENERAL] and result != ATTACKER:
        kinds &= ~1
    belief[KINDS_OF + slot] = kinds


@compiled
def see_ply(rules: Numbers, me: int, own: Numbers, belief: Numbers, start: int, end: int, result: int) -> int:
    """Learn from one ply, after which the match went on."""
    mover = belief[STANDS + start]
    there = belief[STANDS + end]
    if mover < 0 or (there < 0) != (result == NO_BATTLE) or (there >= 0 and there >> 5 == mover >> 5):
        return BAD_EVENT
    owner, slot = mover >> 5, mover & 31
    foe = 1 - me
    if owner == foe:
        kinds = belief[KINDS_OF + slot] & MOVING
        could = 0
        held, other = belief[HELD_BY + foe], belief[HELD_BY + me]
        for code in range(KINDS - 2):
            if (kinds >> code) & 1 and (targets(rules, foe, code, start, held, other) >> end) & 1:
                could |= 1 << code
        belief[KINDS_OF + slot] = could
        if result != NO_BATTLE:
            i_was_attacked(rules, me, own, belief, slot, end, result)
        home = HOME_OF_FIRST if me == 0 else HOME_OF_SECOND
        if end == home and (result == NO_BATTLE or result == ATTACKER):
            belief[KINDS_OF + slot] &= ~rules[OCCUPIES]
    elif result != NO_BATTLE:
        i_attacked(rules, me, own, belief, slot, end, result)
    move_seen(me, belief, start, end, result)
    for index in range(CAMP):
        if belief[KINDS_OF + index] == 0:
            return CONTRADICTION
    return FITS


@compiled
def move_seen(me: int, belief: Numbers, start: int, end: int, result: int) -> None:
    mover = belief[STANDS + start]
    there = belief[STANDS + end]
    owner, slot = mover >> 5, mover & 31
    mine = owner == me
    places = OWN_AT if mine else AT
    belief[PLIES] += 1
    belief[STANDS + start] = -1
    belief[HELD_BY + owner] ^= 1 << start
    if not mine and belief[MOVED + slot] == 0:
        belief[MOVED + slot] = belief[PLIES]
    if result == ATTACKER or result == BOTH:
        belief[(AT if mine else OWN_AT) + (there & 31)] = -1
        belief[HELD_BY + 1 - owner] ^= 1 << end
        belief[STANDS + end] = -1
    if result == NO_BATTLE or result == ATTACKER:
        belief[STANDS + end] = mover
        belief[HELD_BY + owner] |= 1 << end
        belief[places + slot] = end
    else:
        belief[places + slot] = -1
    if result == NO_BATTLE:
        belief[QUIET_PLIES] += 1
        if mine:
            belief[OWN_BEFORE] = belief[OWN_LAST]
            belief[OWN_LAST] = start * 64 + end
    else:
        belief[QUIET_PLIES] = 0
        belief[OWN_LAST] = -1
        belief[OWN_BEFORE] = -1


@compiled
def follow(rules: Numbers, me: int, own: Numbers, events: Numbers, belief: Numbers) -> int:
    """Set `belief` from a whole history. `own`: my kinds by slot; `events`: rows of start, end, result."""
    begin(rules, me, belief)
    for index in range(events.shape[0]):
        found = see_ply(rules, me, own, belief, events[index, 0], events[index, 1], events[index, 2])
        if found != FITS:
            return found
    return FITS
