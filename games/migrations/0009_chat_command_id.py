"""A line that is sent again is said once."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0008_deal")]

    operations = [
        migrations.AddField(
            "chatmessage",
            "command_id",
            models.UUIDField(blank=True, help_text="The writer's own, to know a repeat by.", null=True),
        ),
    ]
