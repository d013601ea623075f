"""Guesses: a random full position that a view cannot tell from the real one.

Uses counts, origins and which pieces moved; what past battles tell is not used.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.core import BadView, Json, JsonObject, Outcome, Rng, Side
from games.rules.gunjin.battle import Battle, BattleResult
from games.rules.gunjin.board import INDEX, PLIES, TERRITORY
from games.rules.gunjin.kinds import CODES, FULL_SET, OWNER, SIDES, Piece, piece
from games.rules.gunjin.layout import deal
from games.rules.gunjin.position import Position, held_by
from games.rules.gunjin.ruleset import Rules
from games.rules.gunjin.ruling import Ruling
from games.rules.reading import as_count, as_items, as_object


def world(view: JsonObject, rules: Rules, rng: Rng) -> Position:
    """A full position whose view for the same viewer is `view`. Raises BadView for a view nobody can have.

    Uniform over the kinds of the hidden pieces, given the public facts named above.
    """
    try:
        return _world(view, rules, rng)
    except (KeyError, ValueError, TypeError) as error:
        raise BadView("This is no view of a position under these rules.") from error


def _world(view: JsonObject, rules: Rules, rng: Rng) -> Position:
    seen = [as_object(item) for item in as_items(view["pieces"])]
    board: list[Piece | None] = [None] * len(INDEX)
    removed: list[tuple[int, ...]] = []
    for owner, side in enumerate(SIDES):
        losses = as_object(as_object(view["removed"])[side])
        placed, lost = _side_world(owner, [it for it in seen if it["side"] == side], losses, rules, rng=rng)
        for square, it in placed:
            if board[square] is not None:
                raise ValueError
            board[square] = it
        removed.append(lost)
    if len(seen) != sum(it is not None for it in board):
        raise ValueError
    turn, outcome = view["turn"], view["outcome"]
    position = Position(
        rules=rules,
        board=tuple(board),
        held=held_by(tuple(board)),
        turn=None if turn is None else Side(str(turn)),
        number=as_count(view["number"]),
        quiet_plies=as_count(view["quiet_plies"]),
        removed=(removed[0], removed[1]),
        last=None,
        outcome=None if outcome is None else _outcome(as_object(outcome)),
    )
    return _with_last(position, view["last"], rng)


def _outcome(value: Mapping[str, Json]) -> Outcome:
    winners = tuple(Side(str(side)) for side in as_items(value["winners"]))
    return Outcome(winners, str(value["termination"]))


def _side_world(
    owner: int, seen: list[Mapping[str, Json]], losses: Mapping[str, Json], rules: Rules, *, rng: Rng
) -> tuple[list[tuple[int, Piece]], tuple[int, ...]]:
    """Pieces by square and sorted removed codes of one side: as seen, or guessed where hidden."""
    squares = [INDEX[str(it["square"])] for it in seen]
    starts = [INDEX[str(it["origin"])] for it in seen]
    moved = [it["moved"] is True for it in seen]
    count, kinds = as_count(losses["count"]), losses["kinds"]
    if kinds is not None:
        codes = [CODES[str(it["kind"])] for it in seen]
        lost = [CODES[str(kind)] for kind in as_items(kinds)]
    else:
        codes = _guess(owner, starts, moved, count=count, rules=rules, rng=rng)
        codes, lost = codes[: len(seen)], codes[len(seen) : len(seen) + count]
    if len(lost) != count:
        raise ValueError
    pieces = [piece(owner, *facts) for facts in zip(codes, starts, moved, strict=True)]
    return list(zip(squares, pieces, strict=True)), tuple(sorted(lost))


def _guess(
    owner: int, starts: list[int], moved: list[bool], *, count: int, rules: Rules, rng: Rng
) -> list[int]:
    """Codes for the pieces on the board, then for `count` removed ones, then for pieces never placed.

    Only an unmoved piece is a mine or flag, and only one whose origin allows it; the removed pieces started
    on the origins that are missing on the board.
    """
    if len(starts) + count > len(FULL_SET):
        raise ValueError
    left = [square for square in TERRITORY[owner] if square not in starts]
    gone: list[int | None] = [*left[:count]]
    slots: list[int | None] = [*starts, *gone]
    slots += [None] * (len(FULL_SET) - len(slots))
    still = {slot for slot in range(len(slots)) if slot >= len(moved) or not moved[slot]}
    may_be = [
        {slot for slot in still if slots[slot] is None or slots[slot] in allowed}
        for allowed in (rules.flag_squares[owner], rules.mine_squares[owner])
    ]
    codes = deal(len(slots), flags=may_be[0], mines=may_be[1], rng=rng)
    if codes is None:
        raise ValueError
    return codes


def _with_last(position: Position, last: Json, rng: Rng) -> Position:
    """The position with its last ruling; a hidden kind in its battle is one that the world allows."""
    if last is None:
        return position
    told = as_object(last)
    start, end = (INDEX[str(name)] for name in as_items(told["ply"]))
    battle = None if told["battle"] is None else _battle(position, start, end, as_object(told["battle"]), rng)
    ruling = Ruling(PLIES[start][end], battle, as_count(told["quiet_plies"]))
    return Position(
        position.rules,
        position.board,
        position.held,
        position.turn,
        position.number,
        position.quiet_plies,
        position.removed,
        ruling,
        position.outcome,
    )


def _mover(position: Position, winner: Json, result: BattleResult) -> int:
    if winner is not None:
        won = OWNER[Side(str(winner))]
        return won if result is BattleResult.ATTACKER_WON else 1 - won
    if position.turn is not None:
        return 1 - OWNER[position.turn]
    return (position.number + 1) % 2


def _battle(position: Position, start: int, end: int, told: Mapping[str, Json], rng: Rng) -> Battle:
    result = BattleResult(str(told["result"]))
    mover = _mover(position, told["winner"], result)
    kinds = as_object(told["pieces"])
    fought: list[Piece] = []
    for owner in (mover, 1 - mover):
        standing = position.board[end]
        if standing is not None and standing.owner == owner:
            fought.append(standing)
            continue
        lost = position.removed[owner]
        kind = kinds[SIDES[owner]]
        code = lost[rng.randrange(len(lost))] if kind is None else CODES[str(kind)]
        fought.append(piece(owner, code, start if owner == mover else end, owner == mover))
    return Battle(end, fought[0], fought[1], result)
