"""Who the tests are to Postgres."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit
from uuid import UUID

import psycopg
from django.db import connection

from accounts.postgres.base import DatabaseWrapper
from accounts.walls import TENANT_SETTING, WEB_ROLE


def database_url(login: str) -> str:
    """This test's database, by the login of DATABASE_URL (its owner) or DATABASE_WEB_URL (what serves)."""
    return urlsplit(os.environ[login])._replace(path=f"/{connection.settings_dict['NAME']}").geturl()


@contextmanager
def as_web() -> Iterator[None]:
    """All threads are the servers' role outside tenant scopes, too, as in production.

    `everywhere` finds nothing there.
    """
    kept = DatabaseWrapper.unscoped_role
    DatabaseWrapper.unscoped_role = WEB_ROLE
    try:
        yield
    finally:
        DatabaseWrapper.unscoped_role = kept


@contextmanager
def raw_web_session(tenant_id: UUID | None = None) -> Iterator[psycopg.Connection]:
    """A session of psycopg alone, logged in as the servers' role, on this test's database."""
    with psycopg.connect(database_url("DATABASE_WEB_URL"), autocommit=True) as session:
        session.execute(f"SET ROLE {WEB_ROLE}")  # where the tests were given one login alone
        if tenant_id is not None:
            session.execute("SELECT set_config(%s, %s, false)", [TENANT_SETTING, str(tenant_id)])
        yield session
