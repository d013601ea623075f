"""The rules in force: one interned object per set of options, with every table built once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from games.rules.core import Json
from games.rules.gunjin.battle import WinTable, build_win_table
from games.rules.gunjin.board import BACK_RANK, BRIDGEHEADS, HEADQUARTERS, TERRITORY
from games.rules.gunjin.kinds import ENGINEER, MOVABLE, OFFICERS, PLANE, TANK
from games.rules.gunjin.moves import Reach, build_reach
from games.rules.gunjin.options import SCHEMA, parse_options

RULESET = "gunjin-1"


@dataclass(frozen=True, slots=True)
class Rules:
    """Tables by owner (0 first, 1 second). Equal when the options are."""

    options: tuple[tuple[str, Json], ...]
    reach: tuple[Reach, Reach] = field(compare=False, repr=False)
    win_table: WinTable = field(compare=False, repr=False)
    occupiers: frozenset[int] = field(compare=False, repr=False)
    mine_squares: tuple[frozenset[int], ...] = field(compare=False, repr=False)
    flag_squares: tuple[frozenset[int], ...] = field(compare=False, repr=False)
    quiet_limit: int | None
    max_plies: int | None
    win_flag: str
    win_general: bool
    is_open: bool

    def to_json(self) -> dict[str, Json]:
        return dict(self.options)


def _occupiers(choice: Json) -> frozenset[int]:
    if choice == "six_officers":
        return frozenset(OFFICERS)
    barred = {PLANE} if choice == "all_but_plane" else {TANK, PLANE, ENGINEER}
    return frozenset(MOVABLE) - barred


def _limit(value: Json) -> int | None:
    return value if isinstance(value, int) else None


def _build(options: Mapping[str, Json]) -> Rules:
    banned = frozenset(HEADQUARTERS) if options["mine_in_hq"] == "banned" else frozenset()
    camps = tuple(frozenset(TERRITORY[owner]) - BRIDGEHEADS[owner] for owner in range(2))
    return Rules(
        options=tuple(options.items()),
        reach=(build_reach(0, options), build_reach(1, options)),
        win_table=build_win_table(options),
        occupiers=_occupiers(options["occupiers"]),
        mine_squares=tuple(camp - banned for camp in camps),
        flag_squares=tuple(camp - BACK_RANK[owner] for owner, camp in enumerate(camps)),
        quiet_limit=_limit(options["quiet_draw"]),
        max_plies=_limit(options["max_plies"]),
        win_flag=str(options["win_flag"]),
        win_general=options["win_general"] == "loses",
        is_open=options["information"] == "open",
    )


@lru_cache(maxsize=64)
def _interned(values: tuple[Json, ...]) -> Rules:
    return _build({option.key: value for option, value in zip(SCHEMA, values, strict=True)})


def rules_for(options: Mapping[str, Json]) -> Rules:
    """The rules for options as `parse_options` returned them; gaps get defaults. Raises BadOptions."""
    parsed = parse_options(options)
    return _interned(tuple(parsed.values()))
