"""Floods: how often a player or an address may do a thing. Counted in Valkey, so all processes agree."""

from __future__ import annotations

import math
import time
from functools import lru_cache

from django.conf import settings
from limits import RateLimitItem, parse
from limits.storage import storage_from_string
from limits.strategies import MovingWindowRateLimiter

from accounts.errors import RateLimited
from accounts.models import Tenant


@lru_cache(maxsize=1)
def _limiter() -> MovingWindowRateLimiter:
    return MovingWindowRateLimiter(storage_from_string(settings.REDIS_URL, key_prefix="gyoji-limit"))


@lru_cache(maxsize=32)
def _rate(text: str) -> RateLimitItem:
    return parse(text)


def rate_of(bucket: str, tenant: Tenant | None = None) -> str:
    """Such as "20/minute"."""
    own = tenant.rates.get(bucket) if tenant is not None else None
    return str(own or settings.GYOJI[bucket])


def spend(bucket: str, who: str, tenant: Tenant | None = None) -> None:
    """Count one use of `bucket` (a RATE_ key of the settings) by `who`. Raises RateLimited.

    `tenant` may have a rate of its own.
    """
    rate = _rate(rate_of(bucket, tenant))
    if not _limiter().hit(rate, bucket, who):
        reset_at = _limiter().get_window_stats(rate, bucket, who).reset_time
        raise RateLimited(retry_after=max(1, math.ceil(reset_at - time.time())))
