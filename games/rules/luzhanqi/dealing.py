"""Dealing a set of 25 over places of which some kinds may only take some."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import chain, combinations

from games.rules.core import Rng
from games.rules.luzhanqi.kinds import COUNTS, FULL_SET


@dataclass(frozen=True, slots=True)
class Demand:
    """All pieces of one kind take places out of `slots`."""

    code: int
    slots: Set[int]

    @property
    def count(self) -> int:
        return COUNTS[self.code]


def is_possible(demands: Sequence[Demand]) -> bool:
    """Whether all demands can be met at once (Hall's condition)."""
    subsets = chain.from_iterable(combinations(demands, size) for size in range(1, len(demands) + 1))
    return all(
        len(set[int]().union(*(demand.slots for demand in some))) >= sum(demand.count for demand in some)
        for some in subsets
    )


def assign(slots: int, demands: Sequence[Demand], rng: Rng) -> list[int] | None:
    """A full set of kind codes over 25 slots, uniform over those that meet every demand.

    None when there is none.
    """
    assert slots == len(FULL_SET)
    if not is_possible(demands):
        return None
    choices = [(demand.code, sorted(demand.slots)) for demand in demands for _ in range(demand.count)]
    while True:  # drawing each place alone and starting over where two agree keeps it uniform
        fixed: dict[int, int] = {}
        for code, allowed in choices:
            fixed[allowed[rng.randrange(len(allowed))]] = code
        if len(fixed) == len(choices):
            break
    given = {demand.code for demand in demands}
    rest = [code for code in FULL_SET if code not in given]
    rng.shuffle(rest)
    return [fixed[slot] if slot in fixed else rest.pop() for slot in range(slots)]
