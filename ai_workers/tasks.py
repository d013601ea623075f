"""The one task of the bots' worker: a question holds one seat's view, the answer is a ply or a layout.

Nothing here reaches a database: what a bot knows is what the question says.
"""

from __future__ import annotations

import time

from celery.signals import worker_init

from ai_workers.app import app
from ai_workers.bots.registry import answer, shortest_answer
from ai_workers.bots.warm import is_ready, warm_up
from games.rules.core import JsonObject

LONGEST_THOUGHT_SECONDS = 60  # then the process is replaced, and the referee has long asked again


@app.task(name="ai_workers.tasks.think", acks_late=True, time_limit=LONGEST_THOUGHT_SECONDS)
def think(question: JsonObject) -> JsonObject:
    """Answer a question of `games.bots`; the referee gets the result by the task's `link`.

    Never earlier than the level's own time: people see a computer think, and the time tells nothing.
    """
    due = time.monotonic() + shortest_answer(question)
    found = answer(question, plainly=not is_ready())
    time.sleep(max(0.0, due - time.monotonic()))
    return found


@worker_init.connect(weak=False)
def _warm_up(**_: object) -> None:
    """Before the first question; the processes of the pool inherit what is read from the cache here."""
    warm_up()
