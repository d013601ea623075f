"""Rule options as data (2.6): what a room may change, per variant, and the reading of what it asked for."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.core import BadOptions, Json, Option

VARIANTS = ("dark", "open", "flip", "four")
Defaults = Mapping[str, Json]


def _in_all(value: Json) -> Defaults:
    return dict.fromkeys(VARIANTS, value)


def _in_laid(value: Json, four: Json = None) -> Defaults:
    """All variants in which players lay out their pieces."""
    return {"dark": value, "open": value, "four": value if four is None else four}


# Choices of each option, and its default in each variant that knows it.
_TABLE: Mapping[str, tuple[tuple[Json, ...], Defaults]] = {
    "mine_effect": (("mine_wins", "both_die"), _in_all("mine_wins")),
    "mines_rows": (("any", "last2"), _in_laid("any", four="last2")),
    "bomb_vs_flag": (("both_and_win", "illegal"), _in_laid("both_and_win")),
    "commander_takes_flag": ((True, False), _in_laid(True)),
    "shaken_army_draw": ((False, True), _in_laid(False)),
    "reveal_flag_on_commander_death": ((True, False), {"dark": True, "four": True}),
    "reveal_other_hq": ((False, True), {"dark": False, "four": False}),
    "hq_lock": ((True, False), {**_in_laid(True), "flip": False}),
    "rail_rule": (("straight", "max3_turns"), _in_all("straight")),
    "mountains": (("off", "any", "engineer"), {"dark": "off", "open": "off"}),
    "mutual_exhaustion": (("side_to_move_loses", "draw"), _in_all("side_to_move_loses")),
    "no_capture_draw_plies": ((70, 40, 50, 60, 100, 200, 0), _in_all(70)),
    "max_plies": ((600, 280, 360, 1000, 4000, 0), {**_in_all(600), "four": 1000}),
    "repeat_limit": ((4, 3, 5), _in_all(4)),
    "repeat_effect": (("forbid", "lose", "draw", "off"), _in_all("forbid")),
    "first_player": (("random", "host", "loser", "fixed"), _in_all("random")),
    "flip_color_rule": (
        ("first_flip", "own_double", "global_double", "first_engineer", "opponent"),
        {"flip": "first_flip"},
    ),
    "attack_hidden": ((True, False), {"flip": True}),
    "forbid_suicide": ((False, True), {"flip": False}),
    "flag_goal": (("own_hq", "opponent_hq", "any_hq", "capture"), {"flip": "own_hq"}),
    "flag_carrier": (("lowest_rank", "any", "engineer"), {"flip": "lowest_rank"}),
    "mine_clearer": (("engineer", "lowest_rank"), _in_all("engineer")),
    "flip_deal": (("uniform", "balanced"), {"flip": "uniform"}),
    "players": ((4, 3), {"four": 4}),
    "teams": (("2v2", "ffa"), {"four": "2v2"}),
    "four_info": (("dark", "double_open", "all_open"), {"four": "dark"}),
}
VARIANT = Option("variant", "dark", VARIANTS)
# An option has one default for the service; those of other variants are in `defaults_of`.
SCHEMA = (
    VARIANT,
    *(Option(key, next(iter(defaults.values())), choices) for key, (choices, defaults) in _TABLE.items()),
)
_BY_KEY = {option.key: option for option in SCHEMA}

_ONLINE = {"mines_rows": "last2"}
_ONLINE_FLIP: Mapping[str, Json] = {
    "flip_color_rule": "own_double",
    "attack_hidden": False,
    "forbid_suicide": True,
    "flag_goal": "capture",
    "flag_carrier": "any",
}


def defaults_of(variant: str) -> dict[str, Json]:
    """The options that a variant knows, with their defaults there."""
    return {key: defaults[variant] for key, (_, defaults) in _TABLE.items() if variant in defaults}


def presets(variant: str) -> dict[str, dict[str, Json]]:
    """Named sets of options to ask for. Four players are not in the seed, so they have no such preset."""
    asked: dict[str, Json] = {"variant": variant}
    if variant == "four":
        return {"online-4": {**asked, **_ONLINE}}
    return {"seed": asked, "online-2": {**asked, **(_ONLINE_FLIP if variant == "flip" else _ONLINE)}}


def schema_of(variant: str) -> tuple[Option, ...]:
    """The options that a variant knows, with their defaults there; `variant` itself first."""
    own = defaults_of(variant)
    return (
        Option(VARIANT.key, variant, VARIANTS),
        *(Option(key, default, _BY_KEY[key].choices) for key, default in own.items()),
    )


def parse_options(raw: Mapping[str, Json]) -> dict[str, Json]:
    """Every option with its value, in the order of `SCHEMA`; null for what the variant does not know.

    A client that sends the whole schema may send the default of an option that the variant does not know.
    Raises BadOptions, also for options that contradict each other.
    """
    for key, value in raw.items():
        option = _BY_KEY.get(key)
        if option is None:
            raise BadOptions(f"There is no option {key[:40]!r}.")
        if value is not None and not _is_choice(value, option):
            raise BadOptions(f"Option {key} must be one of {list(option.choices)}.")
    variant = str(raw.get("variant") or VARIANT.default)
    known = defaults_of(variant)
    options: dict[str, Json] = {"variant": variant}
    for option in SCHEMA[1:]:
        asked = raw.get(option.key)
        if option.key in known:
            options[option.key] = known[option.key] if asked is None else asked
        elif asked in (None, option.default):
            options[option.key] = None
        else:
            raise BadOptions(f"Option {option.key} has no meaning in the variant {variant!r}.")
    _check_together(options)
    return options


def _is_choice(value: Json, option: Option) -> bool:
    return any(type(value) is type(choice) and value == choice for choice in option.choices)


def _check_together(options: Mapping[str, Json]) -> None:
    if options["no_capture_draw_plies"] == 0 and options["max_plies"] == 0:
        raise BadOptions(
            "Without no_capture_draw_plies, max_plies must not be 0: the match could go on forever."
        )
    if options["reveal_other_hq"] is True and options["reveal_flag_on_commander_death"] is False:
        raise BadOptions(
            "reveal_other_hq shows where the flag is not, so it needs reveal_flag_on_commander_death."
        )
    if options["teams"] == "2v2" and options["players"] == 3:
        raise BadOptions("Three players make no teams of two: teams must be 'ffa'.")
    if options["teams"] == "ffa" and options["four_info"] == "double_open":
        raise BadOptions("Without allies, four_info may not be 'double_open'.")
