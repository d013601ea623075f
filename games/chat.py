"""What is said in a room: outside the match and its versions. None of it comes from the server.

Who watches may know more than a player, from the other side's own mouth; so what watchers say reaches the
players only when the match is over. Who took a free seat while others play on watches, too. Who watches some
plies behind hears the players as late as it sees them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.errors import Muted, NotFound
from accounts.identity import Actor
from accounts.limits import spend
from accounts.models import FOR_EVER, Block, Chat, Player, Tenant
from accounts.tenancy import tenant_scope
from games.delay import held_since, said_by_players
from games.errors import BadMessage, ChatOff, CommandIdReused, Forbidden, RoomClosed, SaidAlready
from games.events import WATCH
from games.models import ChatMessage, Match, MatchSeat, Room, Seat
from games.publish import ring
from games.queries import room_key
from games.redaction import person_data
from games.rules.core import JsonObject
from games.wording import clean_text, require_fit

# Codes; clients have the words in the reader's language.
PRESETS = (
    "hello", "good-luck", "one-moment", "back-soon", "nice", "oops", "sorry", "thanks", "well-played",
    "again", "goodbye",
)  # fmt: skip
TAKE_BACK = timedelta(minutes=5)
REPEATED = timedelta(minutes=1)  # until when the same words by the same player say nothing new


@dataclass(frozen=True, slots=True)
class Saying:
    """Exactly one of the two: a code of PRESETS, or text in the writer's own words."""

    preset: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class _Listener:
    """Somebody who may read what is said in an open room; `seat` is None for who watches."""

    actor: Actor
    room: Room
    seat: Seat | None

    def speaks_from(self) -> int | None:
        """The number of the seat; None for who watches, be it from a seat that is for the next match."""
        if self.seat is None:
            return None
        match = self.room.current_match()
        if match.phase == Match.Phase.PLAYING and not match.seats.filter(player=self.actor.player).exists():
            return None
        return self.seat.number

    def heard(self) -> QuerySet[ChatMessage]:
        """The lines the listener may read, by whom they have not blocked."""
        blocked = Block.objects.filter(player=self.actor.player).values("blocked")
        rows = ChatMessage.objects.select_related("player").filter(room=self.room)
        rows = rows.exclude(player__in=blocked)
        match = self.room.current_match()
        if match.is_over:
            return rows
        plays = match.seats.filter(player=self.actor.player).exists()
        since = None if plays else held_since(match, WATCH)
        if since is not None:
            rows = rows.filter(Q(at__lt=since) | ~said_by_players(match))
        if self.seat is None and not plays:  # who left while others play on may come back
            return rows
        watching = Q(seat__isnull=True, at__gte=match.created_at)
        return rows.filter(~watching | Q(player=self.actor.player))


def _listener(actor: Actor, room: Room | None) -> _Listener:
    """Raises NotFound for who neither sits here nor may watch."""
    if room is None:
        raise NotFound
    seat = room.seats.filter(player=actor.player).first()
    if seat is None and not room.spectators_allowed:
        raise NotFound
    return _Listener(actor, room, seat)


def _enter(actor: Actor, room_name: str) -> _Listener:
    """Raises NotFound, RoomClosed."""
    listener = _listener(actor, Room.objects.filter(**room_key(room_name)).first())
    if listener.room.closed_at is not None:
        raise RoomClosed
    return listener


def say(actor: Actor, room_name: str, saying: Saying, command_id: UUID | None = None) -> JsonObject:
    """Say something in a room named by its id or slug; answers the line as its writer sees it.

    Sent again with its `command_id` it is not said again: the answer is the line there is.
    Raises RateLimited, Muted, NotFound, RoomClosed, ChatOff, BadMessage, SaidAlready, CommandIdReused.
    """
    now = timezone.now()
    spend("RATE_CHAT_PER_PLAYER", str(actor.player.id), actor.tenant)
    _require_voice(actor.player, now)
    with tenant_scope(actor.tenant.id), transaction.atomic():
        listener = _enter(actor, room_name)
        allowed = _allowed(listener.room.chat_allowed(actor.tenant), saying, actor.tenant)
        # why: two of one player's at the same moment must not both find that nothing was said yet
        Player.objects.select_for_update(no_key=True).get(pk=actor.player.pk)
        if command_id is not None and (said := _said_before(listener, allowed, command_id)) is not None:
            return _shown(said, actor)
        _require_news(listener, allowed, now)
        message = ChatMessage.objects.create(
            room=listener.room,
            player=actor.player,
            seat=listener.speaks_from(),
            preset=allowed.preset,
            text=allowed.text,
            command_id=command_id,
            at=now,
        )
        ring(listener.room.id, message.id)
        return _shown(message, actor)


def _require_voice(player: Player, now: datetime) -> None:
    if player.is_muted(now) and player.muted_until is not None:
        is_for_ever = player.muted_until >= FOR_EVER
        raise Muted(**{} if is_for_ever else {"until": player.muted_until.isoformat()})


def _allowed(chat: Chat, saying: Saying, tenant: Tenant) -> Saying:
    """What is said, as stored. Raises ChatOff, BadMessage."""
    if chat == Chat.OFF or (saying.text and chat != Chat.FREE):
        raise ChatOff
    if bool(saying.preset) == bool(saying.text):
        raise BadMessage("Say one thing: a preset or a text.")
    if saying.preset:
        if saying.preset not in PRESETS:
            raise BadMessage("There is no such preset.")
        return saying
    text = clean_text(saying.text)
    require_fit(text, tenant.muted_words)
    return Saying(text=text)


def _said_before(listener: _Listener, saying: Saying, command_id: UUID) -> ChatMessage | None:
    """The line that an earlier sending left. Raises CommandIdReused for one that says something else."""
    own = ChatMessage.objects.filter(room=listener.room, player=listener.actor.player)
    said = own.select_related("player").filter(command_id=command_id).first()
    if said is not None and said.deleted_at is None and Saying(said.preset, said.text) != saying:
        raise CommandIdReused
    return said


def _require_news(listener: _Listener, saying: Saying, now: datetime) -> None:
    """Raises SaidAlready."""
    same = ChatMessage.objects.filter(
        room=listener.room, player=listener.actor.player, preset=saying.preset, text=saying.text,
        at__gt=now - REPEATED, deleted_at=None,
    )  # fmt: skip
    if (last := same.order_by("-at").first()) is not None:
        raise SaidAlready(retry_after=ceil((last.at + REPEATED - now).total_seconds()))


def read_chat(actor: Actor, slug: str, *, before: UUID | None = None, limit: int) -> list[JsonObject]:
    """The last lines, or the last before the one named, oldest first. Raises NotFound, RoomClosed."""
    with tenant_scope(actor.tenant.id):
        rows = _enter(actor, slug).heard()
        rows = rows.filter(id__lt=before) if before is not None else rows
        return [_shown(message, actor) for message in reversed(rows.order_by("-id")[:limit])]


def hear(actor: Actor, message_id: UUID) -> JsonObject | None:
    """One line as `read_chat` would show it; None where it would not."""
    with tenant_scope(actor.tenant.id):
        try:
            return _shown(find_message(actor, message_id), actor)
        except NotFound:
            return None


def find_message(actor: Actor, message_id: UUID) -> ChatMessage:
    """A line that the actor may read, also of a closed room. Raises NotFound."""
    message = ChatMessage.objects.select_related("room").filter(pk=message_id).first()
    room = message.room if message is not None else None
    message = _listener(actor, room).heard().filter(pk=message_id).first()
    if message is None:
        raise NotFound
    return message


def find_complaint(actor: Actor, message_id: UUID) -> ChatMessage:
    """As `find_message`, and also what a player said where the actor played and left. Raises NotFound."""
    try:
        return find_message(actor, message_id)
    except NotFound:
        played = MatchSeat.objects.filter(player=actor.player).values("match__room")
        lines = ChatMessage.objects.select_related("player").filter(seat__isnull=False, room__in=played)
        line = lines.filter(pk=message_id).first()
        if line is None:
            raise
        return line


def take_back(actor: Actor, slug: str, message_id: UUID) -> None:
    """Empty an own line within TAKE_BACK; that there was one stays.

    Raises NotFound, RoomClosed, Forbidden for another's line or an old one.
    """
    now = timezone.now()
    with tenant_scope(actor.tenant.id), transaction.atomic():
        rows = _enter(actor, slug).heard()
        message = rows.select_for_update(of=("self",)).filter(pk=message_id, deleted_at=None).first()
        if message is None:
            raise NotFound
        if message.player_id != actor.player.id:
            raise Forbidden("Only who wrote this may take it back.")
        if now - message.at > TAKE_BACK:
            raise Forbidden("This can be taken back for five minutes only.")
        message.text, message.preset, message.deleted_at = "", "", now
        message.save(update_fields=["text", "preset", "deleted_at"])
        ring(message.room_id, message.id, is_gone=True)


def _shown(message: ChatMessage, actor: Actor) -> JsonObject:
    return {
        "id": str(message.id),
        "seat": message.seat,
        "player": person_data(message.player) if message.player is not None else None,
        "yours": message.player_id == actor.player.id,
        "preset": message.preset or None,
        "text": message.text or None,
        "at": message.at.isoformat(),
        "deleted": message.deleted_at is not None,
    }
