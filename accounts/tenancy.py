"""Tenant scope: every row belongs to one tenant, and a query outside a scope raises."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeVar
from uuid import UUID

from django.db import models

if TYPE_CHECKING:
    from django.db.models import QuerySet

_current: ContextVar[UUID | None] = ContextVar("tenant", default=None)


class NoTenantScope(RuntimeError):
    """Our own mistake: a tenant's rows were asked for outside `tenant_scope`."""


def current_tenant_id() -> UUID:
    """The tenant in scope; also the default of every `tenant` column. Raises NoTenantScope."""
    tenant_id = _current.get()
    if tenant_id is None:
        raise NoTenantScope("a query for tenant rows needs a tenant scope")
    return tenant_id


@contextmanager
def tenant_scope(tenant_id: UUID | None) -> Iterator[None]:
    """Limit `objects` of every tenant model to this tenant; follows the context into threads and tasks.

    None, from a row that is not saved yet, is no scope: queries raise.
    """
    token = _current.set(tenant_id)
    try:
        yield
    finally:
        _current.reset(token)


M = TypeVar("M", bound=models.Model)


class TenantManager(models.Manager[M]):
    """Rows of the tenant in scope, and no others."""

    def get_queryset(self) -> QuerySet[M]:
        return super().get_queryset().filter(tenant_id=current_tenant_id())


class TenantModel(models.Model):
    """A row that belongs to one tenant. `everywhere` crosses tenants: housekeeping only."""

    tenant = models.ForeignKey("accounts.Tenant", on_delete=models.CASCADE, default=current_tenant_id)

    objects = TenantManager()
    everywhere = models.Manager()

    class Meta:
        abstract = True
        default_manager_name = (
            "everywhere"  # what Django itself walks (cascades, admin) must not need a scope
        )
