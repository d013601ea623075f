"""Read-only pages about rooms and matches for the people who run a deployment.

Fields are listed, never excluded: a new column stays out until somebody names it here. No `sealed_*`
column and no list of plies is shown: a running match tells an operator no more than a spectator.
A page shows the tenant of the host it was asked from: Postgres shows the servers' role no two at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.template.response import TemplateResponse

from accounts.identity import resolve_tenant
from accounts.tenancy import tenant_scope
from games.models import Match, Room

if TYPE_CHECKING:
    Pages = admin.ModelAdmin[Model]
else:
    Pages = admin.ModelAdmin


@contextmanager
def tenant_of_host(request: HttpRequest) -> Iterator[None]:
    """Raises NotFound for a host that no tenant has."""
    host, _port = split_domain_port(request.get_host())
    with tenant_scope(resolve_tenant(host).id):
        yield


def rendered(response: HttpResponse) -> HttpResponse:
    """A page reads its rows while it is written: that has to happen within the scope."""
    return response.render() if isinstance(response, TemplateResponse) else response


class ReadOnly(Pages):
    """Looks, and changes nothing; only `fields` are shown."""

    actions = None
    list_per_page = 50
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        """The tenant's rows, without the columns that no page names."""
        del request
        shown = {name for name in (*self.fields_shown(), "id") if self._is_column(name)}
        return self.model.objects.only(*shown).order_by("-created_at")  # type: ignore[attr-defined,no-any-return]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        with tenant_of_host(request):
            return rendered(super().changelist_view(request, extra_context))

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, object] | None = None,
    ) -> HttpResponse:
        with tenant_of_host(request):
            return rendered(super().changeform_view(request, object_id, form_url, extra_context))

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        with tenant_of_host(request):
            return rendered(super().delete_view(request, object_id, extra_context))

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        with tenant_of_host(request):
            return rendered(super().history_view(request, object_id, extra_context))

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
