"""The one Valkey client for presence and limits; the channel layer and Celery bring their own."""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings
from redis import Redis


@lru_cache(maxsize=1)
def valkey() -> Redis:
    """A client with its own connection pool; safe to share between threads."""
    return Redis.from_url(settings.REDIS_URL, decode_responses=True)
