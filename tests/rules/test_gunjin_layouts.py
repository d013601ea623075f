"""Layouts: reasons, deals, flips, turns, swaps."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.core import IllegalLayout, Side
from games.rules.gunjin.layout import swap_layout
from games.rules.gunjin.ruleset import rules_for
from tests.rules.support import DEFAULTS, GUNJIN, option_sets

RULES = rules_for({})


def a_layout(side: Side = Side.FIRST, seed: int = 1) -> dict[str, str]:
    return dict(GUNJIN.random_layout(DEFAULTS, side, random.Random(seed)))


def codes(pieces: Any, side: Side = Side.FIRST, options: Any = DEFAULTS) -> list[str]:
    return sorted(reason.code for reason in GUNJIN.check_layout(options, side, pieces))


def with_kind_on(kind: str, square: str, side: Side = Side.FIRST) -> dict[str, str]:
    """A layout, legal but perhaps for the `kind` moved to `square` by a swap."""
    layout = a_layout(side)
    other = next(name for name, it in layout.items() if it == kind)
    layout[other], layout[square] = layout[square], layout[other]
    return layout


@given(option_sets(), st.sampled_from([Side.FIRST, Side.SECOND]), st.integers(0, 2**32))
def test_dealt_flipped_and_turned_layouts_are_legal(options: Any, side: Side, seed: int) -> None:
    layout = GUNJIN.random_layout(options, side, random.Random(seed))
    other = Side.SECOND if side is Side.FIRST else Side.FIRST
    flipped = GUNJIN.mirror_layout(layout)
    turned = GUNJIN.turn_layout(layout, side=side, to=other)
    assert codes(layout.items(), side, options) == []
    assert codes(flipped.items(), side, options) == []
    assert codes(turned.items(), other, options) == []
    assert GUNJIN.mirror_layout(flipped) == layout
    assert GUNJIN.turn_layout(turned, side=other, to=side) == layout
    assert GUNJIN.turn_layout(layout, side=side, to=side) == layout
    assert list(layout) == list(GUNJIN.read_layout(options, side, reversed(layout.items())))


def test_dealing_is_uniform_over_flag_and_mine_squares() -> None:
    rng, flags, mines = random.Random(7), Counter(), Counter()
    for _ in range(6000):
        layout = GUNJIN.random_layout(DEFAULTS, Side.FIRST, rng)
        flags.update(square for square, kind in layout.items() if kind == "flag")
        mines.update(square for square, kind in layout.items() if kind == "mine")
    assert (len(flags), len(mines)) == (16, 21)
    assert all(300 < times < 450 for times in flags.values())  # 375 on average
    # A square that the flag never takes has room for a mine more often: 2/20, against 2/20 of 15/16.
    back = {"a1", "b1", "hq1", "e1", "f1"}
    assert all(520 < times < 680 for square, times in mines.items() if square in back)  # 600
    assert all(485 < times < 640 for square, times in mines.items() if square not in back)  # 562.5


def test_dealing_is_uniform_over_the_other_kinds() -> None:
    rng, generals = random.Random(8), Counter()
    for _ in range(4000):
        layout = GUNJIN.random_layout(DEFAULTS, Side.SECOND, rng)
        generals.update(square for square, kind in layout.items() if kind == "general")
    assert len(generals) == 23
    # Bridgeheads take neither mine nor flag, so they hold a general in 1 of 20 deals.
    assert all(150 < generals[square] < 255 for square in ("b5", "e5"))
    assert all(115 < times < 240 for times in generals.values())


@pytest.mark.parametrize(
    ("kind", "square", "side", "code"),
    [
        ("mine", "b4", Side.FIRST, "mine_on_bridgehead"),
        ("mine", "e5", Side.SECOND, "mine_on_bridgehead"),
        ("flag", "e4", Side.FIRST, "flag_on_bridgehead"),
        ("flag", "b5", Side.SECOND, "flag_on_bridgehead"),
        ("flag", "hq1", Side.FIRST, "flag_on_back_rank"),
        ("flag", "a8", Side.SECOND, "flag_on_back_rank"),
    ],
)
def test_forbidden_squares(kind: str, square: str, side: Side, code: str) -> None:
    layout = with_kind_on(kind, square, side)
    found = GUNJIN.check_layout(DEFAULTS, side, layout.items())
    assert [(reason.code, reason.squares) for reason in found] == [(code, (square,))]
    with pytest.raises(IllegalLayout) as refused:
        GUNJIN.read_layout(DEFAULTS, side, layout.items())
    assert refused.value.reasons == found


def test_mine_in_headquarters_is_an_option() -> None:
    layout = with_kind_on("mine", "hq1")
    assert codes(layout.items()) == []
    assert codes(layout.items(), options=GUNJIN.parse_options({"mine_in_hq": "banned"})) == ["mine_in_hq"]


def test_every_reason_is_listed() -> None:
    pieces = [*a_layout().items()][:21]
    pieces += [(pieces[0][0], "wizard"), ("a8", "general"), ("z9", "general")]
    found = {reason.code: reason.squares for reason in GUNJIN.check_layout(DEFAULTS, Side.FIRST, pieces)}
    assert set(found) >= {
        "duplicate_square", "outside_territory", "incomplete", "unknown_kind", "wrong_counts",
    }  # fmt: skip
    assert found["duplicate_square"] == found["unknown_kind"] == ("a1",)
    assert found["outside_territory"] == ("a8",)
    assert found["incomplete"] == ("e4", "f4")
    assert found["wrong_counts"] == ()


def test_nothing_and_strange_words_are_refused_with_reasons() -> None:
    assert codes([]) == ["incomplete", "wrong_counts"]
    assert codes([("", "")]) == ["incomplete", "outside_territory", "unknown_kind", "wrong_counts"]
    assert codes([("c1", "spy"), ("hq1", "spy")]) == ["duplicate_square", "incomplete", "wrong_counts"]


def test_aliases_of_the_headquarters_are_read() -> None:
    layout = a_layout()
    for alias in ("c1", "d1"):
        pieces = [(alias if square == "hq1" else square, kind) for square, kind in layout.items()]
        assert GUNJIN.read_layout(DEFAULTS, Side.FIRST, pieces) == layout
        assert GUNJIN.mirror_layout(dict(pieces)) == GUNJIN.mirror_layout(layout)


def test_partial_layouts_turn_too() -> None:
    part = {"a1": "spy", "hq1": "mine", "b4": "tank"}
    turned = GUNJIN.turn_layout(part, side=Side.FIRST, to=Side.SECOND)
    assert turned == {"e5": "tank", "hq8": "mine", "f8": "spy"}
    with pytest.raises(IllegalLayout):
        GUNJIN.turn_layout({"z1": "spy"}, side=Side.FIRST, to=Side.SECOND)
    with pytest.raises(IllegalLayout):
        GUNJIN.mirror_layout({"c9": "spy"})


def test_swap_is_refused_with_the_reason() -> None:
    layout = with_kind_on("mine", "a3")
    with pytest.raises(IllegalLayout) as refused:
        swap_layout(RULES, Side.FIRST, layout, pair=("a3", "b4"))
    assert [reason.to_json() for reason in refused.value.reasons] == [
        {"code": "mine_on_bridgehead", "squares": ["b4"]}
    ]
    with pytest.raises(IllegalLayout):
        swap_layout(RULES, Side.FIRST, layout, pair=("a3", "a7"))


def test_start_needs_both_layouts_and_their_rules() -> None:
    good = {Side.FIRST: a_layout(), Side.SECOND: a_layout(Side.SECOND)}
    rng = random.Random(1)
    with pytest.raises(IllegalLayout):
        GUNJIN.start(DEFAULTS, {Side.FIRST: good[Side.FIRST]}, rng)
    with pytest.raises(IllegalLayout):
        GUNJIN.start(DEFAULTS, good | {Side.FIRST: with_kind_on("flag", "a1")}, rng)
    with pytest.raises(IllegalLayout):
        GUNJIN.start(DEFAULTS, {Side.FIRST: good[Side.SECOND], Side.SECOND: good[Side.FIRST]}, rng)
    position = GUNJIN.start(DEFAULTS, good, rng)
    assert (position.turn, position.number, len(position.pieces)) == (Side.FIRST, 0, 46)
    assert 8 <= len(position.legal_plies(Side.FIRST)) <= 13
    assert position.legal_plies(Side.SECOND) == ()
