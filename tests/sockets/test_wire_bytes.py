"""Real bytes to a real web process: what no client library would send, and a killed process."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator

import pytest
import websockets
from django.conf import settings

from tests.sockets.conftest import in_thread
from tests.sockets.play import random_pieces
from tests.support.roles import database_url

DROPPED = 1006  # daphne hangs up on a breach of RFC 6455 without a close frame
pytestmark = pytest.mark.stack


class Web:
    """One web process on the test's own database."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        environment = {
            **os.environ, "DATABASE_URL": database_url("DATABASE_WEB_URL"),
            "REDIS_URL": settings.REDIS_URL, "SECRET_KEY": "test", "ALLOWED_HOSTS": "testserver",
        }  # fmt: skip
        command = [
            sys.executable,
            "-m",
            "daphne",
            "-b",
            "127.0.0.1",
            "-p",
            str(self.port),
            "config.asgi:application",
        ]
        self.process = subprocess.Popen(command, env=environment)

    def stop(self, how: int = signal.SIGKILL) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(10)
            self.process = None

    async def connect(self, guest=None):
        url = f"ws://127.0.0.1:{self.port}/ws/v1"
        for _ in range(200):
            try:
                socket = await websockets.connect(url, subprotocols=["gyoji.v1.json"])
                break
            except OSError:
                await asyncio.sleep(0.1)
        if guest is not None:
            await socket.send(json.dumps({"t": "hello", "d": {"token": guest.token}}))
            assert json.loads(await socket.recv())["t"] == "welcome"
        return socket


@pytest.fixture
def web(unused_tcp_port) -> Iterator[Web]:
    server = Web(unused_tcp_port)
    server.start()
    yield server
    server.stop()


async def test_bytes_that_are_no_text_end_the_socket_and_nobody_elses(web, first) -> None:
    healthy = await web.connect(first)
    frames = {
        "not utf-8": (b"\xff\xfe{}", True, DROPPED),
        "binary": (b"{}", False, 4400),
        "empty": (b"", True, 4400),
        "over 8 kB": (b'{"t":"ping","m":"' + b"x" * 9000 + b'"}', True, 4009),
        "over 1 MB": (b'"' + b"x" * 2_000_000 + b'"', True, DROPPED),
        "deep": (b"[" * 8000, True, 4400),
    }
    for name, (payload, text, code) in frames.items():
        socket = await web.connect(first)
        with contextlib.suppress(websockets.ConnectionClosed):  # hung up on before all of it was sent
            await socket.send(payload, text=text)
        await asyncio.wait_for(socket.wait_closed(), 10)
        assert socket.close_code == code, name
    await healthy.send('{"t":"ping","i":1}')
    assert json.loads(await healthy.recv())["t"] == "pong"
    await healthy.close()


async def test_a_killed_web_process_loses_no_acknowledged_command(web, first, second, table) -> None:
    one = await web.connect(first)
    command = {
        "t": "cmd", "i": 1, "m": table.id,
        "d": {"id": str(uuid.uuid4()), "type": "layout.confirm", "args": {"pieces": random_pieces("first")}},
    }  # fmt: skip
    await one.send(json.dumps(command))
    first_answer = json.loads(await one.recv())
    assert first_answer["t"] == "ok"
    await in_thread(web.stop)
    with pytest.raises(websockets.ConnectionClosed):
        await one.recv()
    web.start()
    again = await web.connect(first)
    await again.send(json.dumps(command))
    answer = json.loads(await again.recv())
    assert answer["d"] == {**first_answer["d"], "dup": True}
    await again.send(json.dumps({"t": "sub", "i": 2, "m": table.id, "d": {"since": 0, "epoch": 1}}))
    assert json.loads(await again.recv())["t"] == "ok"
    event = json.loads(await again.recv())
    assert (event["v"], event["d"]["type"]) == (1, "layout.confirmed")
    await again.close()
