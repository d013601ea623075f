"""The socket client of `make demo`, against a server that is busy at first."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress

import pytest
from websockets.asyncio.server import ServerConnection, serve

from bench.clients import SUBPROTOCOL, Api, Refused, SocketSeat

BUSY = {"code": "rate-limited", "detail": "Too many requests.", "retry_ms": 10}
STALE = {"code": "stale-version", "detail": "The match moved on."}


async def commanded(*answers: dict[str, object]) -> tuple[int | str, list[str]]:
    """What a ply came to when the server answers so, in order: the version or the code; and the ids sent."""
    ids: list[str] = []

    async def referee(socket: ServerConnection) -> None:
        async for text in socket:
            frame = json.loads(text)
            if frame["t"] == "hello":
                await socket.send(json.dumps({"t": "welcome"}))
            elif frame["t"] == "cmd":
                answer = answers[len(ids)]
                ids.append(frame["d"]["id"])
                data = {"id": ids[-1], **answer}
                await socket.send(json.dumps({"t": "err" if "code" in answer else "ok", "d": data}))

    async with serve(referee, "127.0.0.1", 0, subprotocols=[SUBPROTOCOL]) as server:
        port = server.sockets[0].getsockname()[1]
        seat = SocketSeat(Api(f"http://127.0.0.1:{port}"), "match", "first")
        following = asyncio.create_task(seat.follow())
        try:
            async with asyncio.timeout(20):
                return await seat.command("play", {"ply": ["a1", "a2"]}), ids
        except Refused as refused:
            return refused.problem["code"], ids
        finally:
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following


async def test_a_busy_server_is_asked_again_under_the_same_id() -> None:
    version, ids = await commanded(BUSY, BUSY, {"v": 7})
    assert version == 7
    assert len(ids) == 3
    assert len(set(ids)) == 1


@pytest.mark.parametrize("answers", [(STALE,), (BUSY, STALE)])
async def test_a_refusal_is_told(answers: tuple[dict[str, object], ...]) -> None:
    code, ids = await commanded(*answers)
    assert code == "stale-version"
    assert len(ids) == len(answers)
