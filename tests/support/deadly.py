"""The bots' worker with a search that kills its own process while the file DEADLY exists."""

import os
import signal
from pathlib import Path

from ai_workers import tasks
from ai_workers.app import app

__all__ = ["app"]
_answer = tasks.answer


def _deadly_answer(*args, **kwargs):
    asked = Path(os.environ["DEADLY"])
    if asked.exists():
        with asked.open("a") as deaths:
            deaths.write("died\n")
        os.kill(os.getpid(), signal.SIGKILL)
    return _answer(*args, **kwargs)


tasks.answer = _deadly_answer
