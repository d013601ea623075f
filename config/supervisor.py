"""Keeps the processes of one machine running: starts them, prefixes what they say, restarts who dies."""

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

STOP_SECONDS = 8.0
HEALTHY_SECONDS = 10.0  # who lived this long starts again at once
LONGEST_PAUSE = 15.0
LINE_LIMIT = 1 << 20


@dataclass(frozen=True, kw_only=True)
class Program:
    """One process to keep running; `name` prefixes its lines and names its pid file."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]


class Supervisor:
    """Runs programs until SIGINT, SIGTERM or `stop()`; then ends them all within some seconds."""

    def __init__(
        self, programs: Sequence[Program], pids: Path, *, say: Callable[[str], None] | None = None
    ) -> None:
        self._programs = programs
        self._pids = pids
        self._say = say or _print_line
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        """Ask everything to end; `run()` returns when it has."""
        self._stopping.set()

    async def run(self, *also: Callable[[], Awaitable[None]]) -> None:
        """Keep all programs running; `also` are jobs that run beside them and are cancelled at the end."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self.stop)
        jobs = [asyncio.ensure_future(job()) for job in also]
        try:
            await asyncio.gather(*(self._keep_running(program) for program in self._programs))
        finally:
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                loop.remove_signal_handler(number)

    async def _keep_running(self, program: Program) -> None:
        pause = 0.5
        while not self._stopping.is_set():
            started = time.monotonic()
            code = await self._run_once(program)
            if self._stopping.is_set():
                return
            lived = time.monotonic() - started
            pause = 0.5 if lived > HEALTHY_SECONDS else min(pause * 2, LONGEST_PAUSE)
            self._say(f"{program.name:8} | ended with {_reason(code)}, starts again in {pause:.0f} s")
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), pause)

    async def _run_once(self, program: Program) -> int:
        """One life of a program, from start to end; returns its exit status."""
        process = await asyncio.create_subprocess_exec(
            *program.command,
            env=dict(program.environment),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            limit=LINE_LIMIT,
            start_new_session=True,  # Ctrl-C reaches us alone; a group of its own can be killed whole
        )
        pid_file = self._pids / f"{program.name}.pid"
        pid_file.write_text(f"{process.pid}\n")
        assert process.stdout is not None
        reader = asyncio.ensure_future(self._forward(program.name, process.stdout))
        stopper = asyncio.ensure_future(self._end_when_asked(process))
        # why not process.wait(): it also waits for the pipe, which orphaned children may hold open
        while (code := process.returncode) is None:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        stopper.cancel()
        _kill_group(process.pid)  # children that outlived their parent would hold the pipe open
        await asyncio.gather(reader, stopper, return_exceptions=True)
        pid_file.unlink(missing_ok=True)
        return code

    async def _end_when_asked(self, process: asyncio.subprocess.Process) -> None:
        await self._stopping.wait()
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await asyncio.sleep(STOP_SECONDS)
        _kill_group(process.pid)

    async def _forward(self, name: str, stream: asyncio.StreamReader) -> None:
        while True:
            try:
                line = await stream.readline()
            except ValueError:
                continue  # a line beyond the limit is dropped
            if not line:
                return
            self._say(f"{name:8} | {line.decode(errors='replace').rstrip()}")


def _kill_group(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def _reason(code: int) -> str:
    return f"status {code}" if code >= 0 else signal.Signals(-code).name


def _print_line(line: str) -> None:
    with contextlib.suppress(BrokenPipeError):
        print(line, file=sys.stdout, flush=True)  # noqa: T201  why: this is what a supervisor is for
