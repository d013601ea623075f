"""Which kinds are left for each piece of an army when there are only so many of each kind.

A set of kinds is an int with one bit per kind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def kinds_in_full_sets(sets: Sequence[int], counts: Sequence[int]) -> list[int] | None:
    """For each piece, those kinds out of its set that it has in at least one dealing of the whole army.

    `counts`: how many pieces there are of each kind. None where no dealing fits.
    """
    dealt = _deal(sets, counts)
    return None if dealt is None else _exchangeable(sets, dealt, len(counts))


def _deal(sets: Sequence[int], counts: Sequence[int]) -> list[int] | None:
    """One kind for each piece, as many of each as there are; None where that cannot be."""
    dealt = [-1] * len(sets)
    holders: list[list[int]] = [[] for _ in counts]
    for piece in range(len(sets)):
        if not _place(piece, sets, dealt, holders, counts=counts):
            return None
    return dealt


def _place(
    root: int, sets: Sequence[int], dealt: list[int], holders: list[list[int]], *, counts: Sequence[int]
) -> bool:
    """Give `root` a kind along the shortest augmenting path, changing those of others if need be."""
    via: dict[int, int] = {}
    queue, seen = [root], 0
    for piece in queue:
        for code in _codes(sets[piece] & ~seen, len(counts)):
            seen |= 1 << code
            via[code] = piece
            if len(holders[code]) < counts[code]:
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


def _exchangeable(sets: Sequence[int], dealt: Sequence[int], kinds_count: int) -> list[int]:
    """The kinds that a piece gets in any dealing: those that a chain of exchanges leads back from."""
    leads = [1 << code for code in range(kinds_count)]  # kind -> kinds that its holders could have instead
    for kinds, code in zip(sets, dealt, strict=True):
        leads[code] |= kinds
    for middle in range(kinds_count):
        for code in range(kinds_count):
            if leads[code] >> middle & 1:
                leads[code] |= leads[middle]
    back = [
        sum(1 << other for other in range(kinds_count) if leads[other] >> code & 1)
        for code in range(kinds_count)
    ]
    return [kinds & back[code] for kinds, code in zip(sets, dealt, strict=True)]


def _codes(kinds: int, kinds_count: int) -> list[int]:
    return [code for code in range(kinds_count) if kinds >> code & 1]
