"""What every computer player offers, what it is asked, and the one that knows no game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol, runtime_checkable

from ai_workers.bots.reading import json_list, json_object, whole_number
from games.levels import MOST_WORK
from games.rules.core import Json, JsonObject, Layout, Options, Ply, Side
from games.rules.thinking import Thinking


class UnreadableQuestion(ValueError):
    """The question lacks something, or asks for what this worker cannot do. Names no piece."""


@dataclass(frozen=True, slots=True)
class Choice:
    """`work`: positions looked at for it; 0 by bots that do not search, which leave no `thinking` either.

    Depends on the question alone.
    """

    ply: Ply
    work: int = 0
    thinking: Thinking | None = None


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found: `odds` by ply, as far as it was looked at. `work`: positions looked at.

    Tells nothing hidden.
    """

    ply: int
    odds: dict[int, float]
    worlds: int
    work: int


class Bot(Protocol):
    """Stateless and deterministic: the same arguments give the same answer."""

    def choose(
        self,
        view: JsonObject,
        history: Sequence[JsonObject],
        plies: Sequence[Ply],
        *,
        options: Options,
        seed: int,
    ) -> Choice:
        """One of `plies`, which is never empty. `history`: the events as the bot's seat saw them.

        Raises UnreadableQuestion.
        """

    def lay_out(self, options: Options, side: Side, *, seed: int) -> Layout:
        """A legal layout. Raises UnreadableQuestion where the bot knows no layouts."""


@runtime_checkable
class Graded(Bot, Protocol):
    """A bot that searches: it can be given less or other work, and replaced while its search is compiled."""

    @property
    def plain(self) -> Bot:
        """Answers without the search."""

    def within(self, work: int, share: float) -> Bot:
        """As strong as `work` positions allow, as the level itself for 0, with a share of that work."""


class RandomBot:
    """Any legal ply, all equally likely: for systems and levels this worker does not know."""

    def choose(
        self,
        view: JsonObject,
        history: Sequence[JsonObject],
        plies: Sequence[Ply],
        *,
        options: Options,
        seed: int,
    ) -> Choice:
        del view, history, options
        return Choice(Random(seed).choice(plies))

    def lay_out(self, options: Options, side: Side, *, seed: int) -> Layout:
        del options, side, seed
        raise UnreadableQuestion("no layouts are known for this game system")


@dataclass(frozen=True, slots=True)
class Question:
    """A question of the referee's, read. `view` is None in the layout phase.

    `work`: the most positions to look at; 0 for a level that has a name.
    """

    system: str
    options: Options
    side: Side
    level: str
    work: int
    seed: int
    view: JsonObject | None
    history: tuple[JsonObject, ...]
    plies: tuple[Ply, ...]

    @classmethod
    def read(cls, asked: Mapping[str, Json]) -> Question:
        """Raises UnreadableQuestion."""
        try:
            seen = json_object(asked["snapshot"])
            view = seen["view"]
            work = asked_work(asked)
            return cls(
                system=str(seen["system"]),
                options=json_object(seen["options"]),
                side=Side(str(seen["audience"])),
                level="" if work else str(asked["level"]),
                work=work,
                seed=whole_number(asked["seed"]),
                view=None if view is None else json_object(view),
                history=tuple(json_object(event) for event in json_list(asked["history"])),
                plies=tuple(Ply(*map(str, json_list(words))) for words in json_list(seen["legal_plies"])),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise UnreadableQuestion("this is no question of a referee") from error


def asked_work(asked: Mapping[str, Json]) -> int:
    """`n` of a level `{"work": n}`, 0 for another level. Raises KeyError, TypeError, ValueError."""
    level = asked.get("level")
    if not isinstance(level, Mapping):
        return 0
    work = whole_number(level["work"])
    if not 0 < work <= MOST_WORK:
        raise ValueError("more work than anybody may ask for")
    return work
