"""Signs of life while a computer thinks, at times that depend on the clock alone."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)
EVERY_SECONDS = 1.0


@contextmanager
def beating(tell: Callable[[], object], waited: float, every: float = EVERY_SECONDS) -> Iterator[None]:
    """Call `tell` `every` so many seconds after the question, of which `waited` have gone, until the end.

    In a thread: the search is compiled code that lets others run.
    """
    asked = time.monotonic() - waited
    done = Event()

    def beat() -> None:
        number = int(waited / every) + 1
        while not done.wait(max(0.0, asked + number * every - time.monotonic())):
            number += 1
            try:
                tell()
            except (OperationalError, OSError) as error:
                log.warning("nobody could be told that a computer thinks: %s", type(error).__name__)

    thread = Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
