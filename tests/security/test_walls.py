"""Row-level security: the database itself keeps tenants apart, whatever a query says."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction
from psycopg import sql
from psycopg.errors import InsufficientPrivilege

from accounts.models import Player, Tenant
from accounts.tenancy import TenantModel, tenant_scope
from accounts.walls import WEB_ROLE
from bench.walls import check_wall, count_rows, fill, tenant_tables
from tests.support.roles import as_web, database_url, raw_web_session
from tests.support.rooms import make_tenant

ROOT = Path(__file__).parents[2]


def tenant_models() -> list[type[TenantModel]]:
    return [model for model in apps.get_models() if issubclass(model, TenantModel)]


@pytest.fixture
def tenants() -> list[UUID]:
    """Two, each with rows in every table."""
    made = [make_tenant(), make_tenant()]
    for tenant in made:
        fill(tenant)
    return [tenant.id for tenant in made]


@contextmanager
def owner_session() -> Iterator[psycopg.Connection]:
    with psycopg.connect(database_url("DATABASE_URL")) as session:
        yield session


def rows(query: str, *values: object) -> list[tuple]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return cursor.fetchall()


# --- every table has its wall


def test_every_tenant_table_is_walled() -> None:
    walled = {
        name for (name,) in rows("SELECT relname FROM pg_class WHERE relrowsecurity AND relforcerowsecurity")
    }
    assert walled == set(tenant_tables())
    for table in tenant_tables():
        found = rows(
            "SELECT policyname, roles::text, cmd, permissive, qual = with_check, qual FROM pg_policies"
            " WHERE tablename = %s ORDER BY policyname",
            table,
        )
        (door, _, *_, everything), (wall, web, *rest, filtered) = found
        assert (door, everything) == ("owner_all", "true"), table
        assert (wall, web, *rest) == ("tenant_wall", f"{{{WEB_ROLE}}}", "ALL", "PERMISSIVE", True), table
        assert "tenant_id = " in filtered
        assert "app.tenant_id" in filtered


def test_every_pointer_between_tenant_rows_has_a_composite_key() -> None:
    """Postgres checks foreign keys past row security."""
    composite = "SELECT conname FROM pg_constraint WHERE contype = 'f' AND cardinality(conkey) = 2"
    found = {name for (name,) in rows(composite)}
    pointers = {
        f"{model._meta.db_table}_{field.column}_same_tenant"
        for model in tenant_models()
        for field in model._meta.concrete_fields
        if field.is_relation and issubclass(field.related_model, TenantModel)
    }
    assert found == pointers


def test_nothing_of_ours_asks_past_the_scope() -> None:
    """`everywhere` finds nothing outside a scope, and no more than `objects` within one."""
    sources = [path for app in ("accounts", "games", "config") for path in (ROOT / app).rglob("*.py")]
    asking = [
        path.relative_to(ROOT).as_posix()
        for path in sources
        if "migrations" not in path.parts and re.search(r"\.everywhere\b", path.read_text())
    ]
    assert asking == []


# --- what raw SQL sees and changes


def test_a_raw_session_of_the_servers_role_sees_one_tenant_only(tenants: list[UUID]) -> None:
    with raw_web_session() as session:
        for table in tenant_tables():
            check_wall(session, table, tenants)


BREAKS = {
    "row security off": "ALTER TABLE {} DISABLE ROW LEVEL SECURITY",
    "no policy": "DROP POLICY tenant_wall ON {}",
    "a policy that lets all through": "ALTER POLICY tenant_wall ON {} USING (true)",
}


def test_a_wall_taken_away_is_noticed_on_every_table(tenants: list[UUID]) -> None:
    unnoticed = []
    with owner_session() as session:
        for table in tenant_tables():
            for what, statement in BREAKS.items():
                session.execute(sql.SQL(statement).format(sql.Identifier(table)))
                session.execute(f"SET LOCAL ROLE {WEB_ROLE}")
                try:
                    check_wall(session, table, tenants)
                except AssertionError:
                    pass
                else:
                    unnoticed.append(f"{table}: {what}")
                session.rollback()
    assert unnoticed == []


def test_a_raw_session_changes_nothing_of_another_tenant(tenants: list[UUID]) -> None:
    own, other = tenants
    with owner_session() as owner:
        before = {table: count_rows(owner, table) for table in tenant_tables()}
    with raw_web_session(own) as session:
        for table in set(tenant_tables()) - {"accounts_auditentry"}:
            name = sql.Identifier(table)
            update = sql.SQL("UPDATE {} SET tenant_id = tenant_id WHERE tenant_id = %s").format(name)
            assert session.execute(update, [other]).rowcount == 0
            delete = sql.SQL("DELETE FROM {} WHERE tenant_id = %s").format(name)
            assert session.execute(delete, [other]).rowcount == 0
            with pytest.raises(InsufficientPrivilege, match="row-level security"):
                session.execute(sql.SQL("UPDATE {} SET tenant_id = %s").format(name), [other])
            with pytest.raises(InsufficientPrivilege):
                session.execute(sql.SQL("TRUNCATE {}").format(name))
        with pytest.raises(InsufficientPrivilege, match="row-level security"):
            session.execute(
                "INSERT INTO accounts_note (id, tenant_id, player_id, text, created_at)"
                " SELECT gen_random_uuid(), %s, player_id, 'mine', now() FROM accounts_note",
                [other],
            )
    with owner_session() as owner:
        assert {table: count_rows(owner, table) for table in tenant_tables()} == before


@pytest.mark.parametrize(
    "statement",
    [
        "SET ROLE {owner}",
        "ALTER TABLE games_match DISABLE ROW LEVEL SECURITY",
        "DROP POLICY tenant_wall ON games_match",
        "CREATE POLICY mine ON games_match USING (true)",
        "CREATE TABLE mine (id int)",
        "DELETE FROM django_migrations",
        "UPDATE accounts_auditentry SET reason = ''",
        "DELETE FROM accounts_auditentry",
    ],
)
def test_the_servers_role_takes_no_wall_down_and_no_audit_entry_back(statement: str, tenants: list[UUID]):
    with owner_session() as owner:
        (name,) = owner.execute("SELECT current_user").fetchone()
    with raw_web_session(tenants[0]) as session, pytest.raises(InsufficientPrivilege):
        session.execute(statement.format(owner=name))


def test_a_pointer_to_another_tenants_row_is_refused_though_keys_are_checked_past_the_wall(
    tenants: list[UUID],
) -> None:
    own, other = tenants
    with owner_session() as owner:
        query = "SELECT id FROM accounts_player WHERE tenant_id = %s LIMIT 1"
        (stranger,) = owner.execute(query, [other]).fetchone()
    with raw_web_session(own) as session, pytest.raises(psycopg.errors.ForeignKeyViolation):
        session.execute("UPDATE accounts_note SET player_id = %s", [stranger])


# --- the engine tells Postgres the scope, and tells it again when Postgres forgot


def told() -> tuple[str, str]:
    return rows("SELECT current_user::text, current_setting('app.tenant_id', true)")[0]


def test_a_session_has_the_tenant_of_the_scope_and_none_outside() -> None:
    one, two = make_tenant(), make_tenant()
    with as_web():
        assert told() == (WEB_ROLE, "")
        with tenant_scope(one.id):
            assert told() == (WEB_ROLE, str(one.id))
            with tenant_scope(two.id):
                assert told() == (WEB_ROLE, str(two.id))
            assert told() == (WEB_ROLE, str(one.id))
        assert told() == (WEB_ROLE, "")
        assert not Player.everywhere.exists()


class TakenBack(Exception):
    pass


@contextmanager
def undone() -> Iterator[None]:
    """A transaction, or a savepoint within one, that is rolled back."""
    with suppress(TakenBack), transaction.atomic():
        yield
        raise TakenBack


def test_a_rollback_does_not_bring_the_tenant_of_before_back() -> None:
    """What is told to a session within a transaction is undone with it."""
    one, two = make_tenant(), make_tenant()
    with tenant_scope(one.id):
        assert told()[1] == str(one.id)
    with tenant_scope(two.id):
        with undone():
            assert told()[1] == str(two.id)
        assert told()[1] == str(two.id)
        with transaction.atomic():
            with undone(), tenant_scope(one.id):
                assert told()[1] == str(one.id)
            assert told()[1] == str(two.id)


def test_a_statement_that_fails_in_another_scope_is_rolled_back_as_ever() -> None:
    one, two = make_tenant(), make_tenant()
    with tenant_scope(one.id), transaction.atomic():
        with pytest.raises(DatabaseError), transaction.atomic(), tenant_scope(two.id):
            rows("SELECT 1/0")
        assert told()[1] == str(one.id)


def test_a_failure_that_was_swallowed_leaves_no_stale_tenant() -> None:
    """Postgres answers the COMMIT of a failed transaction with a rollback, and nobody is told."""
    one, two = make_tenant(), make_tenant()
    with tenant_scope(one.id):
        assert told()[1] == str(one.id)
    with tenant_scope(two.id):
        with transaction.atomic(), pytest.raises(DatabaseError):
            rows("SELECT 1/0")
        assert told()[1] == str(two.id)


def test_threads_that_share_the_pool_never_see_each_others_tenant(tenants: list[UUID]) -> None:
    strange: list[object] = []

    def look(own: UUID, other: UUID) -> None:
        for number in range(100):
            for tenant_id in (own, other):
                with tenant_scope(tenant_id):
                    strange.extend(each for each in Player.everywhere.all() if each.tenant_id != tenant_id)
                if number % 10 == 0:
                    connection.close()  # back into the pool, for the other thread

    threads = [threading.Thread(target=look, args=pair) for pair in (tenants, tenants[::-1])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert strange == []


def test_a_row_for_another_tenant_is_refused_within_a_scope() -> None:
    one, two = make_tenant(), make_tenant()
    name = uuid4().hex[:20]
    with tenant_scope(one.id), pytest.raises(DatabaseError, match="row-level security"):
        Player.everywhere.create(tenant=Tenant(id=two.id), name=name, name_key=name)
