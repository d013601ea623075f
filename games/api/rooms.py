"""Rooms: the link people meet at."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.access import Scope
from accounts.identity import Actor
from accounts.limits import spend
from accounts.models import Chat
from games import queries, rematches, rooms
from games.api.authentication import actor_of
from games.api.docs import RETRY_AFTER, TENANT, answer_header, problems
from games.api.endpoint import Endpoint, read
from games.api.fields import Choice, Flag, Free, LevelField, Nothing, Strict, Text, Whole
from games.api.lobby import Lobby
from games.api.presence import note_poll
from games.api.shapes import SIDES, RoomShape
from games.models import MOST_SPECTATORS_DELAY, Room
from games.rooms import RANDOM_SIDE, NewRoom
from games.rules.core import JsonObject


class NewRoomBody(Strict):
    system = Text(max_length=20)
    options = Free(required=False)
    opponent = Choice(choices=Room.Opponent.values, required=False)
    level = LevelField(required=False)
    side = Choice(choices=[*SIDES, RANDOM_SIDE], required=False)
    spectators_allowed = Flag(required=False)
    spectators_delay = Whole(required=False, min_value=0, max_value=MOST_SPECTATORS_DELAY)
    deductions_allowed = Flag(required=False)
    chat = Choice(choices=Chat.values, required=False)
    is_listed = Flag(required=False)
    invite = Text(required=False, max_length=100)


class ClaimBody(Strict):
    secret = Text(required=False, max_length=100)


class LevelBody(Strict):
    level = LevelField()


def room_json(actor: Actor, slug: str) -> JsonObject:
    """The room as its members and visitors see it, with the paths its links open in a browser.

    A secret stands behind the `#`: browsers do not send that part, so no server logs it.
    """
    room = queries.see_room(actor, slug)
    room["link"] = f"/r/{slug}"
    for seat in cast("list[JsonObject]", room["seats"]):
        secret = seat["link_secret"]
        seat["link"] = f"/r/{slug}#{seat['number']}.{secret}" if secret else None
    return room


class Rooms(Lobby):
    scope = Scope.PLAY
    scopes = {"GET": Scope.READ}  # noqa: RUF012  why: as Endpoint types it

    @extend_schema(
        operation_id="createRoom",
        tags=["rooms"],
        summary="Make a room",
        request=NewRoomBody,
        parameters=[TENANT, RETRY_AFTER, answer_header("Location", "The room's address.", [201])],
        responses={
            201: RoomShape,
            **problems("bad-options", "quota-reached", "chat-off", "blocked", has_body=True),
        },
        examples=[
            OpenApiExample("friend", value={"system": "gunjin", "opponent": "friend"}, request_only=True),
            OpenApiExample(
                "computer",
                value={"system": "gunjin", "opponent": "computer", "level": "beginner", "side": "random"},
                request_only=True,
            ),
            OpenApiExample(
                "computer with a budget",
                value={"system": "gunjin", "opponent": "computer", "level": {"work": 200_000}},
                request_only=True,
            ),
        ],
    )
    def post(self, request: Request) -> Response:
        actor, body = actor_of(request), read(NewRoomBody, request.data)
        spend("RATE_ROOMS_PER_PLAYER", str(actor.player.id), actor.tenant)
        room = rooms.create_room(actor, _wanted(body))
        location = {"Location": f"/api/v1/rooms/{room.slug}"}
        return Response(room_json(actor, room.slug), status=201, headers=location)


def _wanted(body: dict[str, Any]) -> NewRoom:
    if "opponent" in body:
        body["opponent"] = Room.Opponent(body["opponent"])
    if "chat" in body:
        body["chat"] = Chat(body["chat"])
    return NewRoom(**body)


class RoomBySlug(Endpoint):
    scope = Scope.READ

    @extend_schema(
        operation_id="seeRoom",
        tags=["rooms"],
        summary="Look at a room; takes no seat",
        parameters=[TENANT, RETRY_AFTER],
        responses={200: RoomShape, **problems("room-closed")},
    )
    def get(self, request: Request, slug: str) -> Response:
        read(Strict, request.query_params)
        actor = actor_of(request)
        room = room_json(actor, slug)
        if any(seat["yours"] for seat in cast("list[JsonObject]", room["seats"])):
            note_poll(actor, UUID(str(room["id"])))
        return Response(room)


class SeatClaim(Endpoint):
    scope = Scope.PLAY

    @extend_schema(
        operation_id="claimSeat",
        tags=["rooms"],
        summary="Take a free seat with its link's secret, which is then spent",
        description="Without a secret where the room is listed, or for who is invited.",
        request=ClaimBody,
        parameters=[TENANT, RETRY_AFTER],
        responses={
            200: RoomShape,
            **problems("forbidden", "blocked", "seat-taken", "room-full", "room-closed", has_body=True),
        },
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        actor, body = actor_of(request), read(ClaimBody, request.data)
        # why the rate of rooms: who sits down may leave, which makes a new match for the others before play
        spend("RATE_ROOMS_PER_PLAYER", str(actor.player.id), actor.tenant)
        rooms.claim_seat(actor, slug, number, body.get("secret"))
        return Response(room_json(actor, slug))


class PlayComputer(Endpoint):
    scope = Scope.PLAY

    @extend_schema(
        operation_id="playComputer",
        tags=["rooms"],
        summary="Play the computer instead of a friend who has not come, or who is gone",
        request=LevelBody,
        parameters=[TENANT, RETRY_AFTER],
        responses={
            200: RoomShape,
            **problems(
                "forbidden", "in-progress", "wrong-phase", "quota-reached", "room-closed", has_body=True
            ),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        actor, body = actor_of(request), read(LevelBody, request.data)
        rematches.play_computer(actor, slug, body["level"])
        return Response(room_json(actor, slug))


class Rematch(Endpoint):
    scope = Scope.PLAY

    @extend_schema(
        operation_id="offerRematch",
        tags=["rooms"],
        summary="Offer a rematch, or accept one; 201 when the new match begins",
        request=None,
        parameters=[TENANT, RETRY_AFTER, answer_header("Location", "The new match.", [201])],
        responses={
            200: RoomShape,
            201: RoomShape,
            **problems("forbidden", "wrong-phase", "quota-reached", "room-closed", has_body=True),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        actor, _ = actor_of(request), read(Nothing, request.data)
        match = rematches.offer_rematch(actor, slug)
        room = room_json(actor, slug)
        if match is None:
            return Response(room)
        return Response(room, status=201, headers={"Location": f"/api/v1/matches/{match.id}"})

    @extend_schema(
        operation_id="withdrawRematch",
        tags=["rooms"],
        summary="Take an offer back",
        request=None,
        parameters=[TENANT, RETRY_AFTER],
        responses={204: None, **problems("forbidden", "room-closed")},
    )
    def delete(self, request: Request, slug: str) -> Response:
        rematches.withdraw_rematch(actor_of(request), slug)
        return Response(status=204)


class Leave(Endpoint):
    scope = Scope.PLAY

    @extend_schema(
        operation_id="leaveRoom",
        tags=["rooms"],
        summary="Give the seat up; in play this resigns",
        request=None,
        parameters=[TENANT, RETRY_AFTER],
        responses={204: None, **problems("forbidden", "room-closed", has_body=True)},
    )
    def post(self, request: Request, slug: str) -> Response:
        read(Nothing, request.data)
        rooms.leave_room(actor_of(request), slug)
        return Response(status=204)


class Close(Endpoint):
    scope = Scope.PLAY

    @extend_schema(
        operation_id="closeRoom",
        tags=["rooms"],
        summary="Close a room nobody else has joined, or whose match is over",
        request=None,
        parameters=[TENANT, RETRY_AFTER],
        responses={204: None, **problems("forbidden", "wrong-phase", "room-closed", has_body=True)},
    )
    def post(self, request: Request, slug: str) -> Response:
        read(Nothing, request.data)
        rooms.close_by_creator(actor_of(request), slug)
        return Response(status=204)
