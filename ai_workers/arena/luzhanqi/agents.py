"""The agents that can meet, by name: `level`, or `plain-level` for the bots in plain Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Protocol

from ai_workers.bots.base import Bot
from ai_workers.bots.luzhanqi import plain
from ai_workers.bots.luzhanqi.observed import Observed
from ai_workers.bots.luzhanqi.skills import SKILLS
from ai_workers.bots.luzhanqi.thinker import Skill, think
from ai_workers.bots.luzhanqi.twin.state import ply_number
from games.rules.core import JsonObject, Ply
from games.rules.luzhanqi.ruleset import Rules


class Agent(Protocol):
    """Blind: a view and what its seat was told are all it gets."""

    def choose(
        self, view: JsonObject, history: Sequence[JsonObject], plies: Sequence[Ply], rules: Rules, seed: int
    ) -> Ply:
        """One of `plies`."""


@dataclass(frozen=True, slots=True)
class Searching:
    """`skills` by variant."""

    skills: Mapping[str, Skill]

    def choose(
        self, view: JsonObject, history: Sequence[JsonObject], plies: Sequence[Ply], rules: Rules, seed: int
    ) -> Ply:
        words = {ply_number(rules, ply): ply for ply in plies}
        seen = Observed.read(view, history, rules)
        return words[think(seen, list(words), self.skills[rules.variant.key], seed).ply]


@dataclass(frozen=True, slots=True)
class Asked:
    """A bot that reads views and events as the server sends them."""

    bot: Bot

    def choose(
        self, view: JsonObject, history: Sequence[JsonObject], plies: Sequence[Ply], rules: Rules, seed: int
    ) -> Ply:
        return self.bot.choose(view, history, plies, options=rules.to_json(), seed=seed).ply


@dataclass(frozen=True, slots=True)
class Careless:
    """Any legal ply."""

    def choose(
        self, view: JsonObject, history: Sequence[JsonObject], plies: Sequence[Ply], rules: Rules, seed: int
    ) -> Ply:
        del view, history, rules
        return Random(seed).choice(plies)


AGENTS: Mapping[str, Agent] = {
    "random": Careless(),
    "plain-beginner": Asked(plain.BEGINNER),
    "plain-intermediate": Asked(plain.INTERMEDIATE),
    "plain-advanced": Asked(plain.ADVANCED),
    **{
        # the clock decides nothing, however busy the machine is
        level: Searching({variant: replace(skills[level], seconds=600) for variant, skills in SKILLS.items()})
        for level in ("beginner", "intermediate", "advanced")
    },
}
