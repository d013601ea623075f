"""Celery for the bots: no Django, no database, only the broker.

`celery -A ai_workers.app worker -Q bots` runs anywhere that reaches REDIS_URL. BOT_PROCESSES says how many
think at once; as many as there are cores where it is not set.
"""

import os

from celery import Celery


def processes() -> int:
    """How many processes the pool has. A search keeps one core busy."""
    asked = os.environ.get("BOT_PROCESSES", "")
    if asked.isdecimal() and int(asked) > 0:
        return int(asked)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


app = Celery(
    "gyoji-bots",
    broker=os.environ.get("REDIS_URL") or None,
    include=["ai_workers.tasks"],
    set_as_current=False,  # a process that imports this may have an app of its own
)
app.conf.update(
    accept_content=["json"],
    task_serializer="json",
    task_ignore_result=True,
    task_default_queue="bots",
    task_routes={"games.tasks.*": {"queue": "referee"}, "ai_workers.tasks.*": {"queue": "bots"}},
    # A question that killed its process is not put back: it could kill one after another. The referee asks
    # again, once, and then plays itself. One whose whole worker died comes back, unless its time is up.
    task_acks_late=True,
    task_reject_on_worker_lost=False,
    worker_concurrency=processes(),
    worker_prefetch_multiplier=1,
    worker_send_task_events=False,
    worker_hijack_root_logger=False,
    broker_connection_retry_on_startup=True,
    broker_transport_options={"visibility_timeout": 60},
)
