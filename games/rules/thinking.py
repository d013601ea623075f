"""What a computer thought before a ply, as it travels from the bots' worker to the referee and to a replay.

It follows from what the computer's seat was told, so it may name any kind but proves none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.rules.core import Json, JsonObject, Kind, Ply, Square

MOST_PLIES = 8
MOST_WORDS = 8
MOST_PIECES = 64
MOST_KINDS = 32
LONGEST_WORD = 40
LARGEST_COUNT = 10**12


@dataclass(frozen=True, slots=True)
class Thinking:
    """`plies`: the best ones and the chosen one with their odds to win, from 0 to 1, the best first.

    `worlds` and `positions` were looked at for them. `beliefs`: how likely (0 to 1) each piece of the
    opponent's, by its starting square, is of which kind, among layouts drawn from all that was known.
    """

    plies: tuple[tuple[Ply, float], ...]
    worlds: int
    positions: int
    beliefs: Mapping[Square, Mapping[Kind, float]]

    def to_json(self) -> JsonObject:
        return {
            "plies": [{"ply": list(ply), "odds": odds} for ply, odds in self.plies],
            "worlds": self.worlds,
            "positions": self.positions,
            "beliefs": {origin: dict(kinds) for origin, kinds in self.beliefs.items()},
        }

    @classmethod
    def read(cls, value: Json) -> Thinking:
        """Raises ValueError for anything that `to_json` would not have written."""
        told = _object(value, 4)
        if told.keys() != {"plies", "worlds", "positions", "beliefs"}:
            raise ValueError("other members")
        return cls(
            plies=tuple(_rated(each) for each in _items(told["plies"], MOST_PLIES)),
            worlds=_count(told["worlds"]),
            positions=_count(told["positions"]),
            beliefs={
                _word(origin): {
                    _word(kind): _share(share) for kind, share in _object(kinds, MOST_KINDS).items()
                }
                for origin, kinds in _object(told["beliefs"], MOST_PIECES).items()
            },
        )


def _rated(value: Json) -> tuple[Ply, float]:
    rated = _object(value, 2)
    if rated.keys() != {"ply", "odds"}:
        raise ValueError("other members")
    return Ply(*map(_word, _items(rated["ply"], MOST_WORDS))), _share(rated["odds"])


def _object(value: Json, most: int) -> Mapping[str, Json]:
    if not isinstance(value, Mapping) or len(value) > most:
        raise ValueError("no object, or too large")
    return value


def _items(value: Json, most: int) -> Sequence[Json]:
    if not isinstance(value, list | tuple) or len(value) > most:
        raise ValueError("no list, or too long")
    return value


def _word(value: Json) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_WORD or not value.isprintable():
        raise ValueError("no short word")
    return value


def _count(value: Json) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= LARGEST_COUNT:
        raise ValueError("no count")
    return value


def _share(value: Json) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
        raise ValueError("no share")
    return value
