"""Everything a socket follows: joins groups, forwards in order, repairs gaps from the event table."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from uuid import UUID

from channels.layers import BaseChannelLayer

from accounts.errors import DomainError, NotFound
from accounts.identity import Actor
from games.chat import hear
from games.models import Seat
from games.publish import Bell, Message
from games.rules.core import JsonObject, Side
from games.sockets import attendance
from games.sockets.database import in_database
from games.sockets.frames import server_frame
from games.sockets.subscriptions import (
    MatchSubscription,
    Reading,
    RoomSubscription,
    current_versions,
    find_match,
    find_room,
    own_seats,
    read_missing,
    read_subscription,
)

MOST_FOLLOWED = 64


class TooManyFollowed(DomainError):
    code = "rate-limited"
    default_detail = "Too much is followed on this socket; unsubscribe from something first."


class Feed:
    """The subscriptions of one socket. Used by that socket's one task, so nothing here runs twice at once."""

    def __init__(
        self, layer: BaseChannelLayer, channel: str, send: Callable[[str], Awaitable[None]], actor: Actor
    ) -> None:
        self.layer, self.channel, self.send, self.actor = layer, channel, send, actor
        self.matches: dict[UUID, MatchSubscription] = {}
        self.rooms: dict[UUID, RoomSubscription] = {}

    @property
    def is_empty(self) -> bool:
        return not self.matches and not self.rooms

    # --- subscribing

    def _require_place(self, wanted: UUID) -> None:
        followed = len(self.matches) + len(self.rooms)
        if followed >= MOST_FOLLOWED and wanted not in self.matches and wanted not in self.rooms:
            raise TooManyFollowed

    async def follow_match(
        self, match: UUID, seat: Side | None, *, since: int | None, epoch: int | None, answers: int | None
    ) -> None:
        """Answer with a snapshot, or with `ok` and exactly what was missed. Raises NotFound, NotYourSeat."""
        self._require_place(match)
        wanted, seats = await in_database(find_match, self.actor, match, seat)
        await self._join(wanted)
        if wanted.room is not None:
            await self._join_room(RoomSubscription(wanted.room, seats))
        try:
            reading = await in_database(read_subscription, self.actor, wanted, since, epoch)
        except BaseException:
            await self.leave_match(match)
            raise
        await self._send_reading(wanted, reading, since, answers)
        await self._send_presence(wanted.room)

    async def _join(self, wanted: MatchSubscription) -> None:
        before = self.matches.get(wanted.match)
        if before is not None and before.group != wanted.group:
            await self.layer.group_discard(before.group, self.channel)
        await self.layer.group_add(wanted.group, self.channel)
        self.matches[wanted.match] = wanted

    async def _send_reading(
        self, wanted: MatchSubscription, reading: Reading, since: int | None, answers: int | None
    ) -> None:
        subject = str(wanted.match)
        if reading.snapshot is not None:
            wanted.last = reading.version
            await self.send(
                server_frame(
                    "snap",
                    reading.snapshot,
                    answers=answers,
                    subject=subject,
                    epoch=reading.epoch,
                    version=reading.version,
                )
            )
            return
        wanted.last = since or 0
        data: JsonObject = {"v": reading.version, "audience": wanted.audience.key}
        await self.send(
            server_frame(
                "ok", data, answers=answers, subject=subject, epoch=reading.epoch, version=wanted.last
            )
        )
        await self._send_events(wanted, reading.events)

    async def follow_room(self, name: str, answers: int | None) -> None:
        """Answer with the room as the actor may see it. Raises NotFound, RoomClosed."""
        wanted, data = await in_database(find_room, self.actor, name)
        self._require_place(wanted.room)
        await self._join_room(wanted)
        data["type"] = "room"
        await self.send(server_frame("room", data, answers=answers, subject=str(wanted.room)))
        await self._send_presence(wanted.room)

    async def _join_room(self, wanted: RoomSubscription) -> None:
        before = self.rooms.get(wanted.room)
        wanted.is_asked = wanted.is_asked or (before is not None and before.is_asked)
        await self.layer.group_add(wanted.group, self.channel)
        self.rooms[wanted.room] = wanted
        await self.tell(await in_database(attendance.arrive, self.actor, wanted.seats, self.channel))

    async def _send_presence(self, room: UUID | None) -> None:
        """Who is there now, to this socket alone; changes come through the group."""
        if room is not None:
            for text in await in_database(attendance.present, self.actor, room):
                await self.send(text)

    async def leave_match(self, match: UUID) -> bool:
        """Also leaves the room that was only followed for it. False when it was not followed."""
        left = self.matches.pop(match, None)
        if left is None:
            return False
        await self.layer.group_discard(left.group, self.channel)
        room = self.rooms.get(left.room) if left.room is not None else None
        if room is not None and not room.is_asked and not self._in_room(room.room):
            await self.leave_room(room.room)
        return True

    async def leave_room(self, room: UUID) -> bool:
        """Stays while a match of the room is followed. False when the room was not followed."""
        left = self.rooms.get(room)
        if left is None:
            return False
        left.is_asked = False
        if not self._in_room(room):
            del self.rooms[room]
            await self.layer.group_discard(left.group, self.channel)
            await self.tell(await in_database(attendance.depart, self.actor, left.seats, self.channel))
        return True

    def _in_room(self, room: UUID) -> list[UUID]:
        return [each.match for each in self.matches.values() if each.room == room]

    async def leave_all(self) -> None:
        for match in list(self.matches):
            await self.leave_match(match)
        for room in list(self.rooms):
            await self.leave_room(room)

    # --- forwarding

    async def forward_match(self, message: Message) -> None:
        """Send the frame if it is the next, what is missing if it is not, nothing if it was sent before."""
        subscription = self.matches.get(UUID(message["match"]))
        version = message["v"]
        if subscription is None or version is None or version <= subscription.last:
            return
        if version == subscription.last + 1:
            await self._send_events(subscription, [(version, message["frame"])])
            return
        await self.repair(subscription)

    async def repair(self, subscription: MatchSubscription) -> None:
        """Send everything the table holds after the last version; `resync` where the table has a hole."""
        while events := await in_database(read_missing, self.actor, subscription):
            if events[0][0] != subscription.last + 1:
                await self.leave_match(subscription.match)
                await self.send(server_frame("resync", {}, subject=str(subscription.match)))
                return
            await self._send_events(subscription, events)

    async def _send_events(self, subscription: MatchSubscription, events: Iterable[tuple[int, str]]) -> None:
        for version, text in events:
            await self.send(text)
            subscription.last = version

    async def forward_room(self, message: Message) -> bool:
        """True when that closed the room and nothing is left to follow."""
        await self.send(message["frame"])
        if '"room.closed"' not in message["frame"]:
            return False
        frame = json.loads(message["frame"])
        if frame["t"] != "room" or frame["d"].get("type") != "room.closed":
            return False
        await self._close_room(UUID(frame["m"]))
        return self.is_empty

    async def forward_chat(self, bell: Bell) -> None:
        """The line as this socket's player may read it, if at all."""
        room = UUID(bell["room"])
        if room not in self.rooms:
            return
        line = await in_database(hear, self.actor, UUID(bell["message"]))
        if line is None:
            return
        told = line if bell["type"] == "chat.said" else line["id"]
        await self.send(server_frame("room", {"type": bell["type"], "message": told}, subject=str(room)))

    async def _close_room(self, room: UUID) -> None:
        for match in self._in_room(room):
            with suppress(NotFound):  # purged with its room
                await self.repair(self.matches[match])
            await self.leave_match(match)
        await self.leave_room(room)

    # --- heartbeat

    async def beat(self) -> dict[UUID, int]:
        """Refresh presence, forward what a lost message left out, and answer the versions."""
        seats, versions, notices = await in_database(self._beat)
        for room in self.rooms.values():
            room.seats = tuple(seat for seat in seats if seat.room_id == room.room)
        await self.tell(notices)
        for subscription in list(self.matches.values()):
            if versions.get(subscription.match, 0) > subscription.last:
                await self.repair(subscription)
        return versions

    def _beat(self) -> tuple[tuple[Seat, ...], dict[UUID, int], list[attendance.Notice]]:
        seats = own_seats(self.actor, self.rooms) if self.rooms else ()
        notices = attendance.arrive(self.actor, seats, self.channel)
        return seats, current_versions(self.actor, self.matches.values()), notices

    async def tell(self, notices: Iterable[attendance.Notice]) -> None:
        for group, message in notices:
            await self.layer.group_send(group, dict(message))
