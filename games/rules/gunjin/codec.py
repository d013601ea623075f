"""A position as one line of text, and back.

`gunjin-1;turn;number;quiet;board;removed;last;outcome;check`, where a piece is three characters
(kind letter, upper case for the first side; origin; `+` moved or `-` not) and an empty square is a dot.
"""

from __future__ import annotations

import hashlib
import string
from collections.abc import Iterator

from games.rules.core import BadView, Outcome, Side
from games.rules.gunjin.battle import Battle, BattleResult
from games.rules.gunjin.board import PLIES, SQUARES
from games.rules.gunjin.kinds import KINDS, Piece, piece
from games.rules.gunjin.position import Position, held_by
from games.rules.gunjin.ruleset import RULESET, Rules
from games.rules.gunjin.ruling import Ruling

_KIND_LETTERS = string.ascii_lowercase[: len(KINDS)]
_SQUARE_LETTERS = string.ascii_letters[: len(SQUARES)]
_RESULT_LETTERS = {
    BattleResult.ATTACKER_WON: "a",
    BattleResult.DEFENDER_WON: "d",
    BattleResult.BOTH_LOST: "b",
}
_RESULTS = {letter: result for result, letter in _RESULT_LETTERS.items()}
_SIDE_LETTERS = {Side.FIRST: "f", Side.SECOND: "s"}
_SIDES = {letter: side for side, letter in _SIDE_LETTERS.items()}


def _check(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()[:8]


def _piece_text(it: Piece) -> str:
    letter = _KIND_LETTERS[it.code]
    return (
        (letter.upper() if it.owner == 0 else letter) + _SQUARE_LETTERS[it.start] + ("+" if it.moved else "-")
    )


def _read_piece(text: str) -> Piece:
    kind, start, moved = tuple(text)
    owner = 0 if kind.isupper() else 1
    code = _KIND_LETTERS.index(kind.lower())
    return piece(owner, code, _SQUARE_LETTERS.index(start), {"+": True, "-": False}[moved])


def encode(position: Position) -> str:
    """Full knowledge as ASCII text without spaces, at most about 250 characters."""
    body = ";".join(
        (
            RULESET,
            "-" if position.turn is None else _SIDE_LETTERS[position.turn],
            str(position.number),
            str(position.quiet_plies),
            "".join("." if it is None else _piece_text(it) for it in position.board),
            "/".join("".join(_KIND_LETTERS[code] for code in codes) for codes in position.removed),
            _last_text(position.last),
            _outcome_text(position.outcome),
        )
    )
    return f"{body};{_check(body)}"


def _last_text(last: Ruling | None) -> str:
    if last is None:
        return "-"
    text = "".join(_SQUARE_LETTERS[SQUARES.index(name)] for name in last.ply)
    if last.battle is None:
        return text
    battle = last.battle
    return text + _piece_text(battle.attacker) + _piece_text(battle.defender) + _RESULT_LETTERS[battle.result]


def _outcome_text(outcome: Outcome | None) -> str:
    if outcome is None:
        return "-"
    return "".join(_SIDE_LETTERS[side] for side in outcome.winners) + ":" + outcome.termination


def decode(text: str, rules: Rules) -> Position:
    """The position that `encode` wrote under the same rules. Raises BadView for anything else."""
    body, _, check = text.rpartition(";")
    if not body.startswith(f"{RULESET};"):
        raise BadView("The text is of another ruleset.")
    try:
        if check == _check(body):
            return _read(body.split(";"), rules)
    except (ValueError, KeyError, IndexError) as error:
        raise BadView("The text is damaged.") from error
    raise BadView("The text is damaged.")


def _read(parts: list[str], rules: Rules) -> Position:
    _, turn, number, quiet, board_text, removed, last, outcome = parts
    board = tuple(_read_board(board_text))
    if len(board) != len(SQUARES):
        raise ValueError
    lost_first, lost_second = (
        tuple(_KIND_LETTERS.index(letter) for letter in codes) for codes in removed.split("/")
    )
    return Position(
        rules=rules,
        board=board,
        held=held_by(board),
        turn=None if turn == "-" else _SIDES[turn],
        number=int(number),
        quiet_plies=int(quiet),
        removed=(lost_first, lost_second),
        last=_read_last(last, int(quiet)),
        outcome=_read_outcome(outcome),
    )


def _read_board(text: str) -> Iterator[Piece | None]:
    at = 0
    while at < len(text):
        if text[at] == ".":
            yield None
            at += 1
        else:
            yield _read_piece(text[at : at + 3])
            at += 3


def _read_last(text: str, quiet: int) -> Ruling | None:
    if text == "-":
        return None
    start, end = (_SQUARE_LETTERS.index(letter) for letter in text[:2])
    battle = None
    if len(text) > 2:
        attacker, defender = _read_piece(text[2:5]), _read_piece(text[5:8])
        battle = Battle(end, attacker, defender, _RESULTS[text[8:]])
    return Ruling(PLIES[start][end], battle, quiet)


def _read_outcome(text: str) -> Outcome | None:
    if text == "-":
        return None
    letters, _, termination = text.partition(":")
    return Outcome(tuple(_SIDES[letter] for letter in letters), termination)
