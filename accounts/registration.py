"""Who may join a tenant: everybody, who was invited, or nobody."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts.errors import RegistrationClosed
from accounts.identity import digest
from accounts.models import Invitation, Tenant, User
from accounts.tenancy import tenant_scope


def has_confirmed(user: User) -> bool:
    """Whether the user has shown that the address is theirs; who signed up with it need not have.

    Operators are made by a command of the server, which asks nobody.
    """
    confirmed = EmailAddress.objects.filter(user=user, email=user.email, verified=True)
    return user.is_superuser or confirmed.exists()


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
