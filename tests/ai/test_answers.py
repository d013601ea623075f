"""Asking computers and taking their answers: late, doubled, lost, poisoned, without a broker."""

import base64
import json
import logging
import subprocess
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest
import redis
from django.db import transaction
from django.utils import timezone

from accounts.identity import Actor
from accounts.tenancy import tenant_scope
from ai_workers.bots.registry import answer
from games.bots import BOT_QUEUE, longest_wait, question, ticket_key
from games.commands import Resign
from games.housekeeping import wake_stalled_bots
from games.models import Match
from games.referee import execute
from games.rematches import play_computer
from games.rooms import leave_room
from games.rules.core import Side
from games.tasks import play_answer
from tests.support.rooms import (
    computer_room,
    confirm,
    current,
    fresh,
    friend_room,
    layout_for,
    legal_ply,
    new_room,
    ply_command,
    seats_of,
    start,
    unchanged,
)
from tests.support.workers import program

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("valkey")]
BOT = Side.SECOND


def reply(match: Match, answered: object, version: int | None = None) -> bool:
    """The task as the referee's worker runs it."""
    asked = fresh(match).version if version is None else version
    return play_answer(answered, str(match.id), str(BOT), asked, str(match.tenant_id))


def think(match: Match) -> dict:
    """What an honest worker answers now."""
    match = fresh(match)
    seats = seats_of(match)
    with tenant_scope(match.tenant_id):
        return answer(question(match, seats, seats[1], match.plies()))


@pytest.fixture
def match(first: Actor) -> Match:
    """Against the computer, which has laid out and is to play."""
    match = current(computer_room(first, "intermediate"))
    assert reply(match, think(match))
    confirm(first, match, Side.FIRST)
    execute(first, ply_command(fresh(match)))
    assert fresh(match).turn == BOT
    return fresh(match)


def later(seconds: int = 16) -> int:
    return wake_stalled_bots(timezone.now() + timedelta(seconds=seconds))


# --- one answer for one version


def test_an_answer_is_played(match: Match) -> None:
    assert reply(match, think(match))
    assert fresh(match).version == match.version + 1
    assert fresh(match).turn == "first"


def test_a_doubled_answer_changes_nothing(match: Match) -> None:
    answered = think(match)
    assert reply(match, answered)
    with unchanged(match):
        reply(match, answered, match.version)
        reply(match, {"ply": ["a8", "a7"]}, match.version)


def test_a_late_answer_changes_nothing(match: Match, first: Actor) -> None:
    answered = think(match)
    reply(match, answered)
    execute(first, ply_command(fresh(match)))
    if not fresh(match).is_over:
        with unchanged(match):
            assert not reply(match, think(match), match.version + 1)


def test_an_answer_after_the_end_changes_nothing(match: Match, first: Actor) -> None:
    answered = think(match)
    execute(first, Resign(match=match.id, command_id=uuid4()))
    with unchanged(match):
        assert not reply(match, answered, match.version)


def test_an_answer_for_a_version_to_come_changes_nothing(match: Match) -> None:
    with unchanged(match):
        assert not reply(match, think(match), match.version + 1)


def test_an_answer_for_a_persons_seat_changes_nothing(first: Actor, second: Actor) -> None:
    match = start(friend_room(first, second), first, second)
    ply = list(legal_ply(match))
    with unchanged(match):
        assert not play_answer({"ply": ply}, str(match.id), "first", match.version, str(match.tenant_id))


def test_an_answer_for_a_match_that_is_gone_changes_nothing() -> None:
    assert not play_answer({"ply": ["a1", "a2"]}, str(uuid4()), "first", 0, str(uuid4()))


def test_an_answer_in_another_tenants_name_changes_nothing(match: Match, outsider: Actor) -> None:
    ply = list(legal_ply(match))
    with unchanged(match):
        assert not play_answer({"ply": ply}, str(match.id), str(BOT), match.version, str(outsider.tenant.id))


def test_a_computer_lays_out_once(first: Actor) -> None:
    match = current(computer_room(first))
    assert reply(match, {"layout": layout_for(BOT, 1)})
    with unchanged(match):
        assert not reply(match, {"layout": layout_for(BOT, 2)}, 0)
        assert not reply(match, {"layout": layout_for(BOT, 2)}, 1)
    confirm(first, match, Side.FIRST)
    with unchanged(match):
        assert not reply(match, {"layout": layout_for(BOT, 3)})


# --- poisoned answers

POISON = [
    None,
    True,
    7,
    "a8",
    [],
    ["a8", "a7"],
    {},
    {"ply": None},
    {"ply": "a8a7"},
    {"ply": []},
    {"ply": [None, None]},
    {"ply": [["a8"], {}]},
    {"ply": ["a8"]},
    {"ply": ["a8", "a7", "+"]},
    {"ply": ["zz", "a7"]},
    {"ply": ["a1", "a2"]},
    {"ply": ["x" * 10_000]},
    {"ply": ["a"] * 10_000},
    {"layout": None},
    {"layout": []},
    {"layout": {}},
    {"layout": {"a8": 3}},
    {"layout": {"a8": "general"}},
    {"layout": {str(number): "spy" for number in range(5000)}},
    {"ply": ["a8", "a7"], "layout": {}},
    {"think": ["a8", "a7"]},
    {"spent": {"ply": ["a8", "a7"]}},
    {"spent": None},
    {"ply": ["a1", "a2"], "spent": "a8"},
]


@pytest.mark.parametrize("answered", POISON, ids=lambda value: repr(value)[:30])
def test_a_poisoned_answer_changes_nothing_and_is_never_quoted(
    match: Match, answered: object, caplog: pytest.LogCaptureFixture
) -> None:
    with unchanged(match), caplog.at_level(logging.DEBUG):
        assert not reply(match, answered)
    ours = [record.getMessage() for record in caplog.records if record.name.startswith("games")]
    assert all("a8" not in line.replace(str(match.id), "") for line in ours)
    assert match.sealed_position not in caplog.text


@pytest.mark.parametrize("answered", POISON, ids=lambda value: repr(value)[:30])
def test_a_poisoned_layout_changes_nothing(first: Actor, answered: object) -> None:
    match = current(computer_room(first))
    with unchanged(match):
        assert not reply(match, answered)


def test_a_poisoned_answer_does_not_stop_the_next_good_one(match: Match) -> None:
    reply(match, {"ply": ["zz", "a7"]})
    assert reply(match, think(match))


# --- lost questions and answers


def test_a_question_is_queued_only_when_the_ply_is_committed(first: Actor, valkey: redis.Redis) -> None:
    with transaction.atomic():
        computer_room(first)
        assert valkey.llen(BOT_QUEUE) == 0
    assert valkey.llen(BOT_QUEUE) == 1


def test_a_lost_question_is_asked_again_after_its_time(match: Match, valkey: redis.Redis) -> None:
    valkey.delete(BOT_QUEUE)
    assert later(5) == 0
    assert later() == 1
    assert valkey.llen(BOT_QUEUE) == 1
    assert later(5) == 0, "the clock starts again"
    assert reply(match, think(match))


def test_an_answered_question_is_not_asked_again(match: Match, valkey: redis.Redis) -> None:
    reply(match, think(match))
    valkey.delete(BOT_QUEUE)
    assert later(60) == 0
    assert valkey.llen(BOT_QUEUE) == 0


def test_instead_of_a_third_ask_the_referee_answers(match: Match, caplog: pytest.LogCaptureFixture) -> None:
    assert later() == 1
    assert fresh(match).version == match.version
    assert later() == 1
    after = fresh(match)
    assert after.version > match.version
    assert after.turn in {"first", ""}
    assert "2 asks" in caplog.text
    with unchanged(match):
        reply(match, think(match) if after.turn == BOT else {"ply": ["a8", "a7"]}, match.version)


def test_a_computer_that_never_lays_out_is_stood_in_for(first: Actor) -> None:
    match = current(computer_room(first))
    confirm(first, match, Side.FIRST)
    for _ in range(2):
        later()
    assert fresh(match).phase == Match.Phase.PLAYING


def test_a_computer_that_plays_on_after_a_stand_in_is_asked_first_for_the_next_version(
    match: Match, first: Actor, valkey: redis.Redis
) -> None:
    for _ in range(2):
        later()
    if fresh(match).is_over:
        return
    execute(first, ply_command(fresh(match)))
    if fresh(match).is_over:
        return
    before = fresh(match).version
    later()
    assert fresh(match).version == before, "counts are per version"


def test_nobody_is_asked_after_the_end(match: Match, first: Actor, valkey: redis.Redis) -> None:
    leave_room(first, match.room.slug)
    valkey.delete(BOT_QUEUE)
    assert fresh(match).bot_asked_at is None
    assert later(9999) == 0


def test_after_fifteen_seconds_in_all_the_referee_has_answered(match: Match) -> None:
    """Beat looks every second; between two looks nothing may be lost."""
    begun = timezone.now()
    asked, seconds = begun, 0
    while fresh(match).version == match.version:
        seconds += 1
        assert seconds <= 16
        wake_stalled_bots(begun + timedelta(seconds=seconds))
        if fresh(match).bot_asked_at != asked:  # as if the clock had gone on
            asked = begun + timedelta(seconds=seconds)
            Match.everywhere.filter(pk=match.pk, bot_asked_at__isnull=False).update(bot_asked_at=asked)
    assert seconds >= 14
    assert longest_wait() in range(14, 17)


# --- questions that nobody wants answered any more


def tickets(match: Match, valkey: redis.Redis) -> list[bytes | None]:
    return [valkey.get(ticket_key(str(match.id), side)) for side in Side if side in ("first", "second")]


def queued(valkey: redis.Redis) -> list[tuple[dict, dict, dict]]:
    """Question, ticket and headers of every message, the newest first."""
    found = []
    for raw in valkey.lrange(BOT_QUEUE, 0, -1):
        message = json.loads(raw)
        (asked, ticket), _, _ = json.loads(base64.b64decode(message["body"]))
        found.append((asked, ticket, message["headers"]))
    return found


def test_a_question_has_a_ticket_and_an_end(match: Match, valkey: redis.Redis) -> None:
    _, ticket, headers = queued(valkey)[0]
    assert tickets(match, valkey) == [None, ticket["stamp"].encode()]
    assert ticket["about"] == [str(match.id), "second", match.version, str(match.tenant_id)]
    assert abs(ticket["asked_at"] - time.time()) < 60
    left = datetime.fromisoformat(headers["expires"]) - timezone.now()
    assert left <= timedelta(seconds=longest_wait())
    assert 0 < valkey.ttl(ticket["key"]) <= longest_wait()


def test_the_end_of_a_match_withdraws_its_question(match: Match, first: Actor, valkey: redis.Redis) -> None:
    execute(first, Resign(match=match.id, command_id=uuid4()))
    assert tickets(match, valkey) == [None, None]


def test_leaving_withdraws_the_question(match: Match, first: Actor, valkey: redis.Redis) -> None:
    leave_room(first, match.room.slug)
    assert tickets(match, valkey) == [None, None]


def test_an_answer_withdraws_the_question(match: Match, valkey: redis.Redis) -> None:
    assert reply(match, think(match))
    assert tickets(match, valkey) == [None, None]


def test_a_question_asked_again_stands_for_the_first(match: Match, valkey: redis.Redis) -> None:
    later()
    (_, new, _), (_, old, _) = queued(valkey)[:2]
    assert new["stamp"] != old["stamp"]
    assert tickets(match, valkey) == [None, new["stamp"].encode()]


# --- what a question holds


def test_a_question_of_a_long_match_is_small(first: Actor, second: Actor) -> None:
    match = start(friend_room(first, second), first, second)
    rng = Random(6)
    for _ in range(600):
        now = fresh(match)
        if now.is_over:
            break
        execute({"first": first, "second": second}[now.turn], ply_command(now, legal_ply(now, rng)))
    match = fresh(match)
    assert match.ply_count >= 600, "choose another seed"
    seats = seats_of(match)
    with tenant_scope(match.tenant_id):
        asked = question(match, seats, seats[0], match.plies())
    assert len(json.dumps(asked)) < 100 * match.ply_count + 6000
    assert set(asked["history"][0]) == {"type", "side", "ply", "quiet_plies", "battle"}
    assert answer(asked | {"level": "advanced"})["spent"]["work"] > 0, "it is enough for the search"


# --- a broker that is down


CONFIRM_WITHOUT_BROKER = """
import sys, uuid, django
django.setup()
from accounts.identity import Actor
from accounts.models import Player
from accounts.tenancy import tenant_scope
from games.commands import ConfirmLayout
from games.referee import execute
from games.rules.core import Side
from random import Random
from games.rules.systems import SYSTEMS
with tenant_scope(uuid.UUID(sys.argv[3])):
    player = Player.objects.select_related("tenant").get(pk=sys.argv[1])
layout = SYSTEMS["gunjin"].random_layout({}, Side.FIRST, Random(1))
command = ConfirmLayout(match=uuid.UUID(sys.argv[2]), command_id=uuid.uuid4(), pieces=tuple(layout.items()))
print(execute(Actor(player.tenant, player), command).version)
"""


def test_a_command_is_answered_as_committed_though_nobody_can_be_told(first: Actor, tmp_path: Path) -> None:
    match = current(computer_room(first))
    environment = dict(program("referee", tmp_path).environment) | {"REDIS_URL": "redis://127.0.0.1:1/0"}
    done = subprocess.run(
        [
            sys.executable, "-c", CONFIRM_WITHOUT_BROKER,
            str(first.player.id), str(match.id), str(match.tenant_id),
        ],
        env=environment, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.stdout == "1\n", done.stderr
    assert fresh(match).version == 1
    assert "could not be asked" in done.stderr
    assert "could not be sent" in done.stderr
    assert "general" not in done.stderr


def test_the_computer_is_asked_when_the_broker_is_back(first: Actor, valkey: redis.Redis) -> None:
    computer_room(first)
    valkey.delete(BOT_QUEUE)
    assert later() == 1
    assert valkey.llen(BOT_QUEUE) == 1


def test_playing_the_computer_instead_asks_it_at_once(first: Actor, valkey: redis.Redis) -> None:
    room = new_room(first)
    assert valkey.llen(BOT_QUEUE) == 0
    play_computer(first, room.slug, "beginner")
    assert valkey.llen(BOT_QUEUE) == 1
