"""What every game system must do with layouts outside a match: keep, turn, offer and file them."""

from __future__ import annotations

import random

import pytest

from games.rules.core import GameSystem, IllegalLayout
from games.rules.systems import SYSTEMS
from tests.rules.support import random_options

pytestmark = pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
SAMPLE = 60


@pytest.mark.parametrize("seed", range(SAMPLE))
def test_a_layout_under_any_options_can_be_kept_and_laid_out_again(system: GameSystem, seed: int) -> None:
    rng = random.Random(seed)
    options, first = random_options(system, rng), system.layout_sides[0]
    for side in system.sides(options):
        if not system.has_layout(options):
            assert system.check_layout(options, side, ())
            continue
        assert side in system.layout_sides
        layout = system.random_layout(options, side, rng)
        kept = system.turn_layout(layout, side=side, to=first)
        assert system.check_layout(system.parse_options({}), first, kept.items()) == ()
        assert system.turn_layout(kept, side=first, to=side) == layout


def test_a_layout_of_any_side_is_judged_by_any_options(system: GameSystem) -> None:
    rng, defaults = random.Random(1), system.parse_options({})
    layout = system.random_layout(defaults, system.sides(defaults)[0], rng)
    for seed in range(SAMPLE):
        options = random_options(system, random.Random(seed))
        found = {
            tuple(reason.code for reason in system.check_layout(options, side, turned.items()))
            for side in system.layout_sides
            for turned in [system.turn_layout(layout, side=system.layout_sides[0], to=side)]
        }
        assert len(found) == 1


def test_set_ups_are_legal_layouts_of_the_first_side(system: GameSystem) -> None:
    for setup in system.setups:
        read = system.read_layout(
            system.parse_options({}), system.layout_sides[0], tuple(setup.layout.items())
        )
        assert read == setup.layout
    assert len({setup.key for setup in system.setups}) == len(system.setups)


@pytest.mark.parametrize("seed", range(5))
def test_files_hold_what_the_owner_sees(system: GameSystem, seed: int) -> None:
    rng, defaults, first = random.Random(seed), system.parse_options({}), system.layout_sides[0]
    whole = system.random_layout(defaults, first, rng)
    partial = dict(rng.sample(list(whole.items()), 9))
    for each in system.layout_formats:
        for layout in (whole, partial, {}):
            content = each.write(layout, first)
            for side in system.layout_sides:
                turned = system.turn_layout(layout, side=first, to=side)
                assert each.read(content, side) == turned
                assert each.write(turned, side) == content


@pytest.mark.parametrize("content", [b"", b"\0", b"\xff\xfe", b"nonsense", b"\n" * 4096, bytes(range(50))])
def test_what_is_no_file_is_refused_with_a_reason(system: GameSystem, content: bytes) -> None:
    for each in system.layout_formats:
        with pytest.raises(IllegalLayout) as refused:
            each.read(content, system.layout_sides[0])
        assert refused.value.reasons


def test_what_a_file_has_no_place_for_is_refused_with_a_reason(system: GameSystem) -> None:
    first = system.layout_sides[0]
    square = next(iter(system.random_layout(system.parse_options({}), first, random.Random(1))))
    for each in system.layout_formats:
        for layout in ({"z99": "flag"}, {square: "wizard"}):
            with pytest.raises(IllegalLayout) as refused:
                each.write(layout, first)
            assert refused.value.reasons
