"""Players: what is known of them, what was done to them, what can be done. And who works here."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import formats, timezone

from accounts.audit import write_audit
from accounts.models import FOR_EVER, AuditEntry, Membership, Note, Player, Report, Sanction, Token, User
from accounts.registration import has_confirmed
from accounts.staff import Role, Staff, rank
from games.admin import acts
from games.admin.audit import actor
from games.admin.pages import ReadOnly, Section, link
from games.admin.site import desk, staff_at
from games.models import MatchSeat

if TYPE_CHECKING:
    MembershipForm = forms.ModelForm[Membership]
else:
    MembershipForm = forms.ModelForm

LATEST = 20
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
    shown = ("id", "system", "number", "phase", "ply_count", "outcome", "created_at")
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
                row.match.ply_count,
                (row.match.outcome or {}).get("termination", "-"),
            )
            for row in rows
        ],
    )


def _notes(player: Player) -> Section:
    rows = Note.objects.filter(player=player).select_related("by").order_by("-created_at")[:LATEST]
    return Section("Notes", ("When", "Note", "By"), [(row.created_at, row.text, row.by) for row in rows])


def _audit(player: Player) -> Section:
    rows = AuditEntry.objects.filter(subject_kind="player", subject_id=str(player.pk)).order_by("-id")
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


class NewMembership(MembershipForm):
    """Somebody who has an account already, by e-mail address."""

    email = forms.EmailField()

    class Meta:
        model = Membership
        fields = ("role",)

    def clean_email(self) -> str:
        email = str(self.cleaned_data["email"]).lower()
        user = User.objects.filter(email=email, is_active=True).first()
        if user is None or not has_confirmed(user):
            raise forms.ValidationError("Nobody has an account with this address.")
        if Membership.objects.filter(user=user).exists():
            raise forms.ValidationError("This user works here already.")
        self.instance.user = user
        return email


@admin.register(Membership, site=desk)
class MembershipPages(ReadOnly):
    """Given and taken by those above: admins make moderators, operators make admins, too."""

    fields = ("user", "role", "created_at")
    list_display = ("user", "role", "created_at")
    list_filter = ("role",)
    least_role = Role.ADMIN

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        del request
        return Membership.objects.select_related("user").order_by("-created_at")

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        return ("email", "role") if obj is None else super().get_fields(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        return () if obj is None else super().get_readonly_fields(request, obj)

    def get_form(
        self, request: HttpRequest, obj: Model | None = None, change: bool = False, **kwargs: Any
    ) -> Any:
        if obj is None:
            kwargs["form"] = NewMembership
        form = super().get_form(request, obj, change, **kwargs)
        if obj is None:
            form.base_fields["role"] = forms.ChoiceField(choices=_roles_below(staff_at(request)))
        return form

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        if not isinstance(obj, Membership):
            return False
        staff = staff_at(request)
        return obj.user_id != staff.user.pk and rank(obj.role) < staff.role

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> None:  # type: ignore[override]
        del message
        _log(request, "membership-given", obj)

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Model]) -> None:  # type: ignore[override]
        for membership in queryset:
            _log(request, "membership-taken", membership)


def _roles_below(staff: Staff) -> list[tuple[str, str]]:
    return [(value, label) for value, label in Membership.Role.choices if rank(value) < staff.role]


def _log(request: HttpRequest, action: str, membership: Model) -> None:
    if isinstance(membership, Membership):
        write_audit(staff_at(request), action, membership, user=membership.user.email, role=membership.role)
