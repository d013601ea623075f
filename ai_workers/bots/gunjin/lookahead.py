"""Trying a ply out in guessed full positions, against the answer that looks best for the opponent there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ai_workers.bots.gunjin.beliefs import Beliefs
from ai_workers.bots.gunjin.greedy import OCCUPATION, WORTH
from games.rules.core import JsonObject, Outcome, Ply, Rng, Side
from games.rules.gunjin.kinds import SIDES, Piece
from games.rules.gunjin.ruling import Ruling
from games.rules.gunjin.worlds import world

GUESSES_PER_WORLD = 5


class World(Protocol):
    """A guessed position: full, but not the real one."""

    @property
    def turn(self) -> Side | None: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def board(self) -> Sequence[Piece | None]: ...
    def legal_plies(self, side: Side) -> Sequence[Ply]: ...
    def play(self, ply: Ply, side: Side) -> tuple[World, Ruling]: ...


def sample_worlds(view: JsonObject, beliefs: Beliefs, *, count: int, rng: Rng) -> list[World]:
    """Of several guesses those that contradict the beliefs least."""
    guesses: list[World] = [world(view, beliefs.rules, rng) for _ in range(count * GUESSES_PER_WORLD)]
    guesses.sort(key=lambda guess: _contradictions(guess, beliefs))
    return guesses[:count]


def _contradictions(guess: World, beliefs: Beliefs) -> int:
    return sum(
        it is not None and it.owner != beliefs.me and it.code not in beliefs.kinds[it.start]
        for it in guess.board
    )


def look_ahead(worlds: Sequence[World], ply: Ply, me: int) -> float:
    """Mean over the worlds of the balance after the ply and the opponent's best answer."""
    return sum(_after(guess, ply, me) for guess in worlds) / len(worlds)


def _after(guess: World, ply: Ply, me: int) -> float:
    before = _balance(guess, me)
    after, _ = guess.play(ply, SIDES[me])
    if after.outcome is not None:
        return _verdict(after.outcome, me)
    foe = SIDES[1 - me]
    gain = _balance(after, me)
    worst = gain
    for answer in after.legal_plies(foe):
        final, ruling = after.play(answer, foe)
        if final.outcome is not None:
            worst = min(worst, _verdict(final.outcome, me))
        elif ruling.battle is not None:
            worst = min(worst, _balance(final, me))
    return worst - before


def _verdict(outcome: Outcome, me: int) -> float:
    if not outcome.winners:
        return 0.0
    return OCCUPATION / 10 if SIDES[me] in outcome.winners else -OCCUPATION / 10


def _balance(guess: World, me: int) -> float:
    return sum(WORTH[it.code] if it.owner == me else -WORTH[it.code] for it in guess.board if it is not None)
