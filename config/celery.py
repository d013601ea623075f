"""Celery for the workers with a database and beat, and for Django processes that hand out tasks.

The bots' worker has an app of its own, without Django: `ai_workers.app`.
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("gyoji")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
