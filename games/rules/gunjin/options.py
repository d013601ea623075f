"""Rule options as data: what a room may change, and the reading of what it asked for."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.core import BadOptions, Json, Option

LONGEST_WITHOUT_QUIET_DRAW = 2000

SCHEMA = (
    Option("engineer_vs_tank", "tank", ("tank", "engineer")),
    Option("spy_beats", "general", ("general", "general_and_lt_general")),
    Option("mine_after_win", "removed", ("removed", "stays")),
    Option("mine_in_hq", "allowed", ("allowed", "banned")),
    Option("plane_jump", "over_all", ("over_all", "own_only", "none")),
    Option("plane_river", "any_column", ("any_column", "bridges_only")),
    Option("plane_sideways", 1, (1, 0, "unlimited")),
    Option("occupiers", "six_officers", ("six_officers", "all_but_plane", "all_but_tank_plane_engineer")),
    Option("win_flag", "off", ("off", "any", "second_lt")),
    Option("win_general", "off", ("off", "loses")),
    Option("quiet_draw", 100, (100, 50, 160, None)),
    Option("max_plies", None, (None, 400, 800, LONGEST_WITHOUT_QUIET_DRAW)),
    Option("information", "hidden", ("hidden", "open")),
)
_BY_KEY = {option.key: option for option in SCHEMA}


def _is_choice(value: Json, option: Option) -> bool:
    return any(type(value) is type(choice) and value == choice for choice in option.choices)


def parse_options(raw: Mapping[str, Json]) -> dict[str, Json]:
    """Every option with its value, in the order of `SCHEMA`; what is missing gets its default.

    A match must be able to end: without a quiet draw `max_plies` defaults to 2,000 and may not be null.
    Raises BadOptions.
    """
    for key, value in raw.items():
        option = _BY_KEY.get(key)
        if option is None:
            raise BadOptions(f"There is no option {key[:40]!r}.")
        if not _is_choice(value, option):
            raise BadOptions(f"Option {key} must be one of {list(option.choices)}.")
    options = {option.key: raw.get(option.key, option.default) for option in SCHEMA}
    if options["quiet_draw"] is None:
        options["max_plies"] = raw.get("max_plies", LONGEST_WITHOUT_QUIET_DRAW)
        if options["max_plies"] is None:
            raise BadOptions("Without quiet_draw, max_plies must be a number: the match could go on forever.")
    return options
