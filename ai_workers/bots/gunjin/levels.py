"""The three levels as bots of the registry: the belief search, and the plain bots where it cannot follow.

It cannot where all pieces lie open, and where a position was not reached from a start (a puzzle: no ply in
the history). A history that contradicts the view or itself is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ai_workers.bots.base import Bot, Choice
from ai_workers.bots.gunjin.observed import Observed
from ai_workers.bots.gunjin.thinker import Skill, think
from ai_workers.bots.gunjin.thinking import explain
from games.rules.core import JsonObject, Layout, Options, Ply, Side
from games.rules.gunjin.board import INDEX
from games.rules.gunjin.ruleset import rules_for

LayOut = Callable[..., Layout]


@dataclass(frozen=True, slots=True)
class Cost:
    """Positions at one depth, measured over 4,720 plies: usual for a world, and the most for four of them.

    The search counts after every four worlds, so it has to stop that much before its limit.
    """

    usual: int
    most: int


COSTS = {3: Cost(1_300, 60_000), 2: Cost(170, 4_000), 1: Cost(32, 400)}
FEWEST_WORLDS, MOST_WORLDS = 4, 1_200
HALVED = 0.5  # of the work is left when the worse plies are dropped on the way


def budgeted(skill: Skill, work: int) -> Skill:
    """`skill` with as many worlds, as deep, as fit into `work` positions."""
    depth = next((depth for depth, cost in COSTS.items() if work >= 2 * cost.most), 1)
    cost = COSTS[depth]
    most = max(1, work - cost.most)
    worlds = min(MOST_WORLDS, max(FEWEST_WORLDS, round(most / (cost.usual * HALVED))))
    return replace(skill, worlds=worlds, depth=depth, most_nodes=most)


def lessened(skill: Skill, share: float) -> Skill:
    """`skill` with a share of its worlds and positions."""
    worlds, most = max(1, round(skill.worlds * share)), max(1, int(skill.most_nodes * share))
    return replace(skill, worlds=worlds, most_nodes=most)


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
    ) -> Choice:
        rules = rules_for(options)
        if rules.is_open or (view.get("number") == 0 and not is_start(view)):
            return self.plain.choose(view, history, plies, options=options, seed=seed)
        seen = Observed.read(view, history, rules)
        words = {INDEX[ply[0]] * 64 + INDEX[ply[1]]: ply for ply in plies}
        thought = think(seen, list(words), self.skill, seed)
        return Choice(
            words[thought.ply], thought.work, explain(seen, thought, words, seed, doubt=self.skill.doubt)
        )

    def within(self, work: int, share: float) -> Level:
        """As strong as `work` positions allow, as the level itself for 0, with a share of that work."""
        skill = budgeted(self.skill, work) if work else self.skill
        return replace(self, skill=lessened(skill, share))

    def lay_out(self, options: Options, side: Side, *, seed: int) -> Layout:
        return self.arrange(options, side, seed=seed)


def is_start(view: JsonObject) -> bool:
    """Whether every piece of both sides stands where it began."""
    pieces = view.get("pieces")
    return isinstance(pieces, Sequence) and len(pieces) == len(INDEX)
