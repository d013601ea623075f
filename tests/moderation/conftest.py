"""Players by what they are, and the staff of their tenant."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from accounts.identity import Actor
from accounts.models import Membership, Tenant, User
from accounts.staff import Role, Staff, staff_of
from accounts.tenancy import tenant_scope
from tests.support.rooms import first, make_tenant, outsider, second, spectator, tenant

__all__ = ["first", "outsider", "second", "spectator", "tenant"]


def make_user(**fields) -> User:
    return User.objects.create(email=f"{uuid4().hex[:12]}@example.org", **fields)


def make_staff(tenant: Tenant, role: Role) -> Staff:
    user = make_user(is_superuser=role == Role.OPERATOR)
    if role != Role.OPERATOR:
        with tenant_scope(tenant.id):
            Membership.objects.create(user=user, role=role.name.lower())
    return staff_of(tenant, user)


def give_user(actor: Actor, user: User) -> None:
    """From now on the player is the user's."""
    actor.player.user = user
    with tenant_scope(actor.tenant.id):
        actor.player.save(update_fields=["user"])


@pytest.fixture
def staff(tenant: Tenant) -> Callable[[Role], Staff]:
    return lambda role: make_staff(tenant, role)


@pytest.fixture
def moderator(tenant: Tenant) -> Staff:
    return make_staff(tenant, Role.MODERATOR)


@pytest.fixture
def stranger(db) -> Staff:
    """A moderator of another tenant."""
    return make_staff(make_tenant(), Role.MODERATOR)
