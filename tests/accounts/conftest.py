"""Browsers and apps that sign in over the real addresses, beside the guests of `tests/api`."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.api.conftest import *  # noqa: F403  why: its fixtures are fixtures here too
from tests.api.conftest import Caller

PASSWORD = "hidden tiger 77"
CODE = re.compile(r"[A-Z0-9]{4}-[A-Z0-9]{4}")


class Browser(Caller):
    """A client with cookies: what signs in is the session; unsafe calls repeat the CSRF cookie."""

    def csrf(self) -> str:
        if settings.CSRF_COOKIE_NAME not in self.http.cookies:
            self.sign("GET", "config")
        return self.http.cookies[settings.CSRF_COOKIE_NAME].value

    def sign(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """A call to `/_allauth/browser/v1/`."""
        sent = {"Host": self.host, **{name.replace("_", "-"): value for name, value in headers.items()}}
        if method != "GET":
            sent.setdefault("X-CSRFToken", self.csrf())
        data = json.dumps(body) if body is not None else ""
        return self.http.generic(
            method, f"/_allauth/browser/v1/{path}", data, content_type="application/json", headers=sent
        )

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        if method != "GET":
            headers.setdefault("X_CSRFToken", self.csrf())
        return super().call(method, path, body, **headers)

    def sign_up(self, email: str, password: str = PASSWORD) -> Browser:
        """Signed in, the address confirmed by the code that was mailed."""
        asked = self.sign("POST", "auth/signup", {"email": email, "password": password})
        assert asked.status_code == 401, asked.content
        done = self.sign("POST", "auth/email/verify", {"key": mailed_code()})
        assert done.status_code == 200, done.content
        return self

    def sign_in(self, email: str, password: str = PASSWORD) -> Any:
        return self.sign("POST", "auth/login", {"email": email, "password": password})


def in_a_day() -> datetime:
    return timezone.now() + timedelta(days=1)


def mailed_code() -> str:
    """The code in the newest mail."""
    return CODE.search(mail.outbox[-1].body)[0]


def save_layout(caller: Caller, name: str) -> dict[str, Any]:
    """Any legal one, under the name."""
    pieces = caller.post("layouts/random", {"system": "gunjin"})["pieces"]
    return caller.post("layouts", {"system": "gunjin", "name": name, "pieces": pieces})


def browser(host: str = "testserver") -> Browser:
    return Browser(host=host, http=Client(enforce_csrf_checks=True, raise_request_exception=False))


@pytest.fixture(autouse=True)
def patient(plenty):
    """Every test begins with nothing counted against it."""
    cache.clear()


@pytest.fixture
def aki(db) -> Browser:
    """Signed in, with a player of that name."""
    signed_in = browser().sign_up("aki@example.org")
    made = signed_in.post("account/player", {"name": "Aki"})
    signed_in.name, signed_in.player = made["name"], made["player"]
    return signed_in
