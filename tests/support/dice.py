"""Dice that fall as a test wants them to."""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence
from random import Random
from typing import Any

from games.rules.luzhanqi.kinds import CODES
from games.rules.luzhanqi.ruleset import COLOURS, rules_for


class Dealer(Random):
    """Deals these pieces to these points when Luzhanqi shuffles: `{"a1": "red.mine", ...}`."""

    def __init__(self, dealt: Mapping[str, str]) -> None:
        super().__init__(0)
        self.dealt = dealt

    def shuffle(self, x: MutableSequence[Any]) -> None:
        points = sorted(self.dealt, key=rules_for({"variant": "flip"}).graph.index.__getitem__)
        named = [self.dealt[point].split(".") for point in points]
        wanted = [(COLOURS.index(colour), CODES[kind]) for colour, kind in named]
        assert sorted(x) == sorted(wanted), "another set of pieces is shuffled"
        x[:] = wanted
