"""Signs of life while a computer thinks, at times that depend on the clock alone."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)
EVERY_SECONDS = 1.0


def beats_left(told: list[int], due: float, every: float = EVERY_SECONDS) -> list[float]:
    """Seconds after the question of the beats that are left when all thinking was done before its time."""
    return [number * every for number in range(told[-1] + 1, math.ceil(due / every))]


@contextmanager
def beating(tell: Callable[[], object], waited: float, every: float = EVERY_SECONDS) -> Iterator[list[int]]:
    """Call `tell` `every` so many seconds after the question, of which `waited` have gone, until the end.

    Yields the numbers of the beats that are over, the last one last; it grows. In a thread: the search is
    compiled code that lets others run.
    """
    asked = time.monotonic() - waited
    told = [int(waited / every)]
    done = Event()

    def beat() -> None:
        while not done.wait(max(0.0, asked + (told[-1] + 1) * every - time.monotonic())):
            told.append(told[-1] + 1)
            try:
                tell()
            except (OperationalError, OSError) as error:
                log.warning("nobody could be told that a computer thinks: %s", type(error).__name__)

    thread = Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield told
    finally:
        done.set()
        thread.join()
