"""What all endpoints share: limits, who asks, strict reading of body and query, private answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.http import HttpRequest, QueryDict
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.access import Scope
from accounts.addresses import client_address, tenant_of
from accounts.errors import BadRequest, Unauthenticated
from accounts.identity import Actor
from accounts.limits import spend
from accounts.models import Tenant
from games.api.authentication import TokenAuthentication
from games.api.errors import bad_fields, problem_for, problem_response
from games.api.fields import Strict
from games.api.parsers import check_text
from games.problems import problem

# Long polls and streams read through these few threads, so that no waiting client holds a connection.
READERS = ThreadPoolExecutor(max_workers=8, thread_name_prefix="gyoji-poll")


def read(kind: type[Strict], source: object) -> dict[str, Any]:
    """The checked fields of a body or a query. Raises BadRequest with `fields`."""
    if isinstance(source, QueryDict):
        source = _query(source)
    serializer = kind(data=source)
    try:
        serializer.is_valid(raise_exception=True)
    except ValidationError as error:
        raise bad_fields(error) from error
    return dict(serializer.validated_data)


def _query(query: QueryDict) -> Mapping[str, str]:
    for key, values in query.lists():
        check_text(key)
        for value in values:
            check_text(str(value))
        if len(values) > 1:
            raise BadRequest("The query names a field twice.", fields=[key[:40]])
    return {key: str(value) for key, value in query.items()}


class Endpoint(APIView):
    """One address. Who asks must show a token with `scope` unless `is_public`.

    An address that names no scope is for devices of the account alone. `scopes`: methods that need another.
    """

    is_public: ClassVar[bool] = False
    scope: ClassVar[Scope] = Scope.ACCOUNT
    scopes: ClassVar[Mapping[str, Scope]] = {}
    http_method_names = ["get", "head", "post", "patch", "delete"]  # noqa: RUF012  why: as DRF types it

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        # why: a chunked request says no length, and DRF takes that for an empty body
        if request.method not in {"GET", "HEAD"} and not request.META.get("CONTENT_LENGTH"):
            request.META["CONTENT_LENGTH"] = str(len(request.body))
        return super().initialize_request(request, *args, **kwargs)

    def get_authenticators(self) -> list[Any]:
        """A public address does not look at tokens: an expired one must not keep its owner out."""
        return [] if self.is_public else [TokenAuthentication()]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        http = request._request  # noqa: SLF001  why: DRF has no public name for it
        spend("RATE_REQUESTS_PER_ADDRESS", client_address(http))
        super().initial(request, *args, **kwargs)
        if self.is_public:
            return
        if request.auth is None:
            raise Unauthenticated
        if isinstance(request.auth, Actor):  # where a session alone is asked for, nobody plays yet
            request.auth.require(self.scope_of(str(request.method)))

    def access(self) -> str:
        """Who may call: "public", "player", or "session": who has signed in, with or without a player."""
        if self.is_public:
            return "public"
        shown = self.get_authenticators()
        return "player" if any(isinstance(each, TokenAuthentication) for each in shown) else "session"

    @classmethod
    def scope_of(cls, method: str) -> Scope:
        return cls.scopes.get(method, cls.scope)

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        done = super().finalize_response(request, response, *args, **kwargs)
        make_private(done)
        return done


def asked_tenant(request: Request) -> Tenant:
    """The tenant of a public call. Raises NotFound."""
    return tenant_of(request._request)  # noqa: SLF001  why: DRF has no public name for it


def make_private(response: HttpResponseBase) -> None:
    """Answers are for the caller alone unless the endpoint said otherwise."""
    response.headers.setdefault("Cache-Control", "no-store")
    patch_vary_headers(response, ["Authorization", "Cookie"])


def in_reader(work: Callable[..., Any]) -> Callable[..., Any]:
    """`work` in a reader thread, giving its connection back to the pool at once."""

    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return work(*args, **kwargs)
        finally:
            close_old_connections()

    return sync_to_async(run, thread_sensitive=False, executor=READERS)


class AsyncEndpoint(Endpoint):
    """An address whose `get` is a coroutine: it waits without holding a thread or a connection.

    Django REST Framework has no such thing; what it would do around `get` is done here.
    """

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        async def view(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
            if request.method != "GET":  # why not HEAD: there is nothing to wait for
                refused = problem_response(problem("method-not-allowed"))
                refused["Allow"] = "GET"
                return refused
            response: HttpResponseBase
            try:
                response = await cls(**initkwargs).get(request, **kwargs)  # type: ignore[attr-defined]
            except Exception as error:  # noqa: BLE001  why: the edge of the process; it is logged
                response = problem_for(error)
            make_private(response)
            return response

        view.cls = cls  # type: ignore[attr-defined]
        view.initkwargs = initkwargs  # type: ignore[attr-defined]
        return csrf_exempt(view)
