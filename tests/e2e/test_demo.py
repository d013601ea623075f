"""`make demo` against a running server: whole matches between API clients, over REST and sockets."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bench.stack import Stack

pytestmark = pytest.mark.e2e
PATIENCE_SECONDS = 600


@pytest.mark.parametrize(
    ("wish", "sides"),
    [
        ("--system gunjin", "first, second"),
        ("--system luzhanqi --variant flip", "first, second"),
        ("--system luzhanqi --variant four --leave 30", "south, east, north, west"),
    ],
)
def test_api_clients_play_a_match_to_a_verified_end(stack: Stack, wish: str, sides: str) -> None:
    command = [sys.executable, "-m", "bench.demo", "--url", stack.url, *wish.split()]
    played = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False)
    assert played.returncode == 0, played.stdout[-2000:] + played.stderr[-2000:]
    assert sides in played.stdout.splitlines()[0]
    assert "outcome: winners" in played.stdout
    assert ("south's view after the end" in played.stdout) == ("four" in wish)
