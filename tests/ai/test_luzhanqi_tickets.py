"""What the bots' task does with questions about Luzhanqi, in every variant."""

from functools import cache

import pytest

from ai_workers.bots.luzhanqi.levels import budgeted, lessened
from ai_workers.bots.luzhanqi.skills import SKILLS
from ai_workers.bots.registry import answer, shortest_answer
from ai_workers.tickets import LEAST_SHARE
from games.levels import LEAST_WORK, MOST_WORK
from games.rules.core import JsonObject
from tests.ai.luzhanqi import VARIANTS, Table
from tests.ai.test_tickets import Referee, referee, ticket

__all__ = ["referee"]


@cache
def asked(variant: str) -> JsonObject:
    table = Table({"variant": variant}, ("advanced",), seed=5)
    for _ in range(40):
        table.play_any()
    return table.question(table.position.turn)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_late_question_is_answered_with_less_work_and_at_its_time(referee: Referee, variant: str) -> None:
    question = asked(variant)
    full, late = referee.think(question, ticket()), referee.think(question, ticket(waited=30))
    assert full["spent"]["share"] == 1
    assert late["spent"]["share"] == LEAST_SHARE
    assert late["spent"]["work"] < full["spent"]["work"]
    assert late["ply"] in question["snapshot"]["legal_plies"]
    for found in (full, late):
        assert found["seconds"] == pytest.approx(shortest_answer(question), abs=0.002)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("level", ["advanced", {"work": 100_000}], ids=str)
def test_the_same_question_and_share_give_the_same_answer_and_work(variant: str, level: object) -> None:
    question = asked(variant) | {"level": level}
    assert answer(question, share=0.25) == answer(question, share=0.25)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_larger_budget_is_used_and_none_is_exceeded(variant: str) -> None:
    spent = []
    for work in (LEAST_WORK, 20_000, 400_000):
        spent.append(answer(asked(variant) | {"level": {"work": work}})["spent"]["work"])
        assert spent[-1] <= work
    assert spent[0] < spent[1] < spent[2]


def test_a_budget_and_a_share_leave_at_least_one_world() -> None:
    for skills in SKILLS.values():
        for work in (1, LEAST_WORK, MOST_WORK):
            skill = lessened(budgeted(skills["advanced"], work), LEAST_SHARE)
            assert skill.worlds >= 1
            assert skill.most_nodes >= 1
