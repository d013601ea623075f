"""A choice explained: what the computer thought of its plies, and what it holds the opponent's pieces for."""

from __future__ import annotations

from collections.abc import Mapping

from ai_workers.bots.base import Thought
from ai_workers.bots.explaining import GUESSES, best_plies, guess_seed, shares
from ai_workers.bots.gunjin.observed import Observed
from ai_workers.bots.gunjin.thinker import draw_worlds
from ai_workers.bots.gunjin.twin.belief import AT
from ai_workers.bots.gunjin.twin.tables import CAMP
from games.rules.core import Ply
from games.rules.gunjin.board import SQUARES
from games.rules.gunjin.kinds import KINDS as NAMES
from games.rules.thinking import Thinking


def explain(
    seen: Observed, thought: Thought, words: Mapping[int, Ply], seed: int, *, doubt: float
) -> Thinking:
    """`words`: the plies by number. What is believed is drawn anew from the same belief; `doubt` as in Skill.

    Depends on nothing that `thought` does not depend on. Raises UnreadableQuestion.
    """
    belief = seen.belief()
    drawn = draw_worlds(seen, belief, GUESSES, guess_seed(seed), doubt)
    return Thinking(
        plies=best_plies(thought.odds, thought.ply, words),
        worlds=thought.worlds,
        positions=thought.work,
        beliefs={
            SQUARES[(1 - seen.me) * CAMP + slot]: shares(drawn[:, slot], NAMES)
            for slot in range(CAMP)
            if belief[AT + slot] >= 0
        },
    )
