"""A database of an older version is migrated with its rows."""

import pytest
from django.apps.registry import Apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = [("accounts", "0002_default_tenant")]


def migrate(targets: list[tuple[str, str]]) -> Apps:
    """The models as they are then."""
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return MigrationExecutor(connection).loader.project_state(targets).apps


@pytest.fixture
def old():
    yield migrate(BEFORE)
    call_command("migrate", verbosity=0)


def newest() -> Apps:
    graph = MigrationExecutor(connection).loader.graph
    return migrate([node for node in graph.leaf_nodes() if node[0] in ("accounts", "games")])


def fill(old: Apps) -> None:
    """Two tenants; users without an address and with one address twice; two names that look alike."""
    users = old.get_model("accounts", "User").objects
    for username, email in [("root", ""), ("ann", "Ann@Example.org"), ("bob", "ann@example.org"), ("★", "")]:
        users.create(username=username, email=email)
    club, _other = (
        old.get_model("accounts", "Tenant").objects.create(slug=slug, name="Club") for slug in ("one", "two")
    )
    for name in ("Bill", "Bi1l"):
        player = old.get_model("accounts", "Player").everywhere.create(tenant=club, name=name)
    old.get_model("accounts", "Token").everywhere.create(
        tenant=club, player=player, digest="d", expires_at=player.created_at
    )


@pytest.mark.slow
def test_rows_of_an_older_database_come_through(old: Apps):
    fill(old)
    now = newest()

    emails = now.get_model("accounts", "User").objects.order_by("date_joined").values_list("email", flat=True)
    assert list(emails) == ["root@user.invalid", "ann@example.org", "bob@user.invalid", "user@user.invalid"]

    players = now.get_model("accounts", "Player").everywhere.order_by("created_at")
    assert [player.name for player in players] == ["Bill", "Bi1l"]
    assert players[0].name_key != players[1].name_key

    token = now.get_model("accounts", "Token").everywhere.get()
    assert (token.kind, token.scopes) == ("guest", ["account", "layouts", "play", "read"])

    keys = now.get_model("accounts", "Tenant").objects.values_list("client_key", flat=True)
    assert len(set(keys)) == len(keys) >= 2
    assert all(len(key) == 24 for key in keys)
