"""Full positions that the seat cannot tell from the real one, in agreement with what battles told."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, repeat
from random import Random
from typing import TYPE_CHECKING

from ai_workers.bots.base import UnreadableQuestion
from ai_workers.bots.luzhanqi.observed import Observed
from ai_workers.bots.luzhanqi.sampler import draw_sets
from ai_workers.bots.reading import json_list, json_object
from games.rules.core import BadView, JsonObject
from games.rules.luzhanqi.kinds import KINDS
from games.rules.luzhanqi.worlds import world

if TYPE_CHECKING:  # a type alone: nothing here could build a real one
    from games.rules.luzhanqi.position import Position

    World = Position


def guess_worlds(seen: Observed, count: int, rng: Random) -> list[World]:
    """One where everything lies open. Raises UnreadableQuestion where nothing fits what was told."""
    wanted = 1 if seen.rules.is_open else count
    try:
        found = [world(view, seen.rules, rng) for view in islice(_filled(seen, rng), wanted)]
    except BadView as error:
        raise UnreadableQuestion("this is no view") from error
    if len(found) != wanted:
        raise UnreadableQuestion("no layout fits the history")
    return found


def _filled(seen: Observed, rng: Random) -> Iterator[JsonObject]:
    """The view with a drawn kind for every hidden piece."""
    if not seen.kinds:
        yield from repeat(seen.view)
    pieces = [json_object(it) for it in json_list(seen.view["pieces"])]
    for drawn in draw_kinds(seen, rng):
        told = [it if it["kind"] else it | {"kind": KINDS[drawn[str(it["origin"])]]} for it in pieces]
        yield seen.view | {"pieces": told}


def draw_kinds(seen: Observed, rng: Random) -> Iterator[dict[str, int]]:
    """Kinds of hidden pieces by the name of their starting square; ends where nothing fits."""
    graph = seen.rules.graph
    sets = []
    for arm in range(seen.rules.armies):
        origins = [square for square in graph.home(arm) if square in seen.kinds]
        if origins:
            sets.append((origins, draw_sets([seen.kinds[origin] for origin in origins], None, rng)))
    while True:
        drawn: dict[str, int] = {}
        for origins, draws in sets:
            codes = next(draws, None)
            if codes is None:
                return
            drawn |= {graph.names[origin]: code for origin, code in zip(origins, codes, strict=True)}
        yield drawn
