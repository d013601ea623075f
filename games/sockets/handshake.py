"""May this connection open a socket: sub-protocol, host and Origin. Who it is, the hello says later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from asgiref.typing import WebSocketScope
from django.conf import settings
from django.http import parse_cookie
from django.http.request import split_domain_port, validate_host

from accounts.models import Tenant

PROTOCOL = "gyoji.v1.json"


@dataclass(frozen=True, slots=True)
class Visitor:
    """`host` without port, `authority` with it; `origin` is empty for apps that are no browser.

    `session_key` is the cookie's, for a page of this very host: another site's page may not use it, even one
    whose origin the tenant allows.
    """

    host: str
    authority: str
    origin: str
    session_key: str = field(default="", repr=False)


def offered_protocol(scope: WebSocketScope) -> str | None:
    """Ours where offered, else an older or newer Gyoji protocol to say goodbye in, else None."""
    offered = list(scope["subprotocols"])
    if PROTOCOL in offered:
        return PROTOCOL
    return next((each for each in offered if each.startswith("gyoji.")), None)


def read_visitor(scope: WebSocketScope) -> Visitor | None:
    """None when the host is not ours, or two hosts or Origins were sent."""
    headers: Mapping[str, str] = {
        name.decode("latin1").lower(): value.decode("latin1") for name, value in scope["headers"]
    }
    names = Counter(name.lower() for name, _value in scope["headers"])
    authority = headers.get("host", "").lower()
    host, _port = split_domain_port(authority)
    if names[b"origin"] > 1 or names[b"host"] > 1:
        return None
    if not host or not validate_host(host, settings.ALLOWED_HOSTS):
        return None
    origin = headers.get("origin", "")
    cookies = parse_cookie(headers.get("cookie", ""))
    key = cookies.get(settings.SESSION_COOKIE_NAME, "") if is_own_page(origin, authority) else ""
    return Visitor(host, authority, origin, key)


def is_own_page(origin: str, authority: str) -> bool:
    """Whether it is a page of this very host that asks, or no browser."""
    if not origin:
        return True
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and parts.netloc.lower() == authority


def is_origin_allowed(visitor: Visitor, tenant: Tenant) -> bool:
    """A page of this very host, one the tenant names, or no browser at all."""
    return visitor.origin in tenant.allowed_origins or is_own_page(visitor.origin, visitor.authority)
