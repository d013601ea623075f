"""What a client missed: at once, after a wait, or as a stream.

Who waits holds no thread and no connection.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, replace
from uuid import UUID

from channels.layers import get_channel_layer
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema

from accounts.access import Scope
from accounts.addresses import client_address
from accounts.errors import DomainError, RateLimited
from accounts.identity import Actor
from accounts.limits import spend
from games import queries
from games.api.docs import RETRY_AFTER, TENANT, answer_header, problems, query
from games.api.endpoint import AsyncEndpoint, in_reader, read
from games.api.fields import LARGEST_VERSION, QueryWhole, SideField, Strict
from games.api.matches import SEAT
from games.api.presence import note_match_poll
from games.api.shapes import EventsShape
from games.api.tenants import identify
from games.api.versions import etag_of
from games.publish import match_group
from games.queries import EVENTS_AT_ONCE, SeenMatch
from games.redaction import EventFrame

LONGEST_WAIT = 25
KEEP_ALIVE_SECONDS = 10.0
WAITING_PER_PLAYER = 64
_waiting: Counter[UUID] = Counter()  # touched by the event loop alone


class SinceQuery(Strict):
    seat = SideField(required=False)
    since = QueryWhole(required=False, default=0, max_value=LARGEST_VERSION)


class EventsQuery(SinceQuery):
    wait = QueryWhole(required=False, default=0, max_value=LONGEST_WAIT)


SINCE = query(
    "since",
    "The last version the caller has.",
    kind={"type": "integer", "minimum": 0, "maximum": LARGEST_VERSION, "default": 0},
)
WAIT = query(
    "wait",
    "Seconds to wait for an event when there is none yet.",
    kind={"type": "integer", "minimum": 0, "maximum": LONGEST_WAIT, "default": 0},
)


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads which match, and from where on."""

    request: HttpRequest
    actor: Actor
    seen: SeenMatch
    since: int
    wait: int = 0

    def look_again(self) -> Reader:
        """The match as it is now, for the same audience and a token that still holds.

        Raises NotFound, NotYourSeat, Unauthenticated, Banned, ScopeMissing.
        """
        actor = _reading_actor(self.request)
        seen = queries.see_match(actor, self.seen.match.id, self.seen.audience.side)
        note_match_poll(actor, seen)
        return replace(self, actor=actor, seen=seen)

    def missed(self) -> list[EventFrame]:
        return queries.events_since(self.seen, self.since)


def _reading_actor(request: HttpRequest) -> Actor:
    actor = identify(request)
    actor.require(Scope.READ)
    return actor


def _open(request: HttpRequest, match_id: UUID, kind: type[SinceQuery]) -> Reader:
    spend("RATE_REQUESTS_PER_ADDRESS", client_address(request))
    actor = _reading_actor(request)
    asked = read(kind, request.GET)
    seen = queries.see_match(actor, match_id, asked.get("seat"))
    note_match_poll(actor, seen)
    return Reader(request, actor, seen, asked["since"], asked.get("wait", 0))


@contextmanager
def _counted(player_id: UUID) -> Iterator[None]:
    """One more waiting call of a player in this process. Raises RateLimited for too many."""
    if _waiting[player_id] >= WAITING_PER_PLAYER:
        raise RateLimited("Too many calls wait already.", retry_after=LONGEST_WAIT)
    _waiting[player_id] += 1
    try:
        yield
    finally:
        _waiting[player_id] -= 1
        if not _waiting[player_id]:
            del _waiting[player_id]


@asynccontextmanager
async def _listening(seen: SeenMatch) -> AsyncIterator[asyncio.Event]:
    """An event that is set whenever the audience may have got something; join before reading."""
    layer = get_channel_layer()
    assert layer is not None, "CHANNEL_LAYERS names the default layer"
    channel, group = await layer.new_channel(), match_group(seen.match.id, seen.audience)
    await layer.group_add(group, channel)
    rung = asyncio.Event()

    async def ring() -> None:
        while True:
            await layer.receive(channel)
            rung.set()

    bell = asyncio.create_task(ring())
    try:
        yield rung
    finally:
        bell.cancel()
        with suppress(asyncio.CancelledError):
            await bell
        await layer.group_discard(group, channel)


async def _rung(bell: asyncio.Event, seconds: float) -> bool:
    try:
        await asyncio.wait_for(bell.wait(), seconds)
    except TimeoutError:
        return False
    bell.clear()
    return True


class Events(AsyncEndpoint):
    scope = Scope.READ

    @extend_schema(
        operation_id="seeEvents",
        tags=["matches"],
        summary="Events after a version, as the caller's seat may see them; waits for one if asked to",
        parameters=[
            TENANT,
            RETRY_AFTER,
            SEAT,
            SINCE,
            WAIT,
            answer_header("ETag", "The match's version.", [200]),
        ],
        responses={200: EventsShape, **problems("not-your-seat", not_negotiated=True)},
    )
    async def get(self, request: HttpRequest, match_id: UUID) -> HttpResponseBase:
        reader: Reader = await in_reader(_open)(request, match_id, EventsQuery)
        events: list[EventFrame] = await in_reader(reader.missed)()
        is_current = reader.since == reader.seen.match.version
        if not events and is_current and reader.wait and not reader.seen.match.is_over:
            events = await _wait_for_events(reader)
        return _answer(reader, events)


async def _wait_for_events(reader: Reader) -> list[EventFrame]:
    loop = asyncio.get_running_loop()
    until = loop.time() + reader.wait
    with _counted(reader.actor.player.id):
        async with _listening(reader.seen) as bell:
            while not (events := await in_reader(reader.missed)()) and (left := until - loop.time()) > 0:
                await _rung(bell, min(left, KEEP_ALIVE_SECONDS))
                await in_reader(reader.look_again)()
    return list(events)


def _answer(reader: Reader, events: list[EventFrame]) -> HttpResponse:
    match = reader.seen.match
    match.version = max(match.version, events[-1]["v"] if events else 0)
    body = {
        "match": str(match.id),
        "epoch": match.tenant.epoch,
        "version": match.version,
        "events": events,
    }
    return JsonResponse(body, headers={"ETag": etag_of(match)})


class Stream(AsyncEndpoint):
    scope = Scope.READ

    @extend_schema(
        operation_id="streamEvents",
        tags=["matches"],
        summary="The same without end: one event a line (NDJSON) until the match is over",
        description="A blank line every 10 seconds keeps the connection open.",
        parameters=[TENANT, RETRY_AFTER, SEAT, SINCE],
        responses={
            (200, "application/x-ndjson"): OpenApiResponse(
                OpenApiTypes.STR, description='Lines such as `{"v":7,"d":{"type":"ply",...}}`.'
            ),
            **problems("not-your-seat", not_negotiated=True),
        },
    )
    async def get(self, request: HttpRequest, match_id: UUID) -> HttpResponseBase:
        reader: Reader = await in_reader(_open)(request, match_id, SinceQuery)
        with _counted(reader.actor.player.id):  # why here too: a started stream can refuse nothing
            pass
        return StreamingHttpResponse(
            _lines(reader),
            content_type="application/x-ndjson",
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )


async def _lines(reader: Reader) -> AsyncIterator[str]:
    with _counted(reader.actor.player.id):
        async with _listening(reader.seen) as bell:
            while True:
                events: list[EventFrame] = await in_reader(reader.missed)()
                for event in events:
                    yield json.dumps(event, separators=(",", ":")) + "\n"
                if events:
                    reader = replace(reader, since=events[-1]["v"])
                if len(events) == EVENTS_AT_ONCE:
                    continue
                if reader.seen.match.is_over and reader.since >= reader.seen.match.version:
                    return
                if not await _rung(bell, KEEP_ALIVE_SECONDS):
                    yield "\n"
                try:
                    reader = await in_reader(reader.look_again)()
                except DomainError:  # the match, the seat or the token is gone
                    return
