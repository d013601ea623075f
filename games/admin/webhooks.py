"""Webhooks and the log of what they were sent: for admins of the tenant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.safestring import SafeString

from accounts import subscriptions
from accounts.errors import DomainError
from accounts.models import Delivery, Webhook
from accounts.staff import Role, Staff
from accounts.webhooks import Event
from games.admin.acts import ActForm, Line
from games.admin.pages import ReadOnly, Section, link, page_url
from games.admin.site import desk, staff_at

if TYPE_CHECKING:
    Checkboxes = forms.CheckboxSelectMultiple
else:
    from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget as Checkboxes

LATEST = 20
LIST = "admin:accounts_webhook_changelist"


class Wishes(forms.Form):
    url = forms.CharField(max_length=500, widget=Line(), label="Address")
    events = forms.MultipleChoiceField(
        choices=[(event.value, event.value) for event in Event],
        widget=Checkboxes(),
        label="What it is told of",
    )

    def chosen(self) -> list[Event]:
        return [Event(value) for value in self.cleaned_data["events"]]


class Change(ActForm, Wishes):
    """Another host gets another secret, which is shown then."""

    title = "Change"
    secret: str | None = None
    field_order = ("url", "events", "reason")

    def __init__(self, *args: Any, row: Webhook, **kwargs: Any) -> None:
        super().__init__(*args, row=row, **kwargs)
        self.fields["url"].initial, self.fields["events"].initial = row.url, row.events

    def act(self, staff: Staff) -> None:
        self.secret = subscriptions.change_webhook(
            staff, self.row.pk, self.why.reason, url=self.cleaned_data["url"], events=self.chosen()
        )
        self.row.refresh_from_db(fields=["url"])  # the page of the secret names it


class Quick(ActForm):
    """Nobody has to say why."""

    reason = forms.CharField(required=False, widget=forms.HiddenInput())


class SendTest(Quick):
    title = "Send a test"

    def act(self, staff: Staff) -> None:
        subscriptions.send_test(staff, self.row.pk)


class SendAgain(Quick):
    title = "Send again"

    def act(self, staff: Staff) -> None:
        subscriptions.send_again(staff, self.row.pk)


class RenewSecret(ActForm):
    title = "Make a new secret"
    secret: str | None = None

    def act(self, staff: Staff) -> None:
        self.secret = subscriptions.renew_secret(staff, self.row.pk, self.why.reason)


class SwitchOn(ActForm):
    title = "Switch on"
    is_on: ClassVar[bool] = True

    def act(self, staff: Staff) -> None:
        subscriptions.switch_webhook(staff, self.row.pk, self.why.reason, is_on=self.is_on)


class SwitchOff(SwitchOn):
    title = "Switch off"
    is_on = False


class Remove(ActForm):
    title = "Remove"

    def act(self, staff: Staff) -> None:
        subscriptions.remove_webhook(staff, self.row.pk, self.why.reason)

    def next_url(self) -> str:
        return reverse(LIST)


@admin.register(Webhook, site=desk)
class WebhookPages(ReadOnly):
    fields = ("url", "told_of", "is_active", "failures", "renewed_at", "created_at")
    list_display = ("url", "told_of", "is_active", "failures")
    list_filter = ("is_active",)
    least_role = Role.ADMIN
    acts = {  # noqa: RUF012  why: as the base types it
        "test": SendTest,
        "change": Change,
        "on": SwitchOn,
        "off": SwitchOff,
        "new-secret": RenewSecret,
        "remove": Remove,
    }

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        del request
        return Webhook.objects.defer("secret", "former_secret").order_by("-created_at")

    @admin.display(description="Told of")
    def told_of(self, webhook: Webhook) -> str:
        return ", ".join(webhook.events)

    @admin.display(description="Secret renewed at")
    def renewed_at(self, webhook: Webhook) -> object:
        return webhook.rotated_at or "-"

    def offers(self, row: Any, act: str) -> bool:
        only_when = {"test": row.is_active, "on": not row.is_active, "off": row.is_active}
        return bool(only_when.get(act, True))

    def sections(self, row: Any) -> list[Section]:
        sent = Delivery.objects.filter(webhook=row).order_by("-created_at")[:LATEST]
        return [
            Section(
                "Latest deliveries",
                ("When", "Delivery", "Tries", "Answer", "Error"),
                [
                    (each.created_at, link(each), each.attempts, each.response_code or "-", each.error)
                    for each in sent
                ],
            )
        ]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        del form_url, extra_context
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = Wishes(request.POST or None)
        if request.method == "POST" and form.is_valid():
            try:
                webhook, secret = subscriptions.add_webhook(
                    staff_at(request), form.cleaned_data["url"], form.chosen()
                )
            except DomainError as error:
                form.add_error(None, error.detail)
            else:
                return self._secret_page(request, webhook, secret)
        return self.form_page(request, form, "Add a webhook", back=reverse(LIST))

    def acted(self, request: HttpRequest, form: ActForm) -> HttpResponse:
        if isinstance(form, (RenewSecret, Change)) and form.secret is not None:
            return self._secret_page(request, form.row, form.secret)
        return super().acted(request, form)

    def _secret_page(self, request: HttpRequest, webhook: Model, secret: str) -> HttpResponse:
        context = {**desk.each_context(request), "opts": self.model._meta, "secret": secret}  # noqa: SLF001
        context |= {"title": f"The secret of {webhook}", "back": page_url(webhook)}
        return TemplateResponse(request, "admin/desk/secret.html", context)


@admin.register(Delivery, site=desk)
class DeliveryPages(ReadOnly):
    """The log; `payload` is what was sent."""

    fields = (
        "id", "to", "event", "payload", "status", "attempts", "response_code", "error", "next_at",
        "created_at",
    )  # fmt: skip
    list_display = ("created_at", "event", "to", "status", "attempts", "response_code", "error")
    list_filter = ("status", "event")
    search_fields = ("id",)
    least_role = Role.ADMIN
    acts = {"again": SendAgain}  # noqa: RUF012

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        del request
        return Delivery.objects.select_related("webhook").order_by("-created_at")

    @admin.display(description="Webhook")
    def to(self, delivery: Delivery) -> SafeString | str:
        return link(delivery.webhook)

    def offers(self, row: Any, act: str) -> bool:
        del act
        return bool(row.status != Delivery.Status.WAITING and row.webhook.is_active)
