"""What rows are called on the desk; nothing changes in the database."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0006_tenant_walls")]

    operations = [
        migrations.AlterModelOptions(
            name="match",
            options={"default_manager_name": "everywhere", "verbose_name_plural": "matches"},
        )
    ]
