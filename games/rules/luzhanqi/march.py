"""What holds for every move in every variant (G4 to G9, G16): where a piece may go, and why not elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NoReturn

from games.rules.core import IllegalPly, Ply, Reason
from games.rules.luzhanqi.boards import CAMP
from games.rules.luzhanqi.kinds import STILL, Piece
from games.rules.luzhanqi.position import Position, Step
from games.rules.luzhanqi.scene import Scene

CARRY = "carry"
_DETAILS = {
    "not_reachable": "The piece cannot get there in one move.",
    "camp_safe": "A piece in a camp cannot be attacked.",
    "mountain_safe": "A piece in the mountains cannot be attacked.",
    "mountain_exit": "From the mountains one may only go to an empty point.",
    "immobile_piece": "Mines and flags never move.",
    "locked_in_hq": "A piece in a headquarters never moves.",
    "own_piece": "An own piece stands there.",
    "ally_piece": "An ally's piece stands there.",
    "not_your_piece": "No piece of yours stands there.",
    "face_down": "A face-down piece cannot move.",
    "bomb_vs_flag": "A bomb may not attack the flag.",
    "hidden_target": "Face-down pieces may not be attacked.",
    "mine_untouchable": "This piece may not attack a mine.",
    "suicide": "A visibly higher piece may not be attacked.",
    "flag_not_ready": "This piece may not take the flag now.",
    "carrier_must_drop_to_fight": "Who carries a flag must put it down to fight.",
    "no_flag_here": "There is no enemy flag to carry.",
    "no_colour": "Until the colours are known pieces can only be turned up.",
    "not_face_down": "No face-down piece lies there.",
    "unknown_point": "A ply names points of this board.",
    "repetition": "The same move was made too often.",
}


def refuse(code: str, *squares: str) -> NoReturn:
    """Raises IllegalPly; every code follows from what the mover's own view shows."""
    raise IllegalPly(_DETAILS[code], [Reason(code, squares)])


def read_squares(scene: Scene, words: Sequence[str]) -> tuple[int, ...]:
    """Square indices; at least one. Refuses unknown names, without repeating them."""
    index = scene.rules.graph.index
    squares = tuple(index[word] for word in words if word in index)
    if not squares or len(squares) != len(words):
        refuse("unknown_point")
    return squares


def rooted(scene: Scene, square: int, it: Piece) -> str | None:
    """Why the piece cannot move at all (G4)."""
    if it.code in STILL:
        return "immobile_piece"
    if scene.rules.locked >> square & 1:
        return "locked_in_hq"
    return None


def reaches(scene: Scene, army: int, barred: int) -> Iterator[tuple[int, Piece, int]]:
    """Square, piece and what it may enter, of each piece of an army that may go anywhere, in board order.

    `barred`: the squares of pieces that the army may not attack.
    """
    rules, occupied = scene.rules, scene.occupied
    near, targets = rules.reach.near, rules.reach.targets
    open_to = ~(barred | rules.shelters & occupied)
    left = scene.held[army] & ~rules.locked
    while left:
        low = left & -left
        left ^= low
        square = low.bit_length() - 1
        if not near[square] & open_to:
            continue
        it = scene.board[square]
        assert it is not None
        if it.code in STILL:
            continue
        reached = targets(square, it.code, occupied) & open_to
        if rules.mountains & low:
            reached &= ~occupied
        if reached:
            yield square, it, reached


def hindrance(scene: Scene, square: int, end: int, it: Piece) -> str | None:
    """Why `reaches` leaves `end` out, the occupants aside: reach, camps and mountains."""
    root = rooted(scene, square, it)
    if root:
        return root
    rules, occupied = scene.rules, scene.occupied
    if not rules.reach.targets(square, it.code, occupied) >> end & 1:
        return "not_reachable"
    if occupied >> end & 1:
        if rules.shelters >> end & 1:
            return "camp_safe" if rules.graph.types[end] == CAMP else "mountain_safe"
        if rules.mountains >> square & 1:
            return "mountain_exit"
    return None


def is_repeated(position: Position, seat: int, step: Step | None) -> bool:
    """Whether this step would be the one too many (G16)."""
    return position.recent[seat].count(step) >= position.rules.repeat_limit - 1


def step_of(position: Position, words: Sequence[str]) -> Step | None:
    """None for turning a piece up, which cannot be repeated."""
    if len(words) < 2:
        return None
    start, end = (position.rules.graph.index[word] for word in words[:2])
    it = position.board[start]
    return None if it is None else (it.start, start, end)


def without_repeats(position: Position, seat: int, plies: Sequence[Ply]) -> tuple[Ply, ...]:
    """What may be played under repeat_effect `forbid`: repeated steps only when there is nothing else."""
    rules, recent = position.rules, position.recent[seat]
    if rules.repeat_effect != "forbid" or len(recent) < rules.repeat_limit - 1:
        return tuple(plies)
    if not any(is_repeated(position, seat, step) for step in set(recent)):
        return tuple(plies)
    fresh = tuple(ply for ply in plies if not is_repeated(position, seat, step_of(position, ply)))
    return fresh or tuple(plies)
