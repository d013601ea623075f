"""Players by what they are; see `tests.support.rooms`."""

import pytest

from accounts.directory import forget_tenants
from tests.support.rooms import first, outsider, second, spectator, tenant

__all__ = ["first", "outsider", "second", "spectator", "tenant"]


@pytest.fixture(autouse=True)
def fresh_directory():
    forget_tenants()
    yield
    forget_tenants()
