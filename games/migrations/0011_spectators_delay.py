"""How many plies behind who watches is."""

from django.db import migrations, models

FIELD = {"default": 0, "help_text": "How many plies behind who watches is, until the end."}


class Migration(migrations.Migration):
    dependencies = [("games", "0010_no_watch_delay")]

    operations = [
        migrations.AddField(model, "spectators_delay", models.PositiveSmallIntegerField(**FIELD))
        for model in ("room", "match")
    ]
