"""Whose address a request came to, and from which address."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

from accounts.identity import Actor, all_tenants, authenticate, resolve_tenant
from accounts.models import Tenant

SCHEME = "bearer"


def tenant_of(request: HttpRequest) -> Tenant:
    """By host name and `X-Gyoji-Tenant`. Raises NotFound; DisallowedHost for a host nobody serves."""
    host, _port = split_domain_port(request.get_host())
    return resolve_tenant(host, request.headers.get("X-Gyoji-Tenant", ""))


def origin_is_allowed(request: HttpRequest, origin: str, *, any_tenant: bool) -> bool:
    """Whether a page from `origin` may ask. Raises NotFound, DisallowedHost.

    A preflight does not say which tenant it is for when a header names it: `any_tenant` then.
    """
    tenants = all_tenants() if any_tenant else (tenant_of(request),)
    return any(origin in tenant.allowed_origins for tenant in tenants)


def client_address(request: HttpRequest) -> str:
    """Who floods us. Behind a proxy only the entry that our own proxy added can be believed."""
    if settings.BEHIND_PROXY:
        hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",")]
        if hops[-1]:
            return hops[-1]
    return str(request.META.get("REMOTE_ADDR") or "unknown")


def bearer_token(request: HttpRequest) -> str | None:
    """The token shown, "" for a header that is none, or None without a header."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.lower() == SCHEME else ""


def identify(request: HttpRequest) -> Actor:
    """Who asks. Raises Unauthenticated, Banned, NotFound."""
    return authenticate(tenant_of(request), bearer_token(request) or "")
