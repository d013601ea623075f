"""The audit log, to read. Nobody changes it, operators neither."""

from __future__ import annotations

import json

from django.contrib import admin
from django.db.models import Case, Model, OuterRef, QuerySet, Subquery, UUIDField, Value, When
from django.db.models.functions import Cast, Concat
from django.http import HttpRequest
from django.urls import reverse
from django.utils import formats
from django.utils.dateparse import parse_datetime
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from accounts.models import AuditEntry, Player, Report, Tenant
from games.admin.pages import ReadOnly, column
from games.admin.site import desk
from games.models import Room
from games.moderation.cases import TEMPLATES

UUID_FORM = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
# Those that everybody who reads the log may look at.
PAGES = {
    "player": "accounts_player",
    "report": "accounts_report",
    "room": "games_room",
    "match": "games_match",
}


def named(entries: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
    """With `subject_name`: what those are called now that have a name and are still there."""
    is_uuid = When(subject_id__regex=UUID_FORM, then="subject_id")
    subject = OuterRef("subject")
    reported = Report.objects.annotate(name=Concat(Value("about "), "subject_text"))
    return entries.annotate(
        subject=Cast(Case(is_uuid, default=None), UUIDField()),
        subject_name=Case(
            When(subject_kind="player", then=Subquery(Player.objects.filter(pk=subject).values("name"))),
            When(subject_kind="room", then=Subquery(Room.objects.filter(pk=subject).values("slug"))),
            When(subject_kind="tenant", then=Subquery(Tenant.objects.filter(pk=subject).values("name"))),
            When(subject_kind="report", then=Subquery(reported.filter(pk=subject).values("name"))),
            default=Value(""),
        ),
    )


def actor(entry: AuditEntry) -> str:
    return entry.actor_name or "the server itself"


@admin.register(AuditEntry, site=desk)
class AuditPages(ReadOnly):
    fields = ("when", "who", "what", "to_whom", "why", "details", "actor_id", "subject_id")
    list_display = ("when", "who", "what", "to_whom", "why")
    list_filter = ("action", "subject_kind")
    search_fields = ("subject_id", "actor_name")
    date_hierarchy = "at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        del request
        return named(AuditEntry.objects.order_by("-id"))

    when = staticmethod(column("at", "When"))
    what = staticmethod(column("action", "What"))
    why = staticmethod(column("reason", "Why"))

    @admin.display(description="Who", ordering="actor_name")
    def who(self, entry: AuditEntry) -> str:
        return actor(entry)

    @admin.display(description="About")
    def to_whom(self, entry: AuditEntry) -> SafeString | str:
        known = getattr(entry, "subject_name", None) or entry.data.get("user")
        text = f"{entry.subject_kind} {known or entry.subject_id[-6:]}".strip()
        return _link(entry.subject_kind, entry.subject_id, text or "-")

    @admin.display(description="Details")
    def details(self, entry: AuditEntry) -> SafeString | str:
        """Until when, what was said, what was before: one a line."""
        told = ((key, _plain(key, value)) for key, value in entry.data.items())
        return format_html_join(mark_safe("<br>"), "{}: {}", told) or "-"


def _link(kind: str, row_id: str, text: str) -> SafeString | str:
    page = PAGES.get(kind)
    if page is None or not row_id:
        return text
    url = reverse(f"admin:{page}_change", args=[row_id])
    return format_html('<a class="underline" href="{}">{}</a>', url, text)


def _plain(key: str, value: object) -> SafeString | str:
    if key == "report" and isinstance(value, str):
        return _link("report", value, f"the one that led to it ({value[-6:]})")
    if key == "until" and isinstance(value, str) and (moment := parse_datetime(value)):
        return str(formats.localize(moment))
    if key == "message":
        return TEMPLATES.get(str(value), str(value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
