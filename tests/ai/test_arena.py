"""The arena: fair pairs, right sums, and a series that can be taken up again."""

import json
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from ai_workers.arena.__main__ import (
    Line,
    elo_text,
    layouts_for,
    missing,
    play_pair,
    read,
    run,
    scores_of,
    table_text,
)
from ai_workers.arena.agents import AGENTS, FROZEN, OPTIONS, Searching, history_of, view_of
from ai_workers.arena.scores import DECIDED, elo, score, sprt, wilson
from ai_workers.arena.table import Table, play_match
from ai_workers.arena.train import bases, first_weights, fit, held_up, log_loss
from ai_workers.bots.gunjin.arranging import good_layout
from ai_workers.bots.gunjin.knowledge import WEIGHTS
from ai_workers.bots.gunjin.observed import Observed
from ai_workers.bots.gunjin.twin.tables import KINDS, SQUARES
from ai_workers.bots.gunjin.twin.values import SIEGE
from games.rules.core import Side
from games.rules.gunjin.layout import check_layout
from games.rules.gunjin.ruleset import rules_for


def test_layouts_depend_on_number_and_kind_alone() -> None:
    one, again, other = layouts_for(1, "good"), layouts_for(1, "good"), layouts_for(2, "good")
    assert all((a == b).all() for a, b in zip(one, again, strict=True))
    assert any((a != b).any() for a, b in zip(one, other, strict=True))


def test_a_pair_swaps_sides_on_the_same_layouts_and_repeats_exactly() -> None:
    line = play_pair(("beginner", "random", 3, "random"))
    assert line == play_pair(("beginner", "random", 3, "random"))
    swapped = play_pair(("random", "beginner", 3, "random"))
    assert len(line["points"]) == len(swapped["points"]) == 2
    assert json.loads(json.dumps(line)) == line


def test_a_series_is_taken_up_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    pair = ("beginner", "random")
    run([pair], 4, path, 1)
    lines = read(path)
    assert len(lines) == 2
    assert {line["kind"] for line in lines} == {"random", "good"}
    assert not list(missing([pair], lines, 4))
    assert len(list(missing([pair], lines, 12))) == 4
    assert len(run([pair], 4, path, 1)) == 2
    assert "| beginner | random | 4 |" in table_text(lines, [pair])
    assert scores_of(lines, pair).matches == 4


def test_scores_count_draws_half_and_widen_when_pairs_vary() -> None:
    alike = score([(1.0, 0.0)] * 50)
    varied = score([(1.0, 1.0), (0.0, 0.0)] * 25)
    assert alike.mean == varied.mean == 0.5
    assert varied.high - varied.low > alike.high - alike.low
    assert score([(0.5, 1.0)]).drawn == 1
    assert score([(1.0, 1.0)] * 20).low > 0.8


def test_intervals_shrink_with_more_matches() -> None:
    widths = [high - low for low, high in (wilson(0.7, count) for count in (20, 100, 400))]
    assert all(wide > narrow for wide, narrow in pairwise(widths))


def test_a_clear_series_is_decided_and_an_even_one_against_the_change() -> None:
    assert sprt([(1.0, 1.0), (1.0, 0.0)] * 40) > DECIDED
    assert sprt([(1.0, 0.0), (0.5, 0.5), (1.0, 1.0), (0.0, 0.0)] * 300) < -DECIDED
    assert abs(sprt([(1.0, 1.0)] * 4)) < DECIDED


def test_elo_of_three_in_a_row() -> None:
    ratings = elo({("a", "b"): (75, 100), ("b", "c"): (75, 100)}, "b")
    assert ratings["b"] == 0
    assert ratings["a"] == pytest.approx(-ratings["c"], abs=1)
    assert 170 < ratings["a"] < 200


def test_plain_bots_are_told_what_the_server_tells() -> None:
    table = Table(layouts_for(5, "random"))
    agent = AGENTS["random"]()
    for number in range(60):
        if not table.is_over:
            seen = table.observed(table.turn)
            again = Observed.read(view_of(seen), history_of(seen), rules_for(OPTIONS))
            assert (again.own == seen.own).all()
            assert (again.events == seen.events).all()
            table.play(agent.choose(seen, table.legal(), number))


def test_a_match_between_a_plain_bot_and_the_search_ends() -> None:
    found = play_match((AGENTS["greedy"](), AGENTS["intermediate"]()), layouts_for(1, "good"), seed=1)
    assert found.end


def test_frozen_opponents_do_not_learn_along() -> None:
    frozen = [AGENTS[name]() for name in AGENTS if name.startswith("worlds-")]
    assert len(frozen) > 3
    for agent in frozen:
        assert isinstance(agent, Searching)
        assert (agent.skill.weights == FROZEN).all()
    assert not (FROZEN == WEIGHTS).all()
    assert not FROZEN[SIEGE:].any()


def test_good_layouts_are_legal_and_varied() -> None:
    for raw in ({}, {"mine_in_hq": "banned"}):
        rules = rules_for(raw)
        seen = set()
        for side in (Side.FIRST, Side.SECOND):
            for seed in range(40):
                layout = good_layout(raw, side, seed=seed)
                assert check_layout(rules, side, layout.items()) == ()
                seen.add(tuple(layout.items()))
        assert len(seen) == 80


def test_fitting_finds_what_was_put_in() -> None:
    rng = np.random.default_rng(1)
    features = rng.normal(size=(4000, 5)).astype(np.float32)
    true = np.array([1.0, -0.5, 0.0, 0.3, 2.0])
    points = (rng.random(4000) < 1 / (1 + np.exp(-features @ true))).astype(float)
    found = fit(features, points, np.full(5, 0.1))
    assert np.abs(found - true).max() < 0.2
    assert log_loss(features, points, found) < log_loss(features, points, np.zeros(5))


def test_what_was_learned_fits_this_version() -> None:
    combine, ridge = bases(first_weights())
    assert combine.shape == (len(ridge), len(WEIGHTS))
    assert (held_up(WEIGHTS) == WEIGHTS).all()


def test_no_piece_is_worth_giving_away() -> None:
    by_kind = WEIGHTS[: 2 * KINDS * SQUARES].reshape(2, KINDS, SQUARES)
    assert (by_kind > 0).all()


def test_ratings_are_told_with_the_room_that_chance_leaves() -> None:
    def lines(count: int) -> list[Line]:
        points = [[1.0, 1.0], [1.0, 0.0], [1.0, 0.5], [0.0, 1.0]]
        return [
            Line(
                one="a",
                two="b",
                number=number,
                kind="good",
                points=points[number % 4],
                plies=[],
                ends=[],
                made_by="",
            )
            for number in range(count)
        ]

    def width(told: str) -> int:
        low, high = re.findall(r"\[([+-]\d+), ([+-]\d+)\]", told.split("| a |")[1])[0]
        return int(high) - int(low)

    assert "| b | +0 [+0, +0] |" in elo_text(lines(8), "b")
    assert 0 < width(elo_text(lines(400), "b")) < width(elo_text(lines(8), "b"))
    assert elo_text(lines(8), "nobody") == ""
