"""The game systems a tenant offers; public."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import catalog
from games.api.docs import RETRY_AFTER, TENANT, problems, query
from games.api.endpoint import Endpoint, asked_tenant, read
from games.api.fields import QueryObject, SideField, Strict
from games.api.shapes import SIDES, SetupsShape, SystemShape, SystemsShape


class SystemQuery(Strict):
    options = QueryObject(required=False)


class SetupsQuery(SystemQuery):
    side = SideField(required=False)


OPTIONS = query(
    "options",
    "A JSON object of options; what is missing has its default.",
    examples=[OpenApiExample("one option", value='{"plane_jump":"none"}')],
)


class Systems(Endpoint):
    is_public = True

    @extend_schema(
        operation_id="listSystems",
        tags=["systems"],
        summary="Which game systems are offered here",
        parameters=[TENANT, RETRY_AFTER],
        responses={200: SystemsShape, **problems(is_public=True)},
    )
    def get(self, request: Request) -> Response:
        read(Strict, request.query_params)
        return Response({"systems": catalog.list_systems(asked_tenant(request))})


class System(Endpoint):
    is_public = True

    @extend_schema(
        operation_id="describeSystem",
        tags=["systems"],
        summary="Board, kinds, options, win table and rules text",
        parameters=[TENANT, RETRY_AFTER, OPTIONS],
        responses={200: SystemShape, **problems("bad-options", is_public=True)},
    )
    def get(self, request: Request, key: str) -> Response:
        asked = read(SystemQuery, request.query_params)
        return Response(catalog.describe(asked_tenant(request), key, asked.get("options", {})))


class Setups(Endpoint):
    is_public = True

    @extend_schema(
        operation_id="listSetups",
        tags=["systems"],
        summary="Layouts to start from, each with the reasons why the options do not allow it",
        parameters=[
            TENANT,
            RETRY_AFTER,
            OPTIONS,
            query("side", "On whose squares; the first side's when left out.", enum=SIDES),
        ],
        responses={200: SetupsShape, **problems("bad-options", is_public=True)},
    )
    def get(self, request: Request, key: str) -> Response:
        asked = read(SetupsQuery, request.query_params)
        tenant = asked_tenant(request)
        found = catalog.list_setups(tenant, key, asked.get("options", {}), asked.get("side"))
        return Response({"setups": found})
