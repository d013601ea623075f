"""Celery for the bots: no Django, no database, only the broker.

`celery -A ai_workers.app worker -Q bots` runs anywhere that reaches REDIS_URL.
"""

import os

from celery import Celery

app = Celery("gyoji-bots", broker=os.environ.get("REDIS_URL") or None, include=["ai_workers.tasks"])
app.conf.update(
    accept_content=["json"],
    task_serializer="json",
    task_ignore_result=True,
    task_default_queue="bots",
    task_routes={"games.tasks.*": {"queue": "referee"}, "ai_workers.tasks.*": {"queue": "bots"}},
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=1,
    worker_send_task_events=False,
    worker_hijack_root_logger=False,
    broker_connection_retry_on_startup=True,
    broker_transport_options={"visibility_timeout": 60},
)
