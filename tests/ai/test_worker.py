"""The bots' worker as a real process without database and Django, playing through the referee's."""

import os
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest
import redis
from celery import current_app
from django.db import transaction
from django.utils import timezone

from accounts.identity import Actor
from accounts.tenancy import tenant_scope
from ai_workers.tasks import ANSWER, REFEREE_QUEUE
from games.bots import BOT_QUEUE, THINK, ask_bots, longest_wait, ticket_key
from games.commands import Resign
from games.housekeeping import wake_stalled_bots
from games.models import Match, MatchSeat
from games.queries import match_record, see_match
from games.referee import execute
from games.rooms import leave_room
from games.rules.core import Side
from games.rules.verify import verify_record
from tests.ai.conftest import RETRY_SECONDS
from tests.support.rooms import (
    computer_room,
    confirm,
    current,
    events_of,
    fresh,
    legal_ply,
    ply_command,
    seats_of,
)
from tests.support.workers import program, running, until

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.stack,
    pytest.mark.usefixtures("valkey", "patient"),
]
LATER = timedelta(seconds=RETRY_SECONDS + 1)
HIDDEN = ("DATABASE_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE", "GYOJI_DATA")


def waits_for(match: Match, side: Side) -> bool:
    now = fresh(match)
    return now.is_over or now.turn == side


def play_on(match: Match, human: Actor, side: Side, rng: Random, *, plies: int = 10_000) -> Match:
    """The human plays random plies, and waits for the computer, until the end or for some plies."""
    for _ in range(plies):
        until(lambda: waits_for(match, side), "the computer has played")
        if (match := fresh(match)).is_over:
            break
        execute(human, ply_command(match, legal_ply(match, rng)))
    return fresh(match)


def computers_lay_out(match: Match) -> bool:
    return all(seat.is_confirmed for seat in seats_of(match) if seat.bot_level)


def test_the_bots_process_gets_no_secret(tmp_path: Path) -> None:
    environment = program("bots", tmp_path).environment
    assert not [name for name in environment if name in HIDDEN or name.startswith("PG")]
    assert "REDIS_URL" in environment


def test_the_worker_needs_neither_django_nor_a_database_driver() -> None:
    """They are made impossible to import here; kombu looks for Django and goes on without it."""
    code = """
import sys
absent = ("django", "psycopg", "channels", "accounts", "config", "games.models", "games.referee")
sys.modules.update(dict.fromkeys(absent))
import ai_workers.app, ai_workers.tasks
ai_workers.app.app.loader.import_default_modules()
assert "ai_workers.tasks.think" in ai_workers.app.app.tasks
assert not [name for name in absent if sys.modules[name]]
assert "games.rules.gunjin.worlds" in sys.modules
"""
    environment = {"PATH": os.environ["PATH"], "REDIS_URL": "redis://127.0.0.1:1/0"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_worker_never_configures_django() -> None:
    code = """
import sys, ai_workers.app, ai_workers.tasks
ai_workers.app.app.loader.import_default_modules()
print(*(name for name in sys.modules if name.split(".")[0] in ("django", "psycopg", "games", "accounts")))
"""
    environment = {"PATH": os.environ["PATH"], "REDIS_URL": "redis://127.0.0.1:1/0"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    # kombu knows Django's lazy texts where Django is installed
    allowed = ("django.utils", "games.rules", "games.levels")
    strange = [name for name in done.stdout.split() if not name.startswith(allowed)]
    assert set(strange) <= {"django", "games"}


@pytest.mark.parametrize(("level", "side"), [("beginner", Side.FIRST), ("intermediate", Side.SECOND)])
def test_a_whole_match_against_the_computer(first: Actor, tmp_path: Path, level: str, side: Side) -> None:
    with running("referee", tmp_path), running("bots", tmp_path):
        match = current(computer_room(first, level, side=side))
        until(lambda: computers_lay_out(match), "the computer has confirmed a layout on its own")
        confirm(first, match, side)
        over = play_on(match, first, side, Random(5))
    assert over.is_over
    record = match_record(see_match(first, match.id))
    verify_record(record)
    assert over.bot_asked_at is None


def test_two_computers_play_a_match_to_its_end(first: Actor, tmp_path: Path) -> None:
    room = computer_room(first, "advanced", side="second")
    match = current(room)
    seats = MatchSeat.everywhere.filter(match=match)
    seats.filter(side="second").update(player=None, bot_level="intermediate")
    with running("referee", tmp_path), running("bots", tmp_path):
        with tenant_scope(match.tenant_id), transaction.atomic():
            ask_bots(match, seats_of(match))
        until(lambda: fresh(match).ply_count >= 10, "the computers have played ten plies", 180)
        seats.update(bot_level="beginner")  # why: the way to the end is long, and the same at every level
        until(lambda: fresh(match).is_over, "two computers have finished", 180)


def test_a_worker_killed_while_thinking_loses_no_match(
    first: Actor, tmp_path: Path, valkey: redis.Redis
) -> None:
    with running("referee", tmp_path):
        with running("bots", tmp_path) as bots:
            match = current(computer_room(first))
            until(lambda: computers_lay_out(match), "the computer has confirmed a layout")
            confirm(first, match, Side.FIRST)
            match = play_on(match, first, Side.FIRST, Random(3), plies=2)
            until(lambda: waits_for(match, Side.FIRST), "it is the human's turn")
            bots.stop_thinking()
            before = fresh(match)
            execute(first, ply_command(before))
            until(lambda: valkey.llen(BOT_QUEUE) == 0, "the worker has taken the question")
            bots.kill()
        asked = fresh(match)
        assert asked.is_over or asked.turn == "second"
        assert wake_stalled_bots(timezone.now()) == 0
        with running("bots", tmp_path):
            wake_stalled_bots(timezone.now() + LATER)
            until(lambda: waits_for(match, Side.FIRST), "the new worker has answered")
            if not fresh(match).is_over:
                assert fresh(match).version == asked.version + 1
                execute(first, Resign(match=match.id, command_id=uuid4()))
    assert fresh(match).is_over


def unacknowledged(valkey: redis.Redis) -> int:
    """Questions and answers that a worker has taken and not finished."""
    return valkey.hlen("unacked")


def test_a_question_that_kills_its_process_is_not_put_back(
    first: Actor, tmp_path: Path, valkey: redis.Redis, caplog: pytest.LogCaptureFixture
) -> None:
    """Asked again once, it kills again; then the referee plays, and the worker goes on with the next."""
    deadly = tmp_path / "deadly"
    worker = running("bots", tmp_path, app="tests.support.deadly", DEADLY=str(deadly))
    with running("referee", tmp_path), worker as bots:
        match = current(computer_room(first))
        until(lambda: computers_lay_out(match), "the computer has confirmed a layout")
        confirm(first, match, Side.FIRST)
        deadly.touch()
        execute(first, ply_command(fresh(match)))
        asked = fresh(match)
        for deaths in (1, 2):
            until(lambda: len(deadly.read_text().split()) == deaths, "the question has killed")  # noqa: B023
            until(lambda: unacknowledged(valkey) == 0, "the question is given up")
            time.sleep(1.5)
            assert len(deadly.read_text().split()) == deaths, "it was put back"
            assert valkey.llen(BOT_QUEUE) == 0
            assert fresh(match).version == asked.version
            assert wake_stalled_bots(timezone.now() + LATER) == 1
        assert fresh(match).version == asked.version + 1
        assert "the referee answers" in caplog.text
        deadly.unlink()
        execute(first, ply_command(fresh(match)))
        until(lambda: waits_for(match, Side.FIRST), "the same worker has answered the next question")
        assert bots.process.is_running()


def test_the_question_of_a_match_that_ended_is_dropped(
    first: Actor, tmp_path: Path, valkey: redis.Redis
) -> None:
    match = current(computer_room(first))
    assert valkey.llen(BOT_QUEUE) == 1
    leave_room(first, match.room.slug)
    with running("bots", tmp_path):
        until(lambda: valkey.llen(BOT_QUEUE) == 0 and unacknowledged(valkey) == 0, "the worker has taken it")
        assert valkey.llen(REFEREE_QUEUE) == 0, "it was answered"


def test_a_question_older_than_anybody_waits_is_dropped(
    first: Actor, tmp_path: Path, valkey: redis.Redis, settings
) -> None:
    settings.GYOJI = {**settings.GYOJI, "BOT_RETRY_SECONDS": 1}
    match = current(computer_room(first))
    key = ticket_key(str(match.id), "second")
    stamp = valkey.get(key)
    time.sleep(longest_wait() + 0.2)
    valkey.set(key, stamp)  # so that only its age speaks against it
    with running("bots", tmp_path):
        until(lambda: valkey.llen(BOT_QUEUE) == 0 and unacknowledged(valkey) == 0, "the worker has taken it")
        assert valkey.llen(REFEREE_QUEUE) == 0, "it was answered"
    assert not computers_lay_out(match)


def test_a_question_waits_in_the_queue_for_a_worker_that_starts_later(
    first: Actor, tmp_path: Path, valkey: redis.Redis
) -> None:
    match = current(computer_room(first))
    assert valkey.llen(BOT_QUEUE) == 1
    with running("bots", tmp_path), running("referee", tmp_path):
        until(lambda: computers_lay_out(match), "the computer has confirmed a layout")
    assert [event.side for event in events_of(match)] == ["second"]


def test_poison_in_the_queue_stops_no_worker_and_no_match(first: Actor, tmp_path: Path) -> None:
    poison = [
        None,
        [],
        {"ply": ["a8", "a8"]},
        {"ply": 5},
        {"layout": {"a8": "general"}},
        {"ply": ["\x00", ""]},
    ]
    with running("referee", tmp_path) as referee, running("bots", tmp_path) as bots:
        match = current(computer_room(first))
        until(lambda: computers_lay_out(match), "the computer has confirmed a layout")
        confirm(first, match, Side.FIRST)
        for answered in poison:
            args = (answered, str(match.id), "second", 4, str(match.tenant_id))
            current_app.send_task(ANSWER, args=args, queue=REFEREE_QUEUE)
        current_app.send_task(ANSWER, args=(), queue=REFEREE_QUEUE)
        current_app.send_task(ANSWER, args=({}, "no-id", "nobody", -1, "no-tenant"), queue=REFEREE_QUEUE)
        current_app.send_task(THINK, args=({"snapshot": None},), queue=BOT_QUEUE)
        current_app.send_task(THINK, args=(), queue=BOT_QUEUE)
        after = play_on(match, first, Side.FIRST, Random(8), plies=4)
        until(lambda: waits_for(match, Side.FIRST), "the computer has answered in spite of it")
        assert after.ply_count >= 4
        assert referee.process.is_running()
        assert bots.process.is_running()
        told = referee.log.read_text() + bots.log.read_text()
    assert "refused" in told
    assert "general" not in told
    assert fresh(match).sealed_position not in told
