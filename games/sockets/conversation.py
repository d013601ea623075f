"""What the client's frames do: one handler each. Refusals become `err` frames here."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable

from channels.layers import BaseChannelLayer
from django.conf import settings
from django.utils import timezone

from accounts.access import Scope
from accounts.errors import BadRequest, DomainError, NotFound
from accounts.limits import rate_of
from accounts.rechecks import player_group
from games.publish import Bell, Message
from games.rules.core import JsonObject, RuleViolation
from games.sockets.bucket import Bucket
from games.sockets.chat import read_saying, speak
from games.sockets.codes import CloseCode, Closing
from games.sockets.database import in_database
from games.sockets.feed import MOST_FOLLOWED, Feed
from games.sockets.frames import (
    FRAME_BYTES,
    ClientFrame,
    identifier,
    only,
    optional_count,
    optional_side,
    server_frame,
)
from games.sockets.handshake import Visitor
from games.sockets.orders import obey, read_order
from games.sockets.refusals import refusal
from games.sockets.sessions import Session, open_session, read_hello, renew_session

logger = logging.getLogger(__name__)
CHECK_SECONDS = 15.0  # clients ping every 10 seconds
FRAME_SCOPES = {
    "cmd": Scope.PLAY,
    "chat": Scope.PLAY,
    "sub": Scope.READ,
    "unsub": Scope.READ,
    "ping": Scope.READ,
}


class Conversation:
    """One accepted socket. `is_open` once the hello was good.

    Who speaks is looked at again at every frame, obeyed or refused, and at `check_at` (of the loop's clock)
    when none came.
    """

    def __init__(
        self,
        send: Callable[[str], Awaitable[None]],
        layer: BaseChannelLayer,
        channel: str,
        visitor: Visitor,
    ) -> None:
        self.send, self.layer, self.channel, self.visitor = send, layer, channel, visitor
        self.bucket = Bucket()
        self.session: Session | None = None
        self.feed: Feed | None = None
        self.groups: list[str] = []
        self.check_at = math.inf

    @property
    def is_open(self) -> bool:
        return self.session is not None

    async def end(self) -> None:
        """Leave every group, and tell the rooms."""
        if self.feed is not None:
            for group in self.groups:
                await self.layer.group_discard(group, self.channel)
            await self.feed.leave_all()

    async def recheck(self) -> None:
        """Something about the player or the token changed. Raises Closing when it may not go on."""
        if self.session is not None and self.feed is not None:
            await self._renew(self.session, self.feed)

    async def call(self, player_id: str, about: str) -> None:
        """There is something to read: for the player alone, and not for the bots, who are in the group, too.

        Raises Closing.
        """
        await self.recheck()
        actor = self.session.actor if self.session is not None else None
        if actor is not None and str(actor.player.id) == player_id and Scope.READ in actor.scopes:
            await self.send(server_frame(about, {}))

    async def listen(self, bell: Bell) -> None:
        """Somebody said something in a room."""
        if self.feed is not None:
            await self.feed.forward_chat(bell)

    async def forward(self, message: Message) -> None:
        """A frame that was published. Raises Closing when its room closed and nothing else is followed."""
        if self.feed is None:
            return
        if message["type"] == "match.frame":
            await self.feed.forward_match(message)
        elif await self.feed.forward_room(message):
            raise Closing(CloseCode.GONE)

    async def hear(self, frame: ClientFrame) -> None:
        """Raises Closing, and whatever is our own mistake, after an `err internal`."""
        try:
            if self.session is None or self.feed is None:
                await self._hello(frame)
            else:
                self.bucket.spend()
                await self._answer(frame, self.session, self.feed)
        except (DomainError, RuleViolation) as error:
            await self.recheck()
            await self._refuse(frame, refusal(error))
            if self.session is None:
                raise Closing(CloseCode.NO_HELLO) from error
        except Closing:
            raise
        except Exception:
            await self._refuse(frame, {"code": "internal", "detail": "The server made a mistake."})
            raise

    async def _refuse(self, frame: ClientFrame, data: JsonObject) -> None:
        command_id = frame.data.get("id") if frame.kind == "cmd" else None
        if isinstance(command_id, str):
            data = {"id": command_id[:64], **data}
        await self.send(server_frame("err", data, answers=frame.number, subject=_short(frame.subject)))

    async def _hello(self, frame: ClientFrame) -> None:
        if frame.kind != "hello":
            raise Closing(CloseCode.NO_HELLO)
        session = await in_database(open_session, self.visitor, read_hello(frame.data))
        self.session = session
        self._put_check_off()
        self.feed = Feed(self.layer, self.channel, self.send, session.actor)
        player, tenant = session.actor.player, session.actor.tenant
        # A ban between the hello and here is seen at the first frame, or by the clock.
        self.groups = list(map(player_group, await in_database(session.concerns)))
        for group in self.groups:
            await self.layer.group_add(group, self.channel)
        data: JsonObject = {
            "player": {"id": str(player.id), "name": player.name, "kind": player.kind},
            "tenant": {"slug": tenant.slug, "name": tenant.name},
            "server_time": _server_time(),
            "limits": {
                "frame_bytes": FRAME_BYTES,
                "frames": str(settings.GYOJI["RATE_FRAMES_PER_SOCKET"]),
                "commands": rate_of("RATE_COMMANDS_PER_PLAYER", tenant),
                "subscriptions": MOST_FOLLOWED,
                "ping_seconds": 10,
            },
        }
        await self.send(server_frame("welcome", data, answers=frame.number, epoch=tenant.epoch))

    async def _answer(self, frame: ClientFrame, session: Session, feed: Feed) -> None:
        if frame.kind in FRAME_SCOPES:
            session.actor.require(FRAME_SCOPES[frame.kind])
        match frame.kind:
            case "cmd":
                await self._command(frame, session)
            case "chat":
                await self._chat(frame, session)
            case "ping":
                await self._ping(frame, session, feed)
            case "sub":
                await self._renew(session, feed)
                await _subscribe(frame, feed)
            case "unsub":
                await self._renew(session, feed)
                await self._unsubscribe(frame, feed)
            case "hello":
                raise BadRequest("The hello was said already.")
            case _:
                raise BadRequest("This kind of frame is not known.")

    async def _command(self, frame: ClientFrame, session: Session) -> None:
        command = read_order(frame)
        receipt = await in_database(obey, session, command)
        self._put_check_off()
        version = receipt.event.version
        data: JsonObject = {"id": str(command.command_id), "v": version, "dup": receipt.repeated}
        await self.send(
            server_frame("ok", data, answers=frame.number, subject=str(command.match), version=version)
        )

    async def _chat(self, frame: ClientFrame, session: Session) -> None:
        saying, command_id = read_saying(frame)
        if not frame.subject:
            raise BadRequest("m must name a room.")
        line = await in_database(speak, session, frame.subject, saying, command_id)
        await self.send(
            server_frame("ok", {"message": line["id"]}, answers=frame.number, subject=_short(frame.subject))
        )

    async def _ping(self, frame: ClientFrame, session: Session, feed: Feed) -> None:
        only(frame.data)
        await self._renew(session, feed)
        versions = await feed.beat()
        data: JsonObject = {
            "server_time": _server_time(),
            "versions": {str(match): version for match, version in versions.items()},
        }
        await self.send(server_frame("pong", data, answers=frame.number))

    async def _renew(self, session: Session, feed: Feed) -> None:
        """Raises Closing for a player who may not be here any more."""
        self.session = await in_database(renew_session, session)
        feed.actor = self.session.actor
        self._put_check_off()

    def _put_check_off(self) -> None:
        self.check_at = asyncio.get_running_loop().time() + CHECK_SECONDS

    async def _unsubscribe(self, frame: ClientFrame, feed: Feed) -> None:
        only(frame.data)
        subject = identifier(frame.subject)
        if not (await feed.leave_match(subject) or await feed.leave_room(subject)):
            raise NotFound("This is not subscribed.")
        await self.send(server_frame("ok", {}, answers=frame.number, subject=str(subject)))


async def _subscribe(frame: ClientFrame, feed: Feed) -> None:
    """`m` names a match by its id, or a room by its id or slug."""
    only(frame.data, "since", "epoch", "seat")
    since, epoch = optional_count(frame.data, "since"), optional_count(frame.data, "epoch")
    seat = optional_side(frame.data)
    if not frame.subject:
        raise BadRequest("m must name a match or a room.")
    try:
        match = identifier(frame.subject)
        await feed.follow_match(match, seat, since=since, epoch=epoch, answers=frame.number)
    except (BadRequest, NotFound):
        await feed.follow_room(frame.subject, frame.number)


def _server_time() -> str:
    return timezone.now().isoformat().replace("+00:00", "Z")


def _short(subject: str | None) -> str | None:
    return subject if subject is None or len(subject) <= 64 else None
