"""The whole server in this process, on a real Postgres, Valkey and channel layer; nothing is limited."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from accounts.directory import forget_tenants
from accounts.models import Tenant
from tests.security.matrix_world import APPS_HOST, OUR_HOST, THEIR_HOST, World


def pytest_addoption(parser: pytest.Parser) -> None:
    """`make security`; known where this folder is named on the command line."""
    parser.addoption("--write-matrix", action="store_true", help="write docs/security.md's matrix")


@pytest.fixture(autouse=True)
def _real_stack(transactional_db, valkey, settings) -> None:
    rates = {name: "1000000/second" for name in settings.GYOJI if name.startswith("RATE_")}
    settings.GYOJI = {**settings.GYOJI, **rates}
    Tenant.objects.get_or_create(slug="default", defaults={"name": "Gyoji", "hosts": ["*"]})
    forget_tenants()


@pytest.fixture
def world(settings) -> World:
    """What the matrix is asked about."""
    settings.ALLOWED_HOSTS = [OUR_HOST, THEIR_HOST, APPS_HOST]
    cache.clear()
    return World()
