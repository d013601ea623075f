"""Django loads the name `DatabaseWrapper` from here; see the package.

Before a cursor is handed out, the session gets the role and the tenant of the scope, if it has others:
in a scope `WEB_ROLE`, whom row-level security shows one tenant; outside one the role that logged in, and no
tenant. Once per connection taken from the pool, and again when the scope changes: not once per query.
"""

from __future__ import annotations

from typing import Any

from django.db.backends.postgresql import base
from psycopg.pq import TransactionStatus

from accounts.scope import tenant_in_scope
from accounts.walls import TENANT_SETTING, WEB_ROLE

TELL = f"SELECT set_config('role', %s, false), set_config('{TENANT_SETTING}', %s, false)"
LOGIN = "none"  # Postgres' word for "whoever logged in"


class DatabaseWrapper(base.DatabaseWrapper):
    """One per thread, as every Django connection."""

    unscoped_role = LOGIN
    # What the session was last told; None where that is not known: a session from the pool had another user,
    # and a rollback takes back what was told within the transaction.
    _told: tuple[str, str] | None = None

    def create_cursor(self, name: str | None = None) -> Any:  # noqa: ANN401  why: psycopg has several kinds
        cursor = super().create_cursor(name)
        self._tell()
        return cursor

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:  # noqa: ANN401  why: Django's own signature
        self._told = None
        return super().get_new_connection(conn_params)

    def _rollback(self) -> None:
        self._told = None
        super()._rollback()  # type: ignore[misc]  # why: the stubs leave out what is Django's own

    def _savepoint_rollback(self, sid: str) -> None:
        super()._savepoint_rollback(sid)  # type: ignore[misc]
        self._told = None

    def _commit(self) -> None:
        if self._has_failed():  # Postgres answers COMMIT with a rollback then
            self._told = None
        super()._commit()  # type: ignore[misc]

    def _tell(self) -> None:
        """In a transaction that failed nothing can be told, and nothing but a rollback can follow."""
        wanted = self._wanted()
        if wanted == self._told or self._has_failed():
            return
        self.connection.execute(TELL, wanted)
        self._told = wanted

    def _wanted(self) -> tuple[str, str]:
        tenant_id = tenant_in_scope()
        return (WEB_ROLE, str(tenant_id)) if tenant_id else (self.unscoped_role, "")

    def _has_failed(self) -> bool:
        if self.connection is None:
            return False
        return bool(self.connection.info.transaction_status == TransactionStatus.INERROR)
