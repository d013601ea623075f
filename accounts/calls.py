"""Tell a player's open sockets that there is something to read; they ask for it as who only polls does."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from uuid import UUID

from django.db import transaction

from accounts.layer import send
from accounts.rechecks import player_group


class Call(StrEnum):
    """The frames."""

    NOTICE = "notice"
    INVITATION = "invitation"


def call_players(player_ids: Iterable[UUID], about: Call) -> None:
    """On commit."""
    messages = [
        (player_group(player_id), {"type": "player.call", "player": str(player_id), "about": about.value})
        for player_id in player_ids
    ]
    transaction.on_commit(lambda: send(messages))
