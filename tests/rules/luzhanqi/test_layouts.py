"""Layouts: every reason, dealing, turning between seats and boards, and the set-ups to start from."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games.rules.core import IllegalLayout, Side
from games.rules.luzhanqi.kinds import KINDS
from games.rules.luzhanqi.layout import (
    check_layout,
    mirror_layout,
    random_layout,
    read_layout,
    turn_layout,
)
from games.rules.luzhanqi.layout_text import read_rows, read_text, write_text
from games.rules.luzhanqi.setups import SETUPS
from games.rules.luzhanqi.system import LUZHANQI
from tests.rules.luzhanqi.support import rules_of
from tests.rules.support import deal

LISTED = json.loads((Path(__file__).parent / "layouts.json").read_text(encoding="utf-8"))
SEED, ONLINE, PARTY = rules_of("dark"), rules_of("dark", mines_rows="last2"), rules_of("four")
GOOD = read_rows(LISTED[0]["rows"])


def codes(rules: Any, layout: Any, side: Side = Side.FIRST) -> list[str]:
    pieces = layout.items() if isinstance(layout, dict) else layout
    return [reason.code for reason in check_layout(rules, side, pieces)]


@pytest.mark.parametrize("listed", LISTED, ids=[listed["name"] for listed in LISTED])
def test_every_published_set_up_is_a_preset_and_legal(listed: dict[str, Any]) -> None:
    setup = SETUPS[LISTED.index(listed)]
    assert setup.layout == read_rows(listed["rows"])
    assert codes(SEED, read_rows(listed["rows"])) == []
    assert (codes(ONLINE, read_rows(listed["rows"])) == []) == listed["valid_online"]
    for side in PARTY.sides:
        assert codes(PARTY, turn_layout(setup.layout, side=Side.FIRST, to=side), side) == []
    assert len({setup.key for setup in SETUPS}) == len(SETUPS) == 17


def test_options_judge_a_layout_of_either_board() -> None:
    mine_in_front = read_rows(("雷兵连排师", "旅…连…炸", "炸营…团旅", "军…兵…连", "司兵营师排", "团排雷旗雷"))
    for side in Side:
        turned = turn_layout(mine_in_front, side=Side.FIRST, to=side)
        assert codes(SEED, turned, side) == []
        for rules in (ONLINE, PARTY):
            reasons = check_layout(rules, side, turned.items())
            assert [reason.code for reason in reasons] == ["mine_not_in_last_two_rows"]
            assert set(reasons[0].squares) < set(turned)
        assert codes(rules_of("flip"), turned, side) == ["no_layout"]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("rules", [SEED, ONLINE, PARTY], ids=["seed", "online", "four"])
def test_random_layouts_are_legal_and_go_through_every_form(rules: Any, seed: int) -> None:
    rng = random.Random(seed)
    for side in rules.sides:
        layout = random_layout(rules, side, rng)
        assert read_layout(rules, side, layout.items()) == layout
        assert list(layout) == sorted(layout, key=rules.graph.index.__getitem__)
        mirrored = mirror_layout(layout)
        assert codes(rules, mirrored, side) == []
        assert mirror_layout(mirrored) == layout
        for to in (*Side,):
            turned = turn_layout(layout, side=side, to=to)
            assert turn_layout(turned, side=to, to=side) == layout
        assert read_text(write_text(layout, side), side) == layout


def test_random_layouts_are_uniform() -> None:
    """The flag stands left or right equally often, and each of the ten squares has its share of mines."""
    rng, flags, mines = random.Random(5), Counter(), Counter()
    for _ in range(2000):
        layout = random_layout(ONLINE, Side.FIRST, rng)
        flags.update(square for square, kind in layout.items() if kind == "flag")
        mines.update(square for square, kind in layout.items() if kind == "mine")
    assert set(flags) == {"b1", "d1"}
    assert abs(flags["b1"] - 1000) < 120
    # 9 squares are left for 3 mines: 1/3 of the time each, 1/6 where the flag may stand
    for square in ("a1", "c1", "e1", "a2", "b2", "c2", "d2", "e2"):
        assert abs(mines[square] - 2000 / 3) < 110
    for square in ("b1", "d1"):
        assert abs(mines[square] - 2000 / 6) < 90


def swapped(one: str, other: str) -> dict[str, str]:
    layout = dict(GOOD)
    layout[one], layout[other] = layout[other], layout[one]
    return layout


def test_good_layout_is_good() -> None:
    assert codes(SEED, GOOD) == []
    assert (GOOD["d1"], GOOD["e4"], GOOD["d2"]) == ("flag", "brigade", "mine")


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ([*GOOD.items(), ("b3", "company")], ["camp_occupied", "wrong_counts"]),
        ([*GOOD.items(), ("a6", "company")], ["duplicate_square", "wrong_counts"]),
        ([*GOOD.items(), ("a7", "company")], ["outside_territory", "wrong_counts"]),
        ([*GOOD.items(), ("z9", "company")], ["outside_territory", "wrong_counts"]),
        ([*GOOD.items(), ("m1", "company")], ["outside_territory", "wrong_counts"]),
        ([*list(GOOD.items())[:-1]], ["empty_station", "wrong_counts"]),
        ([*list(GOOD.items())[:-1], ("e6", "wizard")], ["unknown_kind", "wrong_counts"]),
        (swapped("d1", "a1"), ["flag_not_in_hq"]),
        (swapped("e5", "a6"), ["bomb_in_front_row"]),
        ([], ["empty_station", "wrong_counts"]),
    ],
)
def test_every_reason_is_given(pieces: Any, expected: list[str]) -> None:
    assert codes(SEED, pieces) == expected
    with pytest.raises(IllegalLayout) as refused:
        read_layout(SEED, Side.FIRST, pieces.items() if isinstance(pieces, dict) else pieces)
    assert [reason.code for reason in refused.value.reasons] == expected


def test_a_layout_of_the_other_side_is_outside() -> None:
    assert "outside_territory" in codes(SEED, GOOD, Side.SECOND)


@pytest.mark.parametrize("layout", [{"z1": "flag"}, {"m22": "flag"}, {"Sa1": "flag", "a1": "mine"}])
def test_squares_of_no_territory_cannot_be_turned_or_mirrored(layout: dict[str, str]) -> None:
    with pytest.raises(IllegalLayout):
        mirror_layout(layout)
    for side in Side:
        with pytest.raises(IllegalLayout):
            turn_layout(layout, side=side, to=Side.FIRST)


def test_turning_is_by_what_the_owner_sees() -> None:
    assert turn_layout({"a6": "flag"}, side=Side.FIRST, to=Side.SECOND) == {"e7": "flag"}
    assert turn_layout({"b12": "flag"}, side=Side.SECOND, to=Side.WEST) == {"Wd1": "flag"}
    assert mirror_layout({"Ea6": "flag"}) == {"Ee6": "flag"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_rows"),
        ("师兵连排师\n" * 5, "bad_rows"),
        ("师兵连排师\n" * 7, "bad_rows"),
        ("师兵连排\n" * 6, "bad_rows"),
        ("师兵连排王\n" * 6, "unknown_kind"),
    ],
)
def test_text_that_is_no_set_up_is_refused(text: str, code: str) -> None:
    with pytest.raises(IllegalLayout) as refused:
        read_text(text, Side.FIRST)
    assert [reason.code for reason in refused.value.reasons] == [code]


def test_text_in_traditional_script_and_with_other_signs_is_read() -> None:
    plain = write_text(GOOD, Side.FIRST)
    other = plain.translate(str.maketrans("军师团营连司炸…", "軍師團營連令弹-"))
    assert read_text(f"\n  {other.replace('師', '師 ')}\n", Side.FIRST) == GOOD


def test_nobody_lays_out_in_flip() -> None:
    options = LUZHANQI.parse_options({"variant": "flip"})
    assert not LUZHANQI.has_layout(options)
    with pytest.raises(IllegalLayout):
        LUZHANQI.start(options, {Side.FIRST: GOOD}, random.Random(1))
    assert codes(rules_of("flip"), GOOD) == ["no_layout"]
    with pytest.raises(IllegalLayout):
        LUZHANQI.random_layout(options, Side.FIRST, random.Random(1))


@pytest.mark.parametrize("variant", ["dark", "open", "flip", "four"])
def test_the_first_side_begins(variant: str) -> None:
    options = LUZHANQI.parse_options({"variant": variant})
    rng = random.Random(1)
    position = LUZHANQI.start(options, deal(LUZHANQI, options, rng), rng)
    assert position.turn is LUZHANQI.sides(options)[0]


@pytest.mark.parametrize("sides", [[], [Side.FIRST], [Side.FIRST, Side.SECOND, Side.NORTH]])
def test_a_match_needs_the_layouts_of_its_sides(sides: list[Side]) -> None:
    options = LUZHANQI.parse_options({})
    layouts = {side: turn_layout(GOOD, side=Side.FIRST, to=side) for side in sides}
    with pytest.raises(IllegalLayout):
        LUZHANQI.start(options, layouts, random.Random(1))


@pytest.mark.parametrize("choice", ["random", "host", "loser", "fixed"])
def test_who_begins_is_an_option(choice: str) -> None:
    options = LUZHANQI.parse_options({"first_player": choice})
    assert LUZHANQI.beginner(options) == choice


def test_a_whole_set_has_every_kind() -> None:
    assert set(GOOD.values()) == set(KINDS)


def test_a_wide_blank_is_an_empty_point() -> None:
    rows = write_text(GOOD, Side.FIRST).replace("…", "\u3000")
    assert read_text(rows, Side.FIRST) == GOOD


def test_a_wrong_sign_is_named_by_the_points_of_the_side() -> None:
    text = write_text(GOOD, Side.FIRST).replace("旗", "王").replace("司", "X")
    with pytest.raises(IllegalLayout) as refused:
        read_text(text, Side.NORTH)
    (reason,) = refused.value.reasons
    assert (reason.code, reason.squares) == ("unknown_kind", ("Nd1", "Na2"))
