"""What the bots' task does with a question: drop it, answer it with less, beat while it thinks."""

import time
from datetime import datetime

import pytest
import redis
from celery.exceptions import Ignore

from ai_workers import tasks
from ai_workers.beats import beating, beats_left
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
    about = ["m", "first", 3, "t"]
    return {"key": KEY, "stamp": "s", "asked_at": time.time() - waited, "about": about} | changed


class Referee:
    """Waits for the answer with stamp "s"; keeps what it is sent, and when it shall be done."""

    def __init__(self) -> None:
        self.beats: list[datetime | None] = []
        self.answers: list[tuple[JsonObject, datetime]] = []

    def send_task(self, name: str, *, args: tuple, queue: str, eta: datetime | None, expires) -> None:
        assert queue == "referee"
        if name == "games.tasks.tell_thinking":
            assert args == ("m", "first", 3, "t")
            self.beats.append(eta)
            return
        assert name == "games.tasks.play_answer"
        assert args[1:] == ("m", "first", 3, "t")
        self.answers.append((args[0], eta))

    def think(self, question: JsonObject, given: JsonObject) -> JsonObject:
        """The answer; `seconds` after the question it shall be played."""
        tasks.think.run(question, given)
        found, eta = self.answers[-1]
        return found | {"seconds": round(eta.timestamp() - given["asked_at"], 3)}


@pytest.fixture
def referee(valkey: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> Referee:
    valkey.set(KEY, "s")
    tasks._valkey.cache_clear()
    made = Referee()
    monkeypatch.setattr(tasks.app, "send_task", made.send_task)
    monkeypatch.setattr(
        tasks, "is_ready", lambda: True
    )  # else it is compiled by the first test that needs it
    return made


# --- tickets


@pytest.mark.parametrize("stamp", [None, "another"])
def test_a_question_that_nobody_wants_answered_is_dropped_before_any_search(
    referee: Referee, valkey: redis.Redis, stamp: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "answer", lambda *_a, **_k: pytest.fail("it was searched"))
    valkey.set(KEY, stamp) if stamp else valkey.delete(KEY)
    with pytest.raises(Ignore):
        tasks.think.run(asked(), ticket())


def test_a_question_is_answered_where_nobody_can_be_asked_whether_it_stands() -> None:
    away = redis.Redis.from_url("redis://127.0.0.1:1/0")
    assert Ticket.read(ticket()).stands(away)


@pytest.mark.parametrize(
    "changed", [{"about": None}, {"about": ["m"]}, {"about": ["m", "first", "3", "t"]}, {"asked_at": "noon"}]
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
def test_a_late_question_is_answered_with_less_work(referee: Referee, level: object) -> None:
    question = asked(level=level)
    full, late = referee.think(question, ticket()), referee.think(question, ticket(waited=30))
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


@pytest.mark.parametrize("level", [*LEVELS, {"work": 5_000}, {"work": MOST_WORK}])
def test_an_answer_is_played_so_long_after_the_question_whatever_it_took(
    referee: Referee, level: object
) -> None:
    """By the asker's clock: one that runs ahead of or behind the worker's makes nobody wait longer."""
    for plies in (0, 12, 40):
        question = asked(plies, level=level)
        for waited in (0.0, 0.1, 30.0, -3600.0):
            assert referee.think(question, ticket(waited))["seconds"] == pytest.approx(
                shortest_answer(question), abs=0.002
            )


def test_a_worker_does_not_sleep_until_the_answer_is_due(referee: Referee) -> None:
    question = asked(level="beginner")
    referee.think(question, ticket())  # compiled or read from the cache now
    begun = time.monotonic()
    for _ in range(10):
        referee.think(question, ticket())
    assert time.monotonic() - begun < 10 * shortest_answer(question)


# --- signs of life


def test_beats_come_at_full_seconds_after_the_question_whatever_is_thought() -> None:
    beats: list[float] = []
    begun = time.monotonic()
    with beating(lambda: beats.append(time.monotonic() - begun), waited=0.5, every=0.4):
        time.sleep(1.3)
    assert len(beats) == 3
    for beat, due in zip(beats, (0.3, 0.7, 1.1), strict=True):  # 0.8, 1.2 and 1.6 s after the question
        assert due <= beat < due + 0.2


@pytest.mark.parametrize(("work", "beats"), [(0, []), (1_000, []), (1_500_000, [1]), (MOST_WORK, [1])])
@pytest.mark.parametrize("plies", [2, 30, 60])
def test_beats_depend_on_the_level_alone(referee: Referee, work: int, beats: list[int], plies: int) -> None:
    given = ticket()
    referee.think(asked(plies, level={"work": work} if work else "advanced"), given)
    assert len(referee.beats) == len(beats)
    for eta, beat in zip(referee.beats, beats, strict=True):
        assert eta is None or eta.timestamp() - given["asked_at"] == pytest.approx(beat, abs=0.002)


@pytest.mark.parametrize(
    ("told", "due", "beats"),
    [([0], 0.3, []), ([0], 1, []), ([0], 2.5, [1, 2]), ([0, 1], 3, [2]), ([9], 3, [])],
)
def test_beats_go_on_until_the_answer_is_due(told: list[int], due: float, beats: list[float]) -> None:
    assert beats_left(told, due) == beats


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
    """In the sum over a match: where one ply more costs little, fewer worlds may spend less."""
    table = Table(("beginner", "beginner"), seed=1)
    works = dict.fromkeys(WORKS, 0)
    while table.position.turn is not None:
        if table.rng.random() < 0.15:
            question = table.question(table.position.turn)
            for work in works:
                works[work] += answer(question | {"level": {"work": work}})["spent"]["work"]
        table.play()
    spent = list(works.values())
    assert spent == sorted(spent)
    assert spent[-1] > 20 * spent[0]


def test_a_budget_and_a_share_leave_at_least_one_world() -> None:
    for work in (1, LEAST_WORK, MOST_WORK):
        skill = lessened(budgeted(SKILLS["advanced"], work), LEAST_SHARE)
        assert skill.worlds >= 1
        assert skill.most_nodes >= 1


@pytest.mark.parametrize("level", [{"work": 0}, {"work": MOST_WORK + 1}, {"work": "9"}, {"work": True}, {}])
def test_a_budget_out_of_bounds_is_refused_by_name(level: object) -> None:
    with pytest.raises(UnreadableQuestion):
        answer(asked(level=level))
