"""The API document, made once per process from the code, and its browsable page."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any

import yaml
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

from games.problems import PROBLEMS, TYPE_PREFIX, problem

SQUARES = {"type": "string", "example": "b4"}
KIND = {"type": "string", "nullable": True, "example": "general", "description": "null while it is hidden"}
SIDE = {"type": "string", "enum": ["first", "second"]}
LOSSES = {
    "type": "object",
    "properties": {
        "count": {"type": "integer"},
        "kinds": {"type": "array", "items": {"type": "string"}, "nullable": True},
    },
    "required": ["count", "kinds"],
}
GUNJIN_VIEW: dict[str, Any] = {
    "type": "object",
    "description": "`view` of a match of Gunjin Shogi: board and losses as one audience may know them.",
    "properties": {
        "viewer": {**SIDE, "nullable": True},
        "turn": {**SIDE, "nullable": True},
        "number": {"type": "integer", "description": "Plies played."},
        "quiet_plies": {"type": "integer"},
        "quiet_limit": {"type": "integer", "nullable": True},
        "pieces": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "square": SQUARES,
                    "side": SIDE,
                    "origin": {**SQUARES, "description": "The starting square, which names the piece."},
                    "moved": {"type": "boolean"},
                    "kind": KIND,
                },
                "required": ["square", "side", "origin", "moved", "kind"],
            },
        },
        "removed": {"type": "object", "properties": {"first": LOSSES, "second": LOSSES}},
        "last": {"type": "object", "nullable": True, "description": "The last ply as it was told."},
        "outcome": {"type": "object", "nullable": True},
    },
    "required": [
        "viewer", "turn", "number", "quiet_plies", "quiet_limit", "pieces", "removed", "last", "outcome",
    ],
}  # fmt: skip


def finish_document(result: dict[str, Any], **_kwargs: object) -> dict[str, Any]:
    """drf-spectacular's POSTPROCESSING_HOOKS: what no serializer says."""
    result["components"]["schemas"]["GunjinView"] = GUNJIN_VIEW
    return result


@cache
def _document() -> dict[str, Any]:
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    document: dict[str, Any] = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return document


@cache
def _text(form: str) -> tuple[bytes, str]:
    if form == "json":
        body = json.dumps(_document(), ensure_ascii=False).encode()
    else:
        body = yaml.safe_dump(json.loads(_text("json")[0]), allow_unicode=True, sort_keys=False).encode()
    return body, f'"{hashlib.sha256(body).hexdigest()[:16]}"'


def _served(request: HttpRequest, form: str, content_type: str) -> HttpResponse:
    body, tag = _text(form)
    if request.headers.get("If-None-Match") == tag:
        return HttpResponse(status=304, headers={"ETag": tag})
    headers = {"ETag": tag, "Cache-Control": "public, no-cache"}
    return HttpResponse(body, content_type=content_type, headers=headers)


@require_safe
def openapi_json(request: HttpRequest) -> HttpResponse:
    return _served(request, "json", "application/json")


@require_safe
def openapi_yaml(request: HttpRequest) -> HttpResponse:
    return _served(request, "yaml", "application/yaml")


@require_safe
def problem_page(_request: HttpRequest, code: str) -> HttpResponse:
    """Where the `type` of a problem leads."""
    if code not in PROBLEMS:
        return JsonResponse(problem("not-found"), status=404, content_type="application/problem+json")
    kind = PROBLEMS[code]
    body = {"type": TYPE_PREFIX + code, "code": code, "status": kind.status, "title": kind.title}
    return JsonResponse(body, headers={"Cache-Control": "public, max-age=3600"})
