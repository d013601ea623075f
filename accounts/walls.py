"""What the database itself enforces between tenants; operations for migrations."""

from __future__ import annotations

from django.db.migrations import RunSQL


def same_tenant(table: str, column: str, target: str) -> RunSQL:
    """A composite foreign key: `column` can only point at a row of `target` of the row's own tenant."""
    name = f"{table}_{column}_same_tenant"
    return RunSQL(
        f"ALTER TABLE {table} ADD CONSTRAINT {name} FOREIGN KEY (tenant_id, {column})"
        f" REFERENCES {target} (tenant_id, id) DEFERRABLE INITIALLY DEFERRED",
        f"ALTER TABLE {table} DROP CONSTRAINT {name}",
    )
