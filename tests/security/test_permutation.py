"""Nothing received before the end depends on what the other side hides.

Each match is played twice over every channel, with the same requests; in the second one the kinds of the
hidden side are permuted in a way that leaves every public event as it was.
"""

from __future__ import annotations

import pytest

from games.rules.core import Side
from tests.support.leaks import assert_blind, assert_same
from tests.support.leaks_stage import perform
from tests.support.leaks_worlds import Twins, find_twins

STAYS = {"mine_after_win": "stays"}
CASES = [
    (Side.SECOND, 1, 14, {}),
    (Side.FIRST, 10, 14, {}),
    (Side.SECOND, 5, 40, STAYS),
    (Side.FIRST, 10, 14, STAYS),
]


@pytest.mark.parametrize(("hidden", "seed", "most", "options"), CASES)
async def test_nobody_can_tell_which_of_two_worlds_is_real(hidden, seed, most, options) -> None:
    twins = find_twins(seed, hidden, options=options, most=most)
    assert twins.changed >= 10
    here = await perform(twins, twins.layouts)
    there = await perform(twins, twins.others)
    assert_blind(here)
    assert_same(here, there, seen_by(twins))


def seen_by(twins: Twins) -> list[str]:
    return [str(twins.viewer), "watch", f"layer.{twins.viewer}", "layer.watch", "layer.room"]
