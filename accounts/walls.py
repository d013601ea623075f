"""What the database itself enforces between tenants; operations for migrations.

Row-level security is the second lock: the servers' role sees the rows of one tenant, that of the scope,
whatever a query says. It does not hold for foreign keys, which Postgres checks past it; so every pointer
between tenant rows has a composite key, too.
"""

from __future__ import annotations

from django.db.migrations import RunSQL

WEB_ROLE = "gyoji_web"  # whom web, workers and jobs are to Postgres; owns nothing
TENANT_SETTING = "app.tenant_id"
WALL, OWNERS_DOOR = "tenant_wall", "owner_all"
# The sub-select is run once per query, not once per row.
IN_SCOPE = f"tenant_id = (SELECT nullif(current_setting('{TENANT_SETTING}', true), '')::uuid)"


def same_tenant(table: str, column: str, target: str) -> RunSQL:
    """A composite foreign key: `column` can only point at a row of `target` of the row's own tenant."""
    name = f"{table}_{column}_same_tenant"
    return RunSQL(
        f"ALTER TABLE {table} ADD CONSTRAINT {name} FOREIGN KEY (tenant_id, {column})"
        f" REFERENCES {target} (tenant_id, id) DEFERRABLE INITIALLY DEFERRED",
        f"ALTER TABLE {table} DROP CONSTRAINT {name}",
    )


def wall(table: str) -> RunSQL:
    """Row-level security for a table with `tenant_id`; the last operation of the migration that makes it.

    Forced, so that it holds for the owner of the table, too, who gets a policy of its own to migrate with.
    """
    return RunSQL(
        [
            f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY",
            f"CREATE POLICY {WALL} ON {table} TO {WEB_ROLE} USING ({IN_SCOPE}) WITH CHECK ({IN_SCOPE})",
            f"CREATE POLICY {OWNERS_DOOR} ON {table} TO CURRENT_USER USING (true) WITH CHECK (true)",
        ],
        [
            f"DROP POLICY {WALL} ON {table}",
            f"DROP POLICY {OWNERS_DOOR} ON {table}",
            f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY, DISABLE ROW LEVEL SECURITY",
        ],
    )
