"""The queue of reports, the oldest open one first, and what can be done about each."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.safestring import SafeString
from django.utils.text import Truncator

from accounts.models import Player, Report
from games.admin import acts
from games.admin.pages import Button, ReadOnly, Section, act_url, column, link
from games.admin.people import PLAYER_ACTS, reports_section, sanctions_section
from games.admin.site import desk
from games.models import Match, Room

GIST = 80


@admin.register(Report, site=desk)
class ReportPages(ReadOnly):
    fields = (
        "about", "reason", "kind", "text", "note", "by", "where", "created_at", "status", "handled_by",
        "handled_at",
    )  # fmt: skip
    list_display = (column("created_at", "When"), "reason", "about", "gist", "by", "status")
    list_filter = ("status", "kind", "reason")
    search_fields = ("subject_text",)
    acts = {  # noqa: RUF012  why: as the base types it
        "uphold": acts.Uphold,
        "dismiss": acts.Dismiss,
        "delete-message": acts.DeleteMessage,
    }

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        del request
        return Report.objects.select_related("player", "reporter", "handled_by").order_by("created_at")

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not request.GET:
            return HttpResponseRedirect("?status__exact=open")
        return super().changelist_view(request, extra_context)

    @admin.display(description="About")
    def about(self, report: Report) -> SafeString | str:
        return link(report.player)

    @admin.display(description="Name or line as it was")
    def text(self, report: Report) -> str:
        return report.subject_text

    @admin.display(description="What")
    def gist(self, report: Report) -> str:
        """The line complained of, or what the reporter says."""
        said = report.subject_text if report.kind == Report.Subject.MESSAGE else report.note
        return Truncator(said).chars(GIST) or "-"

    @admin.display(description="Reported by")
    def by(self, report: Report) -> SafeString | str:
        return link(report.reporter)

    @admin.display(description="Where")
    def where(self, report: Report) -> SafeString | str:
        place = _place(report)
        return link(place, f"room {place}" if isinstance(place, Room) else None)

    def offers(self, row: Any, act: str) -> bool:
        if act == "delete-message":
            return row.message_id is not None
        return bool(row.status == Report.Status.OPEN)

    def buttons(self, row: Any) -> list[Button]:
        player_buttons = _player_buttons(row.player, row) if row.player is not None else []
        return super().buttons(row) + player_buttons

    def sections(self, row: Any) -> list[Section]:
        return [sanctions_section(row.player), reports_section(row.player)] if row.player is not None else []


def _player_buttons(player: Player, report: Report) -> list[Button]:
    return [
        Button(f"{PLAYER_ACTS[act].title} {player.name}", f"{act_url(player, act)}?report={report.pk}")
        for act in ("warn", "mute", "ban", "rename")
    ]


def _place(report: Report) -> Model | None:
    """The match or room it happened in, while there is one."""
    if report.match_id is not None:
        match = Match.objects.only("id", "system", "number").filter(pk=report.match_id).first()
        if match is not None:
            return match
    return Room.objects.only("id", "slug").filter(pk=report.room_id).first() if report.room_id else None
