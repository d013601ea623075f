"""Which kinds are left for each of a side's 23 pieces when there are only so many of each kind (R-2.1).

A set of kinds is an int with one bit per kind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.rules.counting import kinds_in_full_sets
from games.rules.gunjin.kinds import COUNTS, FLAG, KINDS

FLAG_BIT = 1 << FLAG
ALL_KINDS = (1 << len(KINDS)) - 1
Conditions = Mapping[tuple[int, int], int]


def possible_kinds(sets: Sequence[int], if_flag: Conditions) -> list[int]:
    """For each piece, the kinds that it has in at least one whole set of 23 which contradicts nothing.

    `if_flag[a, b]`: the kinds that piece `b` may be if piece `a` is the flag. All 0 where no set fits.
    """
    found = [0] * len(sets)
    for flag, kinds in enumerate(sets):
        if not kinds & FLAG_BIT:
            continue
        others = [
            FLAG_BIT if piece == flag else each & if_flag.get((flag, piece), ALL_KINDS) & ~FLAG_BIT
            for piece, each in enumerate(sets)
        ]
        fitting = kinds_in_full_sets(others, COUNTS)
        if fitting is not None:
            for piece, each in enumerate(fitting):
                found[piece] |= each
    return found
