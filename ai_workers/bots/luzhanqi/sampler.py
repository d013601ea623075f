"""Drawing sets of 25 kinds that fit what each piece may be.

An exact matching finds the first one; exchanges of two and three kinds that keep every piece possible lead to
the next. Every fitting set can come up; how evenly they do is not measured.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from games.rules.luzhanqi.kinds import FULL_SET

EXCHANGES = 60


def draw_sets(masks: Sequence[int], rng: Random) -> Iterator[list[int]]:
    """Kind codes by slot, without end; none at all where none fits. `masks`: per slot the kinds as bits."""
    found = _match(masks, rng)
    while found is not None:
        _mix(found, masks, rng)
        yield list(found)


def _match(masks: Sequence[int], rng: Random) -> list[int] | None:
    """One kind for every slot, by augmenting paths."""
    deck = list(FULL_SET)
    rng.shuffle(deck)
    slot_of = [-1] * len(deck)

    def settle(slot: int, tried: set[int]) -> bool:
        for card, code in enumerate(deck):
            if masks[slot] >> code & 1 and card not in tried:
                tried.add(card)
                if slot_of[card] < 0 or settle(slot_of[card], tried):
                    slot_of[card] = slot
                    return True
        return False

    slots = list(range(len(masks)))
    rng.shuffle(slots)
    if len(masks) != len(deck) or not all(settle(slot, set()) for slot in slots):
        return None
    found = [-1] * len(masks)
    for card, slot in enumerate(slot_of):
        found[slot] = deck[card]
    return found


def _mix(found: list[int], masks: Sequence[int], rng: Random) -> None:
    count = len(found)
    for _ in range(EXCHANGES):
        one, two, three = (int(rng.random() * count) for _ in range(3))
        first, second, third = found[one], found[two], found[three]
        if masks[one] >> second & 1 and masks[two] >> first & 1:
            found[one], found[two] = second, first
        elif (
            len({one, two, three}) == 3
            and masks[one] >> second & 1
            and masks[two] >> third & 1
            and masks[three] >> first & 1
        ):
            found[one], found[two], found[three] = second, third, first
