"""The forms of acts. Each knows its handler, which checks everything again and writes the audit entry."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar
from uuid import UUID

from django import forms
from django.db.models import Model, QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.errors import NotFound
from accounts.models import Report, Sanction
from accounts.staff import Role, Staff
from games.moderation import play, players, reports
from games.moderation.cases import LONGEST_REASON, TEMPLATES, Why

if TYPE_CHECKING:
    Area, Line, Select = forms.Textarea, forms.TextInput, forms.Select
else:
    from unfold.widgets import UnfoldAdminSelectWidget as Select
    from unfold.widgets import UnfoldAdminTextareaWidget as Area
    from unfold.widgets import UnfoldAdminTextInputWidget as Line

SPANS: dict[str, timedelta | None] = {
    "1 hour": timedelta(hours=1),
    "1 day": timedelta(days=1),
    "7 days": timedelta(days=7),
    "30 days": timedelta(days=30),
    "1 year": timedelta(days=365),
    "for ever": None,
}


def why_field() -> forms.CharField:
    return forms.CharField(
        max_length=LONGEST_REASON,
        widget=Area(attrs={"rows": 3}),
        label="Why",
        help_text="For the staff alone; it stands in the audit log.",
    )


class ActForm(forms.Form):
    """An act on `row`; `report` is what led to it. `submit` is on the button, if not the title."""

    title: ClassVar[str]
    submit: ClassVar[str] = ""
    least_role: ClassVar[Role] = Role.MODERATOR
    reason = why_field()
    report = forms.UUIDField(required=False, widget=forms.HiddenInput())

    def __init__(self, *args: Any, row: Model, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.row = row

    @property
    def why(self) -> Why:
        said = self.cleaned_data
        return Why(said["reason"], said.get("message", ""), said.get("report"))

    def act(self, staff: Staff) -> None:
        """Raises a DomainError."""
        raise NotImplementedError

    def next_url(self) -> str:
        """Back to the report that led here, if one did."""
        report = self.cleaned_data.get("report")
        return reverse("admin:accounts_report_change", args=[report]) if report else ""


class Telling(ActForm):
    """Also tells those concerned something."""

    message = forms.ChoiceField(
        required=False,
        choices=[("", "Say nothing"), *((code, words) for code, words in TEMPLATES.items())],
        widget=Select(),
        label="What to say",
        help_text="To those concerned, each in their own language.",
    )


class Warn(Telling):
    title = "Warn"

    def act(self, staff: Staff) -> None:
        players.warn(staff, self.row.pk, self.why)


class Hold(Telling):
    span = forms.ChoiceField(choices=[(name, name) for name in SPANS], widget=Select(), label="For how long")

    def until(self) -> datetime | None:
        span = SPANS[self.cleaned_data["span"]]
        return timezone.now() + span if span is not None else None


class Mute(Hold):
    title = "Mute"

    def act(self, staff: Staff) -> None:
        players.mute(staff, self.row.pk, self.why, until=self.until())


class Ban(Hold):
    title = "Ban"

    def act(self, staff: Staff) -> None:
        players.ban(staff, self.row.pk, self.why, until=self.until())


class Rename(Telling):
    title = "Rename"
    name = forms.CharField(required=False, max_length=100, widget=Line(), help_text="Empty: a neutral one.")

    def act(self, staff: Staff) -> None:
        players.force_rename(staff, self.row.pk, self.why, name=self.cleaned_data["name"])


class Lift(ActForm):
    """Of one mute or ban that is in force."""

    title = "Lift a mute or ban"
    sanction = forms.ChoiceField(widget=Select())

    def __init__(self, *args: Any, row: Model, **kwargs: Any) -> None:
        super().__init__(*args, row=row, **kwargs)
        self.fields["sanction"].choices = [  # type: ignore[attr-defined]
            (str(each.pk), f"{each.get_kind_display()} of {each.created_at:%Y-%m-%d %H:%M}, {_end(each)}")
            for each in in_force(row)
        ]

    def act(self, staff: Staff) -> None:
        players.lift(staff, UUID(self.cleaned_data["sanction"]), self.why)


def in_force(player: Model) -> QuerySet[Sanction]:
    """The player's mutes and bans that could be lifted."""
    held = Sanction.objects.filter(player_id=player.pk, kind__in=("mute", "ban"), lifted_at__isnull=True)
    return held.exclude(until__lte=timezone.now()).order_by("created_at")


def _end(sanction: Sanction) -> str:
    return f"until {sanction.until:%Y-%m-%d %H:%M}" if sanction.until else "for ever"


class AddNote(ActForm):
    title = "Add a note"
    reason = forms.CharField(
        max_length=players.LONGEST_NOTE,
        widget=Area(attrs={"rows": 3}),
        label="Note",
        help_text="For the staff alone.",
    )

    def act(self, staff: Staff) -> None:
        players.add_note(staff, self.row.pk, self.cleaned_data["reason"])


class Uphold(ActForm):
    title = "Uphold the report"
    status: ClassVar[Report.Status] = Report.Status.UPHELD

    def act(self, staff: Staff) -> None:
        reports.handle_report(staff, self.row.pk, self.why, status=self.status)


class Dismiss(Uphold):
    title = "Dismiss the report"
    status = Report.Status.DISMISSED


class DeleteMessage(Telling):
    """On the report about a line of chat."""

    title = "Delete the message"

    def act(self, staff: Staff) -> None:
        message_id = Report.objects.values_list("message_id", flat=True).get(pk=self.row.pk)
        if message_id is None:
            raise NotFound
        play.delete_message(staff, message_id, self.why)


class CloseRoom(Telling):
    title = "Close the room"

    def act(self, staff: Staff) -> None:
        play.close_room(staff, self.row.pk, self.why)


class VoidMatch(Telling):
    title = "Void the match"

    def act(self, staff: Staff) -> None:
        play.void_match(staff, self.row.pk, self.why)
