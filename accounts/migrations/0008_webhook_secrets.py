"""Webhooks' secrets are encrypted, and a former one goes on for a while."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_notices")]

    operations = [
        migrations.AlterField(
            model_name="webhook",
            name="secret",
            field=models.CharField(help_text="Encrypted.", max_length=255),
        ),
        migrations.AddField(
            model_name="webhook",
            name="former_secret",
            field=models.CharField(blank=True, default="", help_text="Encrypted.", max_length=255),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="webhook",
            name="rotated_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
