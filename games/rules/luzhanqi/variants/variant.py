"""What the rest of the rules asks of a variant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Protocol

from games.rules.core import Json, Ply, Side
from games.rules.luzhanqi.boards import Graph
from games.rules.luzhanqi.position import Position
from games.rules.luzhanqi.ruling import Ruling
from games.rules.luzhanqi.scene import Scene


class Variant(Protocol):
    """Stateless. A seat is the place of a side in the order of play.

    `clears_out`: the pieces of a seat that is out leave the board. `is_dealt`: the pieces are shuffled and
    lie face down, so an army is a colour and not a seat.
    """

    key: ClassVar[str]
    graph: ClassVar[Graph]
    clears_out: ClassVar[bool]
    is_dealt: ClassVar[bool]

    def sides(self, options: Mapping[str, Json]) -> tuple[Side, ...]: ...

    def friends(self, options: Mapping[str, Json]) -> tuple[tuple[int, ...], ...]:
        """By seat: the seats that win together with it, itself included."""

    def seers(self, options: Mapping[str, Json]) -> tuple[tuple[int, ...], ...] | None:
        """By seat: the seats whose pieces it sees; None where everybody sees all that lies face up."""

    def plies(self, position: Position, seat: int) -> tuple[Ply, ...]:
        """Every legal ply of the seat, in board order, as if it were to move."""

    def can_act(self, scene: Scene, seat: int) -> bool: ...

    def play(self, position: Position, ply: Ply, seat: int) -> tuple[Position, Ruling]:
        """Raises IllegalPly."""
