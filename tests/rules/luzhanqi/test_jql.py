"""The layout file: exact bytes, and what a broken one is refused for."""

import random

import pytest

from games.rules.core import IllegalLayout, Side
from games.rules.luzhanqi.jql import SIZE, read_jql, write_jql
from games.rules.luzhanqi.layout import random_layout
from games.rules.luzhanqi.setups import SETUPS
from tests.rules.luzhanqi.support import rules_of

# A whole file as the program that made the format wrote it: the set-up `twin-flanks`.
SAMPLE = bytes.fromhex(
    "515147616d65204a514c2046696c6500" "57040000"
    "05080b0d07" "09000b0009" "060d000b07" "04000c000a" "08030c0304" "0a02030c0d"
)  # fmt: skip
TWIN_FLANKS = next(setup for setup in SETUPS if setup.key == "twin-flanks").layout


def test_a_file_is_read_and_written_byte_for_byte() -> None:
    assert len(SAMPLE) == SIZE == 50
    assert read_jql(SAMPLE, Side.FIRST) == TWIN_FLANKS
    assert write_jql(TWIN_FLANKS, Side.FIRST) == SAMPLE


@pytest.mark.parametrize("variant", ["dark", "four"])
def test_every_side_writes_what_it_sees(variant: str) -> None:
    rules = rules_of(variant)
    for side in rules.sides:
        assert write_jql(read_jql(SAMPLE, side), side) == SAMPLE
        layout = random_layout(rules, side, random.Random(1))
        assert read_jql(write_jql(layout, side), side) == layout


def test_a_partial_layout_has_empty_points() -> None:
    content = write_jql({"a6": "commander"}, Side.FIRST)
    assert content[20:] == bytes([5] + [0] * 29)
    assert read_jql(content, Side.FIRST) == {"a6": "commander"}


def changed(at: int, byte: int) -> bytes:
    return SAMPLE[:at] + bytes([byte]) + SAMPLE[at + 1 :]


@pytest.mark.parametrize(
    ("content", "code", "squares"),
    [
        (b"", "too_short", ()),
        (SAMPLE[:-1], "too_short", ()),
        (SAMPLE + b"\0", "too_long", ()),
        (changed(0, 0), "wrong_magic", ()),
        (changed(16, 0), "wrong_magic", ()),
        (changed(20, 1), "unknown_code", ("e7",)),
        (changed(49, 14), "unknown_code", ("a12",)),
        (changed(49, 255), "unknown_code", ("a12",)),
        (changed(26, 12), "too_many_pieces", ()),
    ],
)
def test_broken_files_are_refused_with_a_reason(content: bytes, code: str, squares: tuple[str, ...]) -> None:
    with pytest.raises(IllegalLayout) as refused:
        read_jql(content, Side.SECOND)
    assert [(reason.code, reason.squares) for reason in refused.value.reasons] == [(code, squares)]


@pytest.mark.parametrize(
    ("pieces", "code", "squares"),
    [
        ({"a6": "flag"}, "outside_territory", ()),
        ({"a7": "wizard", "b7": "general", "e12": ""}, "unknown_kind", ("a7", "e12")),
        (
            {f"{column}{row}": "mine" for column in "abcde" for row in range(7, 13)},
            "too_many_pieces",
            (),
        ),
    ],
)
def test_what_a_file_has_no_place_for_is_not_written(pieces, code: str, squares: tuple[str, ...]) -> None:
    with pytest.raises(IllegalLayout) as refused:
        write_jql(pieces, Side.SECOND)
    assert [(reason.code, reason.squares) for reason in refused.value.reasons] == [(code, squares)]
