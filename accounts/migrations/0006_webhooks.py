"""Webhooks and what they were told."""

import accounts.ids
import accounts.tenancy
import django.db.models.deletion
import django.db.models.manager
from django.db import migrations, models

from accounts.walls import same_tenant


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_moderation"),
    ]

    operations = [
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=accounts.ids.row_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("url", models.URLField(max_length=500)),
                ("secret", models.CharField(max_length=80)),
                ("events", models.JSONField(default=list)),
                ("is_active", models.BooleanField(default=True)),
                ("failures", models.PositiveIntegerField(default=0, help_text="Since the last success.")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
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
            name="Delivery",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=accounts.ids.row_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("event", models.CharField(max_length=40)),
                ("payload", models.JSONField()),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                (
                    "status",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("sent", "Sent"), ("failed", "Failed")],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("response_code", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("error", models.CharField(blank=True, max_length=200)),
                ("next_at", models.DateTimeField(blank=True, null=True)),
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
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="accounts.webhook",
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
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.UniqueConstraint(fields=("tenant", "id"), name="webhook_tenant_id"),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("status", "waiting")), fields=["tenant", "next_at"], name="delivery_due"
            ),
        ),
        same_tenant("accounts_delivery", "webhook_id", "accounts_webhook"),
    ]
