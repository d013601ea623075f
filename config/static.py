"""Static files and the web client's, without making every other request synchronous."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import cast
from wsgiref.headers import Headers

from asgiref.sync import iscoroutinefunction, markcoroutinefunction, sync_to_async
from django.conf import settings
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

Answer = HttpResponseBase | Awaitable[HttpResponseBase]
HASHED = "/assets/"  # the client's files whose names change with their content


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # why: it has no types
    """WhiteNoise knows only synchronous chains, in which a waiting client would hold a thread."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Answer]) -> None:
        super().__init__(get_response)
        if Path(settings.CLIENT_FOLDER).is_dir():
            self.add_files(settings.CLIENT_FOLDER)
            self.files.pop("/index.html", None)  # config.client answers it, with its own headers
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Answer:
        if iscoroutinefunction(self):
            return self._answer(request)
        return cast("HttpResponseBase", super().__call__(request))

    async def _answer(self, request: HttpRequest) -> HttpResponseBase:
        file = self.files.get(request.path_info)
        if file is not None:
            return await sync_to_async(self.serve)(file, request)
        return await cast("Awaitable[HttpResponseBase]", self.get_response(request))

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponseBase:
        """Raises Http404 for a file that went since this process started: the client was built again."""
        try:
            return cast("HttpResponseBase", WhiteNoiseMiddleware.serve(static_file, request))
        except FileNotFoundError as error:
            raise Http404 from error

    def immutable_file_test(self, path: str, url: str) -> bool:
        """Whether the content behind `url` can never change."""
        return url.startswith(HASHED) or bool(super().immutable_file_test(path, url))

    def add_cache_headers(self, headers: Headers, path: str, url: str) -> None:
        """Files under fixed names (the worker, the manifest, icons) are asked for again each time."""
        super().add_cache_headers(headers, path, url)
        if not url.startswith(self.static_prefix) and not url.startswith(HASHED):
            headers["Cache-Control"] = "no-cache"
