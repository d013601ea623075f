"""Who works for a tenant: given and taken by those above. One transaction each, with its audit entry."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from accounts.audit import write_audit
from accounts.errors import BadRequest, NotFound
from accounts.models import Membership, User
from accounts.registration import has_confirmed
from accounts.staff import Role, Staff, rank
from accounts.tenancy import tenant_scope
from games.errors import Forbidden
from games.moderation.cases import Why, require_reason


def offices_below(staff: Staff) -> list[Membership.Role]:
    """What this member of the staff may give and take: admins make moderators, operators also admins."""
    return [role for role in Membership.Role if staff.role >= Role.ADMIN and rank(role) < staff.role]


def give_office(staff: Staff, email: str, role: str, why: Why) -> Membership:
    """To somebody who has an account with a confirmed address. Raises Forbidden, BadRequest."""
    require_reason(why)
    if role not in offices_below(staff):
        raise Forbidden("Only somebody of a higher role gives this one.")
    user = User.objects.filter(email=email.lower(), is_active=True).first()
    if user is None or not has_confirmed(user):
        raise BadRequest("Nobody has an account with this address, or it was never confirmed.")
    with tenant_scope(staff.tenant.id), transaction.atomic():
        membership, is_new = Membership.objects.get_or_create(user=user, defaults={"role": role})
        if not is_new:
            raise BadRequest("This user works here already.")
        write_audit(staff, "membership-given", membership, why.reason, user=user.email, role=role)
        return membership


def take_office(staff: Staff, membership_id: UUID, why: Why) -> None:
    """Raises NotFound, Forbidden for the own one and for that of somebody who is not below."""
    require_reason(why)
    with tenant_scope(staff.tenant.id), transaction.atomic():
        found = Membership.objects.select_related("user").select_for_update(of=("self",))
        membership = found.filter(pk=membership_id).first()
        if membership is None:
            raise NotFound
        if membership.role not in offices_below(staff) or membership.user_id == staff.user.pk:
            raise Forbidden("Only somebody of a higher role takes this one.")
        told = {"user": membership.user.email, "role": membership.role}
        write_audit(staff, "membership-taken", membership, why.reason, **told)
        membership.delete()
