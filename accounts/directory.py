"""Which tenant a request is for: found by host name, or by the client key of an app."""

from __future__ import annotations

import time

from accounts.errors import NotFound
from accounts.models import Tenant

CACHE_SECONDS = 5.0
DEFAULT_SLUG = "default"  # the tenant of a new installation, which apps may name without its key

_cached: dict[int, tuple[Tenant, ...]] = {}  # by the time slot they were read in; one entry


def all_tenants() -> tuple[Tenant, ...]:
    """The active ones, at most a few seconds old: every request asks for one."""
    slot = int(time.monotonic() / CACHE_SECONDS)
    tenants = _cached.get(slot)
    if not tenants:
        tenants = tuple(Tenant.objects.filter(is_active=True))
        forget_tenants()
        _cached[slot] = tenants
    return tenants


def forget_tenants() -> None:
    """Drop the cache after a tenant was changed in this process."""
    _cached.clear()


def resolve_tenant(host: str, key: str = "") -> Tenant:
    """The tenant of a host name; a client key may name it too. Raises NotFound when they disagree."""
    tenants = all_tenants()
    named = [tenant for tenant in tenants if host in tenant.hosts]
    if key:
        keyed = [tenant for tenant in tenants if _is_key_of(key, tenant)]
        if not keyed or (named and named != keyed):
            raise NotFound
        return keyed[0]
    for tenant in named or [tenant for tenant in tenants if "*" in tenant.hosts]:
        return tenant
    raise NotFound


def _is_key_of(key: str, tenant: Tenant) -> bool:
    return key == tenant.client_key or key == tenant.slug == DEFAULT_SLUG
