"""The supervisor with real processes: restarts, prefixes, and a clean stop."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from config.stack import owner_environment, programs
from config.supervisor import Program, Supervisor

STEADY = "import time; print('up', flush=True); time.sleep(600)"
STUBBORN = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {STEADY}"
WITH_CHILD = """
import subprocess
child = subprocess.Popen(["sleep", "600"])
print(child.pid, flush=True)
child.wait()
"""


def program(code: str, name: str = "one") -> Program:
    return Program(name=name, command=[sys.executable, "-c", code], environment=dict(os.environ))


async def until(claim: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not claim():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


@pytest.fixture
def lines() -> list[str]:
    return []


async def test_a_killed_program_starts_again_with_a_new_pid(tmp_path: Path, lines: list[str]) -> None:
    supervisor = Supervisor([program(STEADY)], tmp_path, say=lines.append)
    running = asyncio.ensure_future(supervisor.run())
    await until(lambda: len(lines) == 1)
    first = int((tmp_path / "one.pid").read_text())
    os.kill(first, signal.SIGKILL)
    await until(lambda: lines.count("one      | up") == 2)
    assert int((tmp_path / "one.pid").read_text()) != first
    assert any("SIGKILL" in line for line in lines)
    supervisor.stop()
    await running


async def test_who_keeps_dying_is_given_longer_pauses(tmp_path: Path, lines: list[str]) -> None:
    supervisor = Supervisor([program("raise SystemExit(3)")], tmp_path, say=lines.append)
    running = asyncio.ensure_future(supervisor.run())
    await until(lambda: len(lines) == 2)
    supervisor.stop()
    await running
    assert lines == [
        "one      | ended with status 3, starts again in 1 s",
        "one      | ended with status 3, starts again in 2 s",
    ]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_ends_everything_and_leaves_no_pid_file(
    number: signal.Signals, tmp_path: Path, lines: list[str]
) -> None:
    supervisor = Supervisor([program(STEADY), program(STEADY, "two")], tmp_path, say=lines.append)
    running = asyncio.ensure_future(supervisor.run())
    await until(lambda: len(lines) == 2)
    os.kill(os.getpid(), number)
    await asyncio.wait_for(running, 5)
    assert not os.listdir(tmp_path)


async def test_who_ignores_the_request_is_killed(
    tmp_path: Path, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.supervisor.STOP_SECONDS", 0.5)
    supervisor = Supervisor([program(STUBBORN)], tmp_path, say=lines.append)
    running = asyncio.ensure_future(supervisor.run())
    await until(lambda: len(lines) == 1)
    started = time.monotonic()
    supervisor.stop()
    await running
    assert time.monotonic() - started < 5


async def test_no_grandchild_survives(tmp_path: Path, lines: list[str]) -> None:
    supervisor = Supervisor([program(WITH_CHILD)], tmp_path, say=lines.append)
    running = asyncio.ensure_future(supervisor.run())
    await until(lambda: len(lines) == 1)
    grandchild = psutil.Process(int(lines[0].split("|")[1]))
    started = time.monotonic()
    supervisor.stop()
    await running
    assert time.monotonic() - started < 3
    await until(lambda: is_gone(grandchild))


async def test_a_killed_parent_starts_again_though_its_children_live(
    tmp_path: Path, lines: list[str]
) -> None:
    supervisor = Supervisor([program(WITH_CHILD)], tmp_path, say=lines.append)
    running = asyncio.ensure_future(supervisor.run())
    await until(lambda: len(lines) == 1)
    orphan = psutil.Process(int(lines[0].split("|")[1]))
    os.kill(int((tmp_path / "one.pid").read_text()), signal.SIGKILL)
    await until(lambda: len(lines) == 3)
    assert is_gone(orphan)
    supervisor.stop()
    await running


def is_gone(process: psutil.Process) -> bool:
    """A dead orphan may wait as a zombie where nobody is there to reap it."""
    return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE


async def test_jobs_beside_the_programs_end_with_them(tmp_path: Path, lines: list[str]) -> None:
    async def announce() -> None:
        lines.append("ready")
        await asyncio.sleep(600)

    supervisor = Supervisor([program(STEADY)], tmp_path, say=lines.append)
    running = asyncio.ensure_future(supervisor.run(announce))
    await until(lambda: len(lines) == 2)
    supervisor.stop()
    await asyncio.wait_for(running, 5)


def test_bots_get_the_broker_and_no_secret(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PGPASSWORD", "secret")
    monkeypatch.setenv("EMAIL_URL", "smtp://user:password@host")
    monkeypatch.setenv("OIDC_PROVIDERS", "[]")
    variables = {"DATABASE_URL": "d", "REDIS_URL": "r", "SECRET_KEY": "s", "GYOJI_DATA": "g"}
    bots = next(one for one in programs(variables, host="h", port=1, data=tmp_path) if one.name == "bots")
    assert bots.environment["REDIS_URL"] == "r"
    hidden = {"DATABASE_URL", "SECRET_KEY", "GYOJI_DATA", "DJANGO_SETTINGS_MODULE", "PGPASSWORD"}
    hidden |= {"EMAIL_URL", "OIDC_PROVIDERS"}
    assert hidden.isdisjoint(bots.environment)


def test_no_program_that_runs_knows_the_owner_of_the_database(tmp_path: Path) -> None:
    variables = {"DATABASE_URL": "web", "DATABASE_OWNER_URL": "owner", "REDIS_URL": "r", "SECRET_KEY": "s"}
    for program in programs(variables, host="h", port=1, data=tmp_path):
        assert "owner" not in program.environment.values()
    assert owner_environment(variables)["DATABASE_URL"] == "owner"
