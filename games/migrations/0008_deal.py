"""What the server dealt, where no side lays out."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0007_names_on_the_desk")]

    operations = [
        migrations.AddField("match", "deal_commitments", models.JSONField(blank=True, null=True)),
        migrations.AddField(
            "match",
            "sealed_deal",
            models.JSONField(blank=True, help_text="What the server dealt, by square.", null=True),
        ),
        migrations.AddField("match", "sealed_deal_salts", models.JSONField(blank=True, null=True)),
    ]
