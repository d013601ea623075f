"""The audit log, to read. Nobody changes it, operators neither."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from accounts.models import AuditEntry
from games.admin.pages import ReadOnly
from games.admin.site import desk


@admin.register(AuditEntry, site=desk)
class AuditPages(ReadOnly):
    fields = (
        "at",
        "actor_kind",
        "actor_name",
        "actor_id",
        "action",
        "subject_kind",
        "subject_id",
        "reason",
        "data",
    )
    list_display = ("at", "actor_name", "action", "subject_kind", "subject_id", "reason")
    list_filter = ("action", "subject_kind")
    search_fields = ("subject_id", "actor_name")
    date_hierarchy = "at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        del request
        return AuditEntry.objects.order_by("-id")
