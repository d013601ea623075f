"""`manage.py createtenant`."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from accounts.directory import resolve_tenant
from accounts.models import AuditEntry, Membership, Tenant, User

pytestmark = pytest.mark.django_db


def found(
    slug: str = "club", name: str = "The Club", hosts: tuple[str, ...] = ("club.example",), email: str = ""
):
    words = [slug, "--name", name, *(word for host in hosts for word in ("--host", host))]
    call_command("createtenant", *words, *(["--admin-email", email] if email else []))
    return Tenant.objects.get(slug=slug)


def test_one_command_makes_a_tenant_its_admin_and_an_audit_entry(capsys):
    club = found(email="Ann@Club.example")
    assert resolve_tenant("club.example") == club
    assert club.client_key in capsys.readouterr().out
    member = Membership.everywhere.get(tenant=club)
    assert (member.user.email, member.role) == ("ann@club.example", "admin")
    assert not member.user.has_usable_password()
    assert not member.user.is_superuser
    entry = AuditEntry.everywhere.get(tenant=club)
    assert (entry.action, entry.actor_kind, entry.subject_id) == ("tenant.founded", "system", str(club.id))


def test_the_same_again_changes_nothing():
    before = found(email="ann@club.example")
    after = found(email="ann@club.example")
    assert (before.client_key, before.hosts) == (after.client_key, after.hosts)
    assert User.objects.count() == Membership.everywhere.count() == AuditEntry.everywhere.count() == 1


def test_hosts_are_added_and_a_moderator_becomes_admin():
    club = found()
    ann = User.objects.create_user("ann@club.example")
    Membership.everywhere.create(tenant=club, user=ann, role=Membership.Role.MODERATOR)
    club = found(name="Rook Club", hosts=("CLUB.example", "www.club.example"), email="ann@club.example")
    assert (club.name, club.hosts) == ("Rook Club", ["club.example", "www.club.example"])
    assert Membership.everywhere.get(tenant=club).role == "admin"
    assert AuditEntry.everywhere.latest("id").data == {"changed": ["name", "hosts", "admin"]}


@pytest.mark.parametrize(
    "wrong",
    [
        {"slug": "the club"},
        {"hosts": ("https://club.example",)},
        {"hosts": ("club.example:8000",)},
        {"hosts": ("taken.example",)},
        {"email": "nobody"},
        {"name": "x" * 81},
    ],
)
def test_a_refused_command_leaves_nothing(wrong: dict[str, object]):
    Tenant.objects.create(slug="first", name="First", hosts=["taken.example"])
    before = Tenant.objects.count()
    with pytest.raises(CommandError):
        found(**{"email": "ann@club.example", **wrong})
    assert Tenant.objects.count() == before
    assert not User.objects.exists()
