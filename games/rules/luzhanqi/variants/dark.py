"""Dark (2.2): both sides hide what they laid out; the rules of all variants with layouts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from games.rules.core import Json, Outcome, Ply, Side
from games.rules.luzhanqi import ends
from games.rules.luzhanqi.battle import judge
from games.rules.luzhanqi.boards import TWO, Graph
from games.rules.luzhanqi.kinds import COMMANDER, FLAG, GENERAL, Piece, arrived
from games.rules.luzhanqi.march import (
    hindrance,
    is_repeated,
    reaches,
    read_squares,
    refuse,
    step_of,
    without_repeats,
)
from games.rules.luzhanqi.moves import squares_of, union
from games.rules.luzhanqi.position import Position
from games.rules.luzhanqi.ruling import Result, Ruling
from games.rules.luzhanqi.scene import Draft, Scene, flag_square, has_kind, is_shaken


class Dark:
    key: ClassVar[str] = "dark"
    graph: ClassVar[Graph] = TWO
    clears_out: ClassVar[bool] = False
    is_dealt: ClassVar[bool] = False

    def sides(self, options: Mapping[str, Json]) -> tuple[Side, ...]:
        del options
        return (Side.FIRST, Side.SECOND)

    def friends(self, options: Mapping[str, Json]) -> tuple[tuple[int, ...], ...]:
        return tuple((seat,) for seat in range(len(self.sides(options))))

    def seers(self, options: Mapping[str, Json]) -> tuple[tuple[int, ...], ...] | None:
        return tuple((seat,) for seat in range(len(self.sides(options))))

    def _barred(self, scene: Scene, seat: int) -> int:
        """Where own and allied pieces stand."""
        return union(scene.held[friend] for friend in scene.rules.friends[seat])

    def _reaches(self, scene: Scene, seat: int) -> Iterator[tuple[int, Piece, int]]:
        return reaches(scene, seat, self._barred(scene, seat))

    def _objection(self, scene: Scene, it: Piece, end: int) -> str | None:
        """Why a piece may not enter a square that it reaches."""
        standing = scene.board[end]
        if standing is None:
            return None
        if standing.army == it.army:
            return "own_piece"
        return "ally_piece" if standing.army in scene.rules.friends[it.army] else None

    def plies(self, position: Position, seat: int) -> tuple[Ply, ...]:
        plies: list[Ply] = []
        for square, _, reached in self._reaches(position, seat):
            row = self.graph.plies[square]
            plies += [row[end] for end in squares_of(reached)]
        return without_repeats(position, seat, plies)

    def can_act(self, scene: Scene, seat: int) -> bool:
        return any(True for _ in self._reaches(scene, seat))

    def _read(self, position: Position, ply: Ply, seat: int) -> tuple[int, int, Piece]:
        """Squares and piece of a legal ply. Raises IllegalPly."""
        squares = read_squares(position, ply)
        if len(squares) != 2:
            refuse("unknown_point")
        start, end = squares
        it = position.board[start]
        if it is None or it.army != seat:
            refuse("not_your_piece", ply[0])
        code = hindrance(position, start, end, it) or self._objection(position, it, end)
        if code:
            refuse(code, *ply)
        if is_repeated(position, seat, (it.start, start, end)) and ply not in self.plies(position, seat):
            refuse("repetition", *ply)
        return start, end, it

    def play(self, position: Position, ply: Ply, seat: int) -> tuple[Position, Ruling]:
        start, end, it = self._read(position, ply, seat)
        draft = Draft(position, seat, position.rules.graph.plies[start][end])
        step = step_of(position, ply)
        if position.board[end] is None:
            draft.put(end, arrived(draft.lift(start)))
        else:
            self._attack(draft, start, end, judge(position, it, _standing(position, end)))
        if not draft.has_fallen and step is not None:
            draft.remember(step)
        ends.settle(draft)
        return draft.settled()

    def _attack(self, draft: Draft, start: int, end: int, result: Result) -> None:
        attacker, defender = _standing(draft.before, start), _standing(draft.before, end)
        draft.fight(end, attacker, defender, result)
        lost = []
        if result in {Result.DEFENDER, Result.BOTH}:
            lost.append(draft.lift(start))
        if result in {Result.ATTACKER, Result.BOTH}:
            lost.append(draft.lift(end))
        if result is Result.ATTACKER:
            draft.put(end, arrived(draft.lift(start)))
        for it in lost:
            draft.lose(it)
        for it in sorted(lost, key=lambda each: each.army):
            _reveal(draft, it)
        if defender.code == FLAG and defender in lost:
            _take_flag(draft, defender.army)


def _standing(scene: Scene, square: int) -> Piece:
    it = scene.board[square]
    assert it is not None
    return it


def _take_flag(draft: Draft, loser: int) -> None:
    if draft.rules.draws_when_shaken and is_shaken(draft, draft.seat, loser):
        draft.outcome = Outcome((), ends.SHAKEN)
    else:
        ends.fall(draft, loser, ends.FLAG_TAKEN)


def _reveal(draft: Draft, lost: Piece) -> None:
    """What a loss makes public (D3, A16)."""
    rules, army = draft.rules, lost.army
    flag = flag_square(draft, army)
    if flag is None:
        return
    if lost.code == COMMANDER and rules.reveals_flag:
        draft.show(flag)
    if not rules.reveals_other_hq or lost.code not in {COMMANDER, GENERAL}:
        return
    if has_kind(draft, army, COMMANDER) or has_kind(draft, army, GENERAL):
        return
    for square in rules.headquarters[army]:
        it = draft.board[square]
        if square != flag and it is not None and it.army == army:
            draft.show(square)


DARK = Dark()
