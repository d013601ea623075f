"""Who wins when pieces meet (G10, G11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.luzhanqi.kinds import BOMB, COMMANDER, ENGINEER, FLAG, MINE, RANKS, STILL, Piece
from games.rules.luzhanqi.ruling import Result
from games.rules.luzhanqi.scene import Scene, lowest_rank

if TYPE_CHECKING:
    from games.rules.luzhanqi.ruleset import Rules


def clears_mines(scene: Scene, it: Piece) -> bool:
    """On the scene before the attack, where `it` still stands (option mine_clearer)."""
    if scene.rules.mine_clearer == "lowest_rank":
        return it.rank > 0 and it.rank == lowest_rank(scene, it.army)
    return it.code == ENGINEER


def judge(scene: Scene, attacker: Piece, defender: Piece) -> Result:
    """On the scene before the attack."""
    clears = defender.code == MINE and clears_mines(scene, attacker)
    return _judge(scene.rules, attacker.code, defender.code, clears=clears)


def possible_results(rules: Rules, attacker: int, defender: int) -> frozenset[Result]:
    """Of these kinds, whatever else their sides have left."""
    if attacker in STILL:
        return frozenset()
    may_clear = {attacker == ENGINEER}
    if rules.mine_clearer == "lowest_rank" and RANKS[attacker] > 1:
        may_clear = {True, False}
    return frozenset(_judge(rules, attacker, defender, clears=clears) for clears in may_clear)


def _judge(rules: Rules, attacker: int, defender: int, *, clears: bool) -> Result:
    """The first row of the table that matches."""
    if defender == FLAG:
        return _judge_flag(rules, attacker)
    if BOMB in {attacker, defender}:
        return Result.BOTH
    if defender == MINE:
        if clears:
            return Result.ATTACKER
        return Result.BOTH if rules.mine_effect == "both_die" else Result.DEFENDER
    if RANKS[attacker] == RANKS[defender]:
        return Result.BOTH
    return Result.ATTACKER if RANKS[attacker] > RANKS[defender] else Result.DEFENDER


def _judge_flag(rules: Rules, attacker: int) -> Result:
    """Who may not take the flag stays where it was (A15): in the dark a refusal would name the flag."""
    if attacker == BOMB:
        return Result.NEITHER if rules.bomb_spares_flag else Result.BOTH
    if attacker == COMMANDER and rules.commander_spares_flag:
        return Result.NEITHER
    return Result.ATTACKER
