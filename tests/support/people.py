"""Registered players and staff, made as rows: how people sign up has tests of its own."""

from __future__ import annotations

from uuid import uuid4

from accounts.identity import issue_token
from accounts.models import Membership, Player, Tenant, User
from accounts.names import name_key
from accounts.staff import Role, Staff, staff_of
from accounts.tenancy import tenant_scope


def register(name: str, tenant: Tenant | None = None) -> tuple[Player, str]:
    """A person with an account in the tenant, and a token of one of their devices."""
    tenant = tenant or Tenant.objects.get(slug="default")
    user = User.objects.create_user(f"{name_key(name)}@example.org")
    with tenant_scope(tenant.id):
        player = Player.objects.create(
            user=user, kind=Player.PlayerKind.PERSON, name=name, name_key=name_key(name)
        )
        token, _expires_at = issue_token(player)
    return player, token


def make_user(**fields) -> User:
    return User.objects.create(email=f"{uuid4().hex[:12]}@example.org", **fields)


def make_staff(tenant: Tenant, role: Role) -> Staff:
    """Somebody who has this role in the tenant."""
    user = make_user(is_superuser=role == Role.OPERATOR)
    if role != Role.OPERATOR:
        with tenant_scope(tenant.id):
            Membership.objects.create(user=user, role=role.name.lower())
    return staff_of(tenant, user)
