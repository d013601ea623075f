"""Whose rows this thread or task works on. No models here: the database engine reads it before they load."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from uuid import UUID

_current: ContextVar[UUID | None] = ContextVar("tenant", default=None)


class NoTenantScope(RuntimeError):
    """Our own mistake: a tenant's rows were asked for outside `tenant_scope`."""


def tenant_in_scope() -> UUID | None:
    """The tenant in scope, if there is one."""
    return _current.get()


def current_tenant_id() -> UUID:
    """The tenant in scope; also the default of every `tenant` column. Raises NoTenantScope."""
    tenant_id = _current.get()
    if tenant_id is None:
        raise NoTenantScope("a query for tenant rows needs a tenant scope")
    return tenant_id


@contextmanager
def tenant_scope(tenant_id: UUID | None) -> Iterator[None]:
    """Limit `objects`, and what Postgres shows at all, to this tenant; follows the context into threads.

    None, from a row that is not saved yet, is no scope: queries raise.
    """
    token = _current.set(tenant_id)
    try:
        yield
    finally:
        _current.reset(token)
