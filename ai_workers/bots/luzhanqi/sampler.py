"""Drawing sets of 25 kinds that fit what each piece may be.

An exact matching finds the first one; exchanges of two and three kinds that keep every piece possible lead to
the next, towards likelier ones oftener. Every fitting set can come up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from games.rules.luzhanqi.kinds import FULL_SET

EXCHANGES = 60
Likelihoods = Sequence[Sequence[float]]


def draw_sets(masks: Sequence[int], likely: Likelihoods | None, rng: Random) -> Iterator[list[int]]:
    """Kind codes by slot, without end; none at all where none fits.

    `masks`: per slot the kinds as bits; `likely`: per slot and kind, how likely, None for all alike.
    """
    found = _match(masks, rng)
    rounds = 3  # the first one is far from any chance
    while found is not None:
        for _ in range(rounds):
            _mix(found, masks, likely, rng)
        rounds = 1
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


def _mix(found: list[int], masks: Sequence[int], likely: Likelihoods | None, rng: Random) -> None:
    """Exchanges of two kinds, or of three where two cannot be exchanged."""
    count = len(found)
    for _ in range(EXCHANGES):
        slots = [int(rng.random() * count) for _ in range(3)]
        pair = slots[:2]
        if _exchange(found, pair, masks, likely, rng) or len(set(slots)) < 3:
            continue
        _exchange(found, slots, masks, likely, rng)


def _exchange(
    found: list[int], slots: Sequence[int], masks: Sequence[int], likely: Likelihoods | None, rng: Random
) -> bool:
    """Give each of the slots the kind of the next. False where a piece cannot be that."""
    codes = [found[slot] for slot in slots]
    moved = codes[1:] + codes[:1]
    for slot, code in zip(slots, moved, strict=True):
        if not masks[slot] >> code & 1:
            return False
    if likely is not None:
        ratio = 1.0
        for slot, old, new in zip(slots, codes, moved, strict=True):
            ratio *= likely[slot][new] / likely[slot][old]
        if ratio < 1 and rng.random() >= ratio:
            return True
    for slot, code in zip(slots, moved, strict=True):
        found[slot] = code
    return True
