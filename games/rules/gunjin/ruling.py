"""What the referee decided about one ply, and how much of it each viewer is told (R-7.1 to R-7.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.core import Json, JsonObject, Ply, Side
from games.rules.gunjin.battle import Battle
from games.rules.gunjin.kinds import SIDES


@dataclass(frozen=True, slots=True)
class Ruling:
    """Full knowledge of one ply. `quiet_plies` counts after it."""

    ply: Ply
    battle: Battle | None
    quiet_plies: int

    def to_json(self) -> JsonObject:
        return {
            "ply": list(self.ply),
            "quiet_plies": self.quiet_plies,
            "battle": None if self.battle is None else self.battle.to_json(),
        }


def redact_ruling(ruling: Mapping[str, Json], viewer: Side | None, *, show_all: bool) -> JsonObject:
    """A stored ruling with only the kinds that `viewer` may know; the same shape for every outcome."""
    return {
        "ply": ruling["ply"],
        "quiet_plies": ruling["quiet_plies"],
        "battle": _redact_battle(ruling["battle"], viewer, show_all=show_all),
    }


def _redact_battle(battle: Json, viewer: Side | None, *, show_all: bool) -> Json:
    if not isinstance(battle, Mapping):
        return None
    pieces = battle["pieces"]
    assert isinstance(pieces, Mapping)
    shown = {str(side): pieces[side] if show_all or side is viewer else None for side in SIDES}
    return {
        "square": battle["square"],
        "winner": battle["winner"],
        "result": battle["result"],
        "pieces": shown,
    }
