"""Players: what is known of them, what was done to them, what can be done. And who works here."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import formats, timezone

from accounts.audit import write_audit
from accounts.errors import DomainError
from accounts.models import FOR_EVER, AuditEntry, Membership, Note, Player, Report, Sanction, Token
from accounts.staff import Role, Staff
from games.admin import acts
from games.admin.acts import Line, Select, why_field
from games.admin.audit import actor
from games.admin.pages import ReadOnly, Section, link
from games.admin.site import desk, staff_at
from games.delay import released_plies
from games.events import WATCH
from games.models import MatchSeat
from games.moderation import offices
from games.moderation.cases import Why

LATEST = 20
STAFF = "admin:accounts_membership_changelist"
LASTING = (Sanction.SanctionKind.MUTE, Sanction.SanctionKind.BAN)
PLAYER_ACTS: dict[str, type[acts.ActForm]] = {
    "warn": acts.Warn,
    "mute": acts.Mute,
    "ban": acts.Ban,
    "rename": acts.Rename,
    "lift": acts.Lift,
    "note": acts.AddNote,
}


def sanctions_section(player: Player) -> Section:
    rows = Sanction.objects.filter(player=player).select_related("by").order_by("-created_at")[:LATEST]
    return Section(
        "Sanctions",
        ("When", "What", "Until", "Told", "Read", "Why", "By", "Lifted"),
        [
            (
                row.created_at,
                row.get_kind_display(),
                _end(row),
                row.message or "-",
                row.read_at or "-",
                row.reason,
                row.by,
                row.lifted_at or "-",
            )
            for row in rows
        ],
    )


def reports_section(player: Player) -> Section:
    rows = Report.objects.filter(player=player).order_by("-created_at")[:LATEST]
    return Section(
        "Reports about this player",
        ("When", "Report", "Note", "Status"),
        [(row.created_at, link(row), row.note or "-", row.get_status_display()) for row in rows],
    )


def _end(sanction: Sanction) -> object:
    if sanction.until is not None:
        return sanction.until
    return "for ever" if sanction.kind in LASTING else "-"


def _matches(player: Player) -> Section:
    """As a spectator knows them: no plies, no layouts."""
    seats = MatchSeat.objects.select_related("match").filter(player=player).order_by("-match_id")
    shown = ("id", "system", "number", "phase", "ply_count", "outcome", "created_at", "spectators_delay")
    rows = seats.only("side", *(f"match__{name}" for name in shown))[:LATEST]
    return Section(
        "Matches",
        ("When", "Match", "Side", "Phase", "Plies", "End"),
        [
            (
                row.match.created_at,
                link(row.match),
                row.side,
                row.match.phase,
                released_plies(row.match, WATCH),
                (row.match.outcome or {}).get("termination", "-"),
            )
            for row in rows
        ],
    )


def _notes(player: Player) -> Section:
    rows = Note.objects.filter(player=player).select_related("by").order_by("-created_at")[:LATEST]
    return Section("Notes", ("When", "Note", "By"), [(row.created_at, row.text, row.by) for row in rows])


def _audit(player: Player) -> Section:
    """What was done; who only looked is in the log itself."""
    acts_on = AuditEntry.objects.filter(subject_kind="player", subject_id=str(player.pk))
    rows = acts_on.exclude(action="viewed").order_by("-id")
    return Section(
        "Audit log",
        ("When", "Who", "What", "Why"),
        [(row.at, actor(row), link(row, row.action), row.reason or "-") for row in rows[:LATEST]],
    )


@admin.register(Player, site=desk)
class PlayerPages(ReadOnly):
    fields = (
        "name", "kind", "banned", "muted", "created_at", "last_seen_at", "named_at", "deleted_at", "devices",
        "reports_filed", "id",
    )  # fmt: skip
    columns = ("banned_until", "muted_until")
    list_display = ("name", "kind", "created_at", "banned", "muted")
    list_filter = ("kind",)
    search_fields = ("name", "id")
    acts = PLAYER_ACTS

    @admin.display(description="Banned", ordering="banned_until")
    def banned(self, player: Player) -> str:
        return _held(player.banned_until)

    @admin.display(description="Muted", ordering="muted_until")
    def muted(self, player: Player) -> str:
        return _held(player.muted_until)

    @admin.display(description="Devices signed in")
    def devices(self, player: Player) -> int:
        return Token.objects.filter(player=player, revoked_at__isnull=True).count()

    @admin.display(description="Reports filed")
    def reports_filed(self, player: Player) -> int:
        return Report.objects.filter(reporter=player).count()

    def offers(self, row: Any, act: str) -> bool:
        return act != "lift" or acts.in_force(row).exists()

    def sections(self, row: Any) -> list[Section]:
        return [sanctions_section(row), reports_section(row), _notes(row), _matches(row), _audit(row)]

    def looked_at(self, request: HttpRequest, row: Any) -> None:
        """Who looked at an account is written down, too."""
        if request.method == "GET":
            write_audit(staff_at(request), "viewed", row)


def _held(until: datetime | None) -> str:
    if until is None or until <= timezone.now():
        return "-"
    return "for ever" if until >= FOR_EVER else f"until {formats.localize(until)}"


class NewMember(forms.Form):
    """Somebody who has an account already."""

    email = forms.EmailField(widget=Line(), label="E-mail address", help_text="Of somebody with an account.")
    role = forms.ChoiceField(widget=Select())
    reason = why_field()

    def __init__(self, *args: Any, roles: list[Membership.Role], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"].choices = [(role.value, role.label) for role in roles]  # type: ignore[attr-defined]


class TakeOffice(acts.ActForm):
    title = "Take the role away"
    least_role = Role.ADMIN

    def act(self, staff: Staff) -> None:
        offices.take_office(staff, self.row.pk, self.why)

    def next_url(self) -> str:
        return reverse(STAFF)


@admin.register(Membership, site=desk)
class MembershipPages(ReadOnly):
    """Given and taken by those above: admins make moderators, operators make admins, too."""

    fields = ("user", "role", "created_at")
    list_display = ("user", "role", "created_at")
    list_filter = ("role",)
    least_role = Role.ADMIN
    acts = {"take": TakeOffice}  # noqa: RUF012  why: as the base types it

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        del request
        return Membership.objects.select_related("user").order_by("-created_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        del form_url, extra_context
        if not self.has_add_permission(request):
            raise PermissionDenied
        staff = staff_at(request)
        form = NewMember(request.POST or None, roles=offices.offices_below(staff))
        if request.method == "POST" and form.is_valid():
            said = form.cleaned_data
            try:
                offices.give_office(staff, said["email"], said["role"], Why(said["reason"]))
            except DomainError as error:
                form.add_error(None, error.detail)
            else:
                self.message_user(request, f"{said['email']} works here now.")
                return HttpResponseRedirect(reverse(STAFF))
        return self.form_page(request, form, "Add a member of the staff", back=reverse(STAFF))
