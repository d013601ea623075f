"""Whom the caller wants nothing from."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import blocks
from accounts.models import Block
from games.api.authentication import actor_of
from games.api.docs import RETRY_AFTER, TENANT, problems
from games.api.endpoint import Endpoint, read
from games.api.fields import Strict, Text
from games.api.shapes import PlayerShape
from games.redaction import person_data


class BlockBody(Strict):
    name = Text(max_length=100)


class BlockShape(s.Serializer[Any]):
    id = s.UUIDField()
    player = PlayerShape()
    created_at = s.DateTimeField()


class BlocksShape(s.Serializer[Any]):
    blocks = BlockShape(many=True)


def _json(block: Block) -> dict[str, Any]:
    return {
        "id": str(block.id),
        "player": person_data(block.blocked),
        "created_at": block.created_at.isoformat(),
    }


class Blocks(Endpoint):
    @extend_schema(
        operation_id="listBlocks",
        tags=["me"],
        summary="Whom the caller blocked, the newest first",
        parameters=[TENANT, RETRY_AFTER],
        responses={200: BlocksShape, **problems()},
    )
    def get(self, request: Request) -> Response:
        read(Strict, request.query_params)
        return Response({"blocks": [_json(block) for block in blocks.list_blocks(actor_of(request))]})

    @extend_schema(
        operation_id="blockPlayer",
        tags=["me"],
        summary="Block a player by name",
        description="What they say is not shown to the caller, they cannot invite the caller, and neither "
        "finds the other's rooms in the lobby. They are not told.",
        request=BlockBody,
        parameters=[TENANT, RETRY_AFTER],
        responses={200: BlockShape, 201: BlockShape, **problems("quota-reached", has_body=True)},
    )
    def post(self, request: Request) -> Response:
        actor, body = actor_of(request), read(BlockBody, request.data)
        block, is_new = blocks.block(actor, body["name"])
        return Response(_json(block), status=201 if is_new else 200)


class BlockById(Endpoint):
    @extend_schema(
        operation_id="unblockPlayer",
        tags=["me"],
        summary="Lift a block",
        request=None,
        parameters=[TENANT, RETRY_AFTER],
        responses={204: None, **problems()},
    )
    def delete(self, request: Request, block_id: UUID) -> Response:
        blocks.unblock(actor_of(request), block_id)
        return Response(status=204)
