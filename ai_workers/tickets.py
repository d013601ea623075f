"""What comes with a question: whether it still stands, and how long it has waited."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Self

from redis import Redis, RedisError

from ai_workers.bots.base import UnreadableQuestion
from ai_workers.bots.reading import json_list, json_object, whole_number
from games.rules.core import Json

log = logging.getLogger(__name__)

# Seconds a question may have waited, and the share of the work that is then left for it.
SHARES = ((0.3, 1.0), (1.0, 0.5), (2.0, 0.25))
LEAST_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Ticket:
    """`stamp` stands under `key` in Valkey as long as the referee wants the answer.

    `about` is for its tasks: match, side, version, tenant.
    `asked_at`: seconds of the asker's clock. A machine whose clock runs behind sees no wait, and one whose
    clock runs ahead gives every question the least share.
    """

    key: str
    stamp: str
    asked_at: float
    about: tuple[str, str, int, str]

    @classmethod
    def read(cls, given: Mapping[str, Json]) -> Self:
        """Raises UnreadableQuestion."""
        try:
            told = json_object(given)
            match, side, version, tenant = json_list(told["about"])
            asked_at = float(str(told["asked_at"]))
            about = (str(match), str(side), whole_number(version), str(tenant))
            return cls(str(told["key"]), str(told["stamp"]), asked_at, about)
        except (KeyError, TypeError, ValueError) as error:
            raise UnreadableQuestion("this is no ticket of a referee") from error

    def stands(self, valkey: Redis) -> bool:
        """Whether anybody waits for the answer; true where that cannot be found out."""
        try:
            stamp = valkey.get(self.key)
        except (RedisError, OSError) as error:
            log.warning("a ticket could not be looked up: %s", type(error).__name__)
            return True
        return stamp == self.stamp.encode()

    def time_after(self, seconds: float) -> datetime:
        """So long after the question, by the asker's clock."""
        return datetime.fromtimestamp(self.asked_at + seconds, UTC)

    def waited(self) -> float:
        """Seconds from the question until now."""
        return max(0.0, time.time() - self.asked_at)


def share_after(waited: float) -> float:
    """A full queue takes from the work, not from the time of who waits. Few steps, so that answers repeat."""
    return next((share for longest, share in SHARES if waited < longest), LEAST_SHARE)
