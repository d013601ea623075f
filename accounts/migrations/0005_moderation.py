"""Reports, sanctions, notes and the audit log."""

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
    ]

    operations = [
        migrations.CreateModel(
            name="Note",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=accounts.ids.row_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("text", models.CharField(max_length=1000)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notes",
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
            },
            managers=[
                ("everywhere", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=accounts.ids.row_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("player", "Player"), ("name", "Name"), ("message", "Message")], max_length=8
                    ),
                ),
                (
                    "subject_text",
                    models.CharField(blank=True, help_text="The name or line as it was.", max_length=300),
                ),
                ("room_id", models.UUIDField(blank=True, null=True)),
                ("match_id", models.UUIDField(blank=True, null=True)),
                ("message_id", models.UUIDField(blank=True, null=True)),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("cheating", "Cheating"),
                            ("abuse", "Abuse"),
                            ("name", "Name"),
                            ("spam", "Spam"),
                            ("other", "Other"),
                        ],
                        max_length=8,
                    ),
                ),
                ("note", models.CharField(blank=True, max_length=500)),
                (
                    "status",
                    models.CharField(
                        choices=[("open", "Open"), ("upheld", "Upheld"), ("dismissed", "Dismissed")],
                        default="open",
                        max_length=9,
                    ),
                ),
                ("handled_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "handled_by",
                    models.ForeignKey(
                        blank=True,
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
                        related_name="reports",
                        to="accounts.player",
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports_made",
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
            },
            managers=[
                ("everywhere", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="Sanction",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=accounts.ids.row_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("warn", "Warn"), ("mute", "Mute"), ("ban", "Ban"), ("rename", "Rename")],
                        max_length=6,
                    ),
                ),
                ("until", models.DateTimeField(blank=True, null=True)),
                ("reason", models.CharField(help_text="For moderators.", max_length=500)),
                (
                    "message",
                    models.CharField(
                        blank=True, help_text="Code of the text the player reads.", max_length=40
                    ),
                ),
                ("lifted_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sanctions",
                        to="accounts.player",
                    ),
                ),
                (
                    "report",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="sanctions",
                        to="accounts.report",
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
            },
            managers=[
                ("everywhere", django.db.models.manager.Manager()),
            ],
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "actor_kind",
                    models.CharField(choices=[("user", "User"), ("system", "System")], max_length=6),
                ),
                ("actor_id", models.UUIDField(blank=True, help_text="The user.", null=True)),
                ("actor_name", models.CharField(blank=True, max_length=254)),
                ("action", models.CharField(max_length=40)),
                ("subject_kind", models.CharField(blank=True, max_length=20)),
                ("subject_id", models.CharField(blank=True, max_length=40)),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("data", models.JSONField(blank=True, default=dict)),
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
                "indexes": [
                    models.Index(fields=["tenant", "-at"], name="audit_time"),
                    models.Index(fields=["tenant", "subject_kind", "subject_id"], name="audit_subject"),
                ],
            },
            managers=[
                ("everywhere", django.db.models.manager.Manager()),
            ],
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(fields=["tenant", "status", "created_at"], name="report_queue"),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status", "open")),
                fields=("tenant", "reporter", "player", "kind", "message_id"),
                name="one_open_report",
                nulls_distinct=False,
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(fields=("tenant", "id"), name="report_tenant_id"),
        ),
        migrations.AddConstraint(
            model_name="sanction",
            constraint=models.UniqueConstraint(fields=("tenant", "id"), name="sanction_tenant_id"),
        ),
        same_tenant("accounts_report", "reporter_id", "accounts_player"),
        same_tenant("accounts_report", "player_id", "accounts_player"),
        same_tenant("accounts_sanction", "player_id", "accounts_player"),
        same_tenant("accounts_sanction", "report_id", "accounts_report"),
        same_tenant("accounts_note", "player_id", "accounts_player"),
    ]
