"""What the referee decided about one ply, and how much of it each viewer is told (D2, D3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from games.rules.core import Json, JsonObject, Kind, Ply, Side, Square
from games.rules.reading import as_count, as_items, as_object, as_text


class Result(StrEnum):
    """What everybody is told of a ply; those after `NEITHER` exist in flip, `LEFT` when a side gave up."""

    MOVED = "moved"
    ATTACKER = "attacker"  # won: the defender is removed
    DEFENDER = "defender"
    BOTH = "both"  # were removed
    NEITHER = "neither"  # was removed: the attacker stayed where it was
    TURNED = "turned"
    OWN = "own"  # the face-down target was one's own piece
    TAKEN = "taken"  # stands on the flag now
    CARRIED = "carried"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Battle:
    """Full knowledge of one battle: sides and kinds are those of the attacker, then of the defender."""

    square: Square
    sides: tuple[Side, Side]
    kinds: tuple[Kind, Kind]
    result: Result

    @property
    def winner(self) -> Side | None:
        if self.result is Result.ATTACKER:
            return self.sides[0]
        return self.sides[1] if self.result is Result.DEFENDER else None

    def to_json(self) -> JsonObject:
        """Pieces in the sides' order: which attacked is told by name."""
        kinds = dict(zip(self.sides, self.kinds, strict=True))
        return {
            "square": self.square,
            "attacker": str(self.sides[0]),
            "winner": None if self.winner is None else str(self.winner),
            "result": str(self.result),
            "pieces": {str(side): kinds[side] for side in Side if side in kinds},
        }


@dataclass(frozen=True, slots=True)
class Shown:
    """A piece that everybody was shown: a side's flag (D3), or in flip one that was turned up.

    `owner` is a side, in flip the name of an army.
    """

    square: Square
    owner: str
    kind: Kind

    def to_json(self) -> JsonObject:
        return {"square": self.square, "owner": self.owner, "kind": self.kind}


@dataclass(frozen=True, slots=True)
class Ruling:
    """Full knowledge of one ply. `quiet_plies` counts after it; `out`: sides that are out since it."""

    ply: Ply
    result: Result
    quiet_plies: int
    battle: Battle | None = None
    shown: tuple[Shown, ...] = ()
    out: tuple[Side, ...] = ()

    def to_json(self) -> JsonObject:
        return {
            "ply": list(self.ply),
            "result": str(self.result),
            "quiet_plies": self.quiet_plies,
            "battle": None if self.battle is None else self.battle.to_json(),
            "shown": [each.to_json() for each in self.shown],
            "out": [str(side) for side in self.out],
        }


def read_ruling(told: Mapping[str, Json]) -> Ruling:
    """The inverse of `to_json`, which names every kind. Raises KeyError, TypeError or ValueError."""
    return Ruling(
        ply=Ply(*map(as_text, as_items(told["ply"]))),
        result=Result(as_text(told["result"])),
        quiet_plies=as_count(told["quiet_plies"]),
        battle=None if told["battle"] is None else _read_battle(as_object(told["battle"])),
        shown=tuple(
            Shown(as_text(each["square"]), as_text(each["owner"]), as_text(each["kind"]))
            for each in map(as_object, as_items(told["shown"]))
        ),
        out=tuple(Side(as_text(side)) for side in as_items(told["out"])),
    )


def _read_battle(told: Mapping[str, Json]) -> Battle:
    attacker = Side(as_text(told["attacker"]))
    pieces = {Side(side): as_text(kind) for side, kind in as_object(told["pieces"]).items()}
    (defender,) = set(pieces) - {attacker}
    battle = Battle(
        square=as_text(told["square"]),
        sides=(attacker, defender),
        kinds=(pieces[attacker], pieces[defender]),
        result=Result(as_text(told["result"])),
    )
    if battle.to_json()["winner"] != told["winner"]:
        raise ValueError
    return battle


def redact_ruling(
    ruling: Mapping[str, Json], knows: Callable[[Side], bool], *, names_shown: bool
) -> JsonObject:
    """A stored ruling with only the kinds of sides that the viewer `knows`; one shape for every result.

    `names_shown`: whether the viewer is told the kind of a piece that was shown, or only that it was.
    """
    battle = ruling["battle"]
    return {
        "ply": ruling["ply"],
        "result": ruling["result"],
        "quiet_plies": ruling["quiet_plies"],
        "battle": None if battle is None else _redact_battle(as_object(battle), knows),
        "shown": [
            {
                "square": each["square"],
                "owner": each["owner"],
                "kind": each["kind"] if names_shown else None,
            }
            for each in map(as_object, as_items(ruling["shown"]))
        ],
        "out": ruling["out"],
    }


def _redact_battle(battle: Mapping[str, Json], knows: Callable[[Side], bool]) -> JsonObject:
    return {
        "square": battle["square"],
        "attacker": battle["attacker"],
        "winner": battle["winner"],
        "result": battle["result"],
        "pieces": {
            side: kind if knows(Side(side)) else None for side, kind in as_object(battle["pieces"]).items()
        },
    }
