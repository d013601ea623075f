"""Accounts made over HTTP, with the codes that the server mailed."""

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
from typing import Any

from bench.stack import Stack

CODE = re.compile(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b")
PASSWORD = "hidden tiger 77"
PATIENCE = 180


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


def mailed_code(stack: Stack, address: str, used: str = "") -> str:
    """A code that was mailed to the address, other than the one that was used up."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for path in (stack.data / "mail").glob("*.eml"):
            mail = email.message_from_bytes(path.read_bytes())
            body = mail.get_payload(decode=True)
            found = CODE.search(body.decode()) if mail["To"] == address else None
            if found and found[0] != used:
                return found[0]
        time.sleep(0.2)
    raise AssertionError(f"no code was mailed to {address}")


def sign_up(stack: Stack, address: str) -> dict[str, str]:
    """Somebody new, whose address is confirmed; answers the header that shows who they are."""
    asked = ask(stack, "/_allauth/app/v1/auth/signup", {"email": address, "password": PASSWORD})
    return confirm(stack, asked, mailed_code(stack, address))


def confirm(stack: Stack, asked: Any, code: str) -> dict[str, str]:
    """The header that shows who signed in, once the address is confirmed."""
    session = _session(asked)
    done = ask(stack, "/_allauth/app/v1/auth/email/verify", {"key": code}, **session)
    return _session(done) or session


def _session(answer: Any) -> dict[str, str]:
    token = answer["meta"].get("session_token")
    return {"X_Session_Token": token} if token else {}


def make_admin(stack: Stack, address: str) -> None:
    """An admin of the tenant there is, who took a password and confirmed the address by mail."""
    command = [sys.executable, "manage.py", "createtenant", "default", "--name", "Gyoji"]
    hidden = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    environment["GYOJI_DATA"] = str(stack.data)
    subprocess.run([*command, "--admin-email", address], env=environment, check=True, capture_output=True)
    asked = ask(stack, "/_allauth/app/v1/auth/password/request", {"email": address})
    reset = mailed_code(stack, address)
    new = {"key": reset, "password": PASSWORD}
    ask(stack, "/_allauth/app/v1/auth/password/reset", new, **_session(asked))
    asked = ask(stack, "/_allauth/app/v1/auth/login", {"email": address, "password": PASSWORD})
    confirm(stack, asked, mailed_code(stack, address, used=reset))
