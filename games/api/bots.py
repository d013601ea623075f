"""Bot accounts of the caller."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.bots import list_bots, make_bot
from accounts.models import Player
from games.api.authentication import actor_of
from games.api.docs import RETRY_AFTER, TENANT, problems
from games.api.endpoint import Endpoint, read
from games.api.fields import Strict, Text
from games.api.shapes import text
from games.privacy.erasure import erase_bot


class BotBody(Strict):
    name = Text(max_length=100, trim_whitespace=False)


class BotShape(s.Serializer[Any]):
    player = s.UUIDField()
    name = text()
    kind = s.ChoiceField(choices=["bot"])
    created_at = s.DateTimeField()


class BotsShape(s.Serializer[Any]):
    bots = BotShape(many=True)


class Bots(Endpoint):
    @extend_schema(
        operation_id="listBots",
        tags=["account"],
        summary="The caller's bots, the oldest first",
        parameters=[TENANT, RETRY_AFTER],
        responses={200: BotsShape, **problems()},
    )
    def get(self, request: Request) -> Response:
        read(Strict, request.query_params)
        return Response({"bots": [_bot_json(bot) for bot in list_bots(actor_of(request))]})

    @extend_schema(
        operation_id="makeBot",
        tags=["account"],
        summary="Make a bot: a player that a program plays as, by tokens made for it",
        request=BotBody,
        parameters=[TENANT, RETRY_AFTER],
        responses={
            201: BotShape,
            **problems("forbidden", "bad-name", "name-taken", "quota-reached", has_body=True),
        },
    )
    def post(self, request: Request) -> Response:
        body = read(BotBody, request.data)
        return Response(_bot_json(make_bot(actor_of(request), body["name"])), status=201)


class BotById(Endpoint):
    @extend_schema(
        operation_id="eraseBot",
        tags=["account"],
        summary="Delete a bot for good",
        description=(
            "What it plays is resigned, its tokens end, its name is free again. "
            "Opponents keep their matches, against `Deleted ...`."
        ),
        request=None,
        parameters=[TENANT, RETRY_AFTER],
        responses={204: None, **problems()},
    )
    def delete(self, request: Request, bot_id: UUID) -> Response:
        erase_bot(actor_of(request), bot_id)
        return Response(status=204)


def _bot_json(bot: Player) -> dict[str, object]:
    return {
        "player": str(bot.id),
        "name": bot.name,
        "kind": bot.kind,
        "created_at": bot.created_at.isoformat(),
    }
