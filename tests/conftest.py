"""What every test may use; the services themselves come from `tests/services.py`."""

from collections.abc import Iterator

import pytest
import redis
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.db import connection
from django.test import TransactionTestCase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from tests.support.emptying import delete_rows


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """Before the tests' database is made.

    Whoever asked for a connection sooner, though it was refused, made the pool, which leads to the database
    of that time; all later tests of the process would work there, and what logs in by itself would not.
    """
    connection.close_pool()


@pytest.fixture(scope="session", autouse=True)
def _quick_emptying() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", delete_rows)
        yield


@pytest.fixture(scope="session", autouse=True)
def _cheap_passwords() -> Iterator[None]:
    """The same hash as in production, with the least of its work: the real one takes a fifth of a second."""
    with pytest.MonkeyPatch.context() as patch:
        for name, least in (("time_cost", 1), ("memory_cost", 8), ("parallelism", 1)):
            patch.setattr(Argon2PasswordHasher, name, least)
        yield


@pytest.fixture(scope="session", autouse=True)
def _static_files_of_packages_found_once() -> Iterator[None]:
    """Every `django.test.Client` is a server of its own, which would look at all of them when it starts."""
    find = WhiteNoiseMiddleware.add_files_from_finders
    found: dict[str, StaticFile] = {}

    def recall(server: WhiteNoiseMiddleware) -> None:
        if not found:
            find(server)
            found.update(server.files)
        server.files.update(found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", recall)
        yield


@pytest.fixture
def valkey() -> Iterator[redis.Redis]:
    """A client of this worker's own Valkey database, empty at the start."""
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.flushdb()
        yield client
