"""Words for the API document: which problems an endpoint can answer, and the headers it speaks."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse
from rest_framework import serializers

from accounts.access import Scope
from games.problems import MEDIA_TYPE, PROBLEMS, problem

if TYPE_CHECKING:
    from games.api.endpoint import Endpoint

Responses: TypeAlias = dict[Any, Any]

EVERYWHERE = ("bad-request", "not-found", "rate-limited", "unavailable")
FOR_PLAYERS = ("unauthenticated", "banned", "scope-missing", "no-player", "csrf-failed")
WITH_BODY = ("payload-too-large", "unsupported-media-type")
EXTRAS: dict[str, dict[str, Any]] = {
    "scope-missing": {"scope": "layouts"},
    "quota-reached": {"quota": "bots", "limit": 5},
    "bad-request": {"fields": ["side"]},
    "rate-limited": {"retry_after": 3},
    "unavailable": {"retry_after": 2},
    "banned": {"until": "2027-01-01T00:00:00+00:00", "message": "fair-play"},
    "both-seats": {"matches": ["01a22ad7-ef83-716c-aeb7-56b8a891dfbb"]},
    "muted": {"until": "2031-01-01T12:00:00+00:00"},
    "in-progress": {"retry_after": 87},
    "payload-too-large": {"limit": 16_384},
    "stale-version": {"version": 43},
    "illegal-layout": {"reasons": [{"code": "mine_on_bridgehead", "squares": ["b4"]}]},
}


class Documented(AutoSchema):
    def get_description(self) -> str:  # type: ignore[override]  # why: drf-spectacular's own
        """Only what `extend_schema` says; docstrings are for readers of the code."""
        return ""

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:  # why Any: drf-spectacular's own
        """Also who may call: `x-gyoji-access` and, where a token is needed, its `x-gyoji-scope`."""
        operation = super().get_operation(*args, **kwargs)
        if operation:
            view = cast("Endpoint", self.view)
            operation["x-gyoji-access"] = view.access()
            if view.access() == "player":
                operation["x-gyoji-scope"] = view.scope_of(self.method).value
        return operation


class ReasonShape(serializers.Serializer[Any]):
    code = serializers.CharField()
    squares = serializers.ListField(child=serializers.CharField())


class ProblemShape(serializers.Serializer[Any]):
    """RFC 9457. Branch on `code`; `detail` is for people."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.ChoiceField(choices=list(PROBLEMS))
    fields_ = serializers.ListField(child=serializers.CharField(), required=False)
    scope = serializers.ChoiceField(choices=Scope.values, required=False)
    quota = serializers.CharField(required=False)
    reasons = ReasonShape(many=True, required=False)
    version = serializers.IntegerField(required=False)
    revision = serializers.IntegerField(required=False)
    retry_after = serializers.IntegerField(required=False)
    matches = serializers.ListField(child=serializers.CharField(), required=False)
    limit = serializers.IntegerField(required=False)
    until = serializers.DateTimeField(required=False)
    message = serializers.CharField(required=False)
    request_id = serializers.CharField(required=False, help_text="As in the header `X-Request-ID`.")

    def get_fields(self) -> dict[str, Any]:
        """`fields` is a member of the body and also a word of DRF's own."""
        found = super().get_fields()
        return {name.rstrip("_"): field for name, field in found.items()}


def problems(
    *codes: str, is_public: bool = False, has_body: bool = False, not_negotiated: bool = False
) -> Responses:
    """One response per status for `codes` and for what every such endpoint may answer."""
    known = [
        *EVERYWHERE,
        *(() if not_negotiated else ("not-acceptable",)),
        *(() if is_public else FOR_PLAYERS),
        *(WITH_BODY if has_body else ()),
        *codes,
    ]
    by_status: dict[int, list[str]] = defaultdict(list)
    for code in dict.fromkeys(known):
        by_status[PROBLEMS[code].status].append(code)
    return {
        (status, MEDIA_TYPE): OpenApiResponse(
            ProblemShape,
            description=" · ".join(f"`{code}`: {PROBLEMS[code].title}." for code in of_status),
            examples=[
                OpenApiExample(code, value=problem(code, extra=EXTRAS.get(code))) for code in of_status
            ],
        )
        for status, of_status in sorted(by_status.items())
    }


def answer_header(name: str, description: str, statuses: list[int]) -> OpenApiParameter:
    return OpenApiParameter(
        name, OpenApiTypes.STR, OpenApiParameter.HEADER, response=list(statuses), description=description
    )


def query(
    name: str, description: str, *, kind: Any = OpenApiTypes.STR, **more: Any
) -> OpenApiParameter:  # why Any: a type or an OpenAPI schema
    return OpenApiParameter(name, kind, OpenApiParameter.QUERY, description=description, **more)


def command_id(what: str, *, required: bool = False) -> OpenApiParameter:
    """The header by which a repeat of `what` is known."""
    return OpenApiParameter(
        "Idempotency-Key",
        OpenApiTypes.UUID,
        OpenApiParameter.HEADER,
        required=required,
        description=f"Made by the client, new for every {what}, the same for a repeat.",
    )


TENANT = OpenApiParameter(
    "X-Gyoji-Tenant",
    {"type": "string", "enum": ["default"]},
    OpenApiParameter.HEADER,
    description="Client key of a tenant, for apps; web pages are known by their host name.",
)
RETRY_AFTER = answer_header("Retry-After", "Seconds to wait.", [429])
ETAG = answer_header("ETag", 'Epoch and version, such as `"e1-v42"`.', [200])
