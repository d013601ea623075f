"""One tenant that answers to every host name, so that a new installation serves at once."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def create_default_tenant(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("accounts", "Tenant").objects.get_or_create(
        slug="default", defaults={"name": "Gyoji", "hosts": ["*"]}
    )


class Migration(migrations.Migration):
    dependencies = (("accounts", "0001_initial"),)

    operations = (migrations.RunPython(create_default_tenant, migrations.RunPython.noop),)
