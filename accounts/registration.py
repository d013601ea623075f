"""Who may join a tenant: everybody, who was invited, or nobody."""

from __future__ import annotations

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts.errors import RegistrationClosed
from accounts.identity import digest
from accounts.models import Invitation, Tenant
from accounts.tenancy import tenant_scope


def may_register(tenant: Tenant, invitation: str) -> bool:
    """Asked at sign-up, before anybody is known; an invitation is spent later, when the user joins."""
    if tenant.registration != Tenant.Registration.INVITATION:
        return tenant.registration == Tenant.Registration.OPEN
    with tenant_scope(tenant.id):
        return _open_invitations(invitation).exists()


def spend_registration(tenant: Tenant, email: str, invitation: str) -> None:
    """Take one use of the invitation where one is needed, in the scope and transaction that make the player.

    Raises RegistrationClosed.
    """
    if tenant.registration == Tenant.Registration.OPEN:
        return
    if tenant.registration == Tenant.Registration.INVITATION:
        fitting = _open_invitations(invitation).filter(Q(email="") | Q(email__iexact=email))
        if fitting.update(uses_left=F("uses_left") - 1):
            return
    raise RegistrationClosed


def _open_invitations(code: str) -> QuerySet[Invitation]:
    now = timezone.now()
    return Invitation.objects.filter(digest=digest(code), uses_left__gt=0, expires_at__gt=now)
