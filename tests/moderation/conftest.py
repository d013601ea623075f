"""Players by what they are, and the staff of their tenant."""

from collections.abc import Callable

import pytest

from accounts.identity import Actor
from accounts.models import Tenant, User
from accounts.staff import Role, Staff
from accounts.tenancy import tenant_scope
from tests.support.people import make_staff
from tests.support.rooms import first, make_tenant, outsider, second, spectator, tenant

__all__ = ["first", "outsider", "second", "spectator", "tenant"]


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
