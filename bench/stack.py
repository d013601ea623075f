"""A whole Gyoji of its own for a demo, a bench or an end-to-end test: started, killed in parts, stopped."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

START_SECONDS = 240  # of a machine that has other things to do
STOP_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Stack:
    """A running server and its data folder."""

    url: str
    data: Path
    log: Path

    def kill(self, program: str) -> int:
        """SIGKILL one program ("web", "bots", "referee", "beat"); the supervisor starts it again."""
        pid = int((self.data / "pids" / f"{program}.pid").read_text())
        os.kill(pid, signal.SIGKILL)
        return pid


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running_stack(**settings: str) -> Iterator[Stack]:
    """`manage.py serve` in a fresh data folder; `settings` are further environment variables."""
    with tempfile.TemporaryDirectory(prefix="gyoji-") as folder:
        port, data, log = free_port(), Path(folder) / "data", Path(folder) / "log"
        hidden = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
        environment = {name: value for name, value in os.environ.items() if name not in hidden}
        environment |= {"GYOJI_DATA": str(data), **settings}
        command = [sys.executable, "manage.py", "serve", "--port", str(port)]
        with log.open("w") as output:
            server = subprocess.Popen(command, env=environment, stdout=output, stderr=subprocess.STDOUT)
            try:
                stack = Stack(f"http://127.0.0.1:{port}", data, log)
                _wait_until_healthy(stack, server)
                yield stack
            finally:
                server.send_signal(signal.SIGINT)
                try:
                    server.wait(STOP_SECONDS)
                except subprocess.TimeoutExpired:
                    server.kill()


def _wait_until_healthy(stack: Stack, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{stack.url}/healthz", timeout=2) as answer:
                if answer.status == 200:
                    return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
        if server.poll() is not None:
            break
    raise SystemExit(f"The server did not start:\n{stack.log.read_text()}")
