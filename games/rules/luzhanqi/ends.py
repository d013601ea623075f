"""The ends of a match in their order (G13 to G16, Q5, Q6)."""

from __future__ import annotations

from games.rules.core import LEFT, RESIGNED, IllegalPly, Outcome, Reason, Side
from games.rules.luzhanqi.march import is_repeated, step_of
from games.rules.luzhanqi.position import Position
from games.rules.luzhanqi.ruling import Result, Ruling
from games.rules.luzhanqi.scene import Draft

FLAG_TAKEN, FLAG_HOME, SHAKEN = "flag-taken", "flag-home", "shaken-army"
NO_PLIES, BOTH_STUCK, REPEATED = "no-plies", "mutual-no-plies", "repetition"


def win(draft: Draft, termination: str) -> None:
    """For whoever plays the ply, with all allies."""
    draft.outcome = Outcome(_team(draft, draft.seat), termination)


def fall(draft: Draft, seat: int, termination: str) -> None:
    """The seat is out; the match is over when all that are left play together (Q6)."""
    draft.eliminate(seat)
    left = list(draft.living())
    if all(other in draft.rules.friends[left[0]] for other in left):
        draft.outcome = Outcome(_team(draft, left[0]), termination)


def _team(draft: Draft, seat: int) -> tuple[Side, ...]:
    return tuple(draft.rules.sides[each] for each in draft.rules.friends[seat])


def in_play(position: Position) -> tuple[Side, ...]:
    if position.turn is None:
        return ()
    return tuple(side for seat, side in enumerate(position.rules.sides) if seat not in position.out)


def leave(position: Position, side: Side) -> tuple[Position, Ruling] | None:
    """The side is out (Q5); None between two, where the match is over with it. No ply is counted.

    Raises IllegalPly.
    """
    rules = position.rules
    if position.turn is None or side not in rules.sides or rules.seat_of(side) in position.out:
        raise IllegalPly("This side does not play any more.", [Reason("out")])
    if len(rules.sides) == 2:
        return None
    draft = Draft(position, rules.seat_of(side), LEFT)
    draft.result = Result.LEFT
    draft.number, draft.quiet_plies = position.number, position.quiet_plies
    fall(draft, draft.seat, RESIGNED)
    if position.turn is side:
        pass_turn(draft)
    else:
        draft.turn = position.turn
    return draft.settled()


def settle(draft: Draft) -> None:
    """Everything after flag and goal, in the order of G14."""
    if draft.outcome is None:
        pass_turn(draft)
    if draft.outcome is None:
        _judge_repetition(draft)
    if draft.outcome is None:
        _judge_limits(draft)


def _next_seat(draft: Draft, seat: int) -> int:
    count = len(draft.rules.sides)
    following = ((seat + step) % count for step in range(1, count + 1))
    return next(each for each in following if each not in draft.out)


def pass_turn(draft: Draft) -> None:
    """To the next seat that can act; who cannot is out (G13)."""
    rules, seat = draft.rules, draft.seat
    while draft.outcome is None:
        seat = _next_seat(draft, seat)
        if rules.variant.can_act(draft, seat):
            draft.turn = rules.sides[seat]
            return
        if rules.draws_when_stuck and not any(rules.variant.can_act(draft, each) for each in draft.living()):
            draft.outcome = Outcome((), BOTH_STUCK)
            return
        fall(draft, seat, NO_PLIES)


def _judge_repetition(draft: Draft) -> None:
    """Where a repeated step is not forbidden, it loses (unless it was forced) or draws."""
    before, effect = draft.before, draft.rules.repeat_effect
    if effect not in {"lose", "draw"} or draft.has_fallen:
        return
    step = step_of(before, draft.ply)
    if not is_repeated(before, draft.seat, step):
        return
    if effect == "draw":
        draft.outcome = Outcome((), REPEATED)
    elif any(step_of(before, ply) != step for ply in draft.rules.variant.plies(before, draft.seat)):
        fall(draft, draft.seat, REPEATED)


def _judge_limits(draft: Draft) -> None:
    rules = draft.rules
    if rules.quiet_limit and draft.quiet_plies >= rules.quiet_limit:
        draft.outcome = Outcome((), f"quiet-{rules.quiet_limit}")
    elif rules.max_plies and draft.number >= rules.max_plies:
        draft.outcome = Outcome((), f"plies-{rules.max_plies}")
