"""The one address for commands on a match: `{type, args}` becomes a `MatchCommand`."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    PolymorphicProxySerializer,
    extend_schema,
)
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.access import Scope
from accounts.errors import BadRequest
from accounts.identity import Actor
from accounts.limits import spend
from games import commands, queries, referee
from games.api.authentication import actor_of
from games.api.docs import RETRY_AFTER, TENANT, answer_header, command_id, problems
from games.api.endpoint import Endpoint, read
from games.api.errors import problem_for
from games.api.fields import LARGEST_VERSION, UUID_FORM, Choice, Pieces, PlyField, SideField, Strict, Whole
from games.api.shapes import EventShape
from games.api.versions import etag, read_etag
from games.commands import MatchCommand, PlayPly
from games.errors import StaleVersion, VersionRequired


class NoArgs(Strict):
    """These commands say everything by their type."""


class LayoutArgs(Strict):
    pieces = Pieces()
    revision = Whole(required=False, min_value=0, max_value=LARGEST_VERSION)


class RevisionArgs(Strict):
    revision = Whole(required=False, min_value=0, max_value=LARGEST_VERSION)


class PlyArgs(Strict):
    ply = PlyField()


class ConfirmBody(Strict):
    type = Choice(choices=["layout.confirm"])
    args = LayoutArgs()
    seat = SideField(required=False)


class WithdrawBody(Strict):
    type = Choice(choices=["layout.withdraw"])
    args = RevisionArgs(required=False)
    seat = SideField(required=False)


class PlayBody(Strict):
    type = Choice(choices=["play"])
    args = PlyArgs()
    seat = SideField(required=False)


class ResignBody(Strict):
    type = Choice(choices=["resign"])
    args = NoArgs(required=False)
    seat = SideField(required=False)


class AbandonedBody(Strict):
    type = Choice(choices=["claim.abandoned"])
    args = NoArgs(required=False)
    seat = SideField(required=False)


BODIES: dict[str, type[Strict]] = {
    "layout.confirm": ConfirmBody,
    "layout.withdraw": WithdrawBody,
    "play": PlayBody,
    "resign": ResignBody,
    "claim.abandoned": AbandonedBody,
}


def read_command(request: Request, match_id: UUID, actor: Actor) -> MatchCommand:
    """Raises BadRequest, VersionRequired; StaleVersion for another epoch."""
    command_id = read_key(request.headers.get("Idempotency-Key"))
    data = request.data
    if not isinstance(data, dict) or not isinstance(data.get("type"), str) or data["type"] not in BODIES:
        raise BadRequest(f"`type` must be one of {', '.join(BODIES)}.", fields=["type"])
    body = read(BODIES[data["type"]], data)
    heading: commands.Heading = {
        "match": match_id,
        "command_id": command_id,
        "seat": body.get("seat"),
        "expected": _expected(request.headers.get("If-Match"), match_id, actor),
    }
    command = commands.read_command(data["type"], data.get("args", {}), heading)
    if isinstance(command, PlayPly) and command.expected is None:
        raise VersionRequired("Say with If-Match which version of the match this ply is for.")
    return command


def read_key(header: str | None) -> UUID:
    """The id of a command. Raises BadRequest."""
    if header is None or not UUID_FORM.fullmatch(header.strip()):
        raise BadRequest("Idempotency-Key must be a UUID.", fields=["Idempotency-Key"])
    return UUID(header.strip())


def _expected(header: str | None, match_id: UUID, actor: Actor) -> int | None:
    if header is None:
        return None
    epoch, version = read_etag(header)
    if epoch != actor.tenant.epoch:
        raise StaleVersion(version=queries.see_match(actor, match_id).match.version)
    return version


class Commands(Endpoint):
    scope = Scope.PLAY

    @extend_schema(
        operation_id="sendCommand",
        tags=["matches"],
        summary="Lay out, play, resign",
        description=(
            "A command is applied once: resent with the same `Idempotency-Key` and body it answers what it "
            "answered before. `play` needs `If-Match`."
        ),
        request=PolymorphicProxySerializer(
            component_name="Command",
            serializers=dict(BODIES),
            resource_type_field_name="type",
        ),
        parameters=[
            TENANT,
            RETRY_AFTER,
            command_id("command", required=True),
            OpenApiParameter(
                "If-Match",
                {"type": "string", "pattern": '^"e[0-9]{1,9}-v[0-9]{1,9}"$'},
                OpenApiParameter.HEADER,
                description='The version the command was chosen for, such as `"e1-v42"`.',
            ),
            answer_header("ETag", "The version after the command, or the current one.", [200, 201, 412]),
            answer_header("Idempotency-Replayed", "`true` for a repeat.", [200]),
        ],
        responses={
            201: EventShape,
            200: EventShape,
            **problems(
                "not-your-seat",
                "not-your-turn",
                "wrong-phase",
                "match-over",
                "in-progress",
                "stale-version",
                "illegal-ply",
                "illegal-layout",
                "command-id-reused",
                "version-required",
                has_body=True,
            ),
        },
        examples=[
            OpenApiExample("ply", value={"type": "play", "args": {"ply": ["b4", "b5"]}}, request_only=True),
            OpenApiExample("resign", value={"type": "resign"}, request_only=True),
        ],
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        actor = actor_of(request)
        spend("RATE_COMMANDS_PER_PLAYER", str(actor.player.id), actor.tenant)
        try:
            receipt = referee.execute(actor, read_command(request, match_id, actor))
        except StaleVersion as error:
            return _stale(error, actor.tenant.epoch)
        headers = {"ETag": etag(actor.tenant.epoch, receipt.version)}
        if receipt.repeated:
            headers["Idempotency-Replayed"] = "true"
        event = queries.applied_event(receipt.match, receipt.event, receipt.side)
        return Response(event, status=200 if receipt.repeated else 201, headers=headers)


def _stale(error: StaleVersion, epoch: int) -> Response:
    response = problem_for(error)
    response["ETag"] = etag(epoch, int(str(error.extra["version"])))
    return response  # type: ignore[return-value]
