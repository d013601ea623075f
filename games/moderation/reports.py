"""Complaints of players, and what becomes of them."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.audit import write_audit
from accounts.errors import BadRequest, NotFound
from accounts.models import Report
from accounts.staff import Staff
from accounts.tenancy import tenant_scope
from games.moderation.cases import Why, require_above, require_reason


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
