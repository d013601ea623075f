"""A moment of a match, standing still (`Position`) or being judged (`Draft`), and what lies on its board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from games.rules.core import Outcome, Ply, Side
from games.rules.luzhanqi.kinds import COMMANDER, FLAG, Piece, shown
from games.rules.luzhanqi.moves import union
from games.rules.luzhanqi.position import FlipState, Position, Step
from games.rules.luzhanqi.ruling import Battle, Result, Ruling, Shown

if TYPE_CHECKING:
    from games.rules.luzhanqi.ruleset import Rules


class Scene(Protocol):
    @property
    def rules(self) -> Rules: ...
    @property
    def board(self) -> Sequence[Piece | None]: ...
    @property
    def held(self) -> Sequence[int]: ...
    @property
    def occupied(self) -> int: ...
    @property
    def flip(self) -> FlipState | None: ...


def pieces_of(scene: Scene, army: int) -> Iterator[tuple[int, Piece]]:
    """Squares and pieces of an army, in board order; not a flag that lies under another piece."""
    held = scene.held[army]
    while held:
        low = held & -held
        held ^= low
        square = low.bit_length() - 1
        it = scene.board[square]
        assert it is not None
        yield square, it


def lowest_rank(scene: Scene, army: int) -> int:
    """Of the army's living pieces with a rank, face-down ones included; 0 when there are none (A13)."""
    return min((it.rank for _, it in pieces_of(scene, army) if it.rank), default=0)


def has_kind(scene: Scene, army: int, code: int) -> bool:
    return any(it.code == code for _, it in pieces_of(scene, army))


class Draft:
    """A position while one ply is judged on it; `settled` makes the position after it."""

    def __init__(self, before: Position, seat: int, ply: Ply) -> None:
        self.before, self.seat, self.ply = before, seat, ply
        self.rules = before.rules
        self.board = list(before.board)
        self.held = list(before.held)
        self.removed = [list(codes) for codes in before.removed]
        self.recent = list(before.recent)
        self.out = list(before.out)
        self.flip = before.flip
        self.number = before.number + 1
        self.quiet_plies = before.quiet_plies + 1
        self.result = Result.MOVED
        self.battle: Battle | None = None
        self.fallen: list[int] = []
        self.turn: Side | None = None
        self.outcome: Outcome | None = None
        self._shown: list[Shown] = []

    @property
    def occupied(self) -> int:
        return union(self.held)

    def lift(self, square: int) -> Piece:
        it = self.board[square]
        assert it is not None
        self.board[square] = None
        self.held[it.army] ^= 1 << square
        return it

    def put(self, square: int, it: Piece) -> None:
        assert self.board[square] is None
        self.board[square] = it
        self.held[it.army] |= 1 << square

    def lose(self, it: Piece) -> None:
        """For a piece that was lifted: it leaves the match."""
        self.removed[it.army].append(it.code)

    def show(self, square: int) -> Piece:
        """Everybody is told what stands there, unless they knew."""
        it = self.board[square]
        assert it is not None
        if not it.shown:
            it = shown(it)
            self.board[square] = it
            self._shown.append(Shown(self.rules.graph.names[square], self.rules.owner_name(it.army), it.kind))
        return it

    def fight(self, square: int, attacker: Piece, defender: Piece, result: Result) -> None:
        """Tell of a battle. When a piece falls, quiet plies and repetition begin anew (G15, G16).

        A bounce changes nothing on the board and could be had for ever, so it counts as quiet.
        """
        self.result = result
        self.battle = Battle(
            self.rules.graph.names[square],
            (self.rules.sides[self.seat], self._side_of(defender)),
            (attacker.kind, defender.kind),
            result,
        )
        if result is not Result.NEITHER:
            self.quiet_plies = 0
            self.recent = [() for _ in self.recent]

    @property
    def has_fallen(self) -> bool:
        """Whether a battle removed a piece."""
        return self.battle is not None and self.result is not Result.NEITHER

    def _side_of(self, it: Piece) -> Side:
        armies = None if self.flip is None else self.flip.armies
        return self.rules.sides[it.army if armies is None else armies.index(it.army)]

    def remember(self, step: Step) -> None:
        kept = (*self.recent[self.seat], step)
        self.recent[self.seat] = kept[-self.rules.window :] if self.rules.window else ()

    def eliminate(self, seat: int) -> None:
        """The seat is out; where others play on, all its pieces leave the board (Q5)."""
        self.out.append(seat)
        self.fallen.append(seat)
        if self.rules.variant.clears_out:
            for square, it in list(pieces_of(self, seat)):
                self.lift(square)
                self.lose(it)

    def living(self) -> Iterable[int]:
        return (seat for seat in range(len(self.rules.sides)) if seat not in self.out)

    def settled(self) -> tuple[Position, Ruling]:
        sides = self.rules.sides
        ruling = Ruling(
            self.ply,
            self.result,
            self.quiet_plies,
            self.battle,
            tuple(self._shown),
            tuple(sides[seat] for seat in sorted(self.fallen)),
        )
        after = Position(
            rules=self.rules,
            board=tuple(self.board),
            held=tuple(self.held),
            turn=self.turn if self.outcome is None else None,
            number=self.number,
            quiet_plies=self.quiet_plies,
            removed=tuple(tuple(sorted(codes)) for codes in self.removed),
            recent=tuple(self.recent),
            out=tuple(sorted(self.out)),
            last=ruling,
            outcome=self.outcome,
            flip=self.flip,
        )
        return after, ruling


def is_shaken(scene: Scene, taker: int, loser: int) -> bool:
    """G12: the taker's commander is dead and the loser's is not."""
    return not has_kind(scene, taker, COMMANDER) and has_kind(scene, loser, COMMANDER)


def flag_square(scene: Scene, army: int) -> int | None:
    return next((square for square, it in pieces_of(scene, army) if it.code == FLAG), None)
