"""`manage.py serve`: the whole server from one command."""

import asyncio
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand

from config import stack
from config.data_folder import DataFolder
from config.embedded import services
from config.errors import StartError
from config.leftovers import stop_leftover
from config.supervisor import Supervisor


class Command(BaseCommand):
    """Postgres and Valkey (unless DATABASE_URL, REDIS_URL name others), web, workers and beat."""

    help = "Start everything: database, broker, web, referee worker, bot worker and beat. Ctrl-C stops it."
    requires_system_checks: list[str] = []  # noqa: RUF012  why: the checks run in the children

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on (8000)")

    def handle(self, *_args: Any, host: str, port: int, **_options: Any) -> None:
        """Run until Ctrl-C or SIGTERM; one line and status 1 when it cannot start."""
        try:
            self._serve(host, port)
        except StartError as error:
            sys.exit(f"gyoji: {error}")
        except KeyboardInterrupt:
            sys.exit("gyoji: stopped before it was ready.")

    def _serve(self, host: str, port: int) -> None:
        _refuse_taken_port(host, port)
        folder = DataFolder.from_environment()
        with services(folder) as variables:
            for name in ("web", "referee", "outbound", "bots", "beat"):
                stop_leftover(folder.pid_file(name), "config" if name != "bots" else "ai_workers")
            _migrate(variables)
            asyncio.run(self._supervise(variables, host, port, folder))
        self.stdout.write("gyoji: stopped; the data stays in " + str(folder.path))

    async def _supervise(
        self, variables: Mapping[str, str], host: str, port: int, folder: DataFolder
    ) -> None:
        supervisor = Supervisor(
            stack.programs(variables, host=host, port=port, data=folder.path), folder.path / "pids"
        )
        address = f"http://{_reachable(host)}:{port}"

        async def announce() -> None:
            while not await asyncio.to_thread(_answers, f"{address}/healthz"):  # noqa: ASYNC110
                await asyncio.sleep(0.2)
            self.stdout.write(f"Gyoji is ready at {address}/  (API: {address}/api/v1/docs)  Ctrl-C stops it.")
            self.stdout.flush()

        await supervisor.run(announce)


def _refuse_taken_port(host: str, port: int) -> None:
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except (OSError, OverflowError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no such port"
        raise StartError(f"Cannot listen on {host}:{port} ({reason}); choose another with --port.") from error


def _migrate(variables: Mapping[str, str]) -> None:
    """In a process of its own, which alone connects as the owner: only children know the database."""
    done = subprocess.run(
        [sys.executable, sys.argv[0], "migrate", "--no-input", "--verbosity=0"],
        env=stack.owner_environment(variables),
        stdin=subprocess.DEVNULL,
        check=False,
    )
    if done.returncode != 0:
        raise StartError("The database could not be brought up to date; see above.")


def _reachable(host: str) -> str:
    wildcard = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104  why: compared, not bound
    return wildcard.get(host, f"[{host}]" if ":" in host else host)


def _answers(url: str) -> bool:
    request = urllib.request.Request(url, headers={"Host": "localhost"})  # noqa: S310  why: our own address
    try:
        with urllib.request.urlopen(request, timeout=2) as answer:  # noqa: S310
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False
