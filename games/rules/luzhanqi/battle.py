"""Who wins when pieces meet (G10, G11)."""

from __future__ import annotations

from games.rules.luzhanqi.kinds import BOMB, COMMANDER, ENGINEER, FLAG, MINE, Piece
from games.rules.luzhanqi.ruling import Result
from games.rules.luzhanqi.scene import Scene, lowest_rank


def clears_mines(scene: Scene, it: Piece) -> bool:
    """On the scene before the attack, where `it` still stands (option mine_clearer)."""
    if scene.rules.mine_clearer == "lowest_rank":
        return it.rank > 0 and it.rank == lowest_rank(scene, it.army)
    return it.code == ENGINEER


def judge(scene: Scene, attacker: Piece, defender: Piece) -> Result:
    """The first row of the table that matches, on the scene before the attack."""
    if defender.code == FLAG:
        return _judge_flag(scene, attacker)
    if BOMB in {attacker.code, defender.code}:
        return Result.BOTH
    if defender.code == MINE:
        if clears_mines(scene, attacker):
            return Result.ATTACKER
        return Result.BOTH if scene.rules.mine_effect == "both_die" else Result.DEFENDER
    if attacker.rank == defender.rank:
        return Result.BOTH
    return Result.ATTACKER if attacker.rank > defender.rank else Result.DEFENDER


def _judge_flag(scene: Scene, attacker: Piece) -> Result:
    """Who may not take the flag stays where it was (A15): in the dark a refusal would name the flag."""
    if attacker.code == BOMB:
        return Result.NEITHER if scene.rules.bomb_spares_flag else Result.BOTH
    if attacker.code == COMMANDER and scene.rules.commander_spares_flag:
        return Result.NEITHER
    return Result.ATTACKER
