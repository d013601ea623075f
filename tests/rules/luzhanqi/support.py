"""Hand-made positions in the words of the worked cases: `S.general`, `red.mine`, face-down `(red.mine)`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.core import Side
from games.rules.luzhanqi.kinds import CODES, Piece, piece
from games.rules.luzhanqi.options import parse_options
from games.rules.luzhanqi.position import FlipState, Position
from games.rules.luzhanqi.ruleset import COLOURS, Rules, rules_for
from games.rules.luzhanqi.start import place

LETTERS = {
    "S": (Side.FIRST, Side.SOUTH), "N": (Side.SECOND, Side.NORTH), "E": (Side.EAST,), "W": (Side.WEST,),
}  # fmt: skip


def side_of(letter: str, rules: Rules) -> Side:
    return next(side for side in LETTERS[letter] if side in rules.sides)


def letter_of(side: Side) -> str:
    return next(letter for letter, sides in LETTERS.items() if side in sides)


def rules_of(variant: str, **options: Any) -> Rules:
    return rules_for(parse_options({"variant": variant, **options}))


def piece_of(text: str, square: int, rules: Rules) -> Piece:
    """Face up in flip unless the text is in brackets."""
    owner, kind = text.strip("()").split(".")
    if rules.variant.is_dealt:
        return piece(COLOURS.index(owner), CODES[kind], square, False, not text.startswith("("))
    return piece(rules.seat_of(side_of(owner, rules)), CODES[kind], square)


def text_of(it: Piece, rules: Rules) -> str:
    owner = COLOURS[it.army] if rules.variant.is_dealt else letter_of(rules.sides[it.army])
    text = f"{owner}.{it.kind}"
    return text if it.shown or not rules.variant.is_dealt else f"({text})"


def set_up(
    rules: Rules,
    setup: Mapping[str, str],
    *,
    turn: str = "S",
    quiet_plies: int = 0,
    out: str = "",
    **flip: Any,
) -> Position:
    """`flip`: what `FlipState` holds; the first side is red where nothing is said."""
    index = rules.graph.index
    return place(
        rules,
        [(index[name], piece_of(text, index[name], rules)) for name, text in setup.items()],
        turn=side_of(turn, rules),
        quiet_plies=quiet_plies,
        out=tuple(sorted(rules.seat_of(side_of(letter, rules)) for letter in out)),
        flip=FlipState(**{"armies": (0, 1), **flip}),
    )
