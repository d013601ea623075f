"""Who watches some plies behind cannot tell which plies were played since, over any channel.

Each channel is then opened on purpose, once, to see that the check notices it.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from accounts.tenancy import tenant_scope
from games import chat, publish, queries
from games.api import matches as api_matches
from games.api.versions import etag_of
from games.delay import released_match
from games.events import Audience
from games.models import Match, MatchEvent
from games.rules.core import Side
from games.sockets import subscriptions
from tests.support.leaks import assert_blind, assert_same
from tests.support.leaks_late import forked, watched
from tests.support.leaks_worlds import Twins

Patch = pytest.MonkeyPatch
FIXED = {"first_player": "fixed"}
# Seed, who lays out first, system, options, plies.
FORKS: dict[str, tuple[int, Side | None, str, dict[str, str], int]] = {
    "gunjin": (8, Side.SECOND, "gunjin", {}, 5),
    "flip": (1, None, "luzhanqi", {"variant": "flip", **FIXED}, 6),
    "four": (9, Side.NORTH, "luzhanqi", {"variant": "four", **FIXED}, 5),
}
# Everything over which who watches receives something while a match is played.
CHANNELS = {
    "rest match", "rest events", "rest long poll", "rest record", "rest deductions", "rest thoughts",
    "rest room", "rest rooms", "rest chat", "rest turns", "rest matches", "rest command", "stream",
    "socket snap", "socket ev", "socket ok", "socket err", "socket room", "socket pong",
}  # fmt: skip


@cache
def fork(name: str) -> tuple[Twins, Twins]:
    seed, hidden, system, options, plies = FORKS[name]
    return forked(seed, hidden, system=system, options=options, plies=plies)


async def looks_the_same(name: str = "gunjin") -> None:
    one, other = fork(name)
    here, there = await watched(one, "nice"), await watched(other, "oops")
    assert_same(here, there, ["watch", "layer.watch", "layer.room", "webhook"])
    assert_blind(here, ["watch", "layer.watch"])
    told = {entry.channel for entry in here.party("watch").entries}
    assert told >= CHANNELS, CHANNELS - told


@pytest.mark.parametrize("name", FORKS)
async def test_who_watches_cannot_tell_the_plies_that_are_held_back(name) -> None:
    await looks_the_same(name)


# --- opened on purpose


def now(match: Match) -> Match:
    """The match as it is stored, for whoever asks."""
    with tenant_scope(match.tenant_id):
        return Match.objects.get(pk=match.pk)


def snapshot_of_now(patch: Patch) -> None:
    patch.setattr(queries, "released_match", lambda match, _audience: match)


def position_of_now(patch: Patch) -> None:
    def broken(match: Match) -> None:
        match.sealed_position = now(match).sealed_position

    patch.setattr(queries, "restore_position", broken)


def turn_and_count_of_now(patch: Patch) -> None:
    def broken(match: Match, audience: Audience) -> Match:
        past = released_match(match, audience)
        past.turn, past.ply_count = match.turn, match.ply_count
        return past

    patch.setattr(queries, "released_match", broken)


def tag_of_now(patch: Patch) -> None:
    patch.setattr(api_matches, "etag_of", lambda match: etag_of(now(match)))


def versions_of_now(patch: Patch) -> None:
    patch.setattr(subscriptions, "released_version", lambda match, _audience: match.version)


def every_event(match: Match, _audience: Audience) -> Any:
    return MatchEvent.objects.filter(match_id=match.id).order_by("version")


def events_of_now(patch: Patch) -> None:
    """Over REST: events, long poll, stream and record; over the socket what was missed."""
    patch.setattr(queries, "released_events", every_event)


def frames_of_now(patch: Patch) -> None:
    patch.setattr(publish, "due_events", lambda _match, stored: stored)


def lines_of_now(patch: Patch) -> None:
    patch.setattr(chat, "held_since", lambda _match, _audience: None)


BREAKS = {
    "snapshot": snapshot_of_now,
    "snapshot: position": position_of_now,
    "snapshot: turn and count": turn_and_count_of_now,
    "ETag": tag_of_now,
    "socket pong": versions_of_now,
    "events, stream, record": events_of_now,
    "frames": frames_of_now,
    "chat": lines_of_now,
}


@pytest.mark.parametrize("name", BREAKS)
async def test_a_channel_that_is_not_behind_is_noticed(name, monkeypatch) -> None:
    BREAKS[name](monkeypatch)
    with pytest.raises(AssertionError) as noticed:
        await looks_the_same()
    assert "watch" in str(noticed.value)
