"""What the stage reads from the database and does to it directly. Blocking: call through `in_database`."""

from __future__ import annotations

import uuid
from typing import Any

from accounts.identity import Actor
from accounts.models import Delivery, Tenant, Webhook
from accounts.tenancy import tenant_scope
from accounts.webhooks import Event
from games.commands import MatchCommand, PlayPly, Resign
from games.events import EventType
from games.models import Match, MatchEvent, MatchSeat, Room, SavedLayout, Thought
from games.referee import execute
from games.rules.core import LEFT
from tests.support.leaks_worlds import Twins

NAMESPACE = uuid.UUID("5d0c7c5e-1111-4a4a-8a8a-000000000001")


def play_directly(match_id: str, twins: Twins, plies: int) -> int:
    """The first so many plies, straight to the referee. Answers the version after them."""
    match = Match.everywhere.select_related("tenant").get(pk=match_id)
    actors = {
        seat.side: Actor(match.tenant, seat.player)
        for seat in MatchSeat.everywhere.select_related("player").filter(match=match)
    }
    version = match.version
    for ply, side in list(zip(twins.plies, twins.movers, strict=True))[:plies]:
        about: dict[str, Any] = {"match": match.id, "command_id": uuid.uuid4(), "expected": version}
        command: MatchCommand = Resign(**about) if ply == LEFT else PlayPly(**about, ply=ply)
        version = execute(actors[side], command).version
    return version


def secrets_of(match_id: str) -> set[str]:
    """Salts and positions as they are stored now."""
    match = Match.everywhere.get(pk=match_id)
    found = {match.sealed_position} - {""} | set((match.sealed_deal_salts or {}).values())
    for seat in MatchSeat.everywhere.filter(match=match):
        found |= set((seat.sealed_salts or {}).values())
    return found


def subscribe() -> None:
    """A server of the tenant asks for everything; what it is told stays in the outbox.

    What was told of a match played before in the same test goes.
    """
    with tenant_scope(Tenant.objects.get(slug="default").id):
        Webhook.objects.all().delete()
        Webhook.objects.create(url="https://hooks.example/", secret="", events=list(Event), is_active=True)


def deliveries() -> list[dict[str, Any]]:
    return list(Delivery.everywhere.order_by("id").values_list("payload", flat=True))


def thought_of(match: str, side: str) -> str:
    """A word that stands in a computer's thought and nowhere else; all may read it after the end."""
    word = f"thought-{uuid.uuid5(NAMESPACE, match).hex}"
    with tenant_scope(Match.everywhere.get(pk=match).tenant_id):
        sealed = {"plies": [], "worlds": 1, "positions": 1, "beliefs": {word: {word: 1.0}}}
        Thought.objects.get_or_create(
            match_id=match, number=1, defaults={"side": side, "sealed_thinking": sealed}
        )
    return word


def saved_layouts(match: str) -> dict[str, str]:
    seats = {seat.player_id: seat.side for seat in MatchSeat.everywhere.filter(match=match)}
    rows = SavedLayout.everywhere.filter(player__in=seats)
    return dict(sorted((seats[row.player_id], str(row.id)) for row in rows))


def sent_commands(match: str) -> list[MatchEvent]:
    """What withdrawals and plies made, in order."""
    types = (EventType.LAYOUT_WITHDRAWN, EventType.PLY)
    return list(MatchEvent.everywhere.filter(match=match, type__in=types).order_by("version"))


def version_of(match: str) -> int:
    return Match.everywhere.get(pk=match).version


def current_match(room: str) -> tuple[str, int]:
    """Id and version of the room's latest match."""
    match = Room.everywhere.get(pk=room).current_match()
    return str(match.id), match.version
