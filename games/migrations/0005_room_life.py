"""Chat, the lobby, invitations and the delay for spectators."""

import accounts.ids
import accounts.tenancy
import django.db.models.deletion
import django.db.models.manager
from django.conf import settings
from django.db import migrations, models

from accounts.walls import same_tenant


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_people"),
        ("games", "0004_thoughts"),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="chat",
            field=models.CharField(
                choices=[("off", "Off"), ("presets", "Presets"), ("free", "Free")],
                default="off",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="invited",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="invitations",
                to="accounts.player",
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="is_listed",
            field=models.BooleanField(
                default=False, help_text="Strangers may find it and take the free seat."
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="watch_delay_seconds",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddIndex(
            model_name="room",
            index=models.Index(
                condition=models.Q(("closed_at__isnull", True), ("is_listed", True)),
                fields=["tenant", "-created_at"],
                name="room_lobby",
            ),
        ),
        migrations.CreateModel(
            name="ChatMessage",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=accounts.ids.row_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "seat",
                    models.PositiveSmallIntegerField(
                        blank=True, help_text="Number of the seat; null watches.", null=True
                    ),
                ),
                ("preset", models.CharField(blank=True, max_length=20)),
                ("text", models.CharField(blank=True, max_length=300)),
                ("at", models.DateTimeField()),
                ("deleted_at", models.DateTimeField(blank=True, null=True)),
                (
                    "deleted_by",
                    models.ForeignKey(
                        blank=True,
                        help_text="A moderator.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="accounts.player",
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="messages", to="games.room"
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(
                        default=accounts.tenancy.current_tenant_id,
                        on_delete=django.db.models.deletion.CASCADE,
                        to="accounts.tenant",
                    ),
                ),
            ],
            options={
                "abstract": False,
                "default_manager_name": "everywhere",
                "indexes": [models.Index(fields=["room", "at"], name="chat_of_room")],
            },
            managers=[
                ("everywhere", django.db.models.manager.Manager()),
            ],
        ),
        same_tenant("games_room", "invited_id", "accounts_player"),
        same_tenant("games_chatmessage", "room_id", "games_room"),
        same_tenant("games_chatmessage", "player_id", "accounts_player"),
    ]
