"""Drawing what the opponent's pieces may be: whole sets of kinds that contradict nothing that is known.

A matching along augmenting paths finds one set; exchanges of two or three pieces, each keeping every
constraint, then mix it towards the weights (Metropolis).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ai_workers.bots.gunjin.twin.belief import FLAG_BIT, IF_FLAG, KINDS_OF
from ai_workers.bots.gunjin.twin.compiled import compiled, lowest
from ai_workers.bots.gunjin.twin.engine import FLAG, roll
from ai_workers.bots.gunjin.twin.tables import CAMP, KINDS, Numbers
from games.rules.gunjin.kinds import COUNTS

Weights = npt.NDArray[np.float64]
FULL = np.array(COUNTS, dtype=np.int64)
FIRST_EXCHANGES = 500
EXCHANGES = 250
FRESH_START_EVERY = 8
FINE = 1 << 30


@compiled
def fitting(belief: Numbers, slot: int, flag: int) -> int:
    """The kinds that the piece may be, given which one is the flag."""
    if slot == flag:
        return belief[KINDS_OF + slot] & FLAG_BIT
    return belief[KINDS_OF + slot] & belief[IF_FLAG + flag * CAMP + slot] & ~FLAG_BIT


@compiled
def augment(belief: Numbers, flag: int, dealt: Numbers, used: Numbers, root: int) -> bool:
    """Give the slot `root` a kind, changing those of others if need be."""
    via = np.zeros(KINDS, dtype=np.int64)
    queue = np.zeros(CAMP + 1, dtype=np.int64)
    queue[0] = root
    head, tail, seen = 0, 1, 0
    while head < tail:
        slot = queue[head]
        head += 1
        left = fitting(belief, slot, flag) & ~seen
        seen |= left
        while left:
            code = lowest(left)
            left &= left - 1
            via[code] = slot
            if used[code] < FULL[code]:
                used[code] += 1
                while True:
                    slot = via[code]
                    old = dealt[slot]
                    dealt[slot] = code
                    if slot == root:
                        return True
                    code = old
            for other in range(CAMP):
                if dealt[other] == code:
                    queue[tail] = other
                    tail += 1
    return False


@compiled
def match(belief: Numbers, flag: int, weights: Weights, dice: Numbers, dealt: Numbers) -> bool:
    """A set with this flag, chosen greedily by weight and then repaired; False where none exists."""
    used = np.zeros(KINDS, dtype=np.int64)
    order = np.zeros(CAMP, dtype=np.int64)
    for slot in range(CAMP):
        dealt[slot] = -1
        other = roll(dice, slot + 1)
        order[slot] = order[other]
        order[other] = slot
    for index in range(CAMP):
        slot = order[index]
        kinds = fitting(belief, slot, flag)
        total = 0.0
        for code in range(KINDS):
            if (kinds >> code) & 1:
                total += weights[slot * KINDS + code] * (FULL[code] - used[code])
        if total > 0:
            pick = total * roll(dice, FINE) / FINE
            for code in range(KINDS):
                if (kinds >> code) & 1 and used[code] < FULL[code]:
                    dealt[slot] = code
                    pick -= weights[slot * KINDS + code] * (FULL[code] - used[code])
                    if pick < 0:
                        break
            used[dealt[slot]] += 1
    for slot in range(CAMP):
        if dealt[slot] < 0 and not augment(belief, flag, dealt, used, slot):
            return False
    return True


@compiled
def start(belief: Numbers, weights: Weights, dice: Numbers, dealt: Numbers) -> int:
    """Any set at all; the slot of its flag, or -1 where the facts contradict each other."""
    barred = 0
    while True:
        total = 0.0
        for slot in range(CAMP):
            if belief[KINDS_OF + slot] & FLAG_BIT and not (barred >> slot) & 1:
                total += weights[slot * KINDS + FLAG]
        if total <= 0:
            return -1
        pick = total * roll(dice, FINE) / FINE
        flag = -1
        for slot in range(CAMP):
            if belief[KINDS_OF + slot] & FLAG_BIT and not (barred >> slot) & 1:
                flag = slot
                pick -= weights[slot * KINDS + FLAG]
                if pick < 0:
                    break
        if match(belief, flag, weights, dice, dealt):
            return flag
        barred |= 1 << flag


@compiled
def all_fit(belief: Numbers, dealt: Numbers, flag: int) -> bool:
    for slot in range(CAMP):
        if not (fitting(belief, slot, flag) >> dealt[slot]) & 1:
            return False
    return True


@compiled
def exchange(belief: Numbers, weights: Weights, dice: Numbers, dealt: Numbers, flag: int) -> int:
    """Propose to turn round the kinds of two or three pieces; the slot of the flag afterwards."""
    a = roll(dice, CAMP)
    b = roll(dice, CAMP)
    c = roll(dice, CAMP) if roll(dice, 4) == 0 else a
    if a == b or b == c:
        return flag
    one, two, three = dealt[a], dealt[b], dealt[c]
    if one == two and two == three:
        return flag
    before = weights[a * KINDS + one] * weights[b * KINDS + two]
    if c == a:
        after = weights[a * KINDS + two] * weights[b * KINDS + one]
        dealt[a], dealt[b] = two, one
    else:
        before *= weights[c * KINDS + three]
        after = weights[a * KINDS + three] * weights[b * KINDS + one] * weights[c * KINDS + two]
        dealt[a], dealt[b], dealt[c] = three, one, two
    if after >= before or roll(dice, FINE) * before < after * FINE:
        moved = flag
        for slot in (a, b, c):
            if dealt[slot] == FLAG:
                moved = slot
        if moved == flag:
            fits = (fitting(belief, a, flag) >> dealt[a]) & (fitting(belief, b, flag) >> dealt[b])
            fits &= fitting(belief, c, flag) >> dealt[c]
            if fits & 1:
                return flag
        elif all_fit(belief, dealt, moved):
            return moved
    dealt[a], dealt[b] = one, two
    if c != a:
        dealt[c] = three
    return flag


@compiled
def draw(belief: Numbers, weights: Weights, dice: Numbers, out: Numbers) -> int:
    """Fill the rows of `out` with kinds by slot; how many, 0 where the facts contradict each other."""
    dealt = np.zeros(CAMP, dtype=np.int64)
    flag = -1
    for index in range(out.shape[0]):
        exchanges = EXCHANGES
        if index % FRESH_START_EVERY == 0:
            flag = start(belief, weights, dice, dealt)
            exchanges = FIRST_EXCHANGES
            if flag < 0:
                return 0
        for _ in range(exchanges):
            flag = exchange(belief, weights, dice, dealt, flag)
        out[index] = dealt
    return out.shape[0]


@compiled
def is_possible(belief: Numbers, dealt: Numbers) -> bool:
    """Whether this set of kinds contradicts nothing that is known."""
    for slot in range(CAMP):
        if dealt[slot] == FLAG:
            return all_fit(belief, dealt, slot)
    return False
