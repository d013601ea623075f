"""The three levels as bots of the registry: the belief search, and the plain bots where it cannot follow.

It cannot where all pieces lie open, and where a position was not reached from a start (a puzzle: no ply in
the history). A history that contradicts the view or itself is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ai_workers.bots.base import Bot
from ai_workers.bots.gunjin.observed import Observed
from ai_workers.bots.gunjin.thinker import Skill, think
from games.rules.core import JsonObject, Layout, Options, Ply, Side
from games.rules.gunjin.board import INDEX
from games.rules.gunjin.ruleset import rules_for

LayOut = Callable[..., Layout]


@dataclass(frozen=True, slots=True)
class Level:
    """`plain` answers where the search cannot; `arrange(options, side, seed=...)` lays out."""

    skill: Skill
    plain: Bot
    arrange: LayOut

    def choose(
        self,
        view: JsonObject,
        history: Sequence[JsonObject],
        plies: Sequence[Ply],
        *,
        options: Options,
        seed: int,
    ) -> Ply:
        """Raises UnreadableQuestion."""
        rules = rules_for(options)
        if rules.is_open or (view.get("number") == 0 and not is_start(view)):
            return self.plain.choose(view, history, plies, options=options, seed=seed)
        seen = Observed.read(view, history, rules)
        words = {INDEX[ply[0]] * 64 + INDEX[ply[1]]: ply for ply in plies}
        return words[think(seen, list(words), self.skill, seed).ply]

    def lay_out(self, options: Options, side: Side, *, seed: int) -> Layout:
        return self.arrange(options, side, seed=seed)


def is_start(view: JsonObject) -> bool:
    """Whether every piece of both sides stands where it began."""
    pieces = view.get("pieces")
    return isinstance(pieces, Sequence) and len(pieces) == len(INDEX)
