"""A choice explained: what the computer thought of its plies, and what it holds the hidden pieces for."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import numpy as np

from ai_workers.bots.base import Thought
from ai_workers.bots.explaining import GUESSES, best_plies, guess_seed, shares
from ai_workers.bots.luzhanqi.drawing import draw_worlds
from ai_workers.bots.luzhanqi.observed import Observed
from ai_workers.bots.luzhanqi.twin.tables import SQUARES
from games.rules.core import Kind, Ply, Square
from games.rules.luzhanqi.kinds import KINDS as NAMES
from games.rules.thinking import MOST_PIECES, Thinking


def explain(
    seen: Observed, thought: Thought, words: Mapping[int, Ply], seed: int, *, habits: bool
) -> Thinking:
    """`words`: the plies by number. What is believed is drawn anew; `habits` as in Skill.

    Depends on nothing that `thought` does not depend on. Raises UnreadableQuestion.
    """
    return Thinking(
        plies=best_plies(thought.odds, thought.ply, words),
        worlds=thought.worlds,
        positions=thought.work,
        beliefs=_beliefs(seen, guess_seed(seed), habits=habits),
    )


def _beliefs(seen: Observed, seed: int, *, habits: bool) -> dict[Square, dict[Kind, float]]:
    """By starting square; in flip every face-down piece may be anything that is left, so nothing is said.

    Of three hidden armies only as many pieces are told of as an answer may name.
    """
    if not seen.kinds:
        return {}
    drawn = draw_worlds(seen, GUESSES, Random(seed), habits=habits)[:, :SQUARES]
    found: dict[Square, dict[Kind, float]] = {}
    for square in np.flatnonzero(drawn[0] >= 0).tolist():
        start = int(drawn[0, square]) >> 8
        if start in seen.kinds and len(found) < MOST_PIECES:
            found[seen.rules.graph.names[start]] = shares(drawn[:, square] & 15, NAMES)
    return found
