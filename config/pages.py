"""Sessions, forms and messages for the pages people open; the API needs none of them."""

from collections.abc import Awaitable, Callable
from typing import Any, cast

from asgiref.sync import iscoroutinefunction, markcoroutinefunction, sync_to_async
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.module_loading import import_string

Answer = HttpResponseBase | Awaitable[HttpResponseBase]
GetResponse = Callable[[HttpRequest], Answer]

PAGES = ("/admin/",)
CHAIN = (
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
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


def is_page(request: HttpRequest) -> bool:
    return request.path_info.startswith(PAGES)
