"""Who wins when pieces meet (R-5.1 to R-5.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from games.rules.core import Json, JsonObject, Side, Square
from games.rules.gunjin.board import BEHIND, SQUARES
from games.rules.gunjin.kinds import (
    ENGINEER,
    FLAG,
    GENERAL,
    LT_GENERAL,
    MINE,
    MOVABLE,
    PLANE,
    SIDES,
    SPY,
    TANK,
    Piece,
)
from games.rules.gunjin.moves import Board


class BattleResult(StrEnum):
    """Who is left, seen from the attacker."""

    ATTACKER_WON = "attacker"
    DEFENDER_WON = "defender"
    BOTH_LOST = "both"


WinTable: TypeAlias = "tuple[tuple[BattleResult, ...], ...]"


@dataclass(frozen=True, slots=True)
class Battle:
    """Full knowledge of one battle. `at` is a square index; the pieces are as they were when they met."""

    at: int
    attacker: Piece
    defender: Piece
    result: BattleResult

    @property
    def square(self) -> Square:
        return SQUARES[self.at]

    @property
    def winner(self) -> Side | None:
        if self.result is BattleResult.BOTH_LOST:
            return None
        return SIDES[self.attacker.owner if self.result is BattleResult.ATTACKER_WON else self.defender.owner]

    @property
    def removed(self) -> tuple[Piece, ...]:
        """The pieces that leave the board; never the one behind a flag (R-5.3)."""
        if self.result is BattleResult.BOTH_LOST:
            return (self.attacker, self.defender)
        return (self.defender,) if self.result is BattleResult.ATTACKER_WON else (self.attacker,)

    def to_json(self) -> JsonObject:
        kinds = {str(piece.side): piece.kind for piece in (self.attacker, self.defender)}
        return {
            "square": self.square,
            "winner": None if self.winner is None else str(self.winner),
            "result": str(self.result),
            "pieces": {str(side): kinds[side] for side in SIDES},
        }


def _result(attacker: int, defender: int, options: Mapping[str, Json]) -> BattleResult:
    if defender == MINE:
        if attacker in {PLANE, ENGINEER}:
            return BattleResult.ATTACKER_WON
        stays = options["mine_after_win"] == "stays"
        return BattleResult.DEFENDER_WON if stays else BattleResult.BOTH_LOST
    if attacker == defender:
        return BattleResult.BOTH_LOST
    upset = {(SPY, GENERAL)}
    if options["spy_beats"] == "general_and_lt_general":
        upset.add((SPY, LT_GENERAL))
    if options["engineer_vs_tank"] == "engineer":
        upset.add((ENGINEER, TANK))
    won = attacker < defender
    if (attacker, defender) in upset or (defender, attacker) in upset:
        won = not won
    return BattleResult.ATTACKER_WON if won else BattleResult.DEFENDER_WON


def build_win_table(options: Mapping[str, Json]) -> WinTable:
    """Rows: the 14 attackers in order of strength; columns: the same and the mine."""
    return tuple(
        tuple(_result(attacker, defender, options) for defender in (*MOVABLE, MINE)) for attacker in MOVABLE
    )


def resolve(table: WinTable, board: Board, at: int, attacker: Piece) -> Battle:
    """Judge the attack on the piece at `at`, on the board as it was before the ply.

    A flag fights as the own piece directly behind it and loses without one (R-5.3, A12, A13).
    """
    defender = board[at]
    assert defender is not None
    strength = defender.code
    if strength == FLAG:
        back = BEHIND[defender.owner][at]
        behind = None if back is None else board[back]
        if behind is None or behind.owner != defender.owner or behind.code == FLAG:
            return Battle(at, attacker, defender, BattleResult.ATTACKER_WON)
        strength = behind.code
    return Battle(at, attacker, defender, table[attacker.code][strength])
