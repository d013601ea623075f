"""The one task of the bots' worker: a question holds one seat's view, the answer is a ply or a layout.

Nothing here reaches a database: what a bot knows is what the question says.
"""

from __future__ import annotations

from ai_workers.app import app
from ai_workers.bots.registry import answer
from games.rules.core import JsonObject


@app.task(name="ai_workers.tasks.think", acks_late=True)
def think(question: JsonObject) -> JsonObject:
    """Answer a question of `games.bots`; the referee gets the result by the task's `link`."""
    return answer(question)
