"""Which kinds are left for each of a side's 23 pieces when there are only so many of each kind (R-2.1).

A set of kinds is an int with one bit per kind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
        dealt = _deal(others)
        if dealt is not None:
            for piece, each in enumerate(_exchangeable(others, dealt)):
                found[piece] |= each
    return found


def _deal(sets: Sequence[int]) -> list[int] | None:
    """One kind for each piece, as many of each as there are; None where that cannot be."""
    dealt = [-1] * len(sets)
    holders: list[list[int]] = [[] for _ in KINDS]
    for piece in range(len(sets)):
        if not _place(piece, sets, dealt, holders):
            return None
    return dealt


def _place(root: int, sets: Sequence[int], dealt: list[int], holders: list[list[int]]) -> bool:
    """Give `root` a kind along the shortest augmenting path, changing those of others if need be."""
    via: dict[int, int] = {}
    queue, seen = [root], 0
    for piece in queue:
        for code in _codes(sets[piece] & ~seen):
            seen |= 1 << code
            via[code] = piece
            if len(holders[code]) < COUNTS[code]:
                _hand_on(code, via, dealt, holders)
                return True
            queue += holders[code]
    return False


def _hand_on(code: int, via: Mapping[int, int], dealt: list[int], holders: list[list[int]]) -> None:
    while code >= 0:
        piece = via[code]
        old = dealt[piece]
        if old >= 0:
            holders[old].remove(piece)
        dealt[piece] = code
        holders[code].append(piece)
        code = old


def _exchangeable(sets: Sequence[int], dealt: Sequence[int]) -> list[int]:
    """The kinds that a piece gets in any dealing: those that a chain of exchanges leads back from."""
    leads = [1 << code for code in range(len(KINDS))]  # kind -> kinds that its holders could have instead
    for kinds, code in zip(sets, dealt, strict=True):
        leads[code] |= kinds
    for middle in range(len(KINDS)):
        for code in range(len(KINDS)):
            if leads[code] >> middle & 1:
                leads[code] |= leads[middle]
    back = [
        sum(1 << other for other in range(len(KINDS)) if leads[other] >> code & 1)
        for code in range(len(KINDS))
    ]
    return [kinds & back[code] for kinds, code in zip(sets, dealt, strict=True)]


def _codes(kinds: int) -> list[int]:
    return [code for code in range(len(KINDS)) if kinds >> code & 1]
