"""pytest plugin: a real Postgres and Valkey in a temporary folder, started before Django's settings load.

One pair serves the whole run. With pytest-xdist the controller starts it and the workers inherit it;
each worker has its own database (pytest-django) and its own Valkey database number.
DATABASE_URL and REDIS_URL, where set, are used instead.

The tests connect as the owner, who makes and empties databases. What runs in a tenant scope steps down to
the servers' role by itself (`accounts.postgres`); what must also hold outside one runs under
`tests.support.roles.as_web`, and real processes log in by DATABASE_WEB_URL, as in production.
"""

import contextlib
import os
import shutil
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from config.data_folder import DataFolder
from config.embedded import services
from config.errors import StartError

_running = contextlib.ExitStack()


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Runs before pytest-django looks at the settings."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker is None:
        _start()
    else:
        number = int(worker.removeprefix("gw")) + 1
        os.environ["REDIS_URL"] = urlsplit(os.environ["REDIS_URL"])._replace(path=f"/{number}").geturl()


def _start() -> None:
    path = Path(tempfile.mkdtemp(prefix="gyoji-tests-"))
    _running.callback(shutil.rmtree, path, ignore_errors=True)
    path.chmod(0o711)  # root's Postgres runs as somebody else
    try:
        variables = _running.enter_context(services(DataFolder(path), durable=False))
    except StartError as error:
        _running.close()
        pytest.exit(f"No services for the tests: {error}", returncode=2)
    os.environ.update(variables)
    os.environ.setdefault("DATABASE_WEB_URL", variables["DATABASE_URL"])
    os.environ["DATABASE_URL"] = variables["DATABASE_OWNER_URL"]


def pytest_unconfigure() -> None:
    """Stop what this process started."""
    _running.close()
