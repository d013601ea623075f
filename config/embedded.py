"""Postgres and Valkey without installing either: for `serve` and for the tests."""

import contextlib
import os
from collections.abc import Iterator

from config.data_folder import DataFolder
from config.postgres import EmbeddedPostgres
from config.valkey import EmbeddedValkey

JOINED = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY")  # what a command beside a running server needs


@contextlib.contextmanager
def services(folder: DataFolder, *, durable: bool = True) -> Iterator[dict[str, str]]:
    """Start what DATABASE_URL and REDIS_URL do not name already; yield variables for the environment.

    DATABASE_URL is for what serves, DATABASE_OWNER_URL for what migrates and for nothing else.

    Stops what it started when the block ends; `durable=False` trades safety for speed (tests).
    Raises StartError with one line for people.
    """
    with contextlib.ExitStack() as stack:
        folder.open()
        stack.callback(folder.close)
        variables = {
            "GYOJI_DATA": str(folder.path),
            "SECRET_KEY": os.environ.get("SECRET_KEY") or folder.secret("secret.key"),
            "DATABASE_URL": os.environ.get("DATABASE_URL", ""),
            "DATABASE_OWNER_URL": os.environ.get("DATABASE_OWNER_URL") or os.environ.get("DATABASE_URL", ""),
            "REDIS_URL": os.environ.get("REDIS_URL", ""),
        }
        if not variables["DATABASE_URL"]:
            postgres = EmbeddedPostgres(folder, durable=durable)
            stack.callback(postgres.stop)
            postgres.start()
            variables |= {"DATABASE_URL": postgres.url, "DATABASE_OWNER_URL": postgres.owner_url}
        if not variables["REDIS_URL"]:
            valkey = EmbeddedValkey(folder, durable=durable)
            stack.callback(valkey.stop)
            valkey.start()
            variables["REDIS_URL"] = valkey.url
        stack.callback(folder.forget_running)
        folder.note_running({name: variables[name] for name in JOINED})
        yield variables


def join_running() -> None:
    """Let this process use the services of the server that runs on the data folder, if one does.

    For an operator's commands, which a bare `python manage.py ...` starts beside `serve`.
    """
    if not os.environ.get("DATABASE_URL"):
        for name, value in DataFolder.from_environment().running().items():
            os.environ.setdefault(name, value)
