"""A layout as a file: read into pieces, written from pieces, and a saved one fetched."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.access import Scope
from games import layout_files
from games.api.authentication import actor_of
from games.api.docs import RETRY_AFTER, TENANT, Responses, answer_header, problems, query
from games.api.endpoint import Endpoint, read
from games.api.fields import Pieces, QueryObject, SideField, Strict, Text
from games.api.layouts import OPTIONS, SIDE
from games.api.parsers import FileParser, TextFileParser
from games.api.shapes import ReadFileShape
from games.layout_files import LayoutFile

BYTES, PLAIN = FileParser.media_type, TextFileParser.media_type
FORMAT = query("format", "A key of the system's `layout_formats`.", required=True)
DISPOSITION = answer_header("Content-Disposition", "The file's name.", [200])


class AnyFile(BaseRenderer):
    """So that a client may ask for a file's own type; the endpoints answer without a renderer."""

    media_type = "*/*"
    format = "file"

    def render(self, data: object, *_: object) -> bytes:
        raise AssertionError(data)


class FormatQuery(Strict):
    format = Text(max_length=20)


class ReadQuery(FormatQuery):
    system = Text(max_length=20)
    side = SideField(required=False)
    options = QueryObject(required=False)


class WriteBody(Strict):
    system = Text(max_length=20)
    format = Text(max_length=20)
    pieces = Pieces()
    side = SideField(required=False)


def _answers(*, has_body: bool = False) -> Responses:
    types = ((200, BYTES), (200, PLAIN))
    return {
        **dict.fromkeys(types, OpenApiResponse(OpenApiTypes.BINARY)),
        **problems("illegal-layout", has_body=has_body),
    }


def _file(made: LayoutFile) -> HttpResponse:
    disposition = content_disposition_header(as_attachment=True, filename=made.name)
    return HttpResponse(
        made.content, content_type=made.media_type, headers={"Content-Disposition": str(disposition)}
    )


class ReadFile(Endpoint):
    scope = Scope.LAYOUTS
    parser_classes = (FileParser, TextFileParser)

    @extend_schema(
        operation_id="readLayoutFile",
        tags=["layouts"],
        summary="The pieces in a layout file, and why the options do not allow them; nothing is kept",
        request={BYTES: OpenApiTypes.BINARY, PLAIN: OpenApiTypes.BINARY},
        parameters=[
            TENANT,
            RETRY_AFTER,
            query("system", "The game system.", required=True),
            FORMAT,
            SIDE,
            OPTIONS,
        ],
        responses={200: ReadFileShape, **problems("bad-options", "illegal-layout", has_body=True)},
    )
    def post(self, request: Request) -> Response:
        actor, asked = actor_of(request), read(ReadQuery, request.query_params)
        content = cast("bytes", request.data or b"")  # why: without a body no parser is asked
        form = layout_files.find_form(actor, asked["system"], asked["format"], asked.get("side"))
        layout, reasons = layout_files.read_file(actor, form, content, asked.get("options", {}))
        return Response({"pieces": dict(layout), "reasons": [reason.to_json() for reason in reasons]})


class WriteFile(Endpoint):
    scope = Scope.LAYOUTS
    renderer_classes = (JSONRenderer, AnyFile)

    @extend_schema(
        operation_id="writeLayoutFile",
        tags=["layouts"],
        summary="A file of the pieces, also of a layout that is not finished",
        request=WriteBody,
        parameters=[TENANT, RETRY_AFTER, DISPOSITION],
        responses=_answers(has_body=True),
    )
    def post(self, request: Request) -> HttpResponse:
        actor, body = actor_of(request), read(WriteBody, request.data)
        form = layout_files.find_form(actor, body["system"], body["format"], body.get("side"))
        return _file(layout_files.write_file(form, body["pieces"]))


class SavedFile(Endpoint):
    scope = Scope.LAYOUTS
    renderer_classes = (JSONRenderer, AnyFile)

    @extend_schema(
        operation_id="seeLayoutFile",
        tags=["layouts"],
        summary="A saved layout as a file",
        parameters=[TENANT, RETRY_AFTER, FORMAT, DISPOSITION],
        responses=_answers(),
    )
    def get(self, request: Request, layout_id: UUID) -> HttpResponse:
        actor, asked = actor_of(request), read(FormatQuery, request.query_params)
        return _file(layout_files.saved_file(actor, layout_id, asked["format"]))
