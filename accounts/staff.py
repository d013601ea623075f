"""Who works for a tenant: its moderators and admins, and the operators of the deployment."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from accounts.errors import NotFound
from accounts.models import Membership, Tenant, User
from accounts.tenancy import tenant_scope


class Role(IntEnum):
    """The greater may act on the lesser, never on their like."""

    MODERATOR = 1
    ADMIN = 2
    OPERATOR = 3


@dataclass(frozen=True, slots=True)
class Staff:
    """A user at work in one tenant."""

    tenant: Tenant
    user: User
    role: Role


def staff_of(tenant: Tenant, user: User) -> Staff:
    """Raises NotFound for who does not work here: that there is an office is nobody else's business."""
    with tenant_scope(tenant.id):
        role = role_of(user)
    if role is None:
        raise NotFound
    return Staff(tenant, user, role)


def role_of(user: User) -> Role | None:
    """The user's role in the tenant in scope."""
    if not user.is_active:
        return None
    if user.is_superuser:
        return Role.OPERATOR
    membership = Membership.objects.filter(user=user).first()
    return rank(membership.role) if membership is not None else None


def rank(role: str) -> Role:
    """Of a `Membership.role`."""
    return Role[role.upper()]
