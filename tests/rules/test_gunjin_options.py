"""Every option changes the rules, the win table or the description, and nothing else by accident."""

import itertools
import json
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from games.rules.core import BadOptions, Outcome, Ply, Side
from games.rules.gunjin.diagram import parse
from games.rules.gunjin.options import SCHEMA
from games.rules.gunjin.position import Position, place
from games.rules.gunjin.ruleset import rules_for
from tests.rules.support import DEFAULTS, GUNJIN, option_sets

FIRST, SECOND = Side.FIRST, Side.SECOND
SPARE = ((FIRST, "lieutenant", "f2"), (SECOND, "lieutenant", "f7"))


def board(*pieces: tuple[Side, str, str], quiet: int = 0, **options: Any) -> Position:
    return place(rules_for(options), (*pieces, *SPARE), quiet_plies=quiet)


def result(attacker: str, defender: str, **options: Any) -> str:
    _, ruling = board((FIRST, attacker, "a5"), (SECOND, defender, "a6"), **options).play(
        Ply("a5", "a6"), FIRST
    )
    assert ruling.battle is not None
    return str(ruling.battle.result)


def ends(position: Position, square: str) -> set[str]:
    return {end for start, end in position.legal_plies(FIRST) if start == square}


def table(**options: Any) -> Any:
    return GUNJIN.describe(GUNJIN.parse_options(options))["win_table"]["rows"]


def sentences(**options: Any) -> dict[str, str]:
    rules = GUNJIN.describe(GUNJIN.parse_options(options))["rules"]
    return {rule["key"]: rule["text"] for rule in rules}


CHANGES = [(option.key, choice) for option in SCHEMA for choice in option.choices if choice != option.default]


@pytest.mark.parametrize(("key", "choice"), CHANGES)
def test_every_choice_changes_the_rules_text_and_shows_in_the_description(key: str, choice: Any) -> None:
    options = GUNJIN.parse_options({key: choice})
    described = GUNJIN.describe(options)
    plain = GUNJIN.describe(DEFAULTS)
    assert described["options_in_force"][key] == choice
    assert described["rules"] != plain["rules"]
    assert [rule["key"] for rule in described["rules"]] == [rule["key"] for rule in plain["rules"]]


@pytest.mark.parametrize(
    "raw",
    [
        {"wizardry": True},
        {"engineer_vs_tank": "spy"},
        {"engineer_vs_tank": None},
        {"plane_sideways": True},
        {"plane_sideways": 2},
        {"quiet_draw": "100"},
        {"quiet_draw": 100.0},
        {"quiet_draw": [100]},
        {"quiet_draw": None, "max_plies": None},
    ],
)
def test_bad_options(raw: Any) -> None:
    with pytest.raises(BadOptions):
        GUNJIN.parse_options(raw)


def test_options_are_complete_ordered_and_read_again_unchanged() -> None:
    assert list(DEFAULTS) == [option.key for option in GUNJIN.option_schema()]
    assert all(option.default in option.choices for option in SCHEMA)
    for key, choice in CHANGES:
        options = GUNJIN.parse_options({key: choice})
        assert GUNJIN.parse_options(json.loads(json.dumps(options))) == options


@given(option_sets())
def test_every_set_of_options_has_a_description_in_json(options: Any) -> None:
    described = GUNJIN.describe(options)
    assert json.loads(json.dumps(described)) == described
    assert rules_for(options) is rules_for(dict(options))


def test_engineer_against_tank() -> None:
    for one, other in (("tank", "engineer"), ("engineer", "tank")):
        assert result(one, other) == ("attacker" if one == "tank" else "defender")
        assert result(one, other, engineer_vs_tank="engineer") == (
            "attacker" if one == "engineer" else "defender"
        )
    assert table(engineer_vs_tank="engineer")["engineer"]["tank"] == "win"
    assert table(engineer_vs_tank="engineer")["tank"]["engineer"] == "lose"
    assert table()["engineer"]["tank"] == "lose"


def test_spy_beats() -> None:
    assert result("spy", "lt_general") == "defender"
    assert result("spy", "lt_general", spy_beats="general_and_lt_general") == "attacker"
    assert result("lt_general", "spy", spy_beats="general_and_lt_general") == "defender"
    assert result("spy", "general", spy_beats="general_and_lt_general") == "attacker"
    assert table(spy_beats="general_and_lt_general")["spy"]["lt_general"] == "win"


def test_mine_after_win() -> None:
    assert result("general", "mine") == "both"
    assert result("general", "mine", mine_after_win="stays") == "defender"
    assert result("engineer", "mine", mine_after_win="stays") == "attacker"
    assert table(mine_after_win="stays")["general"]["mine"] == "lose"
    assert table()["general"]["mine"] == "both"
    before = board(
        (FIRST, "spy", "a6"), (SECOND, "flag", "a7"), (SECOND, "mine", "a8"), mine_after_win="stays"
    )
    after, _ = before.play(Ply("a6", "a7"), FIRST)
    assert set(after.pieces) == {"a7", "a8", "f2", "f7"}
    assert after.removed[0] == (before.pieces["a6"].code,)


PLANE = (FIRST, "plane", "c2")


@pytest.mark.parametrize(
    ("options", "reached"),
    [
        ({}, {"b2", "d2", "hq1", "c4", "c5", "c6", "hq8"}),
        ({"plane_jump": "own_only"}, {"b2", "d2", "hq1", "c4", "c5"}),
        ({"plane_jump": "none"}, {"b2", "d2", "hq1"}),
        ({"plane_sideways": 0}, {"hq1", "c4", "c5", "c6", "hq8"}),
        ({"plane_sideways": "unlimited"}, {"a2", "b2", "d2", "e2", "hq1", "c4", "c5", "c6", "hq8"}),
        ({"plane_river": "bridges_only"}, {"b2", "d2", "hq1", "c4"}),
        ({"plane_jump": "own_only", "plane_river": "bridges_only", "plane_sideways": 0}, {"hq1", "c4"}),
    ],
)
def test_planes(options: Any, reached: set[str]) -> None:
    """Own captain on c3, enemies on c5 and hq8; c7 is the enemy's too."""
    position = board(
        PLANE, (FIRST, "captain", "c3"), (SECOND, "captain", "c5"), (SECOND, "major", "hq8"), **options
    )
    assert ends(position, "c2") - {"c7"} == reached


def test_plane_flying_sideways_ends_in_a_headquarters() -> None:
    position = board((FIRST, "plane", "a1"), plane_sideways="unlimited")
    assert ends(position, "a1") & {"b1", "hq1", "e1", "f1"} == {"b1", "hq1"}
    position = board((FIRST, "plane", "hq1"), plane_sideways="unlimited", plane_jump="none")
    assert ends(position, "hq1") >= {"a1", "b1", "e1", "f1"}


def test_plane_crosses_on_bridge_columns_only() -> None:
    assert "b8" in ends(board((FIRST, "plane", "b1"), plane_river="bridges_only"), "b1")
    assert "a5" not in ends(board((FIRST, "plane", "a1"), plane_river="bridges_only"), "a1")


OFFICERS = {"general", "lt_general", "maj_general", "colonel", "lt_colonel", "major"}
MOVABLE = OFFICERS | {"plane", "tank", "captain", "lieutenant", "second_lt", "cavalry", "engineer", "spy"}


@pytest.mark.parametrize(
    ("choice", "occupiers"),
    [
        ("six_officers", OFFICERS),
        ("all_but_plane", MOVABLE - {"plane"}),
        ("all_but_tank_plane_engineer", MOVABLE - {"tank", "plane", "engineer"}),
    ],
)
def test_occupiers(choice: str, occupiers: set[str]) -> None:
    won = set()
    for kind in MOVABLE:
        after, _ = board((FIRST, kind, "c7"), occupiers=choice).play(Ply("c7", "hq8"), FIRST)
        if after.outcome is not None:
            assert after.outcome == Outcome((FIRST,), "occupation")
            won.add(kind)
    assert won == occupiers
    kinds = GUNJIN.describe(GUNJIN.parse_options({"occupiers": choice}))["kinds"]
    assert {kind["key"] for kind in kinds if kind["occupies"]} == occupiers


@pytest.mark.parametrize(
    ("choice", "kind", "ended"),
    [
        ("off", "captain", False),
        ("any", "captain", True),
        ("any", "second_lt", True),
        ("second_lt", "captain", False),
        ("second_lt", "second_lt", True),
    ],
)
def test_win_flag(choice: str, kind: str, ended: bool) -> None:
    after, _ = board((FIRST, kind, "a6"), (SECOND, "flag", "a7"), win_flag=choice).play(
        Ply("a6", "a7"), FIRST
    )
    assert after.outcome == (Outcome((FIRST,), "flag-taken") if ended else None)


@pytest.mark.parametrize("mine", ["removed", "stays"])
def test_flag_is_taken_only_by_a_piece_that_survives(mine: str) -> None:
    before = board(
        (FIRST, "captain", "a6"),
        (SECOND, "flag", "a7"),
        (SECOND, "mine", "a8"),
        win_flag="any",
        mine_after_win=mine,
    )
    after, _ = before.play(Ply("a6", "a7"), FIRST)
    assert after.outcome is None
    assert ("a7" in after.pieces) == (mine == "stays")


@pytest.mark.parametrize(
    ("attacker", "defender", "winners"),
    [
        ("spy", "general", (FIRST,)),
        ("general", "spy", (SECOND,)),
        ("general", "general", ()),
        ("general", "mine", (SECOND,)),
    ],
)
def test_losing_the_general_loses(attacker: str, defender: str, winners: tuple[Side, ...]) -> None:
    pieces = ((FIRST, attacker, "a5"), (SECOND, defender, "a6"))
    after, _ = board(*pieces, win_general="loses").play(Ply("a5", "a6"), FIRST)
    assert after.outcome == Outcome(winners, "general-lost")
    after, _ = board(*pieces).play(Ply("a5", "a6"), FIRST)
    assert after.outcome is None


def test_general_that_lends_its_strength_to_the_flag_is_not_lost() -> None:
    pieces = ((FIRST, "spy", "a6"), (SECOND, "flag", "a7"), (SECOND, "general", "a8"))
    after, _ = board(*pieces, win_general="loses").play(Ply("a6", "a7"), FIRST)
    assert after.outcome is None
    assert after.pieces["a8"].kind == "general"


def test_optional_ends_come_after_occupation_and_before_a_stuck_side() -> None:
    rules = rules_for({"win_general": "loses", "win_flag": "any"})
    spare, still = (FIRST, "captain", "a1"), (SECOND, "mine", "f7")
    stuck = ((FIRST, "general", "a5"), (SECOND, "mine", "a6"), spare, still)
    after, _ = place(rules, stuck).play(Ply("a5", "a6"), FIRST)
    assert after.outcome == Outcome((SECOND,), "general-lost")
    stuck = ((FIRST, "captain", "a5"), (SECOND, "flag", "a6"), still)
    after, _ = place(rules, stuck).play(Ply("a5", "a6"), FIRST)
    assert after.outcome == Outcome((FIRST,), "flag-taken")
    entered = ((FIRST, "spy", "c7"), (SECOND, "general", "hq8"), *SPARE)
    for occupiers, end in (("six_officers", "general-lost"), ("all_but_plane", "occupation")):
        rules = rules_for({"win_general": "loses", "occupiers": occupiers})
        after, _ = place(rules, entered).play(Ply("c7", "hq8"), FIRST)
        assert after.outcome == Outcome((FIRST,), end)


def test_a_stuck_side_comes_before_a_quiet_draw() -> None:
    """A18; only a hand-made position gets there (R-6.7)."""
    pieces = ((FIRST, "captain", "a2"), (SECOND, "mine", "a7"))
    after, _ = place(rules_for({}), pieces, quiet_plies=99).play(Ply("a2", "a3"), FIRST)
    assert after.outcome == Outcome((FIRST,), "no-plies")


def test_a_quiet_draw_is_named_before_the_greatest_length() -> None:
    position = board((FIRST, "captain", "a2"), quiet=99, max_plies=400)
    after, _ = replace(position, number=399).play(Ply("a2", "a3"), FIRST)
    assert after.outcome == Outcome((), "quiet-100")


@pytest.mark.parametrize("limit", [50, 100, 160])
def test_quiet_draw(limit: int) -> None:
    pieces = ((FIRST, "captain", "a2"),)
    almost, _ = board(*pieces, quiet=limit - 2, quiet_draw=limit).play(Ply("a2", "a3"), FIRST)
    assert almost.outcome is None
    after, ruling = board(*pieces, quiet=limit - 1, quiet_draw=limit).play(Ply("a2", "a3"), FIRST)
    assert after.outcome == Outcome((), f"quiet-{limit}")
    assert ruling.quiet_plies == limit
    assert GUNJIN.redact(almost, FIRST).to_json()["quiet_limit"] == limit


def shuffle_to_the_end(position: Position) -> Position:
    for start, end in itertools.cycle((("a2", "a3"), ("f7", "f6"), ("a3", "a2"), ("f6", "f7"))):
        if position.turn is None:
            return position
        position, _ = position.play(Ply(start, end), position.turn)
    raise AssertionError


@pytest.mark.parametrize("limit", [400, 800, 2000])
def test_max_plies_ends_a_match_without_quiet_draw(limit: int) -> None:
    end = shuffle_to_the_end(board((FIRST, "captain", "a2"), quiet_draw=None, max_plies=limit))
    assert end.outcome == Outcome((), f"plies-{limit}")
    assert end.number == limit


def test_without_quiet_draw_there_is_a_limit_by_default() -> None:
    assert GUNJIN.parse_options({"quiet_draw": None})["max_plies"] == 2000
    end = shuffle_to_the_end(board((FIRST, "captain", "a2"), quiet_draw=None))
    assert end.number == 2000
    assert GUNJIN.redact(end, None).to_json()["quiet_limit"] is None


def test_a_win_on_the_last_ply_counts() -> None:
    before = board((FIRST, "major", "c7"), quiet=99)
    assert before.play(Ply("c7", "hq8"), FIRST)[0].outcome == Outcome((FIRST,), "occupation")


def test_open_information_shows_every_kind_to_everyone() -> None:
    options = GUNJIN.parse_options({"information": "open"})
    before = board((FIRST, "spy", "a5"), (SECOND, "general", "a6"), information="open")
    after, ruling = before.play(Ply("a5", "a6"), FIRST)
    for viewer in (FIRST, SECOND, None):
        seen = GUNJIN.redact(after, viewer).to_json()
        assert [it["kind"] for it in seen["pieces"]] == ["lieutenant", "spy", "lieutenant"]
        assert seen["removed"]["second"]["kinds"] == ["general"]
        told = GUNJIN.redact_ruling(ruling.to_json(), options, viewer)
        assert told == ruling.to_json() == seen["last"]
    assert GUNJIN.describe(options)["hidden"] is False
    assert GUNJIN.describe(DEFAULTS)["hidden"] is True
    assert GUNJIN.world(GUNJIN.redact(after, None).to_json(), options, random.Random(1)).board == after.board


TEXTS: list[tuple[str, Any, str, str]] = [
    ("engineer_vs_tank", "engineer", "battle", "engineer beats the tank"),
    ("spy_beats", "general_and_lt_general", "battle", "spy beats the general and the lieutenant general"),
    ("mine_after_win", "stays", "mine", "removed and the mine stays"),
    ("mine_in_hq", "banned", "layout", "A mine may not stand in the headquarters"),
    ("plane_jump", "own_only", "plane", "passes over its own pieces, but the first enemy piece ends"),
    ("plane_jump", "none", "plane", "passes over no piece"),
    ("plane_river", "bridges_only", "plane", "on columns b and e only"),
    ("plane_sideways", 0, "plane", "not to the left or right at all"),
    ("plane_sideways", "unlimited", "plane", "any number of squares to the left or right"),
    ("occupiers", "all_but_plane", "occupation", "tank"),
    ("occupiers", "all_but_tank_plane_engineer", "occupation", "second lieutenant, cavalry, spy"),
    ("win_flag", "any", "win_flag", "Whoever takes the enemy flag"),
    ("win_flag", "second_lt", "win_flag", "A second lieutenant that takes the enemy flag wins"),
    ("win_general", "loses", "win_general", "Losing the general loses the match"),
    ("quiet_draw", 50, "quiet", "After 50 plies in a row"),
    ("quiet_draw", 160, "quiet", "After 160 plies in a row"),
    ("quiet_draw", None, "quiet", "not counted"),
    ("quiet_draw", None, "length", "After 2000 plies"),
    ("max_plies", 400, "length", "After 400 plies"),
    ("max_plies", 800, "length", "After 800 plies"),
    ("max_plies", 2000, "length", "After 2000 plies"),
    ("information", "open", "information", "lie open to everyone"),
]


@pytest.mark.parametrize(("option", "choice", "key", "phrase"), TEXTS)
def test_the_text_follows_the_option(option: str, choice: Any, key: str, phrase: str) -> None:
    assert phrase in sentences(**{option: choice})[key]
    assert phrase not in sentences()[key]


def test_every_choice_has_its_own_words() -> None:
    assert {(option, choice) for option, choice, _, _ in TEXTS} == set(CHANGES)
    assert "tank" not in sentences(occupiers="all_but_tank_plane_engineer")["occupation"]


def test_a_diagram_can_be_read_under_other_options() -> None:
    text = "\n".join(
        [".. .. .. == .. .."] + [".. .. .. .. .. .."] * 5 + ["TA .. .. .. .. ..", "en .. .. == .. .."]
    )
    position = parse(text, turn=SECOND, rules=rules_for({"engineer_vs_tank": "engineer"}))
    after, _ = position.play(Ply("a1", "a2"), SECOND)
    assert after.pieces["a2"].kind == "engineer"
