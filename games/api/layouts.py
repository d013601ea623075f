"""A player's saved layouts, and the tools that deal, mirror and check one."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.access import Scope
from accounts.errors import BadRequest
from games import layouts
from games.api.authentication import actor_of
from games.api.docs import RETRY_AFTER, TENANT, ReasonShape, answer_header, problems, query
from games.api.endpoint import Endpoint, read
from games.api.fields import Free, Pieces, QueryObject, SideField, Strict, Text
from games.api.parsers import ImportParser
from games.api.shapes import SIDES, PiecesShape, SavedLayoutShape, SavedLayoutsShape
from games.rules.core import Layout

SIDE = query("side", "Turn the squares for this side; the owner's own view when left out.", enum=SIDES)
OPTIONS = query("options", "A JSON object of options to judge by; what is missing has its default.")


class SideQuery(Strict):
    side = SideField(required=False)


class LookQuery(SideQuery):
    options = QueryObject(required=False)


class ListQuery(LookQuery):
    system = Text(required=False, max_length=20)


class NewLayoutBody(Strict):
    system = Text(max_length=20)
    name = Text(max_length=100)
    pieces = Pieces()
    side = SideField(required=False)


class ChangeBody(Strict):
    name = Text(required=False, max_length=100)
    pieces = Pieces(required=False)


class DealBody(Strict):
    system = Text(max_length=20)
    options = Free(required=False)
    side = SideField(required=False)


class PiecesBody(DealBody):
    pieces = Pieces()


class PortableLayout(Strict):
    system = Text(max_length=20)
    name = Text(max_length=100)
    pieces = Pieces()


class CheckShape(serializers.Serializer[Any]):
    legal = serializers.BooleanField()
    reasons = ReasonShape(many=True)


def _look(asked: dict[str, Any]) -> layouts.Look:
    return layouts.Look(asked.get("side"), asked.get("options", {}))


class Layouts(Endpoint):
    scope = Scope.LAYOUTS

    @extend_schema(
        operation_id="listLayouts",
        tags=["layouts"],
        summary="The caller's saved layouts; the last one used stands first",
        parameters=[
            TENANT,
            RETRY_AFTER,
            SIDE,
            query("system", "Only those of this game system; `options` need it."),
            OPTIONS,
        ],
        responses={200: SavedLayoutsShape, **problems("bad-options")},
    )
    def get(self, request: Request) -> Response:
        actor, asked = actor_of(request), read(ListQuery, request.query_params)
        shown = layouts.show_layouts(actor, asked.get("system"), _look(asked))
        return Response({"layouts": shown})

    @extend_schema(
        operation_id="saveLayout",
        tags=["layouts"],
        summary="Keep a legal layout under a name",
        request=NewLayoutBody,
        parameters=[TENANT, RETRY_AFTER, answer_header("Location", "The layout's address.", [201])],
        responses={
            201: SavedLayoutShape,
            **problems("illegal-layout", "name-taken", "too-many-layouts", has_body=True),
        },
    )
    def post(self, request: Request) -> Response:
        actor, body = actor_of(request), read(NewLayoutBody, request.data)
        side = body.get("side")
        row = layouts.save_layout(actor, body["system"], body["name"], body["pieces"], side)
        shown = layouts.show_layout(actor, row, layouts.Look(side))
        return Response(shown, status=201, headers={"Location": f"/api/v1/layouts/{row.id}"})


class LayoutById(Endpoint):
    scope = Scope.LAYOUTS

    @extend_schema(
        operation_id="seeLayout",
        tags=["layouts"],
        summary="One saved layout",
        parameters=[TENANT, RETRY_AFTER, SIDE, OPTIONS],
        responses={200: SavedLayoutShape, **problems("bad-options")},
    )
    def get(self, request: Request, layout_id: UUID) -> Response:
        actor, asked = actor_of(request), read(LookQuery, request.query_params)
        row = layouts.saved_layout(actor, layout_id)
        return Response(layouts.show_layout(actor, row, _look(asked)))

    @extend_schema(
        operation_id="changeLayout",
        tags=["layouts"],
        summary="Rename a saved layout, or replace its pieces",
        request=ChangeBody,
        parameters=[TENANT, RETRY_AFTER, SIDE],
        responses={200: SavedLayoutShape, **problems("illegal-layout", "name-taken", has_body=True)},
    )
    def patch(self, request: Request, layout_id: UUID) -> Response:
        actor, body = actor_of(request), read(ChangeBody, request.data)
        side = read(SideQuery, request.query_params).get("side")
        row = layouts.change_layout(
            actor, layout_id, name=body.get("name"), pieces=body.get("pieces"), side=side
        )
        return Response(layouts.show_layout(actor, row, layouts.Look(side)))

    @extend_schema(
        operation_id="deleteLayout",
        tags=["layouts"],
        summary="Forget a saved layout",
        request=None,
        parameters=[TENANT, RETRY_AFTER],
        responses={204: None, **problems()},
    )
    def delete(self, request: Request, layout_id: UUID) -> Response:
        layouts.delete_layout(actor_of(request), layout_id)
        return Response(status=204)


class RandomLayout(Endpoint):
    scope = Scope.PLAY

    @extend_schema(
        operation_id="dealLayout",
        tags=["layouts"],
        summary="Deal a legal layout at random",
        request=DealBody,
        parameters=[TENANT, RETRY_AFTER],
        responses={200: PiecesShape, **problems("bad-options", "illegal-layout", has_body=True)},
    )
    def post(self, request: Request) -> Response:
        actor, body = actor_of(request), read(DealBody, request.data)
        return _pieces(
            layouts.random_layout(actor, body["system"], body.get("options", {}), body.get("side"))
        )


class MirrorLayout(Endpoint):
    scope = Scope.PLAY

    @extend_schema(
        operation_id="mirrorLayout",
        tags=["layouts"],
        summary="Exchange left and right",
        request=PiecesBody,
        parameters=[TENANT, RETRY_AFTER],
        responses={200: PiecesShape, **problems("bad-options", "illegal-layout", has_body=True)},
    )
    def post(self, request: Request) -> Response:
        actor, body = actor_of(request), read(PiecesBody, request.data)
        return _pieces(
            layouts.mirror_layout(
                actor, body["system"], body.get("options", {}), body["pieces"], body.get("side")
            )
        )


def _pieces(pieces: Layout) -> Response:
    return Response({"pieces": dict(pieces)})


class CheckLayout(Endpoint):
    scope = Scope.PLAY

    @extend_schema(
        operation_id="checkLayout",
        tags=["layouts"],
        summary="Every reason why the pieces are no legal layout",
        request=PiecesBody,
        parameters=[TENANT, RETRY_AFTER],
        responses={200: CheckShape, **problems("bad-options", has_body=True)},
    )
    def post(self, request: Request) -> Response:
        actor, body = actor_of(request), read(PiecesBody, request.data)
        reasons = layouts.check_layout(
            actor, body["system"], body.get("options", {}), body["pieces"], body.get("side")
        )
        return Response({"legal": not reasons, "reasons": [reason.to_json() for reason in reasons]})


class ExportLayouts(Endpoint):
    scope = Scope.LAYOUTS

    @extend_schema(
        operation_id="exportLayouts",
        tags=["layouts"],
        summary="All named layouts as a JSON list that `layouts/import` reads",
        parameters=[TENANT, RETRY_AFTER],
        responses={200: PortableLayout(many=True), **problems()},
    )
    def get(self, request: Request) -> Response:
        read(Strict, request.query_params)
        actor = actor_of(request)
        return Response(layouts.export_layouts(actor))


class ImportLayouts(Endpoint):
    scope = Scope.LAYOUTS
    parser_classes = (ImportParser,)

    @extend_schema(
        operation_id="importLayouts",
        tags=["layouts"],
        summary="Keep all layouts of a list, or none; one that is already there is left alone",
        request=PortableLayout(many=True),
        parameters=[TENANT, RETRY_AFTER],
        responses={
            200: SavedLayoutsShape,
            **problems("illegal-layout", "name-taken", "too-many-layouts", has_body=True),
        },
    )
    def post(self, request: Request) -> Response:
        actor, data = actor_of(request), request.data
        if not isinstance(data, list) or len(data) > layouts.LAYOUTS_PER_PLAYER:
            raise BadRequest(f"Must be a list of at most {layouts.LAYOUTS_PER_PLAYER} layouts.")
        items = [read(PortableLayout, item) for item in data]
        rows = layouts.import_layouts(
            actor, [(item["system"], item["name"], item["pieces"]) for item in items]
        )
        return Response({"layouts": [layouts.show_layout(actor, row, layouts.Look()) for row in rows]})
