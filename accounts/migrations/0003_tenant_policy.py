"""What a tenant decides for itself, and a client key of its own, which its slug was until now."""

import accounts.ids
import accounts.policy
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def give_client_keys(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for tenant in apps.get_model("accounts", "Tenant").objects.all():
        tenant.client_key = accounts.ids.client_key()
        tenant.save(update_fields=["client_key"])


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_default_tenant"),
    ]

    operations = [
        migrations.AddField(
            model_name="tenant",
            name="branding",
            field=models.JSONField(
                blank=True,
                default=dict,
                help_text="name, accent, background, logo_url.",
                validators=[accounts.policy.check_branding],
            ),
        ),
        migrations.AddField(
            model_name="tenant",
            name="chat",
            field=models.CharField(
                choices=[("off", "Off"), ("presets", "Presets"), ("free", "Free")],
                default="presets",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="tenant",
            name="client_key",
            field=models.CharField(default="", max_length=40),
            preserve_default=False,
        ),
        migrations.RunPython(give_client_keys, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="tenant",
            name="client_key",
            field=models.CharField(
                default=accounts.ids.client_key,
                help_text="What apps send as X-Gyoji-Tenant.",
                max_length=40,
                unique=True,
            ),
        ),
        migrations.AddField(
            model_name="tenant",
            name="keep_chat_days",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tenant",
            name="keep_guests_days",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tenant",
            name="keep_matches_days",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tenant",
            name="keep_reports_days",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tenant",
            name="languages",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text='Such as "ja"; empty means all.',
                validators=[accounts.policy.check_languages],
            ),
        ),
        migrations.AddField(
            model_name="tenant",
            name="muted_words",
            field=models.JSONField(blank=True, default=list, help_text="Refused in chat."),
        ),
        migrations.AddField(
            model_name="tenant",
            name="quota_accounts",
            field=models.PositiveIntegerField(blank=True, help_text="Registered players.", null=True),
        ),
        migrations.AddField(
            model_name="tenant",
            name="quota_bot_seconds_per_day",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tenant",
            name="quota_rooms",
            field=models.PositiveIntegerField(blank=True, help_text="Open rooms.", null=True),
        ),
        migrations.AddField(
            model_name="tenant",
            name="rates",
            field=models.JSONField(
                blank=True,
                default=dict,
                help_text='{"RATE_ROOMS_PER_PLAYER": "5/minute"}.',
                validators=[accounts.policy.check_rates],
            ),
        ),
        migrations.AddField(
            model_name="tenant",
            name="registration",
            field=models.CharField(
                choices=[("open", "Open"), ("invitation", "Invitation"), ("closed", "Closed")],
                default="open",
                max_length=12,
            ),
        ),
        migrations.AddField(
            model_name="tenant",
            name="system_options",
            field=models.JSONField(
                blank=True,
                default=dict,
                help_text="Options nobody may change here: {system: {option: value}}.",
            ),
        ),
        migrations.AlterField(
            model_name="tenant",
            name="allowed_origins",
            field=models.JSONField(blank=True, default=list, help_text="Browser origins besides the hosts."),
        ),
        migrations.AlterField(
            model_name="tenant",
            name="systems",
            field=models.JSONField(
                blank=True, default=list, help_text="Enabled game systems; empty means all."
            ),
        ),
    ]
