"""Players say which notices they have read, and hear of rooms, matches and lines, too."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_webhooks")]

    operations = [
        migrations.AddField(
            model_name="sanction",
            name="read_at",
            field=models.DateTimeField(blank=True, help_text="When the player said so.", null=True),
        ),
        migrations.AlterField(
            model_name="sanction",
            name="kind",
            field=models.CharField(
                choices=[
                    ("warn", "Warn"),
                    ("mute", "Mute"),
                    ("ban", "Ban"),
                    ("rename", "Rename"),
                    ("close", "Close"),
                    ("void", "Void"),
                    ("delete", "Delete"),
                ],
                max_length=6,
            ),
        ),
    ]
