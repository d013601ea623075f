"""Composite foreign keys: a row can only point at a row of its own tenant, whatever the code does."""

from django.db import migrations

from accounts.walls import same_tenant

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


class Migration(migrations.Migration):
    dependencies = (("games", "0001_initial"), ("accounts", "0002_default_tenant"))

    operations = tuple(same_tenant(*pointer) for pointer in POINTERS)
