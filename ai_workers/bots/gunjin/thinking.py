"""A choice explained: what the computer thought of its plies, and what it holds the opponent's pieces for."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ai_workers.bots.gunjin.observed import Observed
from ai_workers.bots.gunjin.thinker import Thought, draw_worlds
from ai_workers.bots.gunjin.twin.belief import AT
from ai_workers.bots.gunjin.twin.tables import CAMP, KINDS, Numbers
from games.rules.core import Ply
from games.rules.gunjin.board import SQUARES
from games.rules.gunjin.kinds import KINDS as NAMES
from games.rules.thinking import Thinking

BEST = 5
LIKELIEST = 5
GUESSES = 50  # more than most levels look into: shares of two worlds would say little


def explain(
    seen: Observed, thought: Thought, words: Mapping[int, Ply], seed: int, *, doubt: float
) -> Thinking:
    """`words`: the plies by number. What is believed is drawn anew from the same belief; `doubt` as in Skill.

    Depends on nothing that `thought` does not depend on. Raises UnreadableQuestion.
    """
    belief = seen.belief()
    ranked = sorted(thought.odds, key=lambda ply: (-thought.odds[ply], ply))
    shown = [ply for at, ply in enumerate(ranked) if at < BEST or ply == thought.ply]
    drawn = draw_worlds(seen, belief, GUESSES, (seed ^ seed >> 17) & 0x7FFFFFFF, doubt)
    return Thinking(
        plies=tuple((words[ply], _odds(thought.odds[ply])) for ply in shown),
        worlds=thought.worlds,
        positions=thought.work,
        beliefs={
            SQUARES[(1 - seen.me) * CAMP + slot]: _shares(drawn[:, slot])
            for slot in range(CAMP)
            if belief[AT + slot] >= 0
        },
    )


def _odds(odds: float) -> float:
    """The search prefers early ends by odds a little beyond certainty."""
    return round(min(1.0, max(0.0, odds)), 4)


def _shares(kinds: Numbers) -> dict[str, float]:
    """The likeliest kinds of one piece and their shares."""
    counts = np.bincount(kinds, minlength=KINDS)
    order = np.argsort(-counts, kind="stable")[:LIKELIEST].tolist()
    return {NAMES[code]: round(int(counts[code]) / len(kinds), 3) for code in order if counts[code]}
