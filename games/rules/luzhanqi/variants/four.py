"""Four players (2.5), or three of them: teams, elimination, and who sees whose pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from games.rules.core import Json, Side
from games.rules.luzhanqi.boards import FOUR as BOARD
from games.rules.luzhanqi.boards import Graph
from games.rules.luzhanqi.variants.dark import Dark

SIDES = (Side.SOUTH, Side.EAST, Side.NORTH, Side.WEST)


class Four(Dark):
    key: ClassVar[str] = "four"
    graph: ClassVar[Graph] = BOARD
    clears_out: ClassVar[bool] = True

    def sides(self, options: Mapping[str, Json]) -> tuple[Side, ...]:
        """Three players leave the last arm empty (Q7)."""
        return SIDES[:3] if options["players"] == 3 else SIDES

    def friends(self, options: Mapping[str, Json]) -> tuple[tuple[int, ...], ...]:
        if options["teams"] == "2v2":
            return ((0, 2), (1, 3), (0, 2), (1, 3))
        return super().friends(options)

    def seers(self, options: Mapping[str, Json]) -> tuple[tuple[int, ...], ...] | None:
        if options["four_info"] == "all_open":
            return None
        return self.friends(options) if options["four_info"] == "double_open" else super().seers(options)


PARTY = Four()
