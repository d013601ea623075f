"""What every test may use; the services themselves come from `tests/services.py`."""

from collections.abc import Iterator

import pytest
import redis
from django.conf import settings
from django.test import TransactionTestCase

from tests.support.emptying import delete_rows


@pytest.fixture(scope="session", autouse=True)
def _quick_emptying() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", delete_rows)
        yield


@pytest.fixture
def valkey() -> Iterator[redis.Redis]:
    """A client of this worker's own Valkey database, empty at the start."""
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.flushdb()
        yield client
