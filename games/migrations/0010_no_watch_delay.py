"""Nothing was ever delayed for who watches: the column promised what no code does."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0009_chat_command_id")]

    operations = [migrations.RemoveField("room", "watch_delay_seconds")]
