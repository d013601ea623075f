"""Our own boards against the listed points, and the shape that both must have."""

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from games.rules.luzhanqi.boards import AROUND, CAMP, FOUR, TWO, Graph
from games.rules.luzhanqi.half import local_name

FOLDER = Path(__file__).parent
TYPES = {"post": "station", "hq": "headquarters", "camp": "camp", "center": "centre"}


def listed(name: str) -> dict[str, Any]:
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


BOARDS = [(TWO, listed("board.json")), (FOUR, listed("board4.json"))]
NAMES = ["two", "four"]


def edges(graph: Graph, pairs: Any) -> set[frozenset[str]]:
    return {frozenset(graph.names[square] for square in pair) for pair in pairs}


@pytest.mark.parametrize(("graph", "told"), BOARDS, ids=NAMES)
def test_points_are_those_listed(graph: Graph, told: dict[str, Any]) -> None:
    points = {point["id"]: point for point in told["points"]}
    assert set(points) | (set(AROUND) & set(graph.names)) == set(graph.names)
    for name, point in points.items():
        square = graph.index[name]
        arm, cell = graph.arm_of[square], graph.cell_of[square]
        assert graph.types[square] == TYPES[point["type"]]
        assert (None if arm is None else told["players"][arm]) == point["side"]
        assert (name if cell is None else local_name(cell)) == point["local"]
        if "x" in point:
            assert graph.spots[square] == (point["x"], point["y"])
        else:
            gap = point["row"] > 6
            assert graph.spots[square] == (point["col"] - 1, point["row"] - 1 + gap)


@pytest.mark.parametrize(("graph", "told"), BOARDS, ids=NAMES)
@pytest.mark.parametrize("way", ["road", "rail"])
def test_edges_are_those_listed(graph: Graph, told: dict[str, Any], way: str) -> None:
    ours = edges(graph, graph.roads if way == "road" else graph.rails)
    assert ours == {frozenset((point["id"], end)) for point in told["points"] for end in point[way]}


@pytest.mark.parametrize(("graph", "told"), BOARDS, ids=NAMES)
def test_straight_lines_are_those_listed(graph: Graph, told: dict[str, Any]) -> None:
    def either_way(lines: Any) -> set[tuple[str, ...]]:
        return {min(tuple(line), tuple(line)[::-1]) for line in lines}

    ours = [[graph.names[square] for square in line] for line in graph.lines]
    assert len(ours) == len(told["rail_lines"])
    assert either_way(ours) == either_way(told["rail_lines"])


def test_numbers_of_the_rules() -> None:
    assert (len(TWO.names), len(TWO.roads), len(TWO.rails)) == (60 + 2, 98, 35)
    assert (len(FOUR.names), len(FOUR.roads), len(FOUR.rails)) == (129, 196, 92)
    assert [len({square for edge in graph.rails for square in edge}) for graph in (TWO, FOUR)] == [32, 73]
    lines_of = Counter(tuple(sorted(edge)) for line in FOUR.lines for edge in pairwise(line))
    assert sorted(lines_of.values()) == [1] * 60 + [2] * 32


@pytest.mark.parametrize("graph", [TWO, FOUR], ids=NAMES)
def test_every_side_fills_25_points_and_camps_have_eight_roads(graph: Graph) -> None:
    for arm in range(len(graph.cells)):
        assert len(graph.home(arm)) == 25
    for square, kind in enumerate(graph.types):
        if kind == CAMP:
            assert sum(square in road for road in graph.roads) == 8
            assert not any(square in rail for rail in graph.rails)


@pytest.mark.parametrize("symmetry", ["rot180", "mirror_lr", "mirror_ns"])
def test_symmetries_of_the_two_player_board(symmetry: str) -> None:
    def image(square: int) -> int:
        column, row = square % 5, square // 5
        if symmetry != "mirror_ns":
            column = 4 - column
        if symmetry != "mirror_lr":
            row = 11 - row
        return row * 5 + column

    for pairs in (TWO.roads, TWO.rails):
        assert {frozenset(map(image, pair)) for pair in pairs} == set(map(frozenset, pairs))
