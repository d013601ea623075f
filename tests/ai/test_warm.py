"""Workers that start cold: nobody waits for compilation, and no two processes do it."""

import os
from pathlib import Path
from random import Random

import pytest

from accounts.identity import Actor
from ai_workers.app import processes
from ai_workers.bots import warm
from games.rules.core import Side
from tests.ai.test_worker import computers_lay_out, play_on, waits_for
from tests.support.rooms import computer_room, confirm, current
from tests.support.workers import running, until


@pytest.mark.slow
@pytest.mark.stack
@pytest.mark.usefixtures("valkey", "patient")
@pytest.mark.django_db(transaction=True)
def test_two_workers_without_a_cache_answer_at_once_and_compile_once(first: Actor, tmp_path: Path) -> None:
    cache, folders = tmp_path / "cache", [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    cold = {"NUMBA_CACHE_DIR": str(cache), "BOT_PROCESSES": "1"}
    with (
        running("referee", tmp_path),
        running("bots", folders[0], **cold) as one,
        running("bots", folders[1], **cold) as two,
    ):
        match = current(computer_room(first, "advanced"))
        until(lambda: computers_lay_out(match), "the computer has confirmed a layout")
        confirm(first, match, Side.FIRST)
        play_on(match, first, Side.FIRST, Random(3), plies=2)
        until(lambda: waits_for(match, Side.FIRST), "the computer has answered")
        assert not list(cache.glob("*/ready-*")), "somebody waited for the compiler"
        until(lambda: list(cache.glob("*/ready-*")), "the search is compiled", 240)
        until(lambda: "compiled" in one.log.read_text() + two.log.read_text(), "that is told", 10)
        play_on(match, first, Side.FIRST, Random(3), plies=2)
        until(lambda: waits_for(match, Side.FIRST), "the search has answered")
        told = one.log.read_text() + two.log.read_text()
    assert told.count("was compiled") == 1


def test_a_cache_serves_only_the_sources_as_they_were_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "search.py"
    source.write_text("a = 1\n")
    monkeypatch.setattr(warm, "HERE", tmp_path)
    before = warm._ready_mark(tmp_path)
    assert warm._ready_mark(tmp_path) == before
    os.utime(source, ns=(1, 1))
    assert warm._ready_mark(tmp_path) != before, "numba would compile again"


def test_what_another_process_compiled_is_not_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = []
    monkeypatch.setattr(warm, "READY", tmp_path / "ready")
    monkeypatch.setattr(warm, "load_search", lambda: compiled.append(1))
    assert not warm.is_ready()
    assert warm.compile_once()
    assert warm.is_ready()
    assert not warm.compile_once()
    assert compiled == [1]


@pytest.mark.parametrize(("asked", "found"), [("3", 3), ("", None), ("0", None), ("many", None)])
def test_a_worker_has_a_process_per_core_unless_told_otherwise(
    asked: str, found: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOT_PROCESSES", asked)
    assert processes() == (found or len(os.sched_getaffinity(0)))
