"""Who makes whom a moderator or an admin, and who takes that away."""

import pytest
from allauth.account.models import EmailAddress

from accounts.errors import BadRequest, NotFound
from accounts.models import AuditEntry, Membership, Tenant, User
from accounts.staff import Role, Staff
from accounts.tenancy import tenant_scope
from games.errors import Forbidden
from games.moderation import offices
from games.moderation.cases import Why
from tests.support.people import make_user

pytestmark = pytest.mark.django_db(transaction=True)
WHY = Why("Knows the club.")


@pytest.fixture
def ann(db) -> User:
    user = make_user()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def members(tenant: Tenant) -> list[tuple[User, str]]:
    with tenant_scope(tenant.id):
        return [(each.user, each.role) for each in Membership.objects.select_related("user").order_by("id")]


GIVEN = [
    (Role.MODERATOR, "moderator", False),
    (Role.MODERATOR, "admin", False),
    (Role.ADMIN, "moderator", True),
    (Role.ADMIN, "admin", False),
    (Role.OPERATOR, "moderator", True),
    (Role.OPERATOR, "admin", True),
    (Role.OPERATOR, "operator", False),
]


@pytest.mark.parametrize(("role", "office", "is_allowed"), GIVEN)
def test_roles_are_given_by_those_above(staff, tenant: Tenant, ann: User, role, office, is_allowed):
    someone = staff(role)
    if not is_allowed:
        with pytest.raises(Forbidden):
            offices.give_office(someone, ann.email, office, WHY)
        assert ann not in dict(members(tenant))
        return
    offices.give_office(someone, ann.email.upper(), office, WHY)
    assert dict(members(tenant))[ann] == office
    with tenant_scope(tenant.id):
        entry = AuditEntry.objects.get()
    assert (entry.action, entry.reason) == ("membership-given", WHY.reason)
    assert entry.data == {"user": ann.email, "role": office}


@pytest.mark.parametrize(("role", "office", "is_allowed"), GIVEN[:-1])
def test_roles_are_taken_by_those_above(staff, tenant: Tenant, ann: User, role, office, is_allowed):
    someone = staff(role)
    with tenant_scope(tenant.id):
        row = Membership.objects.create(user=ann, role=office)
    if is_allowed:
        offices.take_office(someone, row.id, WHY)
    else:
        with pytest.raises(Forbidden):
            offices.take_office(someone, row.id, WHY)
    assert (ann in dict(members(tenant))) != is_allowed


def test_only_confirmed_accounts_get_a_role_and_once(staff, tenant: Tenant, ann: User):
    admin = staff(Role.ADMIN)
    for email in ("nobody@example.org", make_user().email, make_user(is_active=False).email):
        with pytest.raises(BadRequest):
            offices.give_office(admin, email, "moderator", WHY)
    offices.give_office(admin, ann.email, "moderator", WHY)
    with pytest.raises(BadRequest):
        offices.give_office(admin, ann.email, "moderator", WHY)


def test_nobody_takes_their_own_role_or_without_a_reason(staff, tenant: Tenant, ann: User):
    operator: Staff = staff(Role.OPERATOR)
    with tenant_scope(tenant.id):
        own = Membership.objects.create(user=operator.user, role="admin")
        other = Membership.objects.create(user=ann, role="moderator")
    with pytest.raises(Forbidden):
        offices.take_office(operator, own.id, WHY)
    with pytest.raises(BadRequest):
        offices.take_office(operator, other.id, Why(""))


def test_staff_of_another_tenant_find_nobody(stranger: Staff, tenant: Tenant, ann: User):
    with tenant_scope(tenant.id):
        row = Membership.objects.create(user=ann, role="moderator")
    with pytest.raises(NotFound):
        offices.take_office(stranger, row.id, WHY)
