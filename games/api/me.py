"""The caller: who they are, what they played, what waits for them."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import queries
from games.api.authentication import actor_of
from games.api.docs import RETRY_AFTER, TENANT, problems, query
from games.api.endpoint import Endpoint, read
from games.api.fields import Id, QueryWhole, Strict
from games.api.shapes import HistoryShape, MeShape, TurnsShape

PAGE = 20
LARGEST_PAGE = 100


class PageQuery(Strict):
    cursor = Id(required=False)
    limit = QueryWhole(required=False, default=PAGE, min_value=1, max_value=LARGEST_PAGE)


class Me(Endpoint):
    @extend_schema(
        operation_id="seeMe",
        tags=["me"],
        summary="Who the token belongs to",
        parameters=[TENANT, RETRY_AFTER],
        responses={200: MeShape, **problems()},
    )
    def get(self, request: Request) -> Response:
        read(Strict, request.query_params)
        actor = actor_of(request)
        return Response(
            {
                "player": str(actor.player.id),
                "name": actor.player.name,
                "kind": actor.player.kind,
                "tenant": actor.tenant.slug,
                "epoch": actor.tenant.epoch,
            }
        )


class MyMatches(Endpoint):
    @extend_schema(
        operation_id="listMyMatches",
        tags=["me"],
        summary="The caller's matches, newest first",
        parameters=[
            TENANT,
            RETRY_AFTER,
            query("cursor", "`next` of the page before.", kind={"type": "string", "format": "uuid"}),
            query(
                "limit",
                "How many.",
                kind={"type": "integer", "minimum": 1, "maximum": LARGEST_PAGE, "default": PAGE},
            ),
        ],
        responses={200: HistoryShape, **problems()},
    )
    def get(self, request: Request) -> Response:
        asked = read(PageQuery, request.query_params)
        rows = queries.history(actor_of(request))
        if "cursor" in asked:
            rows = rows.filter(match_id__lt=asked["cursor"])
        limit = asked["limit"]
        found = list(rows[: limit + 1])
        page = found[:limit]
        after = str(page[-1].match_id) if len(found) > limit else None
        return Response({"matches": [queries.history_line(seat) for seat in page], "next": after})


class MyTurns(Endpoint):
    @extend_schema(
        operation_id="listMyTurns",
        tags=["me"],
        summary="Matches that wait for the caller: a ply, or a layout to confirm",
        parameters=[TENANT, RETRY_AFTER],
        responses={200: TurnsShape, **problems()},
    )
    def get(self, request: Request) -> Response:
        read(Strict, request.query_params)
        return Response({"matches": queries.turns(actor_of(request))})
