"""A position as one line of text, and back.

`luzhanqi-1;turn;number;quiet;board;removed;recent;out;flip;last;outcome;check`. A square is two hexadecimal
digits; a piece is five characters: army, kind letter, origin, and a digit for moved (1) and shown (2).
"""

from __future__ import annotations

import hashlib
import json
import string
from collections.abc import Iterable, Iterator

from games.rules.core import BadView, Outcome, Side
from games.rules.luzhanqi.kinds import KINDS, Piece, piece
from games.rules.luzhanqi.position import FlipState, Position, Step
from games.rules.luzhanqi.ruleset import RULESET, Rules
from games.rules.luzhanqi.ruling import Ruling, read_ruling

_LETTERS = string.ascii_lowercase[: len(KINDS)]
_PLACED = 7


def _check(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()[:8]


def _placed_text(square: int, it: Piece) -> str:
    return f"{square:02x}{it.army}{_LETTERS[it.code]}{it.start:02x}{it.moved + 2 * it.shown}"


def _read_placed(text: str) -> tuple[int, Piece]:
    marks = int(text[6], 4)
    it = piece(int(text[2]), _LETTERS.index(text[3]), int(text[4:6], 16), bool(marks & 1), bool(marks & 2))
    return int(text[:2], 16), it


def _in_parts(text: str, size: int) -> Iterator[str]:
    if len(text) % size:
        raise ValueError
    return (text[at : at + size] for at in range(0, len(text), size))


def encode(position: Position) -> str:
    """Full knowledge as ASCII text without spaces: at most some 650 characters, 1,000 for four players."""
    body = ";".join(
        (
            RULESET,
            str(position.turn or "-"),
            str(position.number),
            str(position.quiet_plies),
            "".join(_placed_text(square, it) for square, it in enumerate(position.board) if it is not None),
            "/".join("".join(_LETTERS[code] for code in codes) for codes in position.removed),
            "/".join("".join(f"{part:02x}" for step in steps for part in step) for steps in position.recent),
            "".join(map(str, position.out)),
            "-" if position.flip is None else _flip_text(position.flip),
            "-" if position.last is None else _compact(position.last),
            _outcome_text(position.outcome),
        )
    )
    return f"{body};{_check(body)}"


def _compact(ruling: Ruling) -> str:
    return json.dumps(ruling.to_json(), separators=(",", ":"))


def _flip_text(flip: FlipState) -> str:
    turned = "".join("-" if army is None else str(army) for army in flip.turned)
    under = "".join(_placed_text(square, it) for square, it in flip.under)
    return f"{'-' if flip.armies is None else flip.armies[0]}/{turned}/{under}"


def _outcome_text(outcome: Outcome | None) -> str:
    return "-" if outcome is None else f"{','.join(outcome.winners)}:{outcome.termination}"


def decode(text: str, rules: Rules) -> Position:
    """The position that `encode` wrote under the same rules. Raises BadView for anything else."""
    body, _, check = text.rpartition(";")
    if not body.startswith(f"{RULESET};"):
        raise BadView("The text is of another ruleset.")
    try:
        if check == _check(body):
            return _read(body.split(";"), rules)
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise BadView("The text is damaged.") from error
    raise BadView("The text is damaged.")


def _read(parts: list[str], rules: Rules) -> Position:
    _, turn, number, quiet, placed, removed, recent, out, flip, last, outcome = parts
    board: list[Piece | None] = [None] * len(rules.graph.names)
    held = [0] * rules.armies
    for square, it in map(_read_placed, _in_parts(placed, _PLACED)):
        board[square] = it
        held[it.army] |= 1 << square
    lost = tuple(tuple(map(_LETTERS.index, codes)) for codes in removed.split("/"))
    steps = tuple(tuple(_read_steps(each)) for each in recent.split("/"))
    if len(lost) != rules.armies or len(steps) != len(rules.sides):
        raise ValueError
    return Position(
        rules=rules,
        board=tuple(board),
        held=tuple(held),
        turn=None if turn == "-" else Side(turn),
        number=int(number),
        quiet_plies=int(quiet),
        removed=lost,
        recent=steps,
        out=tuple(map(int, out)),
        last=None if last == "-" else read_ruling(json.loads(last)),
        outcome=None if outcome == "-" else _read_outcome(outcome),
        flip=_read_flip(flip) if rules.variant.is_dealt else None,
    )


def _read_steps(text: str) -> Iterable[Step]:
    for step in _in_parts(text, 6):
        origin, start, end = (int(part, 16) for part in _in_parts(step, 2))
        yield origin, start, end


def _read_flip(text: str) -> FlipState:
    armies, turned, under = text.split("/")
    first, second = (None if army == "-" else int(army) for army in turned)
    return FlipState(
        armies=None if armies == "-" else (int(armies), 1 - int(armies)),
        turned=(first, second),
        under=tuple(map(_read_placed, _in_parts(under, _PLACED))),
    )


def _read_outcome(text: str) -> Outcome:
    names, _, termination = text.partition(":")
    return Outcome(tuple(Side(name) for name in names.split(",") if name), termination)
