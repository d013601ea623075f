"""Nothing received before the end depends on what the other side hides.

Each match is played twice over every channel, with the same requests; in the second one the kinds that a
side, or the server's deal, hides are permuted in a way that leaves every public event as it was.
"""

from __future__ import annotations

import pytest

from games.rules.core import Side
from tests.support.leaks import assert_blind, assert_revealed, assert_same
from tests.support.leaks_scenes import seen_by
from tests.support.leaks_stage import perform
from tests.support.leaks_worlds import find_twins

FIXED = {"first_player": "fixed"}
STAYS = {"mine_after_win": "stays"}
BRIEF = {"thorough": False, "at": [10], "few": True}
FLAG, MINE, STILL = "both: same kind or flag", "both: same kind or mine", "both: mine or flag"
LENT = "flag with lent strength or a plain piece"
KEPT = "defender: mine that stays or a stronger piece"
BOMB = "both: same kind or bomb"
# Who hides, seed, most plies, options, what must be in it, how thoroughly everybody looks.
GUNJIN = [
    (Side.FIRST, 2, 16, {}, FLAG, BRIEF),
    (Side.FIRST, 10, 16, {}, MINE, BRIEF),
    (Side.SECOND, 48, 14, {}, STILL, {"at": [9]}),
    (Side.SECOND, 48, 16, STAYS, KEPT, BRIEF),
]
# A flip deal hides from both sides what is not turned up, at first all of it; where pieces lie open, only the
# layouts are hidden.
LUZHANQI = [
    (Side.SECOND, 5, 12, {"variant": "dark", **FIXED}, BOMB, BRIEF),
    (Side.SECOND, 1, 0, {"variant": "open", **FIXED}, None, {"at": [], "few": True}),
    (None, 5, 12, {"variant": "flip", **FIXED}, None, BRIEF),
    (Side.NORTH, 5, 14, {"variant": "four", **FIXED}, BOMB, BRIEF),
]


# Who watches is some plies behind: in each the look around comes when some are held back.
BEHIND = [
    (Side.FIRST, 10, 8, {}, None, {**BRIEF, "at": [6], "delay": 3}),
    (None, 5, 8, {"variant": "flip", **FIXED}, None, {**BRIEF, "at": [6], "delay": 3}),
]


async def indistinguishable(twins, case, looks) -> None:
    assert case is None or case in twins.cases()
    assert twins.changed >= 12
    here = await perform(twins, twins.layouts, final_look=False, **looks)
    there = await perform(twins, twins.others, final_look=False, **looks)
    assert_blind(here)
    assert_blind(there)
    assert_same(here, there, seen_by(twins))


@pytest.mark.parametrize(("hidden", "seed", "most", "options", "case", "looks"), GUNJIN)
async def test_nobody_can_tell_which_of_two_worlds_is_real(hidden, seed, most, options, case, looks) -> None:
    await indistinguishable(find_twins(seed, hidden, options=options, most=most), case, looks)


@pytest.mark.parametrize(("hidden", "seed", "most", "options", "case", "looks"), LUZHANQI)
async def test_nobody_can_tell_two_luzhanqi_worlds_apart(hidden, seed, most, options, case, looks) -> None:
    twins = find_twins(seed, hidden, system="luzhanqi", options=options, most=most)
    await indistinguishable(twins, case, looks)


@pytest.mark.parametrize(("hidden", "seed", "most", "options", "case", "looks"), BEHIND)
async def test_nobody_can_tell_while_who_watches_is_behind(hidden, seed, most, options, case, looks) -> None:
    system = "luzhanqi" if options else "gunjin"
    await indistinguishable(find_twins(seed, hidden, system=system, options=options, most=most), case, looks)


async def test_before_the_first_flip_no_byte_depends_on_the_deal() -> None:
    """Twins with plies have the pieces that are turned up in common; these are two deals of no likeness."""
    twins = find_twins(1, None, system="luzhanqi", options={"variant": "flip", **FIXED}, most=0)
    assert twins.changed >= 40
    looks = {**BRIEF, "at": [0], "final_look": False}
    here, there = [await perform(twins, world, **looks) for world in (twins.layouts, twins.others)]
    assert_blind(here)
    assert_same(here, there, seen_by(twins))


async def test_a_match_that_play_ends_looks_the_same_up_to_its_last_ply() -> None:
    """The end itself may tell; all before it must not, also for the side that will lose."""
    twins = find_twins(2, Side.SECOND, options={"win_general": "loses"}, most=60)
    assert twins.over
    here = await perform(twins, twins.layouts, thorough=False, at=[len(twins.plies) - 1], few=True)
    there = await perform(twins, twins.others, thorough=False, at=[len(twins.plies) - 1], few=True)
    assert_blind(here)
    assert_revealed(here)
    assert_same(here, there, seen_by(twins))


@pytest.mark.parametrize("hidden", [Side.FIRST, Side.SECOND])
@pytest.mark.parametrize("seed", range(3))
def test_twins_differ_much_and_look_alike(hidden, seed) -> None:
    twins = find_twins(seed, hidden, most=16)
    assert twins.changed >= 12
    assert len(twins.battles) == len(twins.other_battles)
