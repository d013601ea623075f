"""Sessions, forms and messages for the pages people open; the API needs none of them."""

from collections.abc import Awaitable, Callable
from typing import Any, cast

from asgiref.sync import iscoroutinefunction, markcoroutinefunction, sync_to_async
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.module_loading import import_string

from accounts.addresses import client_address, tenant_of
from accounts.errors import CsrfFailed, DomainError
from accounts.limits import spend
from accounts.second_factors import require_passkey
from accounts.sessions import is_bound_elsewhere, new_session
from games.api.errors import problem_for
from games.api.middleware import EitherWay
from games.api.parsers import read_json

Answer = HttpResponseBase | Awaitable[HttpResponseBase]
GetResponse = Callable[[HttpRequest], Answer]

SIGN_IN = "/_allauth/"
FORM = "/provider/redirect"  # the one address below it that takes a form
PAGES = ("/admin/", SIGN_IN)
CHAIN = (
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "config.pages.OneTenant",
)


class PageMiddleware:
    """Django's own chain, entered for `PAGES` alone.

    Each of its links costs an asynchronous request two visits to a thread: a third of a small one's time.
    """

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        self.links: list[Any] = []  # why Any: a middleware has no common type
        chain = get_response
        for name in reversed(CHAIN):
            chain = import_string(name)(chain)
            self.links.insert(0, chain)
        self.chain = chain
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Answer:
        return self.chain(request) if is_page(request) else self.get_response(request)

    async def process_view(self, request: HttpRequest, *view: Any) -> HttpResponseBase | None:  # noqa: ANN401
        """Django asks only the middlewares it knows: pass the question on (CSRF answers it)."""
        if is_page(request):
            for link in self.links:
                if hasattr(link, "process_view"):
                    refused = await sync_to_async(link.process_view)(request, *view)
                    if refused is not None:
                        return cast("HttpResponseBase", refused)
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        """As `process_view`: allauth answers some of its exceptions here."""
        if is_page(request):
            for link in reversed(self.links):
                if hasattr(link, "process_exception"):
                    answer = link.process_exception(request, error)
                    if answer is not None:
                        return cast("HttpResponseBase", answer)
        return None


class OneTenant(EitherWay):
    """Who signs in does so in the tenant of the request; a session of another tenant is not seen."""

    def must_begin(self, request: HttpRequest) -> bool:
        return request.path_info.startswith(SIGN_IN)

    def begin(self, request: HttpRequest) -> HttpResponse | None:
        try:
            spend("RATE_REQUESTS_PER_ADDRESS", client_address(request))
            if request.method != "GET" and not request.path_info.endswith(FORM) and request.body:
                # why: allauth's own reading fails on what is nested or long without end
                require_passkey(request.path_info, read_json(request.body))
            if is_bound_elsewhere(request.session, tenant_of(request)):
                request.session = new_session()
        except DomainError as error:
            return problem_for(error)
        return None


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponseBase:
    """Django's CSRF_FAILURE_VIEW: its own would be a page."""
    del request, reason
    return problem_for(CsrfFailed())


def is_page(request: HttpRequest) -> bool:
    return request.path_info.startswith(PAGES)
