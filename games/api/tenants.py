"""Who asks: the credential a request shows, checked in the tenant it came to."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from rest_framework.authentication import CSRFCheck

from accounts.addresses import tenant_of
from accounts.directory import all_tenants
from accounts.errors import CsrfFailed, Unauthenticated
from accounts.identity import Actor, authenticate, authenticate_session

SCHEME = "bearer"
SESSION_HEADER = "X-Session-Token"


def origin_is_allowed(request: HttpRequest, origin: str, *, any_tenant: bool) -> bool:
    """Whether a page from `origin` may ask. Raises NotFound, DisallowedHost.

    A preflight does not say which tenant it is for when a header names it: `any_tenant` then.
    """
    tenants = all_tenants() if any_tenant else (tenant_of(request),)
    return any(origin in tenant.allowed_origins for tenant in tenants)


def bearer_token(request: HttpRequest) -> str | None:
    """The token shown, "" for a header that is none, or None without a header."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.lower() == SCHEME else ""


def session_cookie(request: HttpRequest) -> str | None:
    """The key of the cookie's session, where no Authorization header stands beside it: that one counts alone.

    Raises CsrfFailed for a call that changes something and was perhaps made by another site's page.
    """
    if "Authorization" in request.headers:
        return None
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if key:
        _check_csrf(request)
    return key or None


def _check_csrf(request: HttpRequest) -> None:
    """Django's own check, which no middleware makes for the API. Raises CsrfFailed.

    The header counts alone: a form, which may be a broken one, is not looked into.
    """
    request.POST = QueryDict()
    check = CSRFCheck(_no_view)
    check.process_request(request)
    if check.process_view(request, _no_view, (), {}):
        raise CsrfFailed


def _no_view(_request: HttpRequest) -> HttpResponse:
    """Never called. Our own are all marked as exempt from the check, for they have no middleware."""
    return HttpResponse()


def identify(request: HttpRequest) -> Actor:
    """Who asks. Raises Unauthenticated, NoPlayer, CsrfFailed, Banned, NotFound."""
    tenant = tenant_of(request)
    token = bearer_token(request)
    if token is not None:
        return authenticate(tenant, token)
    key = session_cookie(request)
    if key is None:
        raise Unauthenticated
    return authenticate_session(tenant, key)
