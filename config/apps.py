"""The Django app that carries `manage.py serve` and joins the processes together."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Makes every Django process a Celery client, without making `import config` cost anything."""

    name = "config"

    def ready(self) -> None:
        """Set our Celery app as the current one, so that `.delay()` finds the broker."""
        from config import celery, checks  # noqa: F401, PLC0415  why: needs loaded settings; adds its checks

        celery.app.set_default()
