"""Two matches with the same plies and public events, and other hidden kinds: nobody can tell them apart.

As `tests/support/leaks_worlds.py` does it over the channels of the server; here over what the rules tell.
"""

import json
import random
from typing import Any

import pytest

from games.rules.core import IllegalPly, Side
from tests.rules.support import deal
from tests.support.systems import SYSTEMS_BY_VARIANT

CAPTURES = 0.6  # how often a ply that fights is preferred: battles are what tells kinds


def play(system: Any, options: Any, layouts: Any, rng: random.Random, most: int) -> list[Any]:
    position, plies = system.start(options, layouts, rng), []
    while position.turn is not None and len(plies) < most:
        legal = system.legal_plies(position, position.turn)
        fights = [ply for ply in legal if ply[1] in position.pieces]
        plies.append(rng.choice(fights if fights and rng.random() < CAPTURES else legal))
        position, _ = system.play(position, plies[-1], position.turn)
    return plies


def told(system: Any, options: Any, layouts: Any, plies: list[Any], viewers: list[Side | None]) -> Any:
    """All that the viewers are told, as text: rulings, views and legal plies; None if a ply is illegal."""
    position = system.start(options, layouts, random.Random(0))
    found: list[Any] = []
    for ply in plies:
        if position.turn is None:
            return None
        try:
            position, ruling = system.play(position, ply, position.turn)
        except IllegalPly:
            return None
        full = ruling.to_json()
        for viewer in viewers:
            seen = system.redact(position, viewer).to_json()
            legal = system.legal_plies(position, viewer) if viewer is not None else ()
            found.append([system.redact_ruling(full, options, viewer), seen, legal])
    return json.dumps(found)


def public(system: Any, options: Any, layouts: Any, plies: list[Any], viewer: Side) -> Any:
    """What is told of each ply, without the views: what twins must agree on for the rest to be asked."""
    position, found = system.start(options, layouts, random.Random(0)), []
    for ply in plies:
        if position.turn is None:
            return None
        try:
            position, ruling = system.play(position, ply, position.turn)
        except IllegalPly:
            return None
        found.append(system.redact_ruling(ruling.to_json(), options, viewer))
        found.append((position.turn, position.outcome))
    return found


@pytest.mark.parametrize(
    ("variant", "asked"),
    [("dark", {}), ("dark", {"reveal_other_hq": True}), ("four", {}), ("four", {"four_info": "double_open"})],
)
@pytest.mark.parametrize("seed", range(6))
def test_nobody_can_tell_which_of_two_worlds_is_real(variant: str, asked: Any, seed: int) -> None:
    system, rng = SYSTEMS_BY_VARIANT[variant], random.Random(seed)
    options = system.parse_options(asked)
    viewer, hidden, *others = system.sides(options)
    if asked.get("four_info"):
        others = others[:1]  # the last one is the ally of who hides
    layouts = deal(system, options, rng)
    plies = play(system, options, layouts, rng, 60)
    here = public(system, options, layouts, plies, viewer)
    other = dict(layouts[hidden])
    for _ in range(250):
        squares = rng.sample(list(other), rng.choice((2, 2, 3)))
        kinds = [other[square] for square in squares]
        changed = {**other, **dict(zip(squares, kinds[1:] + kinds[:1], strict=True))}
        if system.check_layout(options, hidden, changed.items()):
            continue
        if public(system, options, {**layouts, hidden: changed}, plies, viewer) == here:
            other = changed
    assert sum(other[square] != layouts[hidden][square] for square in other) >= 10
    viewers = [viewer, *others, None]
    twins = {**layouts, hidden: other}
    assert told(system, options, layouts, plies, viewers) == told(system, options, twins, plies, viewers)
    history = [event for event in here if isinstance(event, dict)]
    if all(outcome is None for _, outcome in here[1::2]):
        conclusions = system.deductions(options, viewer, layouts[viewer], history)
        truths = ({**layouts[hidden]}, other)
        possible = {it["origin"]: set(it["kinds"]) for it in conclusions if it["origin"] in other}
        assert all(truth[origin] in kinds for truth in truths for origin, kinds in possible.items())
