"""The caller: who they are, what they played, what waits for them."""

from __future__ import annotations

import json
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.access import Scope
from accounts.identity import Actor
from accounts.players import keep_settings, rename
from games import queries
from games.api.authentication import actor_of
from games.api.docs import RETRY_AFTER, TENANT, problems, query
from games.api.endpoint import Endpoint, read
from games.api.fields import Free, Id, QueryWhole, Strict, Text
from games.api.presence import note_turns_poll
from games.api.shapes import HistoryShape, MeShape, TurnsShape

PAGE = 20
LARGEST_PAGE = 100
LARGEST_SETTINGS = 4096


class PageQuery(Strict):
    cursor = Id(required=False)
    limit = QueryWhole(required=False, default=PAGE, min_value=1, max_value=LARGEST_PAGE)


class MeBody(Strict):
    name = Text(required=False, max_length=100, trim_whitespace=False)
    settings = Free(required=False)

    def validate_settings(self, value: dict[str, Any]) -> dict[str, Any]:
        if len(json.dumps(value)) > LARGEST_SETTINGS:
            raise ValidationError(f"At most {LARGEST_SETTINGS} characters of JSON are kept.")
        return value


class Me(Endpoint):
    scope = Scope.READ
    scopes = {"PATCH": Scope.ACCOUNT}  # noqa: RUF012  why: as Endpoint types it

    @extend_schema(
        operation_id="seeMe",
        tags=["me"],
        summary="Who the token belongs to",
        parameters=[TENANT, RETRY_AFTER],
        responses={200: MeShape, **problems()},
    )
    def get(self, request: Request) -> Response:
        read(Strict, request.query_params)
        return _answer(actor_of(request))

    @extend_schema(
        operation_id="changeMe",
        tags=["me"],
        summary="Take another name, or replace what the caller's clients keep here",
        request=MeBody,
        parameters=[TENANT, RETRY_AFTER],
        responses={200: MeShape, **problems("name-taken", "bad-name", has_body=True)},
    )
    def patch(self, request: Request) -> Response:
        actor = actor_of(request)
        body = read(MeBody, request.data)
        if "settings" in body:
            keep_settings(actor, body["settings"])
        if "name" in body:
            rename(actor, body["name"])
        return _answer(actor)


def _answer(actor: Actor) -> Response:
    player = actor.player
    return Response(
        {
            "player": str(player.id),
            "name": player.name,
            "kind": player.kind,
            "tenant": actor.tenant.slug,
            "epoch": actor.tenant.epoch,
            "settings": player.settings,
        }
    )


class MyMatches(Endpoint):
    scope = Scope.READ

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
        limit = asked["limit"]
        found = queries.history(actor_of(request), before=asked.get("cursor"), limit=limit + 1)
        page = found[:limit]
        after = str(page[-1].match_id) if len(found) > limit else None
        return Response({"matches": [queries.history_line(seat) for seat in page], "next": after})


class MyTurns(Endpoint):
    scope = Scope.READ

    @extend_schema(
        operation_id="listMyTurns",
        tags=["me"],
        summary="Matches that wait for the caller: a ply, or a layout to confirm",
        parameters=[TENANT, RETRY_AFTER],
        responses={200: TurnsShape, **problems()},
    )
    def get(self, request: Request) -> Response:
        read(Strict, request.query_params)
        actor = actor_of(request)
        note_turns_poll(actor)
        return Response({"matches": queries.turns(actor)})
