"""Real worker processes, started as `manage.py serve` starts them, against this run's services."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import psutil
from django.conf import settings

from config.stack import programs
from config.supervisor import Program
from tests.support.roles import database_url

PATIENCE_SECONDS = 180.0


def program(name: str, data: Path) -> Program:
    """`bots`, `referee` or `outbound`, for the test database and this run's Valkey."""
    variables = {
        "DATABASE_URL": database_url("DATABASE_WEB_URL"),
        "REDIS_URL": str(settings.REDIS_URL),
        "SECRET_KEY": settings.SECRET_KEY,
    }
    return next(
        each for each in programs(variables, host="127.0.0.1", port=0, data=data) if each.name == name
    )


class Worker:
    """One worker process with its children; its output goes to a file for when a test fails."""

    def __init__(self, program: Program, log: Path) -> None:
        self.program, self.log = program, log
        with log.open("ab") as out:
            self.process = psutil.Popen(
                program.command, env=dict(program.environment), stdout=out, stderr=out, start_new_session=True
            )

    def stop_thinking(self) -> None:
        """Freeze the processes that run tasks; the one that takes them from the queue goes on."""
        for child in self.process.children(recursive=True):
            child.suspend()

    def kill(self) -> None:
        """As a crash or `kill -9` of the whole group does; nothing can be cleaned up."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(10)


@contextlib.contextmanager
def running(name: str, folder: Path, *, app: str = "", **environment: str) -> Iterator[Worker]:
    """`app`: another one than the program's own, to do harm in a test."""
    started = program(name, folder)
    command = [app if app and word == "ai_workers.app" else word for word in started.command]
    started = replace(started, command=command, environment={**started.environment, **environment})
    worker = Worker(started, folder / f"{name}.log")
    try:
        yield worker
    finally:
        worker.kill()


def until(claim: Callable[[], bool], what: str, seconds: float = PATIENCE_SECONDS) -> None:
    deadline = time.monotonic() + seconds
    while not claim():
        assert time.monotonic() < deadline, f"waited in vain until {what}"
        time.sleep(0.01)
