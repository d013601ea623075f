"""What everybody received in one match: the bytes that the checks in `tests.support.leaks` are about."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from games.rules.core import Options, Side


@dataclass(frozen=True)
class Entry:
    """Something a party received. `value` is parsed; `size` is of the raw bytes.

    `after_end`: nothing was hidden any more by then. `turned`: kinds that lay open by then, where pieces are
    turned up for all.
    """

    channel: str
    asked: str
    status: int | None
    headers: tuple[tuple[str, str], ...]
    value: Any
    size: int
    after_end: bool
    turned: frozenset[str] = frozenset()

    def __str__(self) -> str:
        return f"{self.channel} [{self.asked}]"


@dataclass
class Party:
    """Whoever receives something; `side` is what it may know, None for what the public may know."""

    name: str
    side: Side | None
    token: str = ""
    entries: list[Entry] = field(default_factory=list)

    def before_end(self) -> list[Entry]:
        return [entry for entry in self.entries if not entry.after_end]

    def after_end(self) -> list[Entry]:
        return [entry for entry in self.entries if entry.after_end]


# Kinds by square, by who owns the secret: a side its layout, None (the server) its deal.
World = dict[Side | None, dict[str, str]]


@dataclass
class Seen:
    """What everybody received in one match, and the words that differ from match to match by chance.

    `shown`: squares of flags that the rules show to all sides before the end. `eyes`: whose pieces a side
    sees by right.
    """

    system: str
    parties: dict[str, Party]
    people: tuple[str, ...]
    words: dict[str, str] = field(default_factory=dict)
    layouts: World = field(default_factory=dict)
    secrets: set[str] = field(default_factory=set)
    shown: set[str] = field(default_factory=set)
    eyes: dict[Side | None, set[Side]] = field(default_factory=dict)

    def party(self, name: str) -> Party:
        return self.parties[name]

    @property
    def seats(self) -> tuple[str, ...]:
        return self.people[:-1]

    @property
    def layers(self) -> tuple[str, ...]:
        return tuple(f"layer.{name}" for name in self.people)


def seen_in(system: str, sides: tuple[Side, ...], options: Options) -> Seen:
    """Nothing yet. Whoever sits down has the name of its side; beside them are those who watch."""
    people = {**{str(side): side for side in sides}, "watch": None}
    parties = [
        *(Party(name, side) for name, side in people.items()),
        *(Party(f"layer.{name}", side) for name, side in people.items()),
        *(Party(name, None) for name in ("layer.room", "log", "webhook")),
    ]
    seen = Seen(system, {party.name: party for party in parties}, tuple(people))
    seen.eyes = {side: {side} for side in sides}
    if options.get("four_info") == "double_open":
        for place, side in enumerate(sides):
            seen.eyes[side].add(sides[place - 2])  # the ally sits opposite
    return seen
