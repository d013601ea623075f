"""API tokens for programs: personal ones, and those of the caller's bots."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.access import TOKEN_SCOPES, Scope
from accounts.models import Token
from accounts.rechecks import recheck_players
from accounts.tokens import LONGEST_DAYS, TokenWish, list_tokens, make_token, revoke_token
from games.api.authentication import actor_of
from games.api.docs import RETRY_AFTER, TENANT, problems
from games.api.endpoint import Endpoint, read
from games.api.fields import Choice, Id, Strict, Text, Whole
from games.api.shapes import text

SCOPES = sorted(scope.value for scope in TOKEN_SCOPES)
DEFAULT_DAYS = 90


class TokenBody(Strict):
    label = Text(max_length=40)  # type: ignore[assignment]  # why: DRF's fields have a label too
    scopes = s.ListField(child=Choice(choices=SCOPES), min_length=1, max_length=len(SCOPES))
    days = Whole(required=False, default=DEFAULT_DAYS, min_value=1, max_value=LONGEST_DAYS)
    bot = Id(required=False, help_text="One of the caller's bots, which the token then acts as.")


class TokenShape(s.Serializer[Any]):
    id = s.UUIDField()
    label = text()  # type: ignore[assignment]  # why: as above
    prefix = text(help_text="How the token begins.")
    scopes = s.ListField(child=s.ChoiceField(choices=SCOPES))
    bot = s.UUIDField(allow_null=True)
    created_at = s.DateTimeField()
    last_used_at = s.DateTimeField(allow_null=True, help_text="To ten minutes.")
    expires_at = s.DateTimeField()


class NewTokenShape(TokenShape):
    """The only moment at which the token can be read."""

    token = text()


class TokensShape(s.Serializer[Any]):
    tokens = TokenShape(many=True)


class Tokens(Endpoint):
    @extend_schema(
        operation_id="listTokens",
        tags=["account"],
        summary="Live tokens for programs, the caller's and its bots', the newest first",
        parameters=[TENANT, RETRY_AFTER],
        responses={200: TokensShape, **problems()},
    )
    def get(self, request: Request) -> Response:
        read(Strict, request.query_params)
        return Response({"tokens": [_token_json(token) for token in list_tokens(actor_of(request))]})

    @extend_schema(
        operation_id="makeToken",
        tags=["account"],
        summary="Make a token for a program; it can be read this once",
        request=TokenBody,
        parameters=[TENANT, RETRY_AFTER],
        responses={201: NewTokenShape, **problems("quota-reached", has_body=True)},
        examples=[
            OpenApiExample(
                "for a bot's program",
                value={"label": "My bot", "scopes": ["play", "read"]},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        body = read(TokenBody, request.data)
        wish = TokenWish(
            label=body["label"],
            scopes=frozenset(map(Scope, body["scopes"])),
            days=body["days"],
            bot=body.get("bot"),
        )
        token, raw_token = make_token(actor_of(request), wish)
        return Response({**_token_json(token), "token": raw_token}, status=201)


class TokenById(Endpoint):
    @extend_schema(
        operation_id="revokeToken",
        tags=["account"],
        summary="End a token; open sockets that use it are closed",
        request=None,
        parameters=[TENANT, RETRY_AFTER],
        responses={204: None, **problems()},
    )
    def delete(self, request: Request, token_id: UUID) -> Response:
        recheck_players([revoke_token(actor_of(request), token_id)])
        return Response(status=204)


def _token_json(token: Token) -> dict[str, object]:
    used = token.last_used_at
    return {
        "id": str(token.id),
        "label": token.label,
        "prefix": token.prefix,
        "scopes": token.scopes,
        "bot": str(token.player_id) if token.kind == Token.TokenKind.BOT else None,
        "created_at": token.created_at.isoformat(),
        "last_used_at": used.isoformat() if used else None,
        "expires_at": token.expires_at.isoformat(),
    }
