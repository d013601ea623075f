"""Who watches may be some plies behind: what of a match is released to an audience, and what becomes due.

While a match is played each of its events is a ply, so a version and a number of plies go back together. The
end releases everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from datetime import datetime

from django.db.models import Q, QuerySet

from games.events import WATCH, Audience, EventType
from games.models import Match, MatchEvent


def is_behind(match: Match, audience: Audience) -> bool:
    """Whether plies of the match are held back from the audience, or will be."""
    return audience.side is None and match.spectators_delay > 0 and not match.is_over


def held_plies(match: Match, audience: Audience) -> int:
    """How many of the last plies the audience may not know of yet. For a match as it is stored."""
    return min(match.spectators_delay, match.ply_count) if is_behind(match, audience) else 0


def released_version(match: Match, audience: Audience) -> int:
    """The version that the audience may know. For a match as it is stored."""
    return match.version - held_plies(match, audience)


def released_plies(match: Match, audience: Audience) -> int:
    """How many plies the audience may know of. For a match as it is stored."""
    return match.ply_count - held_plies(match, audience)


def held_since(match: Match, audience: Audience) -> datetime | None:
    """When the oldest ply that is held back was played. For a match as it is stored."""
    if not held_plies(match, audience):
        return None
    first_held = MatchEvent.objects.filter(match=match, version=released_version(match, audience) + 1)
    return first_held.values_list("at", flat=True).first()


def said_by_players(match: Match) -> Q:
    """Lines of chat by who plays in the match, also of who has left the room."""
    return Q(player__in=match.seats.filter(player__isnull=False).values("player"))


def released_match(match: Match, audience: Audience) -> Match:
    """The match as it was at the released version: itself, or a copy that is never to be saved.

    The copy has no position before `restore_position`.
    """
    held = held_plies(match, audience)
    if not held:
        return match
    past = copy(match)
    past.version -= held
    past.ply_count -= held
    past.sealed_position = ""
    turns = MatchEvent.objects.filter(match=match, version=past.version)
    past.turn = turns.values_list("public__turn", flat=True).first() or ""
    return past


def restore_position(match: Match) -> None:
    """Give a match the position it had at its version, where `released_match` left that out."""
    if match.phase == Match.Phase.PLAYING and not match.sealed_position:
        match.replay()


def released_events(match: Match, audience: Audience) -> QuerySet[MatchEvent]:
    """What the audience may be told by now, oldest first; `match` may be of the past or read a while ago."""
    rows = MatchEvent.objects.filter(match_id=match.id).order_by("version")
    if not is_behind(match, audience):
        return rows
    current = Match.objects.only("version", "phase", "ply_count", "spectators_delay").filter(pk=match.pk)
    return rows.filter(version__lte=max((released_version(each, audience) for each in current), default=0))


def due_events(match: Match, stored: Sequence[MatchEvent]) -> Sequence[MatchEvent]:
    """The events that who watches gets now that `stored`, the latest of the match, are stored."""
    if not match.spectators_delay:
        return stored
    plies = sum(event.type == EventType.PLY for event in stored)
    held_before = min(match.spectators_delay, match.ply_count - plies)
    due = (stored[0].version - held_before, released_version(match, WATCH))
    return list(MatchEvent.objects.filter(match=match, version__range=due).order_by("version"))
