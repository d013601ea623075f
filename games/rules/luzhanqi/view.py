"""What one seat, or a spectator, may know of a position (D2, D3, F1, Q3): an allow-list, field by field."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.core import JsonObject, Kind, Outcome, Side, Square
from games.rules.luzhanqi.kinds import FLAG, KINDS, Piece
from games.rules.luzhanqi.position import FlipState, Position
from games.rules.luzhanqi.ruleset import COLOURS, Rules
from games.rules.luzhanqi.ruling import redact_ruling


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """`origin` is the piece's public name: its starting square. `kind` is None while it is hidden.

    In flip `army` is a colour and `side` who plays it, both None while the piece lies face down.
    """

    square: Square
    side: Side | None
    army: str | None
    origin: Square
    moved: bool
    kind: Kind | None

    def to_json(self) -> JsonObject:
        return {
            "square": self.square,
            "side": None if self.side is None else str(self.side),
            "army": self.army,
            "origin": self.origin,
            "moved": self.moved,
            "kind": self.kind,
        }


@dataclass(frozen=True, slots=True)
class SeenLosses:
    """Removed pieces of a side, in flip of a colour; `kinds` from the highest, None while hidden."""

    owner: str
    count: int
    kinds: tuple[Kind, ...] | None

    def to_json(self) -> JsonObject:
        return {"count": self.count, "kinds": None if self.kinds is None else list(self.kinds)}


@dataclass(frozen=True, slots=True)
class SeenStep:
    """One ply since the last battle, for the rule against repetition; all three agree for turning up."""

    origin: Square
    start: Square
    end: Square


@dataclass(frozen=True, slots=True)
class SeenFlip:
    """`colours` by side, None until they are known; before that `turned`: what each side turned up last.

    `under`: square, colour and origin of each flag that lies under another piece.
    """

    colours: tuple[tuple[Side, str | None], ...]
    turned: tuple[tuple[Side, str | None], ...]
    under: tuple[tuple[Square, str, Square], ...]

    def to_json(self) -> JsonObject:
        return {
            "colours": {str(side): colour for side, colour in self.colours},
            "turned": {str(side): colour for side, colour in self.turned},
            "under": [
                {"square": square, "army": army, "origin": origin} for square, army, origin in self.under
            ],
        }


@dataclass(frozen=True, slots=True)
class View:
    """`pieces` in board order; `last` is the last ruling as the viewer was told it.

    `flags`: by side, where everybody was shown its flag (D3). `recent`: by side, its steps that count for
    repetition. `flip` is None in other variants.
    """

    viewer: Side | None
    turn: Side | None
    number: int
    quiet_plies: int
    quiet_limit: int | None
    pieces: tuple[SeenPiece, ...]
    removed: tuple[SeenLosses, ...]
    flags: tuple[tuple[Side, Square | None], ...]
    recent: tuple[tuple[Side, tuple[SeenStep, ...]], ...]
    out: tuple[Side, ...]
    flip: SeenFlip | None
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
            "removed": {losses.owner: losses.to_json() for losses in self.removed},
            "flags": {str(side): square for side, square in self.flags},
            "recent": {
                str(side): [[step.origin, step.start, step.end] for step in steps]
                for side, steps in self.recent
            },
            "out": [str(side) for side in self.out],
            "flip": None if self.flip is None else self.flip.to_json(),
            "last": self.last,
            "outcome": None if self.outcome is None else self.outcome.to_json(),
        }


def redact(position: Position, viewer: Side | None, *, revealed: bool = False) -> View:
    """The view of `viewer`, None for spectators; with `revealed` everything, in flip face-down pieces too."""
    rules, last = position.rules, position.last
    names = rules.graph.names
    return View(
        viewer=viewer,
        turn=position.turn,
        number=position.number,
        quiet_plies=position.quiet_plies,
        quiet_limit=rules.quiet_limit or None,
        pieces=tuple(
            _seen(position, names[square], it, viewer, revealed=revealed)
            for square, it in enumerate(position.board)
            if it is not None
        ),
        removed=tuple(
            _losses(rules, army, codes, shown=revealed or rules.variant.is_dealt or rules.knows(viewer, army))
            for army, codes in enumerate(position.removed)
        ),
        flags=tuple((side, _shown_flag(position, seat)) for seat, side in enumerate(rules.sides)),
        recent=tuple(
            (side, tuple(SeenStep(*(names[square] for square in step)) for step in steps))
            for side, steps in zip(rules.sides, position.recent, strict=True)
        ),
        out=tuple(rules.sides[seat] for seat in position.out),
        flip=None if position.flip is None else _seen_flip(rules, position.flip),
        last=None if last is None else told_of(rules, last.to_json(), viewer, revealed=revealed),
        outcome=position.outcome,
    )


def told_of(rules: Rules, ruling: JsonObject, viewer: Side | None, *, revealed: bool) -> JsonObject:
    """What `viewer` may know of a stored ruling. Spectators of hidden pieces are told no kind at all."""
    is_free = revealed or rules.seers is None
    return redact_ruling(
        ruling,
        lambda side: is_free or rules.knows(viewer, rules.seat_of(side)),
        names_shown=is_free or viewer is not None,
    )


def _seen(position: Position, square: Square, it: Piece, viewer: Side | None, *, revealed: bool) -> SeenPiece:
    rules = position.rules
    origin = rules.graph.names[it.start]
    if position.flip is None:
        is_known = revealed or rules.knows(viewer, it.army) or (it.shown and viewer is not None)
        kind = it.kind if is_known else None
        return SeenPiece(square, rules.sides[it.army], None, origin, it.moved, kind)
    if not (it.shown or revealed):
        return SeenPiece(square, None, None, origin, it.moved, None)
    return SeenPiece(square, _player(rules, position.flip, it), COLOURS[it.army], origin, it.moved, it.kind)


def _player(rules: Rules, flip: FlipState, it: Piece) -> Side | None:
    return None if flip.armies is None else rules.sides[flip.armies.index(it.army)]


def _losses(rules: Rules, army: int, codes: tuple[int, ...], *, shown: bool) -> SeenLosses:
    kinds = tuple(KINDS[code] for code in codes) if shown else None
    return SeenLosses(rules.owner_name(army), len(codes), kinds)


def _shown_flag(position: Position, seat: int) -> Square | None:
    """In flip a flag is a face-up piece like others, so nothing is said here."""
    if position.flip is not None:
        return None
    shown = (name for name, it in position.pieces.items() if it.army == seat and it.code == FLAG and it.shown)
    return next(shown, None)


def _seen_flip(rules: Rules, flip: FlipState) -> SeenFlip:
    names = rules.graph.names
    return SeenFlip(
        colours=_by_side(rules, flip.armies or (None, None)),
        turned=_by_side(rules, flip.turned),
        under=tuple((names[square], COLOURS[flag.army], names[flag.start]) for square, flag in flip.under),
    )


def _by_side(rules: Rules, armies: tuple[int | None, int | None]) -> tuple[tuple[Side, str | None], ...]:
    return tuple(
        (side, None if army is None else COLOURS[army])
        for side, army in zip(rules.sides, armies, strict=True)
    )
