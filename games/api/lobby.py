"""What strangers may join, and invitations by name."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.access import Scope
from accounts.models import Chat
from games import lobby
from games.api.authentication import actor_of
from games.api.docs import RETRY_AFTER, TENANT, problems, query
from games.api.endpoint import Endpoint, read
from games.api.fields import Choice, Id, QueryWhole, Strict, Text
from games.api.shapes import SIDES, PlayerShape

PAGE = 20
LARGEST_PAGE = 50
INVITATIONS_AT_ONCE = 50


class LobbyQuery(Strict):
    listed = Choice(choices=["true"])
    system = Text(required=False, max_length=20)
    cursor = Id(required=False)
    limit = QueryWhole(required=False, default=PAGE, min_value=1, max_value=LARGEST_PAGE)


class OpenRoomShape(s.Serializer[Any]):
    """A room with a free seat, which can be claimed without a secret."""

    slug = s.CharField()
    id = s.UUIDField()
    system = s.CharField()
    options = s.DictField()
    spectators_allowed = s.BooleanField()
    spectators_delay = s.IntegerField(help_text="How many plies behind who watches is, until the end.")
    deductions_allowed = s.BooleanField()
    chat = s.ChoiceField(choices=Chat.values)
    created_at = s.DateTimeField()
    host = PlayerShape(allow_null=True)
    host_connected = s.BooleanField()
    yours = s.BooleanField()
    seat = s.IntegerField(help_text="Number of the free seat.")
    side = s.ChoiceField(choices=SIDES)


class LobbyShape(s.Serializer[Any]):
    rooms = OpenRoomShape(many=True)
    next = s.UUIDField(allow_null=True)


class InvitationsShape(s.Serializer[Any]):
    invitations = OpenRoomShape(many=True)


LOBBY_PARAMETERS = [
    TENANT,
    RETRY_AFTER,
    query(
        "listed",
        "Only listed rooms can be asked for.",
        kind={"type": "string", "enum": ["true"]},
        required=True,
    ),
    query("system", "Only rooms of this game system."),
    query("cursor", "`next` of the page before.", kind={"type": "string", "format": "uuid"}),
    query(
        "limit",
        "How many.",
        kind={"type": "integer", "minimum": 1, "maximum": LARGEST_PAGE, "default": PAGE},
    ),
]


class Lobby(Endpoint):
    """The `GET` of the address at which rooms are made."""

    @extend_schema(
        operation_id="listOpenRooms",
        tags=["lobby"],
        summary="Rooms open to strangers, the newest first",
        parameters=LOBBY_PARAMETERS,
        responses={200: LobbyShape, **problems()},
    )
    def get(self, request: Request) -> Response:
        asked = read(LobbyQuery, request.query_params)
        limit = asked["limit"]
        found = lobby.open_rooms(
            actor_of(request),
            system=asked.get("system", ""),
            before=asked.get("cursor"),
            limit=limit + 1,
        )
        page = found[:limit]
        return Response({"rooms": page, "next": page[-1]["id"] if len(found) > limit else None})


class Invitations(Endpoint):
    scope = Scope.READ

    @extend_schema(
        operation_id="listMyInvitations",
        tags=["lobby"],
        summary="Rooms in which somebody keeps a seat for the caller",
        parameters=[TENANT, RETRY_AFTER],
        responses={200: InvitationsShape, **problems()},
    )
    def get(self, request: Request) -> Response:
        read(Strict, request.query_params)
        found = lobby.invitations(actor_of(request), limit=INVITATIONS_AT_ONCE)
        return Response({"invitations": found})


class InvitationBySlug(Endpoint):
    scope = Scope.PLAY

    @extend_schema(
        operation_id="declineInvitation",
        tags=["lobby"],
        summary="Decline an invitation; who invited is told",
        request=None,
        parameters=[TENANT, RETRY_AFTER],
        responses={204: None, **problems()},
    )
    def delete(self, request: Request, slug: str) -> Response:
        lobby.decline(actor_of(request), slug)
        return Response(status=204)
