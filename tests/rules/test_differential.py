"""Every answer of the engine against the naive one, under many option sets."""

import random

import pytest

from bench.naive_gunjin import Game
from games.rules.core import Ply
from tests.rules.support import DEFAULTS, GUNJIN, deal, random_options


@pytest.mark.parametrize("seed", range(24))
def test_engines_agree_on_every_ply(seed: int) -> None:
    rng = random.Random(seed)
    options = DEFAULTS if seed < 8 else random_options(GUNJIN, rng)
    layouts = deal(GUNJIN, options, rng)
    position = GUNJIN.start(options, layouts, rng)
    naive = Game(dict(options), {sq: (str(side), it) for side in layouts for sq, it in layouts[side].items()})
    while position.outcome is None:
        assert naive.turn == position.turn
        plies = position.legal_plies(position.turn)
        assert {tuple(ply) for ply in plies} == set(naive.moves(position.turn))
        battles = [ply for ply in plies if ply[1] in position.pieces]
        # Battles are tried more often than chance would, for more of them per ply.
        ply = rng.choice(battles if battles and rng.random() < 0.3 else plies)
        position, ruling = position.play(ply, position.turn)
        result = naive.play(*ply)
        assert result == (None if ruling.battle is None else str(ruling.battle.result))
        assert naive.quiet == position.quiet_plies
        assert naive.pieces == {name: (str(it.side), it.kind) for name, it in position.pieces.items()}
    assert naive.end == ([str(side) for side in position.outcome.winners], position.outcome.termination)
    assert isinstance(ply, Ply)
