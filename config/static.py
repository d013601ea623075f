"""Static files, without making every other request synchronous."""

from collections.abc import Awaitable, Callable
from typing import cast

from asgiref.sync import iscoroutinefunction, markcoroutinefunction, sync_to_async
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware

Answer = HttpResponseBase | Awaitable[HttpResponseBase]


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # why: it has no types
    """WhiteNoise knows only synchronous chains, in which a waiting client would hold a thread."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Answer]) -> None:
        super().__init__(get_response)
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Answer:
        if iscoroutinefunction(self):
            return self._answer(request)
        return cast("HttpResponseBase", super().__call__(request))

    async def _answer(self, request: HttpRequest) -> HttpResponseBase:
        file = self.files.get(request.path_info)
        if file is not None:
            return cast("HttpResponseBase", await sync_to_async(self.serve)(file, request))
        return await cast("Awaitable[HttpResponseBase]", self.get_response(request))
