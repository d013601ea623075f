"""What a full position is worth to a seat and its allies, in plain Python."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from games.rules.luzhanqi.kinds import FLAG, MINE, RANKS, STILL, Piece
from games.rules.luzhanqi.moves import squares_of
from games.rules.luzhanqi.ruleset import Rules

if TYPE_CHECKING:
    from ai_workers.bots.luzhanqi.guessing import World

# By kind, the commander first: what it is worth to have one. A flag is worth its side's match.
WORTH = (10.0, 8.0, 6.0, 4.5, 3.2, 2.4, 1.8, 1.4, 2.2, 2.0, 4.5, 12.0)
VICTORY = 100.0
STEP = 0.04  # what a step nearer to the goal is worth
CAMP = 0.1
FARTHEST = 30


@lru_cache(maxsize=64)
def steps_between(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """By two squares: moves of one step along roads and rails; FARTHEST where no way leads."""
    size = len(rules.graph.names)
    found = []
    for goal in range(size):
        steps, edge, seen = [FARTHEST] * size, 1 << goal, 0
        for distance in range(FARTHEST):
            seen |= edge
            ahead = 0
            for square in squares_of(edge):
                steps[square] = distance
                ahead |= rules.reach.near[square]
            edge = ahead & ~seen
        found.append(tuple(steps))
    return tuple(found)


def worth(world: World, seat: int) -> float:
    """Material of the own side less that of all others, and how near pieces are to what they want."""
    rules, friends = world.rules, world.rules.friends[seat]
    if world.outcome is not None:
        if not world.outcome.winners:
            return 0.0
        return VICTORY if rules.sides[seat] in world.outcome.winners else -VICTORY
    if world.flip is not None:
        if world.flip.armies is None:
            return 0.0
        friends = (world.flip.armies[seat],)
    armies = _armies(world)
    total = 0.0
    for army, pieces in enumerate(armies):
        sign = 1.0 if army in friends else -1.0
        others = (
            friends if army not in friends else [each for each in range(len(armies)) if each not in friends]
        )
        targets = [it for other in others for it in armies[other]]
        total += sign * sum(_value(world, square, it, targets) for square, it in pieces)
    return total


def _armies(world: World) -> list[list[tuple[int, Piece]]]:
    armies: list[list[tuple[int, Piece]]] = [[] for _ in range(world.rules.armies)]
    for square, it in enumerate(world.board):
        if it is not None:
            armies[it.army].append((square, it))
    return armies


def _value(world: World, square: int, it: Piece, targets: list[tuple[int, Piece]]) -> float:
    rules = world.rules
    value = WORTH[it.code] if world.flip is None or it.code != FLAG else 0.0
    if it.code in STILL or rules.locked >> square & 1 or (world.flip is not None and not it.shown):
        return value
    if rules.shelters >> square & 1:
        value += CAMP
    steps = steps_between(rules)[square]
    wanted = [steps[at] for at in _goals(world, square, it, targets)]
    return value - STEP * min(wanted, default=FARTHEST)


def _goals(world: World, square: int, it: Piece, targets: list[tuple[int, Piece]]) -> list[int]:
    """Where the piece wants to go: to a flag, in flip home with it, else to what it beats."""
    if world.flip is None:
        return [at for at, other in targets if other.code == FLAG]
    if not it.rank:
        return [at for at, other in targets if other.rank]
    if all(other.code != MINE for _, other in targets):
        if any(at == square for at, flag in world.flip.under if flag.army != it.army):
            armies = world.flip.armies or (0, 1)
            return list(world.rules.headquarters[armies.index(it.army)])
        flags = [at for at, other in targets if other.code == FLAG and other.shown]
        flags += [at for at, flag in world.flip.under if flag.army != it.army]
        if flags:
            return flags
    return [at for at, other in targets if other.shown and 0 < other.rank < RANKS[it.code]]
