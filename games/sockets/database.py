"""Blocking work of all sockets of this process: a few threads, each call on its own pooled connection."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection

P = ParamSpec("P")
R = TypeVar("R")


@lru_cache(maxsize=1)
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(int(settings.GYOJI["SOCKET_THREADS"]), thread_name_prefix="socket")


def _call(function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    try:
        return function(*args, **kwargs)
    finally:
        connection.close()  # back to the pool


async def in_database(function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    """Run blocking code beside other sockets', not behind them on the one default thread."""
    call = sync_to_async(_call, thread_sensitive=False, executor=_threads())
    return await call(function, *args, **kwargs)
