"""The tenant itself: what its admins decide, what operators decide, and founding another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from accounts.errors import DomainError
from accounts.models import Tenant
from accounts.models.tenants import Chat
from accounts.policy import BRANDING, FOR_ALL
from accounts.staff import Role, Staff
from games.admin.acts import ActForm, Line, Select
from games.admin.fields import Lines, Pairs, Pretty
from games.admin.pages import ReadOnly, Section, page_url
from games.admin.site import desk, staff_at
from games.catalog import all_keys
from games.moderation import tenants

if TYPE_CHECKING:
    Checkboxes, Number, Switch = forms.CheckboxSelectMultiple, forms.NumberInput, forms.CheckboxInput
else:
    from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget as Checkboxes
    from unfold.widgets import UnfoldAdminIntegerFieldWidget as Number
    from unfold.widgets import UnfoldBooleanSwitchWidget as Switch

LIST = "admin:accounts_tenant_changelist"


class Change(ActForm):
    """Sets the columns of the tenant that the form has fields for."""

    submit = "Save"
    least_role = Role.ADMIN

    def __init__(self, *args: Any, row: Model, **kwargs: Any) -> None:
        kwargs["initial"] = {**self.now(row), **(kwargs.get("initial") or {})}
        super().__init__(*args, row=row, **kwargs)
        self.order_fields([name for name in self.fields if name != "reason"])

    @classmethod
    def columns(cls) -> list[str]:
        return [name for name in cls.base_fields if name not in ("reason", "report")]

    def now(self, row: Model) -> dict[str, object]:
        return {name: getattr(row, name) for name in self.columns()}

    def values(self) -> dict[str, object]:
        return {name: self.cleaned_data[name] for name in self.columns()}

    def act(self, staff: Staff) -> None:
        tenants.change_tenant(staff, self.row.pk, self.values(), self.why)


def _count(label: str, help_text: str) -> forms.IntegerField:
    return forms.IntegerField(
        required=False, min_value=0, widget=Number(), label=label, help_text=f"{help_text} Empty: as usual."
    )


def _days(label: str) -> forms.IntegerField:
    return forms.IntegerField(
        required=False, min_value=1, widget=Number(), label=label, help_text="In days. Empty: for ever."
    )


def _quota(label: str) -> forms.IntegerField:
    return forms.IntegerField(
        required=False, min_value=0, widget=Number(), label=label, help_text="Empty: no limit."
    )


class Brand(Change):
    title = "Name and looks"
    name = forms.CharField(max_length=80, widget=Line())
    brand = forms.CharField(required=False, max_length=80, widget=Line(), label="Name on the pages")
    accent = forms.CharField(required=False, widget=Line(), help_text="A colour such as #7a1f1f.")
    background = forms.CharField(required=False, widget=Line(), help_text="A colour such as #f5efe3.")
    logo_url = forms.CharField(
        required=False,
        max_length=500,
        widget=Line(),
        label="Logo",
        help_text="https://... or /... on this host.",
    )
    languages = Lines(help_text='Tags such as "ja" or "zh-Hant", one a line. Empty: all.')
    FORM: ClassVar[dict[str, str]] = {key: "brand" if key == "name" else key for key in BRANDING}

    def now(self, row: Any) -> dict[str, object]:
        texts = {field: row.branding.get(key, "") for key, field in self.FORM.items()}
        return {"name": row.name, "languages": row.languages, **texts}

    def values(self) -> dict[str, object]:
        said = self.cleaned_data
        branding = {key: said[field] for key, field in self.FORM.items() if said[field]}
        return {"name": said["name"], "languages": said["languages"], "branding": branding}


class Games(Change):
    title = "Games"
    systems = forms.MultipleChoiceField(
        required=False, widget=Checkboxes(), choices=(), help_text="None chosen: all there are."
    )
    system_options = Pretty(
        label="Fixed options", help_text='What nobody may change here: {"gunjin": {"quiet_draw": 50}}.'
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["systems"].choices = [(key, key) for key in all_keys()]  # type: ignore[attr-defined]


class People(Change):
    title = "Registration and chat"
    registration = forms.ChoiceField(choices=Tenant.Registration.choices, widget=Select())
    chat = forms.ChoiceField(
        choices=Chat.choices, widget=Select(), help_text="The most that a room may allow."
    )
    muted_words = Lines(help_text="Refused in chat, one a line.")


class Limits(Change):
    title = "Times and limits"
    room_idle_minutes = _count("Close idle rooms after", "In minutes.")
    room_lifetime_hours = _count("Close every room after", "In hours.")
    purge_warning_minutes = _count("Warn before that", "In minutes.")
    abandon_after_seconds = _count("Call an opponent gone after", "In seconds.")
    rates = Pairs()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        usual = [
            f"{name} = {rate}"
            for name, rate in settings.GYOJI.items()
            if name.startswith("RATE_") and name not in FOR_ALL
        ]
        self.fields["rates"].help_text = f"One a line; what is not named is as usual: {', '.join(usual)}."


class Retention(Change):
    title = "How long things are kept"
    keep_matches_days = _days("Matches")
    keep_guests_days = _days("Guests who do not come back")
    keep_chat_days = _days("Chat")
    keep_reports_days = _days("Reports and sanctions that are over")


class Operation(Change):
    title = "Hosts and quotas"
    least_role = Role.OPERATOR
    hosts = Lines(help_text='Host names, one a line; "*" takes every host that no other tenant has.')
    allowed_origins = Lines(
        label="Other origins", help_text="Browsers' origins besides the hosts: https://club.example"
    )
    is_active = forms.BooleanField(required=False, widget=Switch(), label="Switched on")
    quota_rooms = _quota("Open rooms")
    quota_accounts = _quota("Registered players")
    quota_bot_seconds_per_day = _quota("Seconds of computers' thinking a day")


def _settings(kind: type[Change], row: Model) -> Section:
    form = kind(row=row)
    rows = [(form[name].label, _shown(form[name].value())) for name in kind.columns()]
    return Section(kind.title, ("Setting", "Now"), rows)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        value = ", ".join(map(str, value))
    return str(value) if value not in (None, "", {}) else "-"


class NewTenant(forms.Form):
    slug = forms.SlugField(max_length=50, widget=Line(), help_text="A short name that never changes.")
    name = forms.CharField(max_length=80, widget=Line())
    hosts = Lines(help_text="Host names, one a line.")
    admin_email = forms.EmailField(
        required=False,
        widget=Line(),
        label="First admin",
        help_text="An e-mail address. Who has no account yet takes a password by a reset mail.",
    )


@admin.register(Tenant, site=desk)
class TenantPages(ReadOnly):
    """Admins see their own, operators all."""

    fields = ("name", "slug", "client_key", "created_at")
    list_display = ("name", "slug", "hosts", "is_active", "created_at")
    least_role = Role.ADMIN
    acts = {  # noqa: RUF012  why: as the base types it
        "brand": Brand,
        "games": Games,
        "people": People,
        "limits": Limits,
        "retention": Retention,
        "operation": Operation,
    }

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        staff = staff_at(request)
        found = Tenant.objects.order_by("slug")
        return found if staff.role >= Role.OPERATOR else found.filter(pk=staff.tenant.pk)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Who has one tenant needs no list."""
        if self.has_view_permission(request) and not self.has_add_permission(request):
            return HttpResponseRedirect(page_url(staff_at(request).tenant))
        return super().changelist_view(request, extra_context)

    def sections(self, row: Any) -> list[Section]:
        """Everything there is to change, under the names it has in the forms."""
        return [_settings(form, row) for form in self.acts.values() if issubclass(form, Change)]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request) and staff_at(request).role >= Role.OPERATOR

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        del form_url, extra_context
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = NewTenant(request.POST or None)
        if request.method == "POST" and form.is_valid():
            try:
                founded = tenants.found(staff_at(request), form.cleaned_data.pop("slug"), **form.cleaned_data)
            except DomainError as error:
                form.add_error(None, error.detail)
            else:
                self.message_user(request, f"Founded {founded.tenant.name}.")
                return HttpResponseRedirect(page_url(founded.tenant))
        return self.form_page(request, form, "Found a tenant", back=reverse(LIST))
