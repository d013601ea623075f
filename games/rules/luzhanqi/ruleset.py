"""The rules in force: one interned object per set of options, with every table built once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from games.rules.core import Json, Side
from games.rules.luzhanqi.boards import CAMP, HQ, MOUNTAIN, Graph
from games.rules.luzhanqi.flip_rules import FlipRules, flip_rules
from games.rules.luzhanqi.half import HEADQUARTERS
from games.rules.luzhanqi.moves import Reach, build_reach
from games.rules.luzhanqi.options import SCHEMA, parse_options
from games.rules.luzhanqi.variants.dark import DARK
from games.rules.luzhanqi.variants.flip import FLIP
from games.rules.luzhanqi.variants.four import PARTY
from games.rules.luzhanqi.variants.open import OPEN
from games.rules.luzhanqi.variants.variant import Variant

RULESET = "luzhanqi-1"
COLOURS = ("red", "blue")
_VARIANTS: Mapping[str, Variant] = {variant.key: variant for variant in (DARK, OPEN, FLIP, PARTY)}


@dataclass(frozen=True, slots=True)
class Rules:
    """Equal when the options are. Sets of squares are ints; limits of 0 are off.

    `friends` and `seers` by seat, as the variant says; `headquarters` by seat. `shelters`: where nobody is
    attacked. `locked`: headquarters that nobody leaves. `window`: how many own plies G16 remembers.
    """

    options: tuple[tuple[str, Json], ...]
    variant: Variant = field(compare=False, repr=False)
    sides: tuple[Side, ...] = field(compare=False)
    graph: Graph = field(compare=False, repr=False)
    reach: Reach = field(compare=False, repr=False)
    friends: tuple[tuple[int, ...], ...] = field(compare=False, repr=False)
    seers: tuple[tuple[int, ...], ...] | None = field(compare=False, repr=False)
    headquarters: tuple[tuple[int, ...], ...] = field(compare=False, repr=False)
    shelters: int = field(compare=False, repr=False)
    mountains: int = field(compare=False, repr=False)
    locked: int = field(compare=False, repr=False)
    mines_in_last_two_rows: bool
    mine_effect: str
    mine_clearer: str
    bomb_spares_flag: bool
    commander_spares_flag: bool
    draws_when_shaken: bool
    draws_when_stuck: bool
    reveals_flag: bool
    reveals_other_hq: bool
    quiet_limit: int
    max_plies: int
    repeat_limit: int
    repeat_effect: str
    window: int
    flip: FlipRules | None

    def to_json(self) -> dict[str, Json]:
        return dict(self.options)

    @property
    def armies(self) -> int:
        return len(self.sides)

    def seat_of(self, side: Side) -> int:
        return self.sides.index(side)

    def owner_name(self, army: int) -> str:
        """How an army is called on the wire: by its side, in flip by its colour."""
        return COLOURS[army] if self.variant.is_dealt else str(self.sides[army])

    @property
    def owner_names(self) -> tuple[str, ...]:
        return tuple(map(self.owner_name, range(self.armies)))

    def knows(self, viewer: Side | None, army: int) -> bool:
        """Whether a viewer, None for spectators, sees the kinds of an army that nobody was shown."""
        if self.seers is None:
            return not self.variant.is_dealt
        return viewer is not None and army in self.seers[self.seat_of(viewer)]

    @property
    def is_open(self) -> bool:
        return self.seers is None and not self.variant.is_dealt


def _count(value: Json) -> int:
    return value if isinstance(value, int) else 0


def _build(options: Mapping[str, Json]) -> Rules:
    variant = _VARIANTS[str(options["variant"])]
    graph, sides = variant.graph, variant.sides(options)
    closed = sum(1 << square for arm in graph.cells[len(sides) :] for square in arm)
    limit, effect = _count(options["repeat_limit"]), str(options["repeat_effect"])
    return Rules(
        options=tuple(options.items()),
        variant=variant,
        sides=sides,
        graph=graph,
        reach=build_reach(graph, options, closed=closed),
        friends=variant.friends(options),
        seers=variant.seers(options),
        headquarters=tuple(tuple(sorted(graph.arm_cells(arm, HEADQUARTERS))) for arm in range(len(sides))),
        shelters=graph.mask(CAMP, MOUNTAIN),
        mountains=graph.mask(MOUNTAIN),
        locked=graph.mask(HQ) if options["hq_lock"] else 0,
        mines_in_last_two_rows=options["mines_rows"] == "last2",
        mine_effect=str(options["mine_effect"]),
        mine_clearer=str(options["mine_clearer"]),
        bomb_spares_flag=options["bomb_vs_flag"] == "illegal",
        commander_spares_flag=options["commander_takes_flag"] is False,
        draws_when_shaken=options["shaken_army_draw"] is True,
        draws_when_stuck=options["mutual_exhaustion"] == "draw",
        reveals_flag=options["reveal_flag_on_commander_death"] is True,
        reveals_other_hq=options["reveal_other_hq"] is True,
        quiet_limit=_count(options["no_capture_draw_plies"]),
        max_plies=_count(options["max_plies"]),
        repeat_limit=limit,
        repeat_effect=effect,
        window=0 if effect == "off" else 2 * limit - 2,
        flip=flip_rules(options) if variant.is_dealt else None,
    )


@lru_cache(maxsize=256)
def _interned(values: tuple[Json, ...]) -> Rules:
    return _build({option.key: value for option, value in zip(SCHEMA, values, strict=True)})


def rules_for(options: Mapping[str, Json]) -> Rules:
    """The rules for options as `parse_options` returned them; gaps get defaults. Raises BadOptions."""
    return _interned(tuple(parse_options(options).values()))
