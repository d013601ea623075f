"""The three levels as bots of the registry: the search over worlds, and plain bots while it is compiled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ai_workers.bots.base import Bot, Choice
from ai_workers.bots.luzhanqi import plain
from ai_workers.bots.luzhanqi.observed import Observed
from ai_workers.bots.luzhanqi.skills import SKILLS
from ai_workers.bots.luzhanqi.thinker import Skill, think
from ai_workers.bots.luzhanqi.thinking import explain
from ai_workers.bots.luzhanqi.twin.state import ply_number
from games.rules.core import JsonObject, Layout, Options, Ply, Side
from games.rules.luzhanqi.ruleset import rules_for

# Worlds are drawn before it is known what they take: one per so many positions, the least that one takes.
PER_WORLD = 200
FEWEST_WORLDS, MOST_WORLDS = 4, 240
# A position takes so many times as long as one that levels by work are reckoned in (games/levels.py).
DEARER = 4


def budgeted(skill: Skill, work: int) -> Skill:
    """`skill` with as many worlds, as deep, as fit into what `work` positions are reckoned to cost."""
    work = max(1, work // DEARER)
    if skill.worlds == 1:
        return replace(skill, most_nodes=work)
    return replace(skill, worlds=min(MOST_WORLDS, max(FEWEST_WORLDS, work // PER_WORLD)), most_nodes=work)


def lessened(skill: Skill, share: float) -> Skill:
    """`skill` with a share of its worlds and positions."""
    worlds, most = max(1, round(skill.worlds * share)), max(1, int(skill.most_nodes * share))
    return replace(skill, worlds=worlds, most_nodes=most)


@dataclass(frozen=True, slots=True)
class Level:
    """`skills` by variant. `plain` answers while the search is compiled, and lays out."""

    skills: Mapping[str, Skill]
    plain: Bot

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
        seen = Observed.read(view, history, rules)
        words = {ply_number(rules, ply): ply for ply in plies}
        skill = self.skills[rules.variant.key]
        thought = think(seen, list(words), skill, seed)
        return Choice(
            words[thought.ply], thought.work, explain(seen, thought, words, seed, habits=skill.habits)
        )

    def within(self, work: int, share: float) -> Level:
        """As strong as `work` positions allow, as the level itself for 0, with a share of that work."""
        skills = {
            variant: lessened(budgeted(skill, work) if work else skill, share)
            for variant, skill in self.skills.items()
        }
        return replace(self, skills=skills)

    def lay_out(self, options: Options, side: Side, *, seed: int) -> Layout:
        return self.plain.lay_out(options, side, seed=seed)


LEVELS: Mapping[str, Level] = {
    level: Level({variant: skills[level] for variant, skills in SKILLS.items()}, bot)
    for level, bot in (
        ("beginner", plain.BEGINNER),
        ("intermediate", plain.INTERMEDIATE),
        ("advanced", plain.ADVANCED),
    )
}
