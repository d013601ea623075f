"""Whose address a request came to, and from which address."""

from __future__ import annotations

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

from accounts.directory import resolve_tenant
from accounts.models import Tenant

NO_ADDRESS = "0.0.0.0"  # noqa: S104  why: nothing is bound to it


def tenant_of(request: HttpRequest) -> Tenant:
    """By host name and `X-Gyoji-Tenant`. Raises NotFound; DisallowedHost for a host nobody serves."""
    host, _port = split_domain_port(request.get_host())
    return resolve_tenant(host, request.headers.get("X-Gyoji-Tenant", ""))


def client_address(request: HttpRequest) -> str:
    """Who floods us. Behind a proxy only the entry that our own proxy added can be believed."""
    if settings.BEHIND_PROXY:
        hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",")]
        if hops[-1]:
            return hops[-1]
    return str(request.META.get("REMOTE_ADDR") or "unknown")


def client_ip(request: HttpRequest) -> str:
    """The same for a column of IP addresses: `NO_ADDRESS` for what is none, such as a Unix socket's."""
    try:
        return str(ip_address(client_address(request)))
    except ValueError:
        return NO_ADDRESS
