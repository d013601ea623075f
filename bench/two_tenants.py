"""`python -m bench.two_tenants`: fills two tenants and counts what raw SQL sees of them as gyoji_web.

Needs no running server: it starts a Postgres and a Valkey of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import django
import psycopg

from config import stack
from config.data_folder import DataFolder
from config.embedded import services

HIDDEN = ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL")


def main() -> None:
    for name in HIDDEN:
        os.environ.pop(name, None)
    with tempfile.TemporaryDirectory(prefix="gyoji-") as folder:
        path = Path(folder)
        path.chmod(0o711)  # root's Postgres runs as somebody else
        with services(DataFolder(path / "data"), durable=False) as variables:
            migrate = [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity=0"]
            subprocess.run(migrate, env=stack.owner_environment(variables), check=True)
            os.environ.update(stack.django_environment(variables))
            django.setup()
            show(variables["DATABASE_URL"])


def show(url: str) -> None:
    """One line per table: rows seen in no scope and in each tenant's. Raises AssertionError."""
    from django.db import connection  # noqa: PLC0415  why: these need settings that know the database

    from accounts.models import Tenant  # noqa: PLC0415
    from bench.walls import check_wall, count_rows, enter, fill, tenant_tables  # noqa: PLC0415

    tenants = [Tenant.objects.create(slug=slug, name=slug) for slug in ("one", "two")]
    for tenant in tenants:
        fill(tenant)
    connection.close_pool()
    ids = [tenant.id for tenant in tenants]
    with psycopg.connect(url, autocommit=True) as session:
        print(f"{'rows seen as ' + session.info.user:32}{'no scope':>10}{'one':>10}{'two':>10}")
        for table in tenant_tables():
            seen = []
            for scope in (None, *ids):
                enter(session, scope)
                seen.append(sum(count_rows(session, table).values()))
            print(f"{table:32}" + "".join(f"{rows:>10}" for rows in seen))
            check_wall(session, table, ids)
    print("Each scope shows its own tenant's rows, and no scope shows any.")


if __name__ == "__main__":
    main()
