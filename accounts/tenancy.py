"""Rows that belong to one tenant: a query outside a scope raises."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from django.db import models

from accounts.scope import NoTenantScope, current_tenant_id, tenant_scope

if TYPE_CHECKING:
    from django.db.models import QuerySet

__all__ = ["NoTenantScope", "TenantManager", "TenantModel", "current_tenant_id", "tenant_scope"]

M = TypeVar("M", bound=models.Model)


class TenantManager(models.Manager[M]):
    """Rows of the tenant in scope, and no others."""

    def get_queryset(self) -> QuerySet[M]:
        return super().get_queryset().filter(tenant_id=current_tenant_id())


class TenantModel(models.Model):
    """A row that belongs to one tenant.

    `everywhere` has no filter of its own, for what Django itself walks (cascades, the admin). Postgres shows
    the servers' role one tenant's rows all the same; only the owner of the tables, who migrates, sees all.
    """

    tenant = models.ForeignKey("accounts.Tenant", on_delete=models.CASCADE, default=current_tenant_id)

    objects = TenantManager()
    everywhere = models.Manager()

    class Meta:
        abstract = True
        default_manager_name = (
            "everywhere"  # what Django itself walks (cascades, admin) must not need a scope
        )
