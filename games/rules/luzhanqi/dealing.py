"""Dealing a set of 25 over places of which some kinds may only take some."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain, combinations

from games.rules.core import Rng
from games.rules.luzhanqi.kinds import FULL_SET


@dataclass(frozen=True, slots=True)
class Demand:
    """All pieces of one kind take places out of `slots`."""

    code: int
    slots: Set[int]


def assign(demands: Sequence[Demand], rng: Rng, fixed: Mapping[int, int] | None = None) -> list[int] | None:
    """A full set of kind codes over 25 slots, uniform over those that meet every demand.

    `fixed`: the codes of slots that are known. None when there is no such deal.
    """
    known = dict(fixed or {})
    rest = Counter(FULL_SET)
    rest.subtract(known.values())
    wanted = [Demand(demand.code, demand.slots - set(known)) for demand in demands]
    if min(rest.values()) < 0 or not _is_possible(wanted, rest):
        return None
    choices = [(demand.code, sorted(demand.slots)) for demand in wanted for _ in range(rest[demand.code])]
    while True:  # drawing each place alone and starting over where two agree keeps it uniform
        drawn = {allowed[rng.randrange(len(allowed))]: code for code, allowed in choices}
        if len(drawn) == len(choices):
            break
    known.update(drawn)
    given = {demand.code for demand in wanted}
    others = [code for code in rest.elements() if code not in given]
    rng.shuffle(others)
    return [known[slot] if slot in known else others.pop() for slot in range(len(FULL_SET))]


def _is_possible(demands: Sequence[Demand], rest: Mapping[int, int]) -> bool:
    """Whether all demands can be met at once (Hall's condition)."""
    subsets = chain.from_iterable(combinations(demands, size) for size in range(1, len(demands) + 1))
    return all(
        len(set[int]().union(*(demand.slots for demand in some))) >= sum(rest[demand.code] for demand in some)
        for some in subsets
    )
