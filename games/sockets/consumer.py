"""One client's WebSocket: hello, then any number of matches and rooms on it.

One task handles the client's frames and the published ones in turn, so everything stays in order; sockets do
not wait for each other. All blocking work is in the modules beside this one.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import cast

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, WebSocketScope
from channels.consumer import AsyncConsumer
from channels.layers import get_channel_layer

from accounts.request_ids import name_request
from games.publish import Bell, Message
from games.rules.core import JsonObject
from games.sockets import handshake, sessions
from games.sockets.codes import CloseCode, Closing
from games.sockets.conversation import Conversation
from games.sockets.database import in_database
from games.sockets.frames import read_frame, server_frame
from games.sockets.wire import Gone, Wire

HELLO_SECONDS = 5.0
HEARTBEAT_SECONDS = 30.0

logger = logging.getLogger(__name__)


class GyojiConsumer(AsyncConsumer):
    """Speaks `gyoji.v1.json`; docs/protocol.md is the reference."""

    async def __call__(
        self, scope: WebSocketScope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        name_request(dict(scope["headers"]).get(b"x-request-id", b"").decode("latin1"))
        layer = get_channel_layer()
        assert layer is not None, "CHANNEL_LAYERS names the default layer"
        channel = await layer.new_channel()
        async with Wire(receive, send, layer, channel) as wire:
            with suppress(Gone):
                visitor = await _open(wire, scope)
                if visitor is not None:
                    conversation = Conversation(wire.send, layer, channel, visitor)
                    await _converse(wire, conversation)


async def _open(wire: Wire, scope: WebSocketScope) -> handshake.Visitor | None:
    """Accept the connection or refuse it; None when it was refused."""
    await wire.next(_now() + HELLO_SECONDS)  # websocket.connect
    protocol = handshake.offered_protocol(scope)
    visitor = handshake.read_visitor(scope)
    if protocol is None or visitor is None or not await in_database(sessions.may_open, visitor):
        await wire.close()
        return None
    await wire.accept(protocol)
    if protocol != handshake.PROTOCOL:
        await _say_goodbye(wire, Closing(CloseCode.PROTOCOL_GONE))
        return None
    return visitor


async def _converse(wire: Wire, conversation: Conversation) -> None:
    """Until somebody hangs up; whatever goes wrong, the client hears why and others see it leave."""
    try:
        await _serve(wire, conversation)
    except Closing as closing:
        await _say_goodbye(wire, closing)
    except asyncio.CancelledError:
        await _say_goodbye(wire, Closing(CloseCode.RESTART))
        raise
    except Gone:
        pass
    except Exception:
        logger.exception("a socket failed")
        await _say_goodbye(wire, Closing(CloseCode.INTERNAL))
    finally:
        await conversation.end()


async def _serve(wire: Wire, conversation: Conversation) -> None:
    hello_until = _now() + HELLO_SECONDS
    while True:
        silent_until = wire.heard_at + HEARTBEAT_SECONDS if conversation.is_open else hello_until
        try:
            event = await wire.next(min(silent_until, conversation.check_at))
        except TimeoutError as error:
            if _now() < silent_until:
                await conversation.recheck()
                continue
            code = CloseCode.HEARTBEAT_MISSED if conversation.is_open else CloseCode.NO_HELLO
            raise Closing(code) from error
        if event["type"] == "websocket.receive":
            await conversation.hear(read_frame(event.get("text")))
        elif event["type"] == "player.recheck":
            await conversation.recheck()
        elif event["type"] == "player.call":
            await conversation.call(event["player"], event["about"])
        elif event["type"] in {"chat.said", "chat.deleted"}:
            await conversation.listen(cast("Bell", event))
        else:
            await conversation.forward(cast("Message", event))


async def _say_goodbye(wire: Wire, closing: Closing) -> None:
    data: JsonObject = {
        "code": int(closing.code),
        "problem": closing.problem,
        "reason": closing.reason,
        "retry_ms": closing.retry_ms,
    }
    await wire.send(server_frame("bye", data))
    await wire.close(closing.code)


def _now() -> float:
    return asyncio.get_running_loop().time()
