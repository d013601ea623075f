"""docs/example_bot.py, as somebody runs it who has just signed up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from bench.stack import Stack
from tests.e2e.accounts import ask, sign_up

pytestmark = pytest.mark.e2e
EXAMPLE = Path(__file__).parents[2] / "docs" / "example_bot.py"
# How long a busy machine may need for one ply, and not for the match: nobody knows how many plies that has.
PATIENCE_SECONDS = 180


def token_of_a_new_bot(stack: Stack) -> str:
    name = uuid4().hex[:8]
    session = sign_up(stack, f"{name}@example.org")
    owner = ask(stack, "/api/v1/account/player", {"name": f"Owner {name}"}, **session)
    bearer = {"Authorization": f"Bearer {owner['token']}"}
    bot = ask(stack, "/api/v1/account/bots", {"name": f"Robot {name}"}, **bearer)
    wish = {"label": "at home", "scopes": ["play", "read"], "bot": bot["player"]}
    return ask(stack, "/api/v1/account/tokens", wish, **bearer)["token"]


def own_matches(stack: Stack, token: str) -> list[Any]:
    """Those that began; the newest first."""
    return ask(stack, "/api/v1/me/matches", Authorization=f"Bearer {token}")["matches"]


def wait_while_it_plays(program: subprocess.Popen[str], stack: Stack, token: str) -> tuple[str, str]:
    """What it printed until it ended. Fails when no ply was played for too long."""
    seen, moved_at = -1, time.monotonic()
    while True:
        try:
            return program.communicate(timeout=1)
        except subprocess.TimeoutExpired:
            plies = sum(match["ply_count"] for match in own_matches(stack, token))
            if plies != seen:
                seen, moved_at = plies, time.monotonic()
            assert time.monotonic() - moved_at < PATIENCE_SECONDS, (
                f"no ply after {plies}:\n{stack.log.read_text()}"
            )


def test_the_example_bot_plays_a_match_to_the_end(stack: Stack) -> None:
    token = token_of_a_new_bot(stack)
    environment = os.environ | {"GYOJI_URL": stack.url, "GYOJI_TOKEN": token}
    pipe = subprocess.PIPE
    program = subprocess.Popen(
        [sys.executable, str(EXAMPLE)], env=environment, stdout=pipe, stderr=pipe, text=True
    )
    try:
        told, complaints = wait_while_it_plays(program, stack, token)
    finally:
        program.kill()
    assert program.returncode == 0, complaints
    [match] = own_matches(stack, token)
    assert json.loads(told) == match["outcome"]
    assert match["outcome"]["termination"] != "abandoned"
    assert match["ply_count"] > 0


def test_the_example_has_sixty_lines() -> None:
    assert len([line for line in EXAMPLE.read_text().splitlines() if line]) <= 60
