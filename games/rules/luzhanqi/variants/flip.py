"""Flip (2.4): all fifty pieces are shuffled face down; turn up, move, fight, and carry the flag home."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from games.rules.core import Json, Ply, Side
from games.rules.luzhanqi import ends
from games.rules.luzhanqi.battle import clears_mines, judge
from games.rules.luzhanqi.boards import TWO, Graph
from games.rules.luzhanqi.flip_rules import FlipRules
from games.rules.luzhanqi.kinds import BOMB, ENGINEER, FLAG, MINE, Piece, arrived
from games.rules.luzhanqi.march import (
    CARRY,
    hindrance,
    is_repeated,
    reaches,
    read_squares,
    refuse,
    step_of,
    without_repeats,
)
from games.rules.luzhanqi.moves import squares_of
from games.rules.luzhanqi.position import FlipState, Position
from games.rules.luzhanqi.ruling import Result, Ruling
from games.rules.luzhanqi.scene import Draft, Scene, has_kind, lowest_rank


class Flip:
    key: ClassVar[str] = "flip"
    graph: ClassVar[Graph] = TWO
    clears_out: ClassVar[bool] = False
    is_dealt: ClassVar[bool] = True

    def sides(self, options: Mapping[str, Json]) -> tuple[Side, ...]:
        del options
        return (Side.FIRST, Side.SECOND)

    def friends(self, options: Mapping[str, Json]) -> tuple[tuple[int, ...], ...]:
        del options
        return ((0,), (1,))

    def seers(self, options: Mapping[str, Json]) -> tuple[tuple[int, ...], ...] | None:
        del options
        return None

    def plies(self, position: Position, seat: int) -> tuple[Ply, ...]:
        names = self.graph.names
        found: list[tuple[int, tuple[Ply, ...]]] = [
            (square, (Ply(names[square]),)) for square in squares_of(face_down(position))
        ]
        for square, it, reached in _marches(position, seat):
            plies = [self.graph.plies[square][end] for end in squares_of(reached)]
            if _load(position, square, it) is not None:
                free = reached & ~position.occupied
                plies += [Ply(names[square], names[end], CARRY) for end in squares_of(free)]
            found.append((square, tuple(plies)))
        return without_repeats(position, seat, [ply for _, plies in sorted(found) for ply in plies])

    def can_act(self, scene: Scene, seat: int) -> bool:
        """Turning up is always an action, so nobody is stuck while a piece lies face down (F9)."""
        return face_down(scene) != 0 or any(reached for *_, reached in _marches(scene, seat))

    def play(self, position: Position, ply: Ply, seat: int) -> tuple[Position, Ruling]:
        draft = Draft(position, seat, ply)
        if len(ply) == 1:
            _turn_up(draft, ply)
        else:
            _march(draft, ply)
            _uncover_flags(draft)
            step = step_of(position, ply)
            if not draft.has_fallen and step is not None:
                draft.remember(step)
        ends.settle(draft)
        return draft.settled()


def state_of(scene: Scene) -> FlipState:
    assert scene.flip is not None
    return scene.flip


def _rules(scene: Scene) -> FlipRules:
    assert scene.rules.flip is not None
    return scene.rules.flip


def face_down(scene: Scene) -> int:
    """The squares of face-down pieces of both armies."""
    return sum(1 << square for square, it in enumerate(scene.board) if it is not None and not it.shown)


def _marches(scene: Scene, seat: int) -> Iterator[tuple[int, Piece, int]]:
    """Each own face-up piece with its square and the squares it may enter."""
    armies = state_of(scene).armies
    if armies is None:
        return
    army, down = armies[seat], face_down(scene)
    barred = scene.held[army] & ~down | (0 if _rules(scene).attacks_hidden else down)
    for square, it, reached in reaches(scene, army, barred):
        if it.shown:
            objected = (end for end in squares_of(reached & scene.occupied) if _objection(scene, it, end))
            yield square, it, reached & ~sum(1 << end for end in objected)


def _objection(scene: Scene, it: Piece, end: int) -> str | None:
    """Why a piece may not enter a square that it reaches; all of it public (F5 to F8)."""
    standing = scene.board[end]
    if standing is None:
        return None
    if not standing.shown:
        return None if _rules(scene).attacks_hidden else "hidden_target"
    if standing.army == it.army:
        return "own_piece"
    if standing.code == FLAG:
        return None if may_take(scene, it) else "flag_not_ready"
    return None if BOMB in {it.code, standing.code} else _rank_objection(scene, it, standing, end)


def _rank_objection(scene: Scene, it: Piece, standing: Piece, end: int) -> str | None:
    if standing.code == MINE:
        return None if clears_mines(scene, it) else "mine_untouchable"
    if _rules(scene).forbids_suicide and it.rank < standing.rank:
        return "suicide"
    flag = state_of(scene).flag_under(end)
    if flag is not None and flag.army != it.army and it.rank > standing.rank and not may_take(scene, it):
        return "flag_not_ready"  # the winner would stand on the flag
    return None


def may_take(scene: Scene, it: Piece) -> bool:
    """Whether a piece may enter the point of the enemy's flag (F8)."""
    if not it.rank or has_kind(scene, 1 - it.army, MINE):
        return False
    carrier = _rules(scene).carrier
    if carrier == "engineer":
        return it.code == ENGINEER
    return carrier == "any" or it.rank == lowest_rank(scene, it.army)


def _load(scene: Scene, square: int, it: Piece) -> Piece | None:
    """The enemy flag that lies under a piece."""
    flag = state_of(scene).flag_under(square)
    return None if flag is None or flag.army == it.army else flag


# --- turning up


def _turn_up(draft: Draft, ply: Ply) -> None:
    (square,) = read_squares(draft, ply)
    it = draft.board[square]
    if it is None or it.shown:
        refuse("not_face_down", *ply)
    _uncover(draft, square)
    draft.result = Result.TURNED
    draft.remember((square, square, square))
    draft.flip = _with_colours(draft, it)


def _uncover(draft: Draft, square: int) -> Piece:
    """A piece that was turned up cannot be turned back, so this starts the quiet plies anew (G15)."""
    draft.quiet_plies = 0
    return draft.show(square)


def _with_colours(draft: Draft, it: Piece) -> FlipState:
    """Who plays which army, once the turned-up piece settles it (F3)."""
    state, seat = state_of(draft), draft.seat
    if state.armies is not None:
        return state
    rule = _rules(draft).colour_rule
    is_own = (
        rule == "first_flip"
        or (rule == "own_double" and state.turned[seat] == it.army)
        or (rule == "global_double" and state.turned[1 - seat] == it.army)
        or (rule == "first_engineer" and it.code == ENGINEER)
    )
    if is_own or rule == "opponent":
        return FlipState(armies=_armies(seat if is_own else 1 - seat, it.army))
    if not face_down(draft):
        return FlipState(armies=(0, 1))
    turned = (it.army, state.turned[1]) if seat == 0 else (state.turned[0], it.army)
    return replace(state, turned=turned)


def _armies(seat: int, army: int) -> tuple[int, int]:
    return (army, 1 - army) if seat == 0 else (1 - army, army)


# --- moving


def _march(draft: Draft, ply: Ply) -> None:
    start, end, it = _read(draft, ply)
    defender = draft.board[end]
    if len(ply) == 3:
        _carry(draft, start, end)
    elif defender is None:
        draft.put(end, arrived(draft.lift(start)))
    else:
        if not defender.shown:
            defender = _uncover(draft, end)
        if defender.army == it.army:
            draft.result = Result.OWN
        elif defender.code == FLAG:
            _enter_flag(draft, start, end)
        else:
            _fight(draft, start, end)


def _read(draft: Draft, ply: Ply) -> tuple[int, int, Piece]:
    """Squares and piece of a legal move. Raises IllegalPly."""
    position = draft.before
    squares = read_squares(position, ply[:2])
    if len(squares) != 2 or ply[2:] not in {(), (CARRY,)}:
        refuse("unknown_point")
    start, end = squares
    it = _own_piece(position, start, draft.seat)
    code = hindrance(position, start, end, it)
    if not code and len(ply) == 3:
        code = None if _load(position, start, it) else "no_flag_here"
        if not code and position.board[end] is not None:
            code = "carrier_must_drop_to_fight"
    code = code or _objection(position, it, end)
    if code:
        refuse(code, *ply[:2])
    plies = position.rules.variant.plies
    if is_repeated(position, draft.seat, (it.start, start, end)) and ply not in plies(position, draft.seat):
        refuse("repetition", *ply[:2])
    return start, end, it


def _own_piece(position: Position, start: int, seat: int) -> Piece:
    it, armies = position.board[start], state_of(position).armies
    name = position.rules.graph.names[start]
    if it is None:
        refuse("not_your_piece", name)
    if not it.shown:
        refuse("face_down", name)
    if armies is None:
        refuse("no_colour", name)
    if it.army != armies[seat]:
        refuse("not_your_piece", name)
    return it


def _carry(draft: Draft, start: int, end: int) -> None:
    state = state_of(draft)
    flag = state.flag_under(start)
    assert flag is not None
    draft.put(end, arrived(draft.lift(start)))
    draft.flip = _lay(state, start, end, flag)
    draft.result = Result.CARRIED
    if end in _goal_squares(draft):
        ends.win(draft, ends.FLAG_HOME)


def _lay(state: FlipState, start: int, end: int, flag: Piece) -> FlipState:
    """With the flag under `end`, and nothing of it under `start` any more."""
    others = [(square, other) for square, other in state.under if other is not flag]
    assert len(others) == len(state.under) or state.flag_under(start) is flag
    return replace(state, under=tuple(sorted([*others, (end, flag)], key=lambda pair: pair[0])))


def _goal_squares(draft: Draft) -> tuple[int, ...]:
    """Where a carried flag wins (F9)."""
    own, others = (draft.rules.headquarters[seat] for seat in (draft.seat, 1 - draft.seat))
    goal = _rules(draft).goal
    if goal == "any_hq":
        return own + others
    return {"own_hq": own, "opponent_hq": others}.get(goal, ())


def _enter_flag(draft: Draft, start: int, end: int) -> None:
    """Stand on the flag; one that was just turned up and may not be taken yet is left alone (A11)."""
    if not may_take(draft.before, _standing(draft, start)):
        draft.result = Result.NEITHER
        return
    flag = draft.lift(end)
    draft.put(end, arrived(draft.lift(start)))
    draft.result = Result.TAKEN
    if not flag.moved:
        draft.quiet_plies = 0  # the first time only: it may be put down and picked up without end (G15)
    if _rules(draft).goal == "capture":
        draft.lose(flag)
        ends.win(draft, ends.FLAG_TAKEN)
    else:
        draft.flip = _lay(state_of(draft), start, end, arrived(flag))


def _standing(scene: Scene, square: int) -> Piece:
    it = scene.board[square]
    assert it is not None
    return it


def _fight(draft: Draft, start: int, end: int) -> None:
    attacker, defender = draft.lift(start), draft.lift(end)
    result = judge(draft.before, attacker, defender)
    draft.fight(end, attacker, defender, result)
    for it, survives in ((attacker, Result.ATTACKER), (defender, Result.DEFENDER)):
        if result is survives:
            draft.put(end, arrived(it) if it is attacker else it)
        else:
            draft.lose(it)


def _uncover_flags(draft: Draft) -> None:
    """A flag that nobody stands on any more is a piece on the board again (F8)."""
    state = state_of(draft)
    left = tuple((square, flag) for square, flag in state.under if draft.board[square] is not None)
    for square, flag in state.under:
        if draft.board[square] is None:
            draft.put(square, flag)
    draft.flip = replace(state, under=left)


FLIP = Flip()
