"""What the bots' task does with a question: drop it, answer it with less, beat while it thinks."""

import time

import pytest
import redis
from celery.exceptions import Ignore

from ai_workers import tasks
from ai_workers.beats import beating
from ai_workers.bots.base import UnreadableQuestion
from ai_workers.bots.gunjin.levels import budgeted, lessened
from ai_workers.bots.gunjin.skills import SKILLS
from ai_workers.bots.registry import answer, shortest_answer
from ai_workers.tickets import LEAST_SHARE, Ticket, share_after
from games.levels import LEAST_WORK, LEVELS, MOST_WORK, is_level, level_data, work_code
from games.rules.core import JsonObject, Ply
from tests.ai.test_bots import Table

KEY = "gyoji:bot-ticket:m:first"
WORKS = [LEAST_WORK, 5_000, 20_000, 80_000, 150_000, 400_000]


def asked(plies: int = 30, level: object = "advanced") -> JsonObject:
    table = Table(("beginner", "beginner"), seed=5)
    for _ in range(plies):
        table.play()
    return table.question(table.position.turn) | {"level": level}


def ticket(waited: float = 0.0, **changed: object) -> JsonObject:
    about = ["m", "first", 3]
    return {"key": KEY, "stamp": "s", "asked_at": time.time() - waited, "about": about} | changed


@pytest.fixture
def told(valkey: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> list[tuple]:
    """A referee that waits for stamp "s", and what it is told of beats."""
    valkey.set(KEY, "s")
    beats = []
    monkeypatch.setattr(tasks, "_tell_thinking", lambda *about: beats.append(about))
    tasks._valkey.cache_clear()
    return beats


# --- tickets


@pytest.mark.parametrize("stamp", [None, "another"])
def test_a_question_that_nobody_wants_answered_is_dropped_before_any_search(
    told: list, valkey: redis.Redis, stamp: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "answer", lambda *_a, **_k: pytest.fail("it was searched"))
    valkey.set(KEY, stamp) if stamp else valkey.delete(KEY)
    with pytest.raises(Ignore):
        tasks.think.run(asked(), ticket())


def test_a_question_is_answered_where_nobody_can_be_asked_whether_it_stands() -> None:
    away = redis.Redis.from_url("redis://127.0.0.1:1/0")
    assert Ticket.read(ticket()).stands(away)


@pytest.mark.parametrize(
    "changed", [{"about": None}, {"about": ["m"]}, {"about": ["m", "first", "3"]}, {"asked_at": "noon"}]
)
def test_a_broken_ticket_is_refused_by_name(changed: JsonObject) -> None:
    with pytest.raises(UnreadableQuestion):
        Ticket.read(ticket(**changed))


# --- a full queue takes from the work


def test_the_longer_a_question_waited_the_less_work_it_gets() -> None:
    shares = [share_after(waited) for waited in (0, 0.2, 0.5, 1.5, 3, 60)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] == shares[1] == 1
    assert shares[-1] == LEAST_SHARE


@pytest.mark.parametrize("level", [*LEVELS, {"work": 300_000}])
def test_a_late_question_is_answered_at_once_with_less_work(told: list, level: object) -> None:
    question = asked(level=level)
    tasks.think.run(question, ticket())  # compiled or read from the cache now
    full = tasks.think.run(question, ticket())
    begun = time.monotonic()
    late = tasks.think.run(question, ticket(waited=30))
    assert time.monotonic() - begun < shortest_answer(question), "it need not look as if it thought"
    assert full["spent"]["share"] == 1
    assert late["spent"]["share"] == LEAST_SHARE
    assert late["spent"]["work"] < full["spent"]["work"]
    assert late["spent"]["waited"] >= 30
    assert Ply(*late["ply"]) in [Ply(*ply) for ply in question["snapshot"]["legal_plies"]]


@pytest.mark.parametrize("level", [*LEVELS, {"work": 100_000}])
@pytest.mark.parametrize("share", [1.0, 0.25, LEAST_SHARE])
def test_the_same_question_and_share_give_the_same_answer_and_work(level: object, share: float) -> None:
    question = asked(level=level)
    assert answer(question, share=share) == answer(question, share=share)


def test_an_answer_takes_its_time_from_the_question_on(told: list) -> None:
    question = asked(level="advanced")
    tasks.think.run(question, ticket())
    begun = time.monotonic()
    tasks.think.run(question, ticket(waited=0.1))
    assert shortest_answer(question) - 0.15 <= time.monotonic() - begun


def test_a_clock_that_runs_behind_makes_nobody_wait_longer(told: list) -> None:
    question = asked(level="beginner")
    begun = time.monotonic()
    tasks.think.run(question, ticket(waited=-3600))
    assert time.monotonic() - begun < shortest_answer(question) + 1


# --- signs of life


def test_beats_come_at_full_seconds_after_the_question_whatever_is_thought() -> None:
    beats: list[float] = []
    begun = time.monotonic()
    with beating(lambda: beats.append(time.monotonic() - begun), waited=0.5, every=0.4):
        time.sleep(1.3)
    assert len(beats) == 3
    for beat, due in zip(beats, (0.3, 0.7, 1.1), strict=True):  # 0.8, 1.2 and 1.6 s after the question
        assert due <= beat < due + 0.2


def test_a_short_thought_has_no_beat_of_its_own(told: list) -> None:
    tasks.think.run(asked(level="beginner"), ticket())
    assert told == []


def test_a_beat_that_cannot_be_told_stops_no_thought() -> None:
    def broken() -> None:
        raise OSError

    with beating(broken, waited=0, every=0.01):
        time.sleep(0.05)


# --- a level with a budget


def test_levels_with_a_budget_are_known_by_their_code() -> None:
    assert level_data(work_code(200_000)) == {"work": 200_000}
    assert all(is_level(code) for code in (*LEVELS, work_code(LEAST_WORK), work_code(MOST_WORK)))
    for code in ("", "master", "work-", "work-0", "work-²", "work--5000", "work-5000.0", "work-3000000"):
        assert not is_level(code)
    for work in (LEAST_WORK - 1, MOST_WORK + 1, -1):
        with pytest.raises(ValueError, match="positions"):
            work_code(work)
    assert len(work_code(MOST_WORK)) <= 20, "the column of a seat"


@pytest.mark.parametrize("work", WORKS)
def test_a_budget_is_kept_over_whole_matches(work: int) -> None:
    table = Table(("beginner", "beginner"), seed=work)
    spent = []
    while table.position.turn is not None:
        if table.rng.random() < 0.15:
            question = table.question(table.position.turn) | {"level": {"work": work}}
            spent.append(answer(question)["spent"]["work"])
        table.play()
    assert max(spent) <= work


def test_a_larger_budget_is_used() -> None:
    works = [answer(asked(level={"work": work}))["spent"]["work"] for work in WORKS]
    assert works == sorted(works)
    assert works[-1] > 20 * works[0]


def test_a_budget_and_a_share_leave_at_least_one_world() -> None:
    for work in (1, LEAST_WORK, MOST_WORK):
        skill = lessened(budgeted(SKILLS["advanced"], work), LEAST_SHARE)
        assert skill.worlds >= 1
        assert skill.most_nodes >= 1


@pytest.mark.parametrize("level", [{"work": 0}, {"work": MOST_WORK + 1}, {"work": "9"}, {"work": True}, {}])
def test_a_budget_out_of_bounds_is_refused_by_name(level: object) -> None:
    with pytest.raises(UnreadableQuestion):
        answer(asked(level=level))
