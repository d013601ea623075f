"""docs/example_bot.py, as somebody runs it who has just signed up."""

from __future__ import annotations

import email
import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from bench.stack import Stack

pytestmark = pytest.mark.e2e
EXAMPLE = Path(__file__).parents[2] / "docs" / "example_bot.py"
CODE = re.compile(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b")
PATIENCE = 60


def ask(stack: Stack, path: str, body: Any = None, **headers: str) -> Any:
    """The JSON of any answer below 500; allauth answers 401 where one more step is due."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(  # noqa: S310  why: of our own server
        stack.url + path, data, {"Content-Type": "application/json", **sent}
    )
    try:
        with urllib.request.urlopen(request) as answer:  # noqa: S310
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code != 401:
            raise AssertionError(error.read()) from error
        return json.load(error)


def mailed_code(stack: Stack) -> str:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for path in (stack.data / "mail").glob("*.eml"):
            body = email.message_from_bytes(path.read_bytes()).get_payload(decode=True)
            if found := CODE.search(body.decode()):
                return found[0]
        time.sleep(0.2)
    raise AssertionError("no code was mailed")


def token_of_a_new_bot(stack: Stack) -> str:
    signup = {"email": "owner@example.org", "password": "hidden tiger 77"}
    asked = ask(stack, "/_allauth/app/v1/auth/signup", signup)
    session = {"X_Session_Token": asked["meta"]["session_token"]}
    done = ask(stack, "/_allauth/app/v1/auth/email/verify", {"key": mailed_code(stack)}, **session)
    session = {"X_Session_Token": done["meta"].get("session_token", session["X_Session_Token"])}
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
