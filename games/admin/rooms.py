"""Rooms and matches: when and how far, never what lies where."""

from __future__ import annotations

from typing import Any

from django.contrib import admin

from games.admin import acts
from games.admin.pages import ReadOnly
from games.admin.site import desk
from games.models import Match, Room


@admin.register(Room, site=desk)
class RoomPages(ReadOnly):
    fields = (
        "slug", "system", "opponent", "spectators_allowed", "created_at", "expires_at",
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
        "room", "number", "system", "ruleset", "opponent", "spectators_allowed", "phase",
        "version", "ply_count", "turn", "outcome", "created_at", "started_at", "ended_at", "id",
    )  # fmt: skip
    list_display = ("__str__", "room", "phase", "ply_count", "created_at", "ended_at")
    list_filter = ("system", "phase", "opponent")
    search_fields = ("id", "room__slug")
    list_select_related = ("room",)
    acts = {"void-match": acts.VoidMatch}  # noqa: RUF012

    def offers(self, row: Any, act: str) -> bool:
        del act
        return not row.is_over
