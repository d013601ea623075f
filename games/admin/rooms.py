"""Rooms and matches: when and how far, as who watches knows it, never what lies where."""

from __future__ import annotations

from typing import Any

from django.contrib import admin

from games.admin import acts
from games.admin.pages import ReadOnly
from games.admin.site import desk
from games.delay import released_match, released_plies, released_version
from games.events import WATCH
from games.models import Match, Room


@admin.register(Room, site=desk)
class RoomPages(ReadOnly):
    fields = (
        "slug", "system", "opponent", "spectators_allowed", "spectators_delay", "created_at", "expires_at",
        "last_presence_at", "closed_at", "closed_reason", "id",
    )  # fmt: skip
    list_display = ("slug", "system", "opponent", "created_at", "closed_reason")
    list_filter = ("system", "opponent", "closed_reason")
    search_fields = ("slug",)
    acts = {"close-room": acts.CloseRoom}  # noqa: RUF012  why: as the base types it

    def offers(self, row: Any, act: str) -> bool:
        del act
        return row.closed_at is None


@admin.register(Match, site=desk)
class MatchPages(ReadOnly):
    fields = (
        "room", "number", "system", "ruleset", "opponent", "spectators_allowed", "spectators_delay",
        "phase", "released_version", "released_plies", "released_turn", "outcome", "created_at", "started_at",
        "ended_at", "id",
    )  # fmt: skip
    columns = ("version", "ply_count", "turn")
    list_display = ("__str__", "room", "phase", "released_plies", "created_at", "ended_at")
    list_filter = ("system", "phase", "opponent")
    search_fields = ("id", "room__slug")
    list_select_related = ("room",)
    acts = {"void-match": acts.VoidMatch}  # noqa: RUF012

    @admin.display(description="version")
    def released_version(self, row: Match) -> int:
        return released_version(row, WATCH)

    @admin.display(description="ply count")
    def released_plies(self, row: Match) -> int:
        return released_plies(row, WATCH)

    @admin.display(description="turn", empty_value="-")
    def released_turn(self, row: Match) -> str:
        return released_match(row, WATCH).turn

    def offers(self, row: Any, act: str) -> bool:
        del act
        return not row.is_over
