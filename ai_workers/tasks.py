"""The one task of the bots' worker: a question holds one seat's view, the answer is a ply or a layout.

Nothing here reaches a database: what a bot knows is what the question says.
"""

from __future__ import annotations

from ai_workers.app import app
from ai_workers.bots.registry import answer
from games.rules.core import JsonObject

LONGEST_THOUGHT_SECONDS = 60  # then the process is replaced, and the referee has long asked again


@app.task(name="ai_workers.tasks.think", acks_late=True, time_limit=LONGEST_THOUGHT_SECONDS)
def think(question: JsonObject) -> JsonObject:
    """Answer a question of `games.bots`; the referee gets the result by the task's `link`."""
    return answer(question)
