"""Every answer of the engine against the naive one, on boards that were not built by us."""

import random

import pytest

from bench.naive_luzhanqi import Game
from games.rules.core import Ply
from tests.rules.support import deal, random_options
from tests.support.systems import SYSTEMS_BY_VARIANT


@pytest.mark.parametrize("variant", ["dark", "open", "four"])
@pytest.mark.parametrize("seed", range(16))
def test_engines_agree_on_every_ply(variant: str, seed: int) -> None:
    system, rng = SYSTEMS_BY_VARIANT[variant], random.Random(seed)
    options = system.parse_options({}) if seed < 4 else random_options(system, rng)
    layouts = deal(system, options, rng)
    position = system.start(options, layouts, rng)
    sides = system.sides(options)
    naive = Game(dict(options), {sq: (str(side), it) for side in layouts for sq, it in layouts[side].items()})
    while position.outcome is None:
        assert naive.turn == position.turn
        plies = position.legal_plies(position.turn)
        assert {tuple(ply) for ply in plies} == naive.moves(position.turn)
        battles = [ply for ply in plies if ply[1] in position.pieces]
        # Battles are tried more often than chance would, for more of them per ply.
        ply = rng.choice(battles if battles and rng.random() < 0.3 else plies)
        position, ruling = position.play(ply, position.turn)
        assert naive.play(*ply) == ruling.result
        assert naive.quiet == position.quiet_plies
        assert naive.out == {sides[seat] for seat in position.out}
        assert naive.pieces == {name: (str(sides[it.army]), it.kind) for name, it in position.pieces.items()}
        if not options["reveal_other_hq"]:
            shown = {name for name, it in position.pieces.items() if it.shown}
            assert shown == naive.shown
    assert naive.end == ([str(side) for side in position.outcome.winners], position.outcome.termination)
    assert isinstance(ply, Ply)
