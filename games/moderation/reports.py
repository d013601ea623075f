"""Complaints of players, and what becomes of them."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.audit import write_audit
from accounts.errors import BadRequest, NotFound
from accounts.identity import Actor
from accounts.limits import spend
from accounts.models import Player, Report
from accounts.staff import Staff
from accounts.tenancy import tenant_scope
from accounts.webhooks import Event, announce
from games import queries
from games.chat import find_complaint
from games.errors import AlreadyReported, Forbidden
from games.models import Room
from games.moderation.cases import Why, require_above, require_reason
from games.rules.core import Side


@dataclass(frozen=True, slots=True)
class Complaint:
    """What a player says, about who sits or sat at `seat` of `room`, at `side` of `match`, or said `message`.

    Exactly one of the three is named: players have no ids that other players know.
    """

    kind: Report.Subject
    reason: Report.Reason
    note: str = ""
    room: str = ""
    seat: int | None = None
    match: UUID | None = None
    side: Side | None = None
    message: UUID | None = None


@dataclass(frozen=True, slots=True)
class _Found:
    """Who a complaint is about, the text complained of, and where."""

    player: Player | None
    text: str = ""
    room_id: UUID | None = None
    match_id: UUID | None = None


def file_report(actor: Actor, complaint: Complaint) -> Report:
    """Put a complaint in the moderators' queue. Only about persons in what the actor may look at.

    Raises NotFound, AlreadyReported, RateLimited, BadRequest for oneself, Forbidden for a bot.
    """
    if actor.player.kind == Player.PlayerKind.BOT:
        raise Forbidden("Only people report others.")
    spend("RATE_REPORTS_PER_PLAYER", str(actor.player.id), actor.tenant)
    with tenant_scope(actor.tenant.id):
        found = _find(actor, complaint)
        if found.player is None:
            raise NotFound
        if found.player.id == actor.player.id:
            raise BadRequest("Nobody reports themselves.")
        try:
            with transaction.atomic():
                report = Report.objects.create(
                    reporter=actor.player,
                    player=found.player,
                    kind=complaint.kind,
                    subject_text=found.text or found.player.name,
                    room_id=found.room_id,
                    match_id=found.match_id,
                    message_id=complaint.message,
                    reason=complaint.reason,
                    note=complaint.note,
                )
                announce(Event.REPORT_FILED, _public_facts(report))
                return report
        except IntegrityError as error:
            if "one_open_report" in str(error):
                raise AlreadyReported from error
            raise


def _public_facts(report: Report) -> dict[str, object]:
    """What leaves the deployment: that there is work, not about whom."""
    return {"report": str(report.id), "kind": report.kind, "reason": report.reason}


def _find(actor: Actor, complaint: Complaint) -> _Found:
    """Raises NotFound, also for what the actor may not look at."""
    if complaint.match is not None:
        seen = queries.see_match(actor, complaint.match)
        player = next((seat.player for seat in seen.seats if seat.side == complaint.side), None)
        return _Found(player, room_id=seen.match.room_id, match_id=seen.match.id)
    if complaint.message is not None:
        return _find_message(actor, complaint.message)
    room = Room.objects.filter(slug=complaint.room).first()
    seats = room.seats.select_related("player") if room is not None else ()
    seat = next((seat for seat in seats if seat.number == complaint.seat), None)
    return _Found(seat.player, room_id=seat.room_id) if seat is not None else _Found(None)


def _find_message(actor: Actor, message_id: UUID) -> _Found:
    message = find_complaint(actor, message_id)
    return _Found(message.player, message.text or message.preset, room_id=message.room_id)


def handle_report(staff: Staff, report_id: UUID, why: Why, *, status: Report.Status) -> Report:
    """Close a report as upheld or dismissed. Raises NotFound, Forbidden, BadRequest."""
    require_reason(why)
    if status == Report.Status.OPEN:
        raise BadRequest("A report is upheld or dismissed.")
    with tenant_scope(staff.tenant.id), transaction.atomic():
        report = Report.objects.select_for_update().filter(pk=report_id).first()
        if report is None:
            raise NotFound
        if report.status != Report.Status.OPEN:
            raise BadRequest("This report was dealt with already.")
        if report.player is not None:
            require_above(staff, report.player)
        report.status, report.handled_by, report.handled_at = status, staff.user, timezone.now()
        report.save(update_fields=["status", "handled_by", "handled_at"])
        write_audit(staff, status, report, why.reason)
        return report
