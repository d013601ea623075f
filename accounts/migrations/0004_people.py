"""Users are named by e-mail; players get keys for names that look alike; tokens get scopes."""

import accounts.access
import accounts.ids
import accounts.tenancy
import django.db.models.deletion
import django.db.models.functions.text
import django.db.models.manager
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils.text import slugify

from accounts.names import name_key
from accounts.walls import same_tenant


def name_users_by_email(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Who has no address, or one that another user has too, gets one that leads nowhere."""
    taken: set[str] = set()
    for user in apps.get_model("accounts", "User").objects.order_by("date_joined", "id"):
        email = user.email.strip().lower()
        if not email or email in taken:
            email = f"{slugify(user.username)[:60] or 'user'}@user.invalid"
        if email in taken:
            email = f"{user.id.hex}@user.invalid"
        taken.add(email)
        user.email = email
        user.save(update_fields=["email"])


def fill_name_keys(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Of older names that look alike the first keeps the key; the others stay as they are under one of their own."""
    Player = apps.get_model("accounts", "Player")
    taken: set[tuple[object, str]] = set()
    rows = Player.everywhere.order_by("created_at", "id").values_list("id", "tenant_id", "name")
    for player_id, tenant_id, name in rows.iterator():
        key = name_key(name)
        if (tenant_id, key) in taken:
            key = f"{key[:60]} {player_id.hex}"
        taken.add((tenant_id, key))
        Player.everywhere.filter(id=player_id).update(name_key=key)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_tenant_policy"),
    ]

    operations = [
        migrations.RunPython(name_users_by_email, migrations.RunPython.noop),
        migrations.AlterModelOptions(
            name="user",
            options={},
        ),
        migrations.AlterModelManagers(
            name="user",
            managers=[],
        ),
        migrations.RemoveField(
            model_name="user",
            name="first_name",
        ),
        migrations.RemoveField(
            model_name="user",
            name="is_staff",
        ),
        migrations.RemoveField(
            model_name="user",
            name="last_name",
        ),
        migrations.RemoveField(
            model_name="user",
            name="username",
        ),
        migrations.AddField(
            model_name="player",
            name="deleted_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="last_seen_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="merged_into",
            field=models.ForeignKey(
                blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to="accounts.player"
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="muted_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="name_key",
            field=models.CharField(default="", help_text="Equal for names that look alike.", max_length=96),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="player",
            name="named_at",
            field=models.DateTimeField(blank=True, help_text="The last change of the name.", null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="owner",
            field=models.ForeignKey(
                blank=True,
                help_text="Of a bot.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="bots",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="settings",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="token",
            name="kind",
            field=models.CharField(
                choices=[("guest", "Guest"), ("device", "Device"), ("personal", "Personal"), ("bot", "Bot")],
                default="guest",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="token",
            name="last_used_at",
            field=models.DateTimeField(blank=True, help_text="To ten minutes.", null=True),
        ),
        migrations.AddField(
            model_name="token",
            name="prefix",
            field=models.CharField(blank=True, help_text="What its owner knows it by.", max_length=14),
        ),
        migrations.AddField(
            model_name="token",
            name="scopes",
            field=models.JSONField(default=accounts.access.player_scopes),
        ),
        migrations.AddField(
            model_name="token",
            name="session_key",
            field=models.CharField(blank=True, help_text="The session a device signed in by.", max_length=40),
        ),
        migrations.AlterField(
            model_name="player",
            name="user",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="players",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="date_joined",
            field=models.DateTimeField(auto_now_add=True),
        ),
        migrations.AlterField(
            model_name="user",
            name="email",
            field=models.EmailField(max_length=254, unique=True),
        ),
        migrations.AlterField(
            model_name="user",
            name="is_active",
            field=models.BooleanField(default=True),
        ),
        migrations.RunPython(fill_name_keys, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(fields=("tenant", "name_key"), name="player_name_key_unique"),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("name_key", ""), _negated=True), name="player_name_key_set"
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("email"), name="user_email_unique"
            ),
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=accounts.ids.row_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "blocked",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.player"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blocks",
                        to="accounts.player",
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
                "constraints": [
                    models.UniqueConstraint(fields=("tenant", "player", "blocked"), name="block_unique"),
                    models.CheckConstraint(
                        condition=models.Q(("player", models.F("blocked")), _negated=True),
                        name="block_of_another",
                    ),
                ],
            },
            managers=[
                ("everywhere", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=accounts.ids.row_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                (
                    "email",
                    models.EmailField(
                        blank=True, help_text="Only for this address; empty means anybody.", max_length=254
                    ),
                ),
                ("uses_left", models.PositiveIntegerField(default=1)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField()),
                (
                    "created_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
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
                "constraints": [
                    models.UniqueConstraint(fields=("tenant", "digest"), name="invitation_digest_unique")
                ],
            },
            managers=[
                ("everywhere", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=accounts.ids.row_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "role",
                    models.CharField(choices=[("moderator", "Moderator"), ("admin", "Admin")], max_length=10),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "tenant",
                    models.ForeignKey(
                        default=accounts.tenancy.current_tenant_id,
                        on_delete=django.db.models.deletion.CASCADE,
                        to="accounts.tenant",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "abstract": False,
                "default_manager_name": "everywhere",
                "constraints": [models.UniqueConstraint(fields=("tenant", "user"), name="membership_unique")],
            },
            managers=[
                ("everywhere", django.db.models.manager.Manager()),
            ],
        ),
        same_tenant("accounts_player", "merged_into_id", "accounts_player"),
        same_tenant("accounts_block", "player_id", "accounts_player"),
        same_tenant("accounts_block", "blocked_id", "accounts_player"),
    ]
