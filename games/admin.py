"""Read-only pages about rooms and matches for the people who run a deployment.

Fields are listed, never excluded: a new column stays out until somebody names it here. No `sealed_*`
column and no list of plies is shown: a running match tells an operator no more than a spectator.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from games.models import Match, Room

if TYPE_CHECKING:
    Pages = admin.ModelAdmin[Model]
else:
    Pages = admin.ModelAdmin


class ReadOnly(Pages):
    """Looks, and changes nothing; only `fields` are shown."""

    actions = None
    list_per_page = 50
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        """All tenants' rows, without the columns that no page names."""
        del request
        shown = {name for name in (*self.fields_shown(), "id") if self._is_column(name)}
        return self.model.everywhere.only(*shown).order_by("-created_at")  # type: ignore[attr-defined,no-any-return]

    def fields_shown(self) -> tuple[str, ...]:
        return tuple(str(name) for name in self.fields or ())

    def _is_column(self, name: str) -> bool:
        return name in {field.name for field in self.model._meta.get_fields()}  # noqa: SLF001

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        del request, obj
        return self.fields_shown()

    def has_add_permission(self, request: HttpRequest) -> bool:
        del request
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        del request, obj
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        del request, obj
        return False


@admin.register(Room)
class RoomPages(ReadOnly):
    fields = (
        "id", "tenant", "slug", "system", "opponent", "spectators_allowed", "created_at", "expires_at",
        "last_presence_at", "closed_at", "closed_reason",
    )  # fmt: skip
    list_display = ("slug", "tenant", "system", "opponent", "created_at", "closed_reason")
    list_filter = ("system", "opponent", "closed_reason")
    search_fields = ("slug",)
    list_select_related = ("tenant",)


@admin.register(Match)
class MatchPages(ReadOnly):
    fields = (
        "id", "tenant", "room", "number", "system", "ruleset", "opponent", "spectators_allowed", "phase",
        "version", "ply_count", "turn", "outcome", "created_at", "started_at", "ended_at",
    )  # fmt: skip
    list_display = ("id", "tenant", "system", "phase", "ply_count", "created_at", "ended_at")
    list_filter = ("system", "phase", "opponent")
    search_fields = ("id", "room__slug")
    list_select_related = ("tenant", "room")
