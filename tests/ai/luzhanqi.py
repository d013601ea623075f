"""Matches of Luzhanqi in memory, with what every seat was told, and the questions that computers get."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from random import Random

from ai_workers.bots.registry import answer
from games.rules.core import JsonObject, Layout, Ply, Side
from games.rules.luzhanqi.position import Position
from games.rules.luzhanqi.system import LUZHANQI

VARIANTS = ("dark", "open", "flip", "four")
# Every rule that bots must cope with, besides the defaults of each variant.
OPTION_SETS: list[JsonObject] = [
    *({"variant": variant} for variant in VARIANTS),
    {"variant": "dark", "bomb_vs_flag": "illegal", "commander_takes_flag": False, "reveal_other_hq": True},
    {"variant": "dark", "mine_effect": "both_die", "mountains": "any", "rail_rule": "max3_turns"},
    {"variant": "open", "mines_rows": "last2", "bomb_vs_flag": "illegal", "repeat_effect": "lose"},
    {"variant": "flip", "flip_color_rule": "own_double", "attack_hidden": False, "flag_goal": "capture"},
    {"variant": "flip", "flag_carrier": "any", "mine_clearer": "lowest_rank", "forbid_suicide": True},
    {"variant": "four", "teams": "ffa", "players": 3},
    {"variant": "four", "four_info": "double_open", "shaken_army_draw": True},
    {"variant": "four", "teams": "ffa", "four_info": "all_open"},
]


@dataclass
class Table:
    """`levels`: one for all sides, or by side in turns."""

    raw: JsonObject
    levels: tuple[str, ...]
    seed: int
    plies: list[Ply] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.options = LUZHANQI.parse_options(self.raw)
        self.sides = LUZHANQI.sides(self.options)
        self.rng = Random(self.seed)
        self.history: dict[Side, list[JsonObject]] = {side: [] for side in self.sides}
        self.position: Position | None = None
        lays_out = LUZHANQI.has_layout(self.options)
        self.layouts: dict[Side, Layout] = {}
        if lays_out:
            self.layouts = {side: answer(self.question(side))["layout"] for side in self.sides}
        self.position = LUZHANQI.start(self.options, self.layouts, self.rng)
        self.dealt: Layout = {it.square: it.kind for it in LUZHANQI.dealt_secrets(self.position)}

    def again(self, layouts: dict[Side, Layout], dealt: Layout) -> Table | None:
        """The same plies from another start; None where they cannot be played there."""
        other = copy(self)
        other.layouts, other.dealt, other.plies = layouts, dealt, []
        other.history = {side: [] for side in self.sides}
        other.position = LUZHANQI.restart(self.options, layouts, dealt)
        for ply in self.plies:
            if other.position.turn is None or ply not in LUZHANQI.legal_plies(
                other.position, other.position.turn
            ):
                return None
            other.play(ply)
        return other

    def level_of(self, side: Side) -> str:
        return self.levels[self.sides.index(side) % len(self.levels)]

    def question(self, side: Side, *, seed: int | None = None) -> JsonObject:
        view, plies = None, []
        if self.position is not None:
            view = LUZHANQI.redact(self.position, side).to_json()
            plies = [list(ply) for ply in LUZHANQI.legal_plies(self.position, side)]
        seen = {"system": "luzhanqi", "options": dict(self.options), "audience": str(side)}
        return {
            "snapshot": seen | {"view": view, "legal_plies": plies},
            "history": list(self.history[side]),
            "level": self.level_of(side),
            "seed": self.rng.getrandbits(53) if seed is None else seed,
        }

    def play(self, ply: Ply | None = None) -> None:
        """The ply, or what the computer to move answers."""
        assert self.position is not None
        side = self.position.turn
        assert side is not None
        chosen = Ply(*answer(self.question(side))["ply"]) if ply is None else ply
        assert chosen in LUZHANQI.legal_plies(self.position, side)
        self.position, ruling = LUZHANQI.play(self.position, chosen, side)
        self.plies.append(chosen)
        self._tell(side, ruling.to_json())

    def play_any(self) -> None:
        assert self.position is not None
        assert self.position.turn is not None
        self.play(self.rng.choice(LUZHANQI.legal_plies(self.position, self.position.turn)))

    def leave(self, side: Side) -> None:
        assert self.position is not None
        left = LUZHANQI.leave(self.position, side)
        assert left is not None
        self.position, ruling = left
        self._tell(side, ruling.to_json())

    def _tell(self, side: Side, ruling: JsonObject) -> None:
        for viewer, events in self.history.items():
            told = LUZHANQI.redact_ruling(ruling, self.options, viewer)
            events.append({"type": "ply", "side": str(side), **told})

    @property
    def is_over(self) -> bool:
        return self.position is not None and self.position.turn is None
