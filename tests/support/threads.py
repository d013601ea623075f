"""Two things at the same moment."""

import threading
from collections.abc import Callable

from django.db import connection


def beside(work: Callable[[], object]) -> tuple[threading.Thread, list[BaseException]]:
    """Runs `work` in another thread with its own connection; its errors are collected."""
    errors: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except Exception as error:  # noqa: BLE001
            errors.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread, errors
