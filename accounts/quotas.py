"""How much of the deployment a tenant may use: open rooms, registered players, computers' time per day.

Read before what is counted is written, without a lock: as many as ask at the same moment may get in above it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.utils import timezone
from redis import RedisError

from accounts.errors import QuotaReached
from accounts.models import Player, Tenant
from accounts.valkey import valkey

log = logging.getLogger(__name__)
KEPT_SECONDS = 2 * 24 * 3600  # the day's counter, and some more for clocks that differ


class Quota(StrEnum):
    """The `quota` of the problem `quota-reached`."""

    ROOMS = "rooms"
    ACCOUNTS = "accounts"
    BOT_SECONDS = "bot-seconds-per-day"


def check_rooms(tenant: Tenant, count_open: Callable[[], int]) -> None:
    """Whether one more room may be opened. Raises QuotaReached."""
    _check(Quota.ROOMS, tenant.quota_rooms, count_open)


def check_accounts(tenant: Tenant) -> None:
    """Whether one more player may register. Needs the tenant's scope. Raises QuotaReached."""
    registered = Player.objects.filter(user__isnull=False)
    _check(Quota.ACCOUNTS, tenant.quota_accounts, registered.count)


def check_bot_seconds(tenant: Tenant) -> None:
    """Whether one more match against the computer may begin today (UTC). Raises QuotaReached."""
    key = _day_key(tenant.id, timezone.now())
    _check(
        Quota.BOT_SECONDS, tenant.quota_bot_seconds_per_day, lambda: int(float(str(valkey().get(key) or 0)))
    )


def spend_bot_seconds(tenant_id: UUID, seconds: float) -> None:
    """Count time a computer was asked to use. Matches that have begun go on, whatever the count says."""
    key = _day_key(tenant_id, timezone.now())
    try:
        with valkey().pipeline() as pipe:
            pipe.incrbyfloat(key, seconds)
            pipe.expire(key, KEPT_SECONDS)
            pipe.execute()
    except (RedisError, OSError) as error:
        log.warning("tenant %s: a computer's time could not be counted: %s", tenant_id, type(error).__name__)


def _day_key(tenant_id: UUID, now: datetime) -> str:
    return f"gyoji:bot-seconds:{tenant_id}:{now:%Y-%m-%d}"


def _check(quota: Quota, limit: int | None, used: Callable[[], float]) -> None:
    if limit is not None and used() >= limit:
        raise QuotaReached(quota=quota.value, limit=limit)
