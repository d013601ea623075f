"""Open (2.3): laid out in secret, then everything lies face up; otherwise the rules of dark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from games.rules.core import Json
from games.rules.luzhanqi.kinds import BOMB, FLAG, Piece
from games.rules.luzhanqi.moves import squares_of
from games.rules.luzhanqi.scene import Scene
from games.rules.luzhanqi.variants.dark import Dark


class Open(Dark):
    key: ClassVar[str] = "open"

    def seers(self, options: Mapping[str, Json]) -> tuple[tuple[int, ...], ...] | None:
        del options
        return None

    def _reaches(self, scene: Scene, seat: int) -> Iterator[tuple[int, Piece, int]]:
        for square, it, reached in super()._reaches(scene, seat):
            goals = reached
            if it.code == BOMB and scene.rules.bomb_spares_flag:
                goals = sum(1 << end for end in squares_of(reached) if not self._objection(scene, it, end))
            if goals:
                yield square, it, goals

    def _objection(self, scene: Scene, it: Piece, end: int) -> str | None:
        standing = scene.board[end]
        objection = super()._objection(scene, it, end)
        if objection or standing is None or not scene.rules.bomb_spares_flag:
            return objection
        # G11: everybody sees the flag, so a refusal tells nothing
        return "bomb_vs_flag" if (it.code, standing.code) == (BOMB, FLAG) else None


OPEN = Open()
