"""What is known about a hidden piece: the kinds that it may be, and the facts that exclude the others.

A set of kinds is an int with one bit per kind, in the order of a system's kinds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.rules.core import Json, JsonObject, Kind


@dataclass(frozen=True, slots=True)
class Fact:
    """Why a piece is none of the kinds in the set `excludes`. `kind`: the own piece of a battle."""

    code: str
    kind: int | None
    excludes: int


@dataclass(slots=True)
class Suspect:
    """One hidden piece: the set of kinds it may be, counts left aside, and why it is no other."""

    kinds: int
    facts: list[Fact] = field(default_factory=list)

    def keep(self, kinds: int, code: str, kind: int | None = None) -> None:
        excludes = self.kinds & ~kinds
        if excludes:
            self.kinds &= kinds
            self.facts.append(Fact(code, kind, excludes))

    def drop(self, kinds: int, code: str, kind: int | None = None) -> None:
        self.keep(~kinds, code, kind)

    def to_json(self, kinds: Sequence[Kind]) -> JsonObject:
        """`kinds`: all of the system, in their order."""
        return {
            "kinds": _names(self.kinds, kinds),
            "facts": [
                {
                    "code": fact.code,
                    "kind": None if fact.kind is None else kinds[fact.kind],
                    "excludes": _names(fact.excludes, kinds),
                }
                for fact in self.facts
            ],
        }


def _names(found: int, kinds: Sequence[Kind]) -> list[Json]:
    return [kind for code, kind in enumerate(kinds) if found >> code & 1]
