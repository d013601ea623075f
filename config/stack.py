"""Which processes make up a running Gyoji, and with which environment each is started."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from config.supervisor import Program

# A bot knows the broker and nothing else: no database, no secret, no Django.
HIDDEN_FROM_BOTS = (
    "DATABASE_URL", "GYOJI_DATA", "SECRET_KEY", "DJANGO_SETTINGS_MODULE", "DB_POOL_SIZE", "EMAIL_URL",
    "OIDC_PROVIDERS",
)  # fmt: skip
OWNER_URL = "DATABASE_OWNER_URL"  # nothing that serves may know it


def programs(variables: Mapping[str, str], *, host: str, port: int, data: Path) -> list[Program]:
    """Web, workers, beat and bots; `variables` come from `config.embedded.services`."""
    full = django_environment(variables)
    bots = {
        name: value
        for name, value in full.items()
        if name not in HIDDEN_FROM_BOTS and not name.startswith("PG")
    }
    # On a bare machine (a container, a try-out) we may be root; celery says so on every start.
    celery = [sys.executable, "-W", "ignore:You're running the worker", "-m", "celery", "--quiet"]
    quiet = ["--loglevel=WARNING", "--without-gossip", "--without-mingle"]
    return [
        Program(
            name="web",
            command=[
                sys.executable, "-m", "daphne", "-v", "0", "-b", host, "-p", str(port),
                "--application-close-timeout", "5", "--no-server-name", "config.asgi:application",
            ],
            environment=full,
        ),
        Program(
            name="referee",
            command=[
                *celery, "-A", "config", "worker", "-Q", "referee", "-n", "referee@%h",
                "--pool=threads", "--concurrency=4", *quiet,
            ],
            environment=full,
        ),
        Program(
            name="outbound",
            command=[
                *celery, "-A", "config", "worker", "-Q", "outbound", "-n", "outbound@%h",
                "--pool=threads", "--concurrency=8", *quiet,
            ],
            environment=full,
        ),
        Program(
            name="bots",
            command=[
                *celery, "-A", "ai_workers.app", "worker", "-Q", "bots", "-n", "bots@%h", *quiet,
            ],
            environment=bots,
        ),
        Program(
            name="beat",
            command=[
                *celery, "-A", "config", "beat", "--loglevel=WARNING",
                "--schedule", str(data / "beat-schedule"), "--pidfile=",
            ],
            environment=full,
        ),
    ]  # fmt: skip


def django_environment(variables: Mapping[str, str]) -> dict[str, str]:
    """Ours, plus what the services told, plus which settings to load; without the owner of the database."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONUNBUFFERED": "1",
        **variables,
    }
    environment.pop(OWNER_URL, None)
    return environment


def owner_environment(variables: Mapping[str, str]) -> dict[str, str]:
    """For what changes tables: it connects as their owner."""
    return {**django_environment(variables), "DATABASE_URL": variables[OWNER_URL]}
