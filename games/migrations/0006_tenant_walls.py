"""Row-level security on every tenant table, and what the servers' role may do."""

from django.apps.registry import Apps
from django.core.management import CommandError
from django.db import ProgrammingError, migrations, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from accounts.walls import WEB_ROLE, wall

TABLES = (
    "accounts_auditentry",
    "accounts_block",
    "accounts_delivery",
    "accounts_invitation",
    "accounts_membership",
    "accounts_note",
    "accounts_player",
    "accounts_report",
    "accounts_sanction",
    "accounts_token",
    "accounts_webhook",
    "games_chatmessage",
    "games_match",
    "games_matchevent",
    "games_matchseat",
    "games_room",
    "games_savedlayout",
    "games_seat",
    "games_thought",
)
MAKE_ROLE = f"CREATE ROLE {WEB_ROLE} NOINHERIT"
LEND_ROLE = f"GRANT {WEB_ROLE} TO CURRENT_USER"
HELD = "SELECT 1 FROM pg_roles WHERE rolname = %s AND pg_has_role(oid, 'MEMBER')"
# Tables of later migrations get the same from ALTER DEFAULT PRIVILEGES.
GRANTS = (
    f"GRANT USAGE ON SCHEMA public TO {WEB_ROLE}",
    f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {WEB_ROLE}",
    f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {WEB_ROLE}",
    f"ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {WEB_ROLE}",
    f"ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO {WEB_ROLE}",
    f"REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {WEB_ROLE}",
    f"REVOKE UPDATE, DELETE ON accounts_auditentry FROM {WEB_ROLE}",  # what was done stays written
)
REVOKES = (
    f"ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON TABLES FROM {WEB_ROLE}",
    f"ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON SEQUENCES FROM {WEB_ROLE}",
    f"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {WEB_ROLE}",
    f"REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM {WEB_ROLE}",
    f"REVOKE USAGE ON SCHEMA public FROM {WEB_ROLE}",
)


def borrow_role(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Who migrates can step down to the servers' role; where it is missing it is made, if that is allowed."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(HELD, [WEB_ROLE])
        if cursor.fetchone():
            return
        try:
            with transaction.atomic(using=schema_editor.connection.alias):
                cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [WEB_ROLE])
                if not cursor.fetchone():
                    cursor.execute(MAKE_ROLE)
                cursor.execute(LEND_ROLE)
        except ProgrammingError as error:
            cursor.execute("SELECT quote_ident(current_user)")
            (owner,) = cursor.fetchone()
            raise CommandError(
                f"{owner} may not make or lend the role {WEB_ROLE}. As a superuser, run once:"
                f" CREATE ROLE {WEB_ROLE} LOGIN NOINHERIT PASSWORD '...'; GRANT {WEB_ROLE} TO {owner};"
            ) from error


class Migration(migrations.Migration):
    dependencies = (("games", "0005_room_life"), ("accounts", "0006_webhooks"))

    operations = (
        migrations.RunPython(borrow_role, migrations.RunPython.noop),
        *(wall(table) for table in TABLES),
        migrations.RunSQL(list(GRANTS), list(REVOKES)),
    )
