"""What is said in a room."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.access import Scope
from games import chat
from games.api.authentication import actor_of
from games.api.commands import read_key
from games.api.docs import RETRY_AFTER, TENANT, command_id, problems, query
from games.api.endpoint import Endpoint, read
from games.api.fields import Id, QueryWhole, Strict, Text
from games.api.shapes import PlayerShape

PAGE = 50
LARGEST_PAGE = 100


class SayingBody(Strict):
    preset = Text(required=False, max_length=20)
    text = Text(required=False, max_length=1000, trim_whitespace=False)


class ChatQuery(Strict):
    before = Id(required=False)
    limit = QueryWhole(required=False, default=PAGE, min_value=1, max_value=LARGEST_PAGE)


class MessageShape(s.Serializer[Any]):
    """A line. `seat` null: said by who watches. `preset` is a code; null like `text` once it is deleted."""

    id = s.UUIDField()
    seat = s.IntegerField(allow_null=True)
    player = PlayerShape(allow_null=True)
    yours = s.BooleanField()
    preset = s.ChoiceField(choices=chat.PRESETS, allow_null=True)
    text = s.CharField(allow_null=True)
    at = s.DateTimeField()
    deleted = s.BooleanField()


class MessagesShape(s.Serializer[Any]):
    """The oldest first."""

    messages = MessageShape(many=True)


class RoomChat(Endpoint):
    scope = Scope.PLAY
    scopes = {"GET": Scope.READ}  # noqa: RUF012  why: as Endpoint types it

    @extend_schema(
        operation_id="readChat",
        tags=["chat"],
        summary="The last lines said in a room, for who sits there or may watch",
        description="Lines of players the caller blocked are left out. What watchers say during a match is "
        "shown to the players when it is over.",
        parameters=[
            TENANT,
            RETRY_AFTER,
            query("before", "Id of a line: only older ones.", kind={"type": "string", "format": "uuid"}),
            query(
                "limit",
                "How many.",
                kind={"type": "integer", "minimum": 1, "maximum": LARGEST_PAGE, "default": PAGE},
            ),
        ],
        responses={200: MessagesShape, **problems("room-closed")},
    )
    def get(self, request: Request, slug: str) -> Response:
        asked = read(ChatQuery, request.query_params)
        lines = chat.read_chat(actor_of(request), slug, before=asked.get("before"), limit=asked["limit"])
        return Response({"messages": lines})

    @extend_schema(
        operation_id="say",
        tags=["chat"],
        summary="Say something in a room: a preset or a text",
        description="Sent again with the same `Idempotency-Key` and body it is not said again: the answer is "
        "the line there is.",
        request=SayingBody,
        parameters=[
            TENANT,
            RETRY_AFTER,
            command_id("line"),
        ],
        responses={
            201: MessageShape,
            **problems(
                "muted",
                "chat-off",
                "room-closed",
                "bad-message",
                "said-already",
                "command-id-reused",
                has_body=True,
            ),
        },
        examples=[
            OpenApiExample("preset", value={"preset": "good-luck"}, request_only=True),
            OpenApiExample("text", value={"text": "That was close."}, request_only=True),
        ],
    )
    def post(self, request: Request, slug: str) -> Response:
        actor, body = actor_of(request), read(SayingBody, request.data)
        key = request.headers.get("Idempotency-Key")
        command_id = read_key(key) if key is not None else None
        return Response(chat.say(actor, slug, chat.Saying(**body), command_id), status=201)


class ChatMessageById(Endpoint):
    scope = Scope.PLAY

    @extend_schema(
        operation_id="takeBackMessage",
        tags=["chat"],
        summary="Delete an own line, within five minutes",
        request=None,
        parameters=[TENANT, RETRY_AFTER],
        responses={204: None, **problems("forbidden", "room-closed")},
    )
    def delete(self, request: Request, slug: str, message_id: UUID) -> Response:
        chat.take_back(actor_of(request), slug, message_id)
        return Response(status=204)
