"""What the pages of the desk share: they look and change nothing; what is done is done by acts.

Fields are listed, never excluded: a new column stays out until somebody names it. No `sealed_*` column and no
list of plies is shown: a running match tells the staff no more than a spectator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.db.models.constants import LOOKUP_SEP
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import formats
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.errors import DomainError
from accounts.staff import Role
from games.admin.acts import ActForm
from games.admin.site import desk, staff_at

if TYPE_CHECKING:
    Pages = admin.ModelAdmin[Model]
else:
    from unfold.admin import ModelAdmin as Pages

Cell = object


@dataclass(frozen=True, slots=True)
class Section:
    """A table below the fields of a page."""

    title: str
    headers: Sequence[str]
    rows: Iterable[Sequence[Cell]]

    @property
    def table(self) -> dict[str, object]:
        return {"headers": self.headers, "rows": [list(row) for row in self.rows]}


@dataclass(frozen=True, slots=True)
class Button:
    title: str
    url: str
    least_role: Role = Role.MODERATOR


def page_url(row: Model) -> str:
    meta = row._meta  # noqa: SLF001  why: Django documents it as public
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk])


def act_url(row: Model, act: str) -> str:
    meta = row._meta  # noqa: SLF001
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_act", args=[row.pk, act])


def link(row: Model | None, text: object = None) -> SafeString | str:
    """To the page of a row, under its own name unless there is a better one."""
    if row is None:
        return "-"
    return format_html('<a class="underline" href="{}">{}</a>', page_url(row), row if text is None else text)


def column(field: str, title: str) -> Callable[[Any], Any]:
    """A column of a list under another title than the field's."""

    @admin.display(description=title, ordering=field, empty_value="-")
    def show(row: Any) -> Any:
        return formats.localize(getattr(row, field)) or None

    return show


class ReadOnly(Pages):
    """Only `fields` are read and shown; `acts` are what can be done to a row."""

    actions = None
    list_per_page = 50
    show_full_result_count = False
    least_role: ClassVar[Role] = Role.MODERATOR
    columns: ClassVar[tuple[str, ...]] = ()
    """What methods among `fields` read besides."""
    acts: ClassVar[Mapping[str, type[ActForm]]] = {}
    change_form_before_template = "admin/desk/acts.html"
    change_form_after_template = "admin/desk/sections.html"

    # --- reading

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        """The tenant's rows, without the columns that no page names."""
        del request
        columns = {field.name for field in self.model._meta.concrete_fields}  # noqa: SLF001
        shown = {name for name in (*self.fields_shown(), *self.columns, "id") if name in columns}
        return self.model.objects.only(*shown).order_by("-created_at")  # type: ignore[attr-defined,no-any-return]

    def fields_shown(self) -> tuple[str, ...]:
        return tuple(str(name) for name in self.fields or ())

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """What the list offers to filter by: of itself Django compares any column, sealed ones, too."""
        field = lookup.split(LOOKUP_SEP, maxsplit=1)[0]
        is_offered = field in {*self.get_list_filter(request), self.date_hierarchy}
        return is_offered and super().lookup_allowed(lookup, value, request)

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        del request, obj
        return self.fields_shown()

    def sections(self, row: Any) -> list[Section]:
        """Tables below the fields."""
        del row
        return []

    def offers(self, row: Any, act: str) -> bool:
        """Whether there is a button for it; the act itself checks again."""
        del row, act
        return True

    def buttons(self, row: Any) -> list[Button]:
        """Ways to the acts."""
        return [
            Button(form.title, act_url(row, act), form.least_role)
            for act, form in self.acts.items()
            if self.offers(row, act)
        ]

    def looked_at(self, request: HttpRequest, row: Any) -> None:
        """Called before a row's page is made."""

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        row = self.get_object(request, object_id) if object_id is not None else None
        if row is not None:
            self.looked_at(request, row)
            role = staff_at(request).role if self.has_view_permission(request, row) else None
            buttons = [each for each in self.buttons(row) if role is not None and each.least_role <= role]
            found = {"sections": self.sections(row), "buttons": buttons}
            extra_context = {**found, **(extra_context or {})}
        return super().changeform_view(request, object_id, form_url, extra_context)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """What happened to a row is in the audit log."""
        del request, extra_context
        return HttpResponseRedirect(f"{reverse('admin:accounts_auditentry_changelist')}?q={object_id}")

    # --- acting

    def get_urls(self) -> list[URLPattern]:
        meta = self.model._meta  # noqa: SLF001
        act = self.admin_site.admin_view(self.act_view)
        name = f"{meta.app_label}_{meta.model_name}_act"
        return [path("<path:object_id>/act/<slug:act>/", act, name=name), *super().get_urls()]

    def act_view(self, request: HttpRequest, object_id: str, act: str) -> HttpResponse:
        """The form of an act, and the act."""
        row = self.get_object(request, object_id)
        kind = self.acts.get(act)
        if row is None or kind is None or not self.has_view_permission(request, row):
            raise Http404
        if staff_at(request).role < kind.least_role:
            raise PermissionDenied
        form = kind(request.POST or None, row=row, initial={"report": request.GET.get("report")})
        if request.method == "POST" and form.is_valid():
            try:
                form.act(staff_at(request))
            except DomainError as error:
                form.add_error(None, error.detail)
            else:
                return self.acted(request, form)
        return self.form_page(request, form, f"{kind.title}: {row}", back=page_url(row))

    def acted(self, request: HttpRequest, form: ActForm) -> HttpResponse:
        """What is answered after an act."""
        self.message_user(request, f"{form.title}: done.")
        return HttpResponseRedirect(form.next_url() or page_url(form.row))

    def form_page(self, request: HttpRequest, form: Form, title: str, *, back: str) -> HttpResponse:
        context = {**desk.each_context(request), "form": form, "opts": self.model._meta}  # noqa: SLF001
        context |= {"title": title, "back": back}
        return TemplateResponse(request, "admin/desk/act.html", context)

    # --- who may

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """False for who is not signed in, too: the sign-in page lists what there is to see."""
        del obj
        return desk.has_permission(request) and staff_at(request).role >= self.least_role

    def has_add_permission(self, request: HttpRequest) -> bool:
        del request
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        del request, obj
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        del request, obj
        return False
