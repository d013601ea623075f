"""What admins and operators decide about tenants: who may, what is refused, and what is written down."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.directory import forget_tenants, resolve_tenant
from accounts.errors import BadRequest, NotFound
from accounts.models import AuditEntry, Membership, Tenant
from accounts.staff import Role, Staff
from accounts.tenancy import tenant_scope
from games.errors import Forbidden
from games.moderation import tenants
from games.moderation.cases import Why
from tests.support.rooms import make_tenant

pytestmark = pytest.mark.django_db(transaction=True)
WHY = Why("The club decided so.")
AsRole = Callable[[Role], Staff]


@pytest.fixture(autouse=True)
def fresh_directory():
    forget_tenants()
    yield
    forget_tenants()


def log(tenant: Tenant) -> list[AuditEntry]:
    with tenant_scope(tenant.id):
        return list(AuditEntry.objects.order_by("id"))


GOOD: dict[str, Any] = {
    "name": "Rook Club",
    "branding": {"name": "Rooks", "accent": "#7a1f1f"},
    "languages": ["ja", "zh-Hant"],
    "registration": "invitation",
    "systems": ["gunjin"],
    "system_options": {"gunjin": {"quiet_draw": 50}},
    "chat": "off",
    "muted_words": ["spam"],
    "rates": {"RATE_ROOMS_PER_PLAYER": "5/minute"},
    "room_idle_minutes": 10,
    "keep_matches_days": 365,
}


@pytest.mark.parametrize("role", [Role.ADMIN, Role.OPERATOR])
def test_a_policy_is_changed_and_written_down_with_what_was_before(staff: AsRole, tenant: Tenant, role):
    someone = staff(role)
    tenants.change_tenant(someone, tenant.id, GOOD, WHY)
    tenant.refresh_from_db()
    assert {name: getattr(tenant, name) for name in GOOD} == GOOD
    (entry,) = log(tenant)
    assert (entry.action, entry.actor_name, entry.reason) == (
        "tenant.changed",
        someone.user.email,
        WHY.reason,
    )
    assert set(entry.data) == set(GOOD)
    assert entry.data["chat"] == '"presets" -> "off"'


def test_what_stays_as_it_was_is_not_written_down(staff: AsRole, tenant: Tenant):
    tenants.change_tenant(staff(Role.ADMIN), tenant.id, {"chat": "presets", "name": tenant.name}, WHY)
    assert not log(tenant)


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"branding": {"accent": "red"}},
        {"languages": ["Japanese"]},
        {"registration": "maybe"},
        {"systems": ["chess"]},
        {"system_options": {"chess": {}}},
        {"system_options": {"gunjin": {"quiet_draw": 51}}},
        {"system_options": {"gunjin": {"no_such": 1}}},
        {"system_options": {"gunjin": []}},
        {"system_options": []},
        {"chat": "loud"},
        {"muted_words": ["x" * 41]},
        {"muted_words": ["x"] * 1001},
        {"rates": {"RATE_REQUESTS_PER_ADDRESS": "1/second"}},
        {"rates": {"RATE_ROOMS_PER_PLAYER": "often"}},
        {"room_idle_minutes": -1},
    ],
)
def test_a_value_that_will_not_do_changes_nothing(staff: AsRole, tenant: Tenant, wrong):
    before = Tenant.objects.filter(pk=tenant.id).values().get()
    with pytest.raises(BadRequest):
        tenants.change_tenant(staff(Role.ADMIN), tenant.id, {"keep_chat_days": 3, **wrong}, WHY)
    assert Tenant.objects.filter(pk=tenant.id).values().get() == before
    assert not log(tenant)


@pytest.mark.parametrize(
    "wrong",
    [
        {"hosts": ["https://club.example"]},
        {"hosts": ["taken.example"]},
        {"allowed_origins": ["club.example"]},
        {"allowed_origins": ["https://club.example/path"]},
        {"is_active": False},
        {"quota_rooms": -1},
    ],
)
def test_operators_are_held_to_what_can_be_as_well(staff: AsRole, tenant: Tenant, wrong):
    Tenant.objects.create(slug="first", name="First", hosts=["taken.example"])
    with pytest.raises(BadRequest):
        tenants.change_tenant(staff(Role.OPERATOR), tenant.id, wrong, WHY)


@pytest.mark.parametrize("column", sorted(tenants.OPERATORS))
def test_what_costs_others_something_is_for_operators(staff: AsRole, tenant: Tenant, column):
    tenant.hosts = ["club.example"]
    tenant.save(update_fields=["hosts"])
    value = getattr(tenant, column)
    with pytest.raises(Forbidden):
        tenants.change_tenant(staff(Role.ADMIN), tenant.id, {column: value}, WHY)
    tenants.change_tenant(staff(Role.OPERATOR), tenant.id, {column: value}, WHY)


@pytest.mark.parametrize("column", ["slug", "client_key", "epoch", "id", "created_at"])
def test_nobody_changes_what_a_tenant_is_known_by(staff: AsRole, tenant: Tenant, column):
    with pytest.raises(Forbidden):
        tenants.change_tenant(staff(Role.OPERATOR), tenant.id, {column: getattr(tenant, column)}, WHY)


def test_moderators_and_admins_of_others_change_nothing(staff: AsRole, tenant: Tenant):
    other = make_tenant()
    with pytest.raises(Forbidden):
        tenants.change_tenant(staff(Role.MODERATOR), tenant.id, {"chat": "off"}, WHY)
    with pytest.raises(NotFound):
        tenants.change_tenant(staff(Role.ADMIN), other.id, {"chat": "off"}, WHY)


def test_operators_change_others_and_it_stands_in_their_log(staff: AsRole, tenant: Tenant):
    other = make_tenant()
    tenants.change_tenant(staff(Role.OPERATOR), other.id, {"quota_rooms": 5, "is_active": False}, WHY)
    assert set(log(other)[0].data) == {"quota_rooms", "is_active"}
    assert not log(tenant)


def test_a_change_needs_a_reason(staff: AsRole, tenant: Tenant):
    with pytest.raises(BadRequest):
        tenants.change_tenant(staff(Role.ADMIN), tenant.id, {"chat": "off"}, Why(" "))


def test_operators_found_tenants_and_are_named_for_it(staff: AsRole):
    operator = staff(Role.OPERATOR)
    founded = tenants.found(
        operator, "club", name="The Club", hosts=["club.example"], admin_email="ann@club.example"
    )
    assert resolve_tenant("club.example") == founded.tenant
    with tenant_scope(founded.tenant.id):
        assert Membership.objects.get().user.email == "ann@club.example"
    (entry,) = log(founded.tenant)
    assert (entry.action, entry.actor_name) == ("tenant.founded", operator.user.email)


def test_a_tenant_is_founded_once_and_by_operators(staff: AsRole, tenant: Tenant):
    with pytest.raises(Forbidden):
        tenants.found(staff(Role.ADMIN), "club", name="The Club", hosts=[])
    for slug, hosts in ((tenant.slug, []), ("the club", []), ("club", ["http://club.example"])):
        with pytest.raises(BadRequest):
            tenants.found(staff(Role.OPERATOR), slug, name="The Club", hosts=hosts)
    assert not Tenant.objects.filter(slug="club").exists()
