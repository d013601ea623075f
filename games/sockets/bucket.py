"""How many frames one socket may send: counted here, for it concerns no other process."""

from __future__ import annotations

import math
import time

from django.conf import settings
from limits import parse

from accounts.errors import RateLimited
from games.sockets.codes import CloseCode, Closing


class Bucket:
    """Refills steadily; `spend` refuses when empty and closes when the client does not slow down."""

    def __init__(self) -> None:
        rate = parse(str(settings.GYOJI["RATE_FRAMES_PER_SOCKET"]))
        self.size = float(rate.amount)
        self.per_second = rate.amount / rate.get_expiry()
        self.level = self.size
        self.refused = 0
        self.filled_at = time.monotonic()

    def spend(self) -> None:
        """Raises RateLimited, and Closing after as many refusals on end as the bucket holds."""
        now = time.monotonic()
        self.level = min(self.size, self.level + (now - self.filled_at) * self.per_second)
        self.filled_at = now
        if self.level >= self.size / 2:
            self.refused = 0
        if self.level >= 1:
            self.level -= 1
            return
        self.refused += 1
        if self.refused > self.size:
            raise Closing(CloseCode.RATE_LIMITED)
        wait = (1 - self.level) / self.per_second
        raise RateLimited(retry_ms=math.ceil(wait * 1000))
