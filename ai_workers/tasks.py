"""The one task of the bots' worker: a question holds one seat's view, the answer is a ply or a layout.

Nothing here reaches a database: what a bot knows is what the question says.
"""

from __future__ import annotations

import os
import time
from functools import lru_cache, partial

from celery.exceptions import Ignore
from celery.signals import worker_init
from redis import Redis

from ai_workers.app import app
from ai_workers.beats import beating
from ai_workers.bots.reading import json_object
from ai_workers.bots.registry import answer, shortest_answer
from ai_workers.bots.warm import is_ready, warm_up
from ai_workers.tickets import Ticket, share_after
from games.rules.core import JsonObject

LONGEST_THOUGHT_SECONDS = 20  # then the process is replaced; the referee has long played itself
THINKING = "games.tasks.tell_thinking"
BEAT_KEPT_SECONDS = 2


@app.task(name="ai_workers.tasks.think", time_limit=LONGEST_THOUGHT_SECONDS)
def think(question: JsonObject, ticket: JsonObject) -> JsonObject:
    """Answer a question of `games.bots`; the referee gets the result by the task's `link`.

    A question that nobody wants answered any more is dropped. One that waited long is answered with less
    work; the result says under `spent` what share of it, how many positions, and how long it had waited.
    Never earlier than the level's own time after the question: people see a computer think, and the time
    tells nothing.
    """
    stub = Ticket.read(ticket)
    if not stub.stands(_valkey()):
        raise Ignore
    waited = stub.waited()
    with beating(partial(_tell_thinking, *stub.about), waited):
        found = answer(question, share=share_after(waited), plainly=not is_ready())
        spent = json_object(found.get("spent", {})) | {"waited": round(waited, 3)}
        time.sleep(max(0.0, shortest_answer(question) - stub.waited()))
    return found | {"spent": spent}


def _tell_thinking(match: str, side: str, version: int) -> None:
    app.send_task(THINKING, args=(match, side, version), queue="referee", expires=BEAT_KEPT_SECONDS)


@lru_cache(maxsize=1)
def _valkey() -> Redis:
    """The broker's server; asked from a worker's own process."""
    return Redis.from_url(os.environ["REDIS_URL"])


@worker_init.connect(weak=False)
def _warm_up(**_: object) -> None:
    """Before the first question; the processes of the pool inherit what is read from the cache here."""
    warm_up()
