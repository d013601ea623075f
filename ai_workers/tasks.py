"""The one task of the bots' worker: a question holds one seat's view, the answer is a ply or a layout.

Nothing here reaches a database: what a bot knows is what the question says.
"""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from functools import lru_cache, partial

from celery.exceptions import Ignore
from celery.signals import worker_init
from redis import Redis

from ai_workers.app import app
from ai_workers.beats import beating, beats_left
from ai_workers.bots.reading import json_object
from ai_workers.bots.registry import answer, shortest_answer
from ai_workers.bots.warm import is_ready, warm_up
from ai_workers.tickets import Ticket, share_after
from games.rules.core import Json, JsonObject

LONGEST_THOUGHT_SECONDS = 20  # then the process is replaced; the referee has long played itself
ANSWER, THINKING = "games.tasks.play_answer", "games.tasks.tell_thinking"
REFEREE_QUEUE = "referee"
BEAT_KEPT_SECONDS = 2


@app.task(name="ai_workers.tasks.think", time_limit=LONGEST_THOUGHT_SECONDS)
def think(question: JsonObject, ticket: JsonObject) -> None:
    """Answer a question of `games.bots`, unless nobody wants it answered any more.

    One that waited long is answered with less work; the answer says under `spent` what share of it, how many
    positions, and how long it had waited. The referee gets the answer at once and plays it when the level's
    own time after the question is over: people see a computer think, the time tells nothing, and no process
    of ours is asleep meanwhile.
    """
    stub = Ticket.read(ticket)
    if not stub.stands(_valkey()):
        raise Ignore
    waited, due = stub.waited(), shortest_answer(question)
    with beating(partial(_tell_thinking, stub), waited) as told:
        found = answer(question, share=share_after(waited), plainly=not is_ready())
    spent = json_object(found.get("spent", {})) | {"waited": round(waited, 3)}
    for beat in beats_left(told, due):
        _tell_thinking(stub, at=stub.time_after(beat))
    _tell(ANSWER, found | {"spent": spent}, *stub.about, eta=stub.time_after(due))


def _tell_thinking(stub: Ticket, at: datetime | None = None) -> None:
    expires = (at or stub.time_after(stub.waited())) + timedelta(seconds=BEAT_KEPT_SECONDS)
    _tell(THINKING, *stub.about, eta=at, expires=expires)


def _tell(task: str, *args: Json, eta: datetime | None, expires: datetime | None = None) -> None:
    app.send_task(task, args=args, queue=REFEREE_QUEUE, eta=eta, expires=expires)


@lru_cache(maxsize=1)
def _valkey() -> Redis:
    """The broker's server; asked from a worker's own process."""
    return Redis.from_url(os.environ["REDIS_URL"])


@worker_init.connect(weak=False)
def _warm_up(**_: object) -> None:
    """Before the first question; the processes of the pool inherit what is read from the cache here."""
    warm_up()
