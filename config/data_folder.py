"""The folder that keeps everything between runs: database, broker, secret key, pids, logs."""

import fcntl
import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from config.errors import StartError

DEFAULT = ".gyoji"
RUNNING = "running.json"


class DataFolder:
    """One folder, one Gyoji: holds a lock that the system drops when the process ends."""

    def __init__(self, path: Path) -> None:
        self.path = path.expanduser().absolute()
        self._lock: IO[str] | None = None

    @classmethod
    def from_environment(cls) -> "DataFolder":
        """GYOJI_DATA, or `.gyoji` in the current folder."""
        return cls(Path(os.environ.get("GYOJI_DATA") or DEFAULT))

    def open(self) -> None:
        """Create what is missing and take the lock. Raises StartError."""
        try:
            # Root's Postgres runs as somebody else, who must be able to pass through.
            mode = 0o711 if os.geteuid() == 0 else 0o700
            self.path.mkdir(mode=mode, parents=True, exist_ok=True)
            for name in ("logs", "pids"):
                (self.path / name).mkdir(mode=0o700, exist_ok=True)
            self._take_lock()
        except OSError as error:
            raise StartError(f"Cannot write the data folder {self.path}: {error.strerror}.") from error

    def close(self) -> None:
        """Give the folder free for another Gyoji."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def secret(self, name: str) -> str:
        """A random text that is made once and kept, readable by the owner only."""
        file = self.path / name
        try:
            return file.read_text().strip() or self._new_secret(file)
        except FileNotFoundError:
            return self._new_secret(file)
        except OSError as error:
            raise StartError(f"Cannot read {file}: {error.strerror}.") from error

    def note_running(self, variables: Mapping[str, str]) -> None:
        """Say where the services of this folder are, readable by the owner only."""
        with self._private(self.path / RUNNING) as opened:
            json.dump(dict(variables), opened)

    def forget_running(self) -> None:
        (self.path / RUNNING).unlink(missing_ok=True)

    def running(self) -> dict[str, str]:
        """What `note_running` said; empty where nothing runs."""
        try:
            told: dict[str, str] = json.loads((self.path / RUNNING).read_text())
        except (OSError, ValueError):
            return {}
        return told

    def pid_file(self, name: str) -> Path:
        """Where the pid of one process of this folder is written."""
        return self.path / "pids" / f"{name}.pid"

    def log_file(self, name: str) -> Path:
        """Where an embedded service writes what it has to say."""
        return self.path / "logs" / f"{name}.log"

    def _take_lock(self) -> None:
        lock = (self.path / "lock").open("a+")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            pid = lock.read().strip() or "?"
            lock.close()
            raise StartError(
                f"Another Gyoji (pid {pid}) uses {self.path}; stop it, or set GYOJI_DATA to another folder."
            ) from None
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        self._lock = lock

    def _new_secret(self, file: Path) -> str:
        value = secrets.token_urlsafe(48)
        with self._private(file) as opened:
            opened.write(value)
        return value

    @staticmethod
    def _private(file: Path) -> IO[str]:
        return os.fdopen(os.open(file, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w")
