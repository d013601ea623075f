"""What one seat, or a spectator, may know of a position (R-7.1 to R-7.3): an allow-list, field by field."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.core import JsonObject, Kind, Outcome, Side, Square
from games.rules.gunjin.board import SQUARES
from games.rules.gunjin.kinds import KINDS, SIDES
from games.rules.gunjin.position import Position
from games.rules.gunjin.ruling import redact_ruling


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """`origin` is the piece's public name: its starting square. `kind` is None while it is hidden."""

    square: Square
    side: Side
    origin: Square
    moved: bool
    kind: Kind | None

    def to_json(self) -> JsonObject:
        return {
            "square": self.square,
            "side": str(self.side),
            "origin": self.origin,
            "moved": self.moved,
            "kind": self.kind,
        }


@dataclass(frozen=True, slots=True)
class SeenLosses:
    """A side's removed pieces; `kinds` in order of strength, None while they are hidden."""

    count: int
    kinds: tuple[Kind, ...] | None

    def to_json(self) -> JsonObject:
        return {"count": self.count, "kinds": None if self.kinds is None else list(self.kinds)}


@dataclass(frozen=True, slots=True)
class View:
    """`pieces` in board order; `last` is the last ruling as the viewer was told it."""

    viewer: Side | None
    turn: Side | None
    number: int
    quiet_plies: int
    quiet_limit: int | None
    pieces: tuple[SeenPiece, ...]
    removed: tuple[SeenLosses, SeenLosses]
    last: JsonObject | None
    outcome: Outcome | None

    def to_json(self) -> JsonObject:
        return {
            "viewer": None if self.viewer is None else str(self.viewer),
            "turn": None if self.turn is None else str(self.turn),
            "number": self.number,
            "quiet_plies": self.quiet_plies,
            "quiet_limit": self.quiet_limit,
            "pieces": [piece.to_json() for piece in self.pieces],
            "removed": {
                str(side): losses.to_json() for side, losses in zip(SIDES, self.removed, strict=True)
            },
            "last": self.last,
            "outcome": None if self.outcome is None else self.outcome.to_json(),
        }


def _losses(codes: tuple[int, ...], *, shown: bool) -> SeenLosses:
    return SeenLosses(len(codes), tuple(KINDS[code] for code in codes) if shown else None)


def redact(position: Position, viewer: Side | None, *, revealed: bool = False) -> View:
    """The view of `viewer`, None for spectators; with `revealed`, or open information, all kinds."""
    show_all = revealed or position.rules.is_open
    shown = tuple(show_all or side is viewer for side in SIDES)
    last = position.last
    return View(
        viewer=viewer,
        turn=position.turn,
        number=position.number,
        quiet_plies=position.quiet_plies,
        quiet_limit=position.rules.quiet_limit,
        pieces=tuple(
            SeenPiece(
                SQUARES[square],
                piece.side,
                piece.origin,
                piece.moved,
                piece.kind if shown[piece.owner] else None,
            )
            for square, piece in enumerate(position.board)
            if piece is not None
        ),
        removed=(
            _losses(position.removed[0], shown=shown[0]),
            _losses(position.removed[1], shown=shown[1]),
        ),
        last=None if last is None else redact_ruling(last.to_json(), viewer, show_all=show_all),
        outcome=position.outcome,
    )
