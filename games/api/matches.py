"""Matches: the snapshot and the record. Commands and events have files of their own."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.access import Scope
from accounts.errors import BadRequest
from games import queries
from games.api.authentication import actor_of
from games.api.docs import ETAG, RETRY_AFTER, TENANT, answer_header, problems, query
from games.api.endpoint import Endpoint, read
from games.api.fields import LARGEST_VERSION, Choice, QueryWhole, SideField, Strict
from games.api.presence import note_match_poll
from games.api.shapes import AUDIENCES, SIDES, DeductionsShape, MatchShape, RecordShape, ThoughtsShape
from games.api.versions import etag_of, is_known
from games.events import WATCH, Audience
from games.rules.core import Side

SEAT = query(
    "seat",
    "Which of several held seats looks; the one to move when left out.",
    kind=OpenApiTypes.STR,
    enum=SIDES,
)


class SeatQuery(Strict):
    seat = SideField(required=False)


class RecordQuery(SeatQuery):
    of = Choice(choices=AUDIENCES, required=False)


class ThoughtsQuery(Strict):
    since = QueryWhole(required=False, default=0, max_value=LARGEST_VERSION)


class MatchById(Endpoint):
    scope = Scope.READ

    @extend_schema(
        operation_id="seeMatch",
        tags=["matches"],
        summary="The match as the caller's seat may see it now",
        parameters=[
            TENANT,
            RETRY_AFTER,
            SEAT,
            OpenApiParameter(
                "If-None-Match", OpenApiTypes.STR, OpenApiParameter.HEADER, description="An ETag got before."
            ),
            answer_header("ETag", 'Epoch and version, such as `"e1-v42"`.', [200, 304]),
        ],
        responses={
            200: MatchShape,
            304: OpenApiResponse(description="Nothing happened in the match since that version."),
            **problems("not-your-seat"),
        },
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        actor, asked = actor_of(request), read(SeatQuery, request.query_params)
        seen = queries.see_match(actor, match_id, asked.get("seat"))
        note_match_poll(actor, seen)
        headers = {"ETag": etag_of(seen.match), "Cache-Control": "private, no-cache"}
        if is_known(request.headers.get("If-None-Match"), headers["ETag"]):
            return Response(status=304, headers=headers)
        return Response(queries.match_snapshot(seen), headers=headers)


class Record(Endpoint):
    scope = Scope.READ

    @extend_schema(
        operation_id="seeRecord",
        tags=["matches"],
        summary="The record: as the caller saw it while the match runs, whole afterwards",
        parameters=[
            TENANT,
            RETRY_AFTER,
            SEAT,
            ETAG,
            query("of", "After the end: as this audience saw it, instead of whole.", enum=AUDIENCES),
        ],
        responses={200: RecordShape, **problems("not-your-seat")},
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        actor, asked = actor_of(request), read(RecordQuery, request.query_params)
        seen = queries.see_match(actor, match_id, asked.get("seat"))
        view_of = None
        if "of" in asked:
            view_of = WATCH if asked["of"] == WATCH.key else Audience(Side(asked["of"]))
            if view_of.side is not None and view_of.side not in {seat.as_side for seat in seen.seats}:
                raise BadRequest("This match has no such side.", fields=["of"])
        record = queries.match_record(seen, view_of=view_of)
        return Response(record, headers={"ETag": etag_of(seen.match)})


class Deductions(Endpoint):
    scope = Scope.READ

    @extend_schema(
        operation_id="seeDeductions",
        tags=["matches"],
        summary="What the caller can conclude of the opponent's pieces; while the match is played",
        parameters=[TENANT, RETRY_AFTER, SEAT, ETAG],
        responses={200: DeductionsShape, **problems("not-your-seat", "forbidden", "wrong-phase")},
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        actor, asked = actor_of(request), read(SeatQuery, request.query_params)
        seen = queries.see_match(actor, match_id, asked.get("seat"))
        return Response(queries.match_deductions(seen), headers={"ETag": etag_of(seen.match)})


class Thoughts(Endpoint):
    scope = Scope.READ

    @extend_schema(
        operation_id="seeThoughts",
        tags=["matches"],
        summary="What computers thought before their plies; after the end",
        parameters=[
            TENANT,
            RETRY_AFTER,
            ETAG,
            query(
                "since",
                "The number of the last ply whose thought the caller has.",
                kind={"type": "integer", "minimum": 0, "maximum": LARGEST_VERSION, "default": 0},
            ),
        ],
        responses={200: ThoughtsShape, **problems("wrong-phase")},
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        actor, asked = actor_of(request), read(ThoughtsQuery, request.query_params)
        seen = queries.see_match(actor, match_id)
        return Response(queries.match_thoughts(seen, asked["since"]), headers={"ETag": etag_of(seen.match)})
