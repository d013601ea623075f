"""The audit log: who did what to whom, when and why. Postgres lets the servers add to it and nothing else."""

from __future__ import annotations

from django.db.models import Model

from accounts.models import AuditEntry
from accounts.staff import Staff


def write_audit(
    staff: Staff, action: str, subject: Model, reason: str = "", **data: str | None
) -> AuditEntry:
    """Add an entry, in the scope and transaction of what it tells about. All of it is shown to the staff."""
    return AuditEntry.objects.create(
        actor_kind=AuditEntry.ActorKind.USER,
        actor_id=staff.user.pk,
        actor_name=staff.user.email,
        action=action,
        subject_kind=str(subject._meta.model_name),  # noqa: SLF001  why: Django documents it as public
        subject_id=str(subject.pk),
        reason=reason,
        data=data,
    )
