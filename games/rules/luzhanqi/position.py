"""Full knowledge of one moment of a match.

Only the server's own side of the wall may import this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from games.rules.core import IllegalPly, Outcome, Ply, Reason, Side, Square
from games.rules.luzhanqi.kinds import Piece
from games.rules.luzhanqi.moves import Board, union
from games.rules.luzhanqi.ruling import Ruling

if TYPE_CHECKING:
    from games.rules.luzhanqi.ruleset import Rules

# Start of the piece, from and to: what G16 compares.
Step: TypeAlias = "tuple[int, int, int]"


@dataclass(frozen=True, slots=True)
class FlipState:
    """What only flip knows (2.4). `armies`: the army of each seat, None until colours are known (F3).

    `turned`: the army that each seat turned up last, before that. `under`: flags that lie under a piece (F8).
    """

    armies: tuple[int, int] | None = None
    turned: tuple[int | None, int | None] = (None, None)
    under: tuple[tuple[int, Piece], ...] = ()

    def flag_under(self, square: int) -> Piece | None:
        return next((flag for at, flag in self.under if at == square), None)


@dataclass(frozen=True, slots=True)
class Position:
    """A seat is the place of a side in the order of play; it is its army's number too, except in flip.

    `board` by square index; `held` and `removed` by army: its squares, and its lost kinds sorted. `recent` by
    seat: its own last steps since the last battle, the newest last. `out`: seats that are out, in order of
    play. `turn` is None once `outcome` is set.
    """

    rules: Rules
    board: Board
    held: tuple[int, ...]
    turn: Side | None
    number: int
    quiet_plies: int
    removed: tuple[tuple[int, ...], ...]
    recent: tuple[tuple[Step, ...], ...]
    out: tuple[int, ...]
    last: Ruling | None
    outcome: Outcome | None
    flip: FlipState | None

    @property
    def occupied(self) -> int:
        return union(self.held)

    @property
    def pieces(self) -> Mapping[Square, Piece]:
        """Every piece by its square, in board order; a flag under another piece is not among them."""
        names = self.rules.graph.names
        return {names[square]: it for square, it in enumerate(self.board) if it is not None}

    def legal_plies(self, side: Side) -> tuple[Ply, ...]:
        """In board order; empty when it is not the side's turn."""
        if side is not self.turn:
            return ()
        return self.rules.variant.plies(self, self.rules.seat_of(side))

    def play(self, ply: Ply, side: Side) -> tuple[Position, Ruling]:
        """The position after `ply` and what the referee saw. Raises IllegalPly with one reason."""
        if self.turn is None:
            raise IllegalPly("The match is over.", [Reason("match_over")])
        if side is not self.turn:
            raise IllegalPly("It is another side's turn.", [Reason("not_your_turn")])
        return self.rules.variant.play(self, ply, self.rules.seat_of(side))
