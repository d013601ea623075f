"""The channel layer, told from any thread: no event loop has to wait for it."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from channels.layers import get_channel_layer
from django.conf import settings
from redis import RedisError

from accounts.valkey import valkey

if TYPE_CHECKING:
    from channels_redis.pubsub import RedisPubSubChannelLayer

log = logging.getLogger(__name__)


def send(messages: Sequence[tuple[str, Mapping[str, object]]]) -> None:
    """Tell groups what is committed, in one round trip.

    Publishes what the pub/sub channel layer's own `group_send` does, one message at a time. A layer that is
    down is logged: sockets are checked by the clock as well, and clients repair themselves.
    """
    layer = cast("RedisPubSubChannelLayer", get_channel_layer())
    try:
        with valkey().pipeline(transaction=False) as pipe:
            for group, message in messages:
                pipe.publish(f"{settings.CHANNEL_PREFIX}__group__{group}", layer.serialize(dict(message)))
            pipe.execute()
    except (RedisError, OSError) as error:
        log.warning("%d messages could not be sent: %s", len(messages), type(error).__name__)
