"""docs/example_bot.py, as somebody runs it who has just signed up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.stack import Stack
from tests.e2e.accounts import ask, sign_up

pytestmark = pytest.mark.e2e
EXAMPLE = Path(__file__).parents[2] / "docs" / "example_bot.py"


def token_of_a_new_bot(stack: Stack) -> str:
    session = sign_up(stack, "owner@example.org")
    owner = ask(stack, "/api/v1/account/player", {"name": "Owner"}, **session)
    bearer = {"Authorization": f"Bearer {owner['token']}"}
    bot = ask(stack, "/api/v1/account/bots", {"name": "Robot"}, **bearer)
    wish = {"label": "at home", "scopes": ["play", "read"], "bot": bot["player"]}
    return ask(stack, "/api/v1/account/tokens", wish, **bearer)["token"]


def test_the_example_bot_plays_a_match_to_the_end(stack: Stack) -> None:
    token = token_of_a_new_bot(stack)
    environment = os.environ | {"GYOJI_URL": stack.url, "GYOJI_TOKEN": token}
    played = subprocess.run(
        [sys.executable, str(EXAMPLE)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert played.returncode == 0, played.stderr
    line = ask(stack, "/api/v1/me/matches", Authorization=f"Bearer {token}")["matches"][0]
    assert json.loads(played.stdout) == line["outcome"]
    assert line["outcome"]["termination"] != "abandoned"
    assert line["ply_count"] > 0


def test_the_example_has_sixty_lines() -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 60
