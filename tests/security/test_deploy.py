"""What production needs: the start refuses what would harm players, and Django's own check finds nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from accounts.models import User
from config import settings as module
from config.checks import is_local, is_weak
from config.pages import CHAIN
from tests.support.roles import database_url

ROOT = Path(__file__).parents[2]
KEY = "kX3-vW9_pQ7zLm2Rt8Yb4Nc6Hd1Fs5Gj0AaEeIiOoUuXxKkQqZz9"
PRODUCTION = {
    "SECRET_KEY": KEY,
    "DATABASE_URL": "postgres://gyoji_web:word@db.example:5432/gyoji",
    "REDIS_URL": "redis://:word@valkey.example:6379/0",
    "ALLOWED_HOSTS": "play.example",
    "BEHIND_PROXY": "true",
    "HSTS_SECONDS": "31536000",
    "EMAIL_URL": "submission://me:word@mail.example:587",
    "LOG_FORMAT": "json",
}


def manage(*arguments: str, **changed: str | None) -> subprocess.CompletedProcess[str]:
    wanted = {name: value for name, value in {**PRODUCTION, **changed}.items() if value is not None}
    return subprocess.run(
        [sys.executable, *arguments],
        env={"PATH": os.environ["PATH"], "GYOJI_DATA": "/nonexistent", **wanted},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_production_as_it_is_documented_passes_djangos_check() -> None:
    done = manage("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


@pytest.mark.parametrize(
    ("changed", "warning"),
    [
        ({"HSTS_SECONDS": "0"}, "gyoji.W005"),
        ({"EMAIL_URL": None}, "gyoji.W001"),
        ({"EMAIL_URL": "smtp://me:word@mail.example:25"}, "gyoji.W002"),
        ({"REDIS_URL": "redis://valkey.example:6379/0"}, "gyoji.W003"),
        ({"WEBHOOKS_PLAIN": "true"}, "gyoji.W004"),
    ],
)
def test_what_is_unwise_is_warned_of(changed: dict[str, str | None], warning: str) -> None:
    done = manage("manage.py", "check", "--deploy", "--fail-level", "WARNING", **changed)
    assert done.returncode == 1
    assert warning in done.stderr


PROVIDER = {"id": "club", "name": "Club", "client_id": "a", "client_secret": "b"}


@pytest.mark.parametrize(
    ("changed", "name"),
    [
        ({"DEBUG": "true"}, "DEBUG"),
        ({"SECRET_KEY": "short"}, "SECRET_KEY"),
        ({"SECRET_KEY": "ab" * 40}, "SECRET_KEY"),
        ({"SECRET_KEY": "django-insecure-" + KEY}, "SECRET_KEY"),
        ({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS"),
        ({"ALLOWED_HOSTS": "play.example,*"}, "ALLOWED_HOSTS"),
        ({"BEHIND_PROXY": "false"}, "BEHIND_PROXY"),
        (
            {"OIDC_PROVIDERS": json.dumps([{**PROVIDER, "server_url": "http://id.example"}])},
            "OIDC_PROVIDERS",
        ),
    ],
)
def test_the_start_refuses_what_would_harm_players(changed: dict[str, str], name: str) -> None:
    done = manage("-c", "import config.settings", **changed)
    assert done.returncode == 2
    assert name in done.stderr
    assert "Traceback" not in done.stderr
    assert KEY not in done.stderr


@pytest.mark.parametrize(
    "changed", [{"DEBUG": "true"}, {"SECRET_KEY": "short"}, {"ALLOWED_HOSTS": "nas.local"}]
)
def test_a_machine_or_network_of_ones_own_may_be_served_simply(changed: dict[str, str]) -> None:
    local = {"ALLOWED_HOSTS": "192.168.1.5", "BEHIND_PROXY": "false", **changed}
    assert manage("-c", "import config.settings", **local).returncode == 0


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("localhost", True), ("127.0.0.1", True), ("[::1]", True), ("10.0.0.7", True), ("nas", True),
        ("nas.local", True), ("go.lan", True), ("play.example", False), (".example", False), ("*", False),
        (".local", False), ("93.184.216.34", False), ("[2606:2800:220:1::1]", False),
    ],
)  # fmt: skip
def test_which_hosts_are_ones_own(host: str, expected: bool) -> None:
    assert is_local(host) == expected


def test_keys_are_measured_as_django_measures_them() -> None:
    assert not is_weak(KEY)
    assert is_weak("x" * 60)


def test_what_the_silenced_checks_ask_for_is_there() -> None:
    """W001 to W003 look for these in MIDDLEWARE; they are in the pages' own chain."""
    for name in (
        "security.SecurityMiddleware",
        "csrf.CsrfViewMiddleware",
        "clickjacking.XFrameOptionsMiddleware",
    ):
        assert f"django.middleware.{name}" in CHAIN
    assert module.MIDDLEWARE[0] == "config.edge.Edge", "nothing leaves without its headers"


COOKIES = """
import json, sys, django
django.setup()
from django.test import Client
client = Client(headers={
    "Host": "play.example", "X-Forwarded-Proto": "https", "Referer": "https://play.example/account/sign-in",
})
client.get("/_allauth/browser/v1/config")
headers = {"X-CSRFToken": client.cookies["__Host-gyoji-csrf"].value}
body = {"email": "aki@example.org", "password": "hidden tiger 77"}
client.post("/_allauth/browser/v1/auth/login", body, content_type="application/json", headers=headers)
print(json.dumps({name: dict(each) for name, each in client.cookies.items()}))
"""


def test_cookies_behind_tls_are_bound_to_the_host_and_to_tls(db: Any) -> None:
    User.objects.create_user("aki@example.org", "hidden tiger 77")
    services = {"DATABASE_URL": database_url("DATABASE_WEB_URL"), "REDIS_URL": settings.REDIS_URL}
    done = manage("-c", COOKIES, DJANGO_SETTINGS_MODULE="config.settings", **services)
    assert done.returncode == 0, done.stderr
    cookies = json.loads(done.stdout)
    assert set(cookies) == {"__Host-gyoji", "__Host-gyoji-csrf"}
    for name, cookie in cookies.items():
        assert (cookie["secure"], cookie["path"], cookie["samesite"]) == (True, "/", "Lax")
        assert not cookie["domain"]
        assert bool(cookie["httponly"]) == (name == "__Host-gyoji"), "the client reads the other one"
