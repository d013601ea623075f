"""Diagrams, and the rules that read best as one."""

import random

import pytest
from hypothesis import given

from games.rules.core import Outcome, Ply, Side
from games.rules.gunjin.battle import BattleResult
from games.rules.gunjin.diagram import parse, render
from games.rules.gunjin.position import Position
from tests.rules.support import DEFAULTS, GUNJIN, deal, positions

FLAG_WITH_MINE_BEHIND = """
    ..  ..  ..  ==  ..  ..
    ..  ..  ..  ..  ..  ..
    ..  mi  ..  ..  ..  ..
    ..  fg  ..  ..  ..  ..
    ..  GE  ..  ..  ..  ..
    ..  ..  ..  ..  ..  ..
    ..  ..  ..  ..  ..  ..
    ..  ..  ..  ==  ..  ..
"""

ENGINEER_BESIDE_ITS_HEADQUARTERS = """
    ..  ..  ca  ==  ..  ..
    ..  ..  ..  ..  ..  ..
    ..  ..  ..  ..  ..  ..
    ..  ..  ..  ..  ..  ..
    ..  ..  ..  ..  ..  ..
    MI  ..  ..  ..  ..  ..
    FG  ..  ..  ..  ..  ..
    EN  ..  ..  ==  ..  ..
"""

PLANE_OVER_EVERYTHING = """
    ..  ..  ge  ==  ..  ..
    ..  ..  ..  ..  ..  ..
    ..  ..  mi  ..  ..  ..
    ..  ..  ta  ..  ..  ..
    ..  ..  CA  ..  ..  ..
    ..  ..  ..  ..  ..  ..
    ..  ..  ..  ..  ..  ..
    ..  ..  PL  ==  ..  ..
"""


def test_flag_fights_as_the_piece_behind_it() -> None:
    after, ruling = parse(FLAG_WITH_MINE_BEHIND).play(Ply("b4", "b5"), Side.FIRST)
    assert ruling.battle is not None
    assert ruling.battle.result is BattleResult.BOTH_LOST
    assert set(after.pieces) == {"b6"}
    assert after.outcome == Outcome((), "both-stuck")


def test_a_flag_lends_no_strength_to_another_flag() -> None:
    two_flags = FLAG_WITH_MINE_BEHIND.replace("mi", "fg").replace("GE", "SP")
    after, ruling = parse(two_flags).play(Ply("b4", "b5"), Side.FIRST)
    assert ruling.battle is not None
    assert ruling.battle.result is BattleResult.ATTACKER_WON
    assert set(after.pieces) == {"b5", "b6"}


def test_a_flag_attacked_from_behind_has_nothing_behind_it() -> None:
    behind = FLAG_WITH_MINE_BEHIND.replace("mi", "SP").replace("GE", "..")
    _, ruling = parse(behind).play(Ply("b6", "b5"), Side.FIRST)
    assert ruling.battle is not None
    assert ruling.battle.result is BattleResult.ATTACKER_WON


def test_engineer_stops_in_the_headquarters_it_enters() -> None:
    plies = parse(ENGINEER_BESIDE_ITS_HEADQUARTERS).legal_plies(Side.FIRST)
    assert plies == (Ply("a1", "b1"), Ply("a1", "hq1"))


def test_plane_flies_over_pieces_and_river() -> None:
    ends = {ply[1] for ply in parse(PLANE_OVER_EVERYTHING).legal_plies(Side.FIRST) if ply[0] == "hq1"}
    assert ends == {"b1", "e1", "c2", "c3", "c5", "c6", "c7", "hq8", "d2", "d3", "d4", "d5", "d6", "d7"}


def test_the_walls_of_the_headquarters_may_be_named_by_either_cell() -> None:
    position = parse(ENGINEER_BESIDE_ITS_HEADQUARTERS)
    for alias in ("c1", "d1", "hq1"):
        after, ruling = position.play(Ply("a1", alias), Side.FIRST)
        assert ruling.ply == Ply("a1", "hq1")
        assert "hq1" in after.pieces


@given(positions(DEFAULTS))
def test_diagram_round_trip(position: Position) -> None:
    again = parse(render(position))
    assert {square: (it.side, it.kind) for square, it in again.pieces.items()} == {
        square: (it.side, it.kind) for square, it in position.pieces.items()
    }
    assert render(again) == render(position) == GUNJIN.diagram(position)


def test_diagram_of_a_first_position_names_every_piece() -> None:
    rng = random.Random(4)
    cells = render(GUNJIN.start(DEFAULTS, deal(GUNJIN, DEFAULTS, rng), rng)).split()
    assert len(cells) == 48
    assert cells.count("==") == 2
    assert cells.count("MI") == cells.count("mi") == 2


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace("GE", "GX"),
        lambda text: text.replace("GE", "Ge"),
        lambda text: text.replace("==", ".."),
        lambda text: text.replace("mi", "=="),
        lambda text: text.replace("mi", ""),
        lambda text: "",
    ],
)
def test_unreadable_diagram(damage) -> None:
    with pytest.raises(ValueError, match=r"diagram|piece|headquarters"):
        parse(damage(FLAG_WITH_MINE_BEHIND))
