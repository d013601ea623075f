"""Composite foreign keys: a row can only point at a row of its own tenant, whatever the code does."""

from django.db import migrations

POINTERS = (
    ("accounts_token", "player_id", "accounts_player"),
    ("games_room", "creator_id", "accounts_player"),
    ("games_seat", "room_id", "games_room"),
    ("games_seat", "player_id", "accounts_player"),
    ("games_match", "room_id", "games_room"),
    ("games_matchseat", "match_id", "games_match"),
    ("games_matchseat", "player_id", "accounts_player"),
    ("games_matchevent", "match_id", "games_match"),
    ("games_savedlayout", "player_id", "accounts_player"),
)


def _same_tenant(table: str, column: str, target: str) -> migrations.RunSQL:
    name = f"{table}_{column}_same_tenant"
    return migrations.RunSQL(
        f"ALTER TABLE {table} ADD CONSTRAINT {name} FOREIGN KEY (tenant_id, {column})"
        f" REFERENCES {target} (tenant_id, id) DEFERRABLE INITIALLY DEFERRED",
        f"ALTER TABLE {table} DROP CONSTRAINT {name}",
    )


class Migration(migrations.Migration):
    dependencies = (("games", "0001_initial"), ("accounts", "0002_default_tenant"))

    operations = tuple(_same_tenant(*pointer) for pointer in POINTERS)
