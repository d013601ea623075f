"""What a client gets to draw the boards and explain the game."""

import json

import pytest

from games.rules.luzhanqi.kinds import COUNTS, KINDS
from games.rules.luzhanqi.options import VARIANTS
from games.rules.luzhanqi.system import LUZHANQI


def described(**options: object) -> dict:
    return LUZHANQI.describe(LUZHANQI.parse_options(options))


@pytest.mark.parametrize("variant", VARIANTS)
def test_points_edges_and_kinds(variant: str) -> None:
    told = described(variant=variant)
    names = {square["name"] for square in told["squares"]}
    assert len(names) == (129 if variant == "four" else 60)
    spots = {(square["x"], square["y"]) for square in told["squares"]}
    assert len(spots) == len(names)
    assert all(0 <= x < told["width"] and 0 <= y < told["height"] for x, y in spots)
    assert {name for edge in (*told["roads"], *told["rails"]) for name in edge} == names
    assert [kind["key"] for kind in told["kinds"]] == list(KINDS)
    assert [kind["count"] for kind in told["kinds"]] == list(COUNTS)
    assert [kind["key"] for kind in told["kinds"] if not kind["movable"]] == ["mine", "flag"]


def test_what_the_variants_change() -> None:
    dark, opened, flip, four = (described(variant=variant) for variant in VARIANTS)
    assert [it["hidden"] for it in (dark, opened, flip, four)] == [True, False, False, True]
    assert [it["has_layout"] for it in (dark, opened, flip, four)] == [True, True, False, True]
    assert dark["sides"] == ["first", "second"]
    assert four["sides"] == ["south", "east", "north", "west"]
    assert four["teams"] == [["south", "north"], ["east", "west"]]
    assert described(variant="four", teams="ffa")["teams"] == [["south"], ["east"], ["north"], ["west"]]
    assert flip["colours"] == ["red", "blue"]
    assert flip["layout_squares"] == {}
    assert not described(variant="four", four_info="all_open")["hidden"]


def test_mountains_are_there_only_where_the_option_opens_them() -> None:
    told = described(mountains="engineer")
    assert {square["name"] for square in told["squares"] if square["type"] == "mountain"} == {"m1", "m2"}
    assert told["mountains"]["m1"] == ["a6", "b6", "c6", "a7", "b7", "c7"]
    assert described()["mountains"] == {}


def test_the_empty_arm_of_three_players_is_closed() -> None:
    told = described(variant="four", players=3, teams="ffa")
    closed = {square["name"] for square in told["squares"] if square["is_closed"]}
    assert closed == {square["name"] for square in told["squares"] if square["name"].startswith("W")}


def test_layout_squares_name_the_reason() -> None:
    told = described(mines_rows="last2")["layout_squares"]["second"]
    assert len(told["squares"]) == 25
    assert sorted(told["camps"]) == ["b10", "b8", "c9", "d10", "d8"]
    assert told["forbidden"]["bomb"] == dict.fromkeys(["a7", "b7", "c7", "d7", "e7"], "bomb_in_front_row")
    assert len(told["forbidden"]["flag"]) == 23
    assert len(told["forbidden"]["mine"]) == 15
    assert set(described()["layout_squares"]["first"]["forbidden"]) == {"flag", "bomb"}


def test_win_table_follows_the_mines() -> None:
    table = described()["win_table"]
    assert table["rows"]["engineer"]["mine"] == "win"
    assert table["rows"]["general"]["mine"] == "lose"
    assert table["rows"]["general"]["commander"] == "lose"
    assert described(mine_effect="both_die")["win_table"]["rows"]["general"]["mine"] == "both"


@pytest.mark.parametrize("variant", VARIANTS)
def test_rules_are_whole_sentences_under_stable_keys(variant: str) -> None:
    told = described(variant=variant)
    keys = [clause["key"] for clause in told["rules"]]
    assert len(set(keys)) == len(keys) > 10
    for clause in told["rules"]:
        assert clause["text"].endswith(".")
        assert "  " not in clause["text"]
        assert clause["text"][0].isupper()
    assert json.loads(json.dumps(told)) == told


@pytest.mark.parametrize("variant", VARIANTS)
def test_presets_have_a_value_for_every_option_of_the_variant(variant: str) -> None:
    told = described(variant=variant)
    for preset in told["presets"].values():
        assert list(preset) == [option["key"] for option in told["options"]]
        assert LUZHANQI.parse_options(preset) == described(**preset)["options_in_force"]


def test_presets_are_told_by_their_keys() -> None:
    assert described()["presets"]["seed"] == {
        key: value for key, value in described()["options_in_force"].items() if value is not None
    }
    assert described()["presets"]["online-2"]["mines_rows"] == "last2"
    assert list(described(variant="four")["presets"]) == ["online-4"]
