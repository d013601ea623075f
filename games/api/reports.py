"""Players and moderators: reports one way, notices the other."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Report, Sanction
from games.api.authentication import actor_of
from games.api.docs import RETRY_AFTER, TENANT, problems
from games.api.endpoint import Endpoint, read
from games.api.fields import Choice, Id, Nothing, SideField, Strict, Text, Whole
from games.moderation import notices
from games.moderation.cases import TEMPLATES
from games.moderation.reports import Complaint, file_report

MOST_SEATS = 8
WHERE = ({"room", "seat"}, {"match", "side"}, {"message"})


class ReportBody(Strict):
    kind = Choice(choices=Report.Subject.values)
    reason = Choice(choices=Report.Reason.values)
    note = Text(required=False, allow_blank=True, max_length=500)
    room = Text(required=False, max_length=20)
    seat = Whole(required=False, min_value=1, max_value=MOST_SEATS)
    match = Id(required=False)
    side = SideField(required=False)
    message = Id(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        where = {name for name in attrs if name not in {"kind", "reason", "note"}}
        if where not in WHERE:
            raise s.ValidationError({"room": "Name room and seat, match and side, or a message."})
        if (attrs["kind"] == Report.Subject.MESSAGE) != ("message" in attrs):
            raise s.ValidationError({"kind": "A report about a message, and no other, names it."})
        return attrs


class ReportShape(s.Serializer[Any]):
    id = s.UUIDField()
    status = s.ChoiceField(choices=Report.Status.values)


class NoticeShape(s.Serializer[Any]):
    """`message` is a code the client has words for, or empty. `until` null is for ever, where it can be.

    `close`, `void` and `delete` are about a room or match the caller was in, or a line the caller wrote.
    """

    id = s.UUIDField()
    kind = s.ChoiceField(choices=Sanction.SanctionKind.values)
    message = s.ChoiceField(choices=list(TEMPLATES), allow_blank=True)
    until = s.DateTimeField(allow_null=True)
    lifted_at = s.DateTimeField(allow_null=True)
    read_at = s.DateTimeField(allow_null=True)
    created_at = s.DateTimeField()


class NoticesShape(s.Serializer[Any]):
    notices = NoticeShape(many=True)


class Reports(Endpoint):
    @extend_schema(
        operation_id="reportPlayer",
        tags=["moderation"],
        summary="Tell the moderators about somebody, their name or what they said",
        description="The player is named by `room` and `seat`, by `match` and `side`, or by the `message`.",
        request=ReportBody,
        parameters=[TENANT, RETRY_AFTER],
        responses={201: ReportShape, **problems("forbidden", "already-reported", has_body=True)},
        examples=[
            OpenApiExample(
                "name",
                value={"kind": "name", "reason": "name", "room": "abcd-efgh", "seat": 2},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        report = file_report(actor_of(request), Complaint(**read(ReportBody, request.data)))
        return Response({"id": str(report.id), "status": report.status}, status=201)


class Notices(Endpoint):
    @extend_schema(
        operation_id="listMyNotices",
        tags=["moderation"],
        summary="What moderators did to the caller, newest first",
        parameters=[TENANT, RETRY_AFTER],
        responses={200: NoticesShape, **problems()},
    )
    def get(self, request: Request) -> Response:
        read(Strict, request.query_params)
        found = notices.list_notices(actor_of(request), *NoticeShape().fields)
        return Response({"notices": NoticeShape(found, many=True).data})


class NoticeRead(Endpoint):
    @extend_schema(
        operation_id="readMyNotice",
        tags=["moderation"],
        summary="Say that a notice was read, so that no client shows it again",
        request=Nothing,
        parameters=[TENANT, RETRY_AFTER],
        responses={204: None, **problems(has_body=True)},
    )
    def post(self, request: Request, notice_id: UUID) -> Response:
        read(Nothing, request.data)
        notices.mark_read(actor_of(request), notice_id)
        return Response(status=204)
