"""What was missed: at once, after a wait, and as a stream, for each audience its own."""

import asyncio
import json
import time
from typing import Any

import pytest
from django.test import AsyncClient
from django.utils import timezone

from accounts.models import Token
from games.api import events
from tests.api.conftest import Caller, Meeting, in_thread

pytestmark = pytest.mark.django_db(transaction=True)


async def ask(caller: Caller, path: str) -> Any:
    headers = {"Authorization": f"Bearer {caller.token}"}
    return await AsyncClient().get(f"/api/v1/{path}", headers=headers)


def later(seconds: float, work: Any, *args: Any) -> asyncio.Task[Any]:
    async def run() -> Any:
        await asyncio.sleep(seconds)
        return await in_thread(work, *args)

    return asyncio.create_task(run())


def test_missed_events_are_contiguous_and_each_audience_gets_its_own(
    playing: Meeting, first: Caller, second: Caller
):
    Caller.done(first.play(playing.match))
    for caller, layouts in ((first, [True, False]), (second, [False, True])):
        body = caller.get(f"matches/{playing.match}/events")
        assert [event["v"] for event in body["events"]] == [1, 2, 3, 4]
        assert (body["version"], body["epoch"]) == (4, 1)
        assert ["layout" in event["d"] for event in body["events"][:2]] == layouts
    assert "legal_plies" not in first.get(f"matches/{playing.match}/events?since=3")["events"][0]["d"]
    assert "legal_plies" in second.get(f"matches/{playing.match}/events?since=3")["events"][0]["d"]
    assert first.get(f"matches/{playing.match}/events?since=4")["events"] == []


def test_a_client_from_another_database_is_told_the_version_at_once(playing: Meeting, first: Caller):
    began = time.monotonic()
    body = first.get(f"matches/{playing.match}/events?since=99&wait=20")
    assert (body["events"], body["version"]) == ([], 3)
    assert time.monotonic() - began < 5


async def test_a_long_poll_answers_when_something_happens(playing: Meeting, first: Caller, second: Caller):
    began = time.monotonic()
    poll = asyncio.create_task(ask(second, f"matches/{playing.match}/events?since=3&wait=20"))
    ply = later(0.5, first.play, playing.match)
    body = (await poll).json()
    assert (await ply).status_code == 201
    assert [event["v"] for event in body["events"]] == [4]
    assert 0.4 < time.monotonic() - began < 10


async def test_a_long_poll_ends_empty_after_its_time(playing: Meeting, second: Caller):
    response = await ask(second, f"matches/{playing.match}/events?since=3&wait=1")
    assert (response.status_code, response.json()["events"], response["ETag"]) == (200, [], '"e1-v3"')


async def test_many_waiting_clients_hold_up_nobody(playing: Meeting, first: Caller, second: Caller):
    path = f"matches/{playing.match}/events?since=3&wait=20"
    polls = [asyncio.create_task(ask(second, path)) for _ in range(60)]
    await asyncio.sleep(1)
    began = time.monotonic()
    assert (await in_thread(first.play, playing.match)).status_code == 201
    answers = await asyncio.gather(*polls)
    assert time.monotonic() - began < 8
    assert {tuple(event["v"] for event in answer.json()["events"]) for answer in answers} == {(4,)}


async def test_a_stream_brings_everything_and_ends_with_the_match(
    playing: Meeting, first: Caller, second: Caller
):
    response = await ask(second, f"matches/{playing.match}/stream")
    assert response["Content-Type"] == "application/x-ndjson"
    tasks = [later(0.3, first.play, playing.match), later(1.0, first.command, playing.match, "resign")]
    lines = [json.loads(line) async for line in response.streaming_content if line.strip()]
    await asyncio.gather(*tasks)
    assert [line["v"] for line in lines] == [1, 2, 3, 4, 5]
    assert [line["d"]["type"] for line in lines] == [
        "layout.confirmed",
        "layout.confirmed",
        "match.started",
        "ply",
        "match.ended",
    ]
    again = await ask(first, f"matches/{playing.match}/stream?since=4")
    assert [json.loads(line)["v"] async for line in again.streaming_content] == [5]


async def test_one_player_may_not_wait_without_end(playing: Meeting, second: Caller, monkeypatch):
    monkeypatch.setattr(events, "WAITING_PER_PLAYER", 3)
    path = f"matches/{playing.match}/events?since=3&wait=1"
    statuses = [answer.status_code for answer in await asyncio.gather(*(ask(second, path) for _ in range(5)))]
    assert sorted(statuses) == [200, 200, 200, 429, 429]
    assert (await ask(second, path)).status_code == 200


async def test_a_stream_ends_when_its_token_does(playing: Meeting, first: Caller, second: Caller):
    response = await ask(second, f"matches/{playing.match}/stream?since=3")
    await in_thread(lambda: Token.everywhere.filter(player=second.player).update(revoked_at=timezone.now()))
    ply = later(0.3, first.play, playing.match)
    lines = [json.loads(line) async for line in response.streaming_content if line.strip()]
    await ply
    assert lines == []


def test_the_events_rebuild_what_a_fresh_snapshot_shows(playing: Meeting, first: Caller, second: Caller):
    """Phase, turn, outcome and version; the board itself is compared in the socket tests."""
    for caller in (first, second, first):
        Caller.done(caller.play(playing.match))
    Caller.done(second.command(playing.match, "resign"))
    for caller in (first, second):
        seen, got = caller.see(playing.match), caller.get(f"matches/{playing.match}/events")["events"]
        assert got[-1]["d"]["outcome"] == seen["outcome"]
        assert got[-1]["d"]["reveal"] == seen["reveal"]
        assert got[-1]["v"] == seen["version"]
