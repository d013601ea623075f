"""What rows are called on the desk; nothing changes in the database."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_webhook_secrets")]

    operations = [
        migrations.AlterModelOptions(
            name="auditentry",
            options={"default_manager_name": "everywhere", "verbose_name_plural": "audit entries"},
        ),
        migrations.AlterModelOptions(
            name="delivery",
            options={"default_manager_name": "everywhere", "verbose_name_plural": "deliveries"},
        ),
        migrations.AlterModelOptions(
            name="membership",
            options={
                "default_manager_name": "everywhere",
                "verbose_name": "member of the staff",
                "verbose_name_plural": "staff",
            },
        ),
    ]
