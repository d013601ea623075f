"""Options: the defaults of each variant, presets, and what is refused."""

from typing import Any

import pytest

from games.rules.core import BadOptions
from games.rules.luzhanqi.options import SCHEMA, VARIANTS, defaults_of, parse_options, presets, schema_of
from games.rules.luzhanqi.rules_text import rules_text
from games.rules.luzhanqi.ruleset import rules_for
from games.rules.luzhanqi.system import LUZHANQI

# The table of the rules, section 2.6; a dash is None.
DEFAULTS: dict[str, tuple[Any, Any, Any]] = {
    "mine_effect": ("mine_wins", "mine_wins", "mine_wins"),
    "mines_rows": ("any", None, "last2"),
    "bomb_vs_flag": ("both_and_win", None, "both_and_win"),
    "commander_takes_flag": (True, None, True),
    "shaken_army_draw": (False, None, False),
    "reveal_flag_on_commander_death": (True, None, True),
    "reveal_other_hq": (False, None, False),
    "hq_lock": (True, False, True),
    "rail_rule": ("straight", "straight", "straight"),
    "mountains": ("off", None, None),
    "mutual_exhaustion": ("side_to_move_loses", "side_to_move_loses", "side_to_move_loses"),
    "no_capture_draw_plies": (70, 70, 70),
    "max_plies": (600, 600, 1000),
    "repeat_limit": (4, 4, 4),
    "repeat_effect": ("forbid", "forbid", "forbid"),
    "first_player": ("random", "random", "random"),
    "flip_color_rule": (None, "first_flip", None),
    "attack_hidden": (None, True, None),
    "forbid_suicide": (None, False, None),
    "flag_goal": (None, "own_hq", None),
    "flag_carrier": (None, "lowest_rank", None),
    "mine_clearer": ("engineer", "engineer", "engineer"),
    "flip_deal": (None, "uniform", None),
    "players": (None, None, 4),
    "teams": (None, None, "2v2"),
    "four_info": (None, None, "dark"),
}


@pytest.mark.parametrize(("place", "variant"), [(0, "dark"), (1, "flip"), (2, "four")])
def test_defaults_are_those_of_the_table(place: int, variant: str) -> None:
    options = parse_options({"variant": variant})
    assert options == {"variant": variant} | {key: row[place] for key, row in DEFAULTS.items()}
    assert list(options) == [option.key for option in SCHEMA]


def test_open_is_dark_without_what_is_hidden() -> None:
    dark, opened = defaults_of("dark"), defaults_of("open")
    hidden = {"reveal_flag_on_commander_death", "reveal_other_hq"}
    assert opened == {key: value for key, value in dark.items() if key not in hidden}


@pytest.mark.parametrize("variant", VARIANTS)
def test_presets_can_be_asked_for(variant: str) -> None:
    for asked in presets(variant).values():
        options = parse_options(asked)
        assert options["variant"] == variant
        assert all(options[key] == value for key, value in asked.items())


def test_presets_are_those_of_the_rules() -> None:
    assert set(presets("dark")) == set(presets("flip")) == {"seed", "online-2"}
    assert set(presets("four")) == {"online-4"}
    assert presets("dark")["seed"] == {"variant": "dark"}
    assert presets("open")["online-2"] == {"variant": "open", "mines_rows": "last2"}
    assert presets("flip")["online-2"] == {
        "variant": "flip", "flip_color_rule": "own_double", "attack_hidden": False, "forbid_suicide": True,
        "flag_goal": "capture", "flag_carrier": "any",
    }  # fmt: skip


@pytest.mark.parametrize("variant", VARIANTS)
def test_parsed_options_can_be_parsed_again(variant: str) -> None:
    options = parse_options({"variant": variant})
    assert parse_options(options) == options
    assert LUZHANQI.parse_options(options) == options
    assert {option.key: option.default for option in schema_of(variant)} == {
        "variant": variant, **defaults_of(variant)
    }  # fmt: skip


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_client_may_send_every_default_of_the_schema(variant: str) -> None:
    """Also those that the variant does not know; those it knows hold, even where its own default differs."""
    options = parse_options({option.key: option.default for option in SCHEMA} | {"variant": variant})
    known = defaults_of(variant)
    assert all((options[option.key] is None) == (option.key not in known) for option in SCHEMA[1:])


@pytest.mark.parametrize(
    "raw",
    [
        {"variant": "sideways"},
        {"no such option": 1},
        {"variant": 1},
        {"repeat_limit": True},
        {"commander_takes_flag": 1},
        {"max_plies": 601},
        {"attack_hidden": False},
        {"variant": "flip", "mines_rows": "last2"},
        {"variant": "four", "mountains": "any"},
        {"variant": "dark", "teams": "ffa"},
        {"variant": "open", "reveal_other_hq": True},
        {"flag_goal": "capture"},
        {"no_capture_draw_plies": 0, "max_plies": 0},
        {"reveal_other_hq": True, "reveal_flag_on_commander_death": False},
        {"variant": "four", "players": 3},
        {"variant": "four", "players": 5},
        {"variant": "four", "teams": "ffa", "four_info": "double_open"},
    ],
)
def test_options_that_are_unknown_or_contradict_each_other_are_refused(raw: dict[str, Any]) -> None:
    with pytest.raises(BadOptions) as refused:
        parse_options(raw)
    assert refused.value.code == "bad-options"
    assert refused.value.detail


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_choice_of_every_option_has_words_of_its_own(variant: str) -> None:
    """What an option changes must be readable in the rules of that room."""
    silent = {"variant", "first_player", "flip_deal"}  # who sits where, and how the server deals
    for option in schema_of(variant):
        if option.key in silent:
            continue
        texts = []
        for choice in option.choices:
            try:
                rules = rules_for(parse_options(_with(variant, option.key, choice)))
            except BadOptions:
                continue
            texts.append(str(rules_text(rules)))
        assert len(set(texts)) == len(texts) > 1, option.key


def _with(variant: str, key: str, choice: Any) -> dict[str, Any]:
    needed: dict[str, Any] = {"teams": "ffa"} if (key, choice) == ("players", 3) else {}
    return {"variant": variant, **needed, key: choice}
