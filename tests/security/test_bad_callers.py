"""Callers who lie about who and where they are, or send what breaks a parser.

All are refused with a code, and nothing is changed.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any
from uuid import uuid4

import pytest
from channels.testing import HttpCommunicator
from django.conf import settings as configuration
from django.core import mail
from django.core.cache import cache

from accounts.models import User
from config.asgi import application
from games.sockets.handshake import read_visitor
from tests.accounts.conftest import Browser, browser
from tests.api.conftest import Caller, Meeting, guest, in_thread, sit_down
from tests.api.test_bad_input import everything, refused
from tests.sockets.test_wire_bytes import web  # noqa: F401  why: a fixture

EMAIL = "aki@example.org"
HOST = (b"host", b"testserver")
JSON = (b"content-type", b"application/json")


@pytest.fixture
def first() -> Caller:
    return guest("First")


@pytest.fixture
def second() -> Caller:
    return guest("Second")


@pytest.fixture
def aki() -> Browser:
    cache.clear()
    signed_in = browser().sign_up(EMAIL)
    signed_in.post("account/player", {"name": "Aki"})
    cache.clear()
    mail.outbox.clear()
    return signed_in


def state() -> Any:
    """Every row that a refused request could have changed, accounts and letters too."""
    return everything(), list(User.objects.order_by("pk").values()), len(mail.outbox)


# --- whose site this is


FORGED = ("evil.example", "testserver.evil.example", "testserver@evil.example", "a b", "testserver,evil")


def test_a_forged_host_is_served_nothing(aki: Browser) -> None:
    before = state()
    for said in ({"Host": host} for host in FORGED):
        refused(aki.call("POST", "players/guest", {}, **said), "bad-request")
        refused(aki.call("PATCH", "me", {"name": "Other"}, **said), "bad-request")
        refused(aki.sign("POST", "auth/password/request", {"email": EMAIL}, **said), "bad-request")
        refused(aki.http.get("/", headers=said), "bad-request")
        refused(aki.http.get("/admin/login/", headers=said), "bad-request")
    assert state() == before


@pytest.mark.parametrize("behind_proxy", [False, True])
def test_a_forwarded_host_names_no_site(aki: Browser, settings, behind_proxy: bool) -> None:
    settings.BEHIND_PROXY = behind_proxy
    forged = {"X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example", "X-Original-Host": "evil"}
    page = aki.http.get("/", headers=forged)
    assert "evil" not in page["Content-Security-Policy"]
    aki.sign("POST", "auth/password/request", {"email": EMAIL}, **forged)
    assert len(mail.outbox) == 1
    assert "evil" not in mail.outbox[0].subject + mail.outbox[0].body


@pytest.mark.parametrize(
    "forwarded", ["9.9.9.9", "9.9.9.9, 8.8.8.8", "not an address", "::1", ", ,", "x" * 5000]
)
def test_without_a_proxy_nobody_says_where_they_come_from(first: Caller, settings, forwarded: str) -> None:
    settings.GYOJI = {**settings.GYOJI, "RATE_REQUESTS_PER_ADDRESS": "2/minute"}
    for _ in range(2):
        assert first.call("GET", "me", X_Forwarded_For=forwarded, X_Real_IP=forwarded).status_code == 200
    refused(first.call("GET", "me"), "rate-limited")


def test_behind_a_proxy_only_its_own_word_counts(first: Caller, settings) -> None:
    settings.BEHIND_PROXY = True
    settings.GYOJI = {**settings.GYOJI, "RATE_REQUESTS_PER_ADDRESS": "2/minute"}
    for number in range(2):
        said = f"9.9.9.{number}, 203.0.113.7"
        assert first.call("GET", "me", X_Forwarded_For=said).status_code == 200
    refused(first.call("GET", "me", X_Forwarded_For="198.51.100.1, 203.0.113.7"), "rate-limited")


def test_the_server_does_not_let_its_clients_say_their_address() -> None:
    """daphne's own `--proxy-headers` would believe the first entry, which is the client's."""
    for name in ("Dockerfile", "config/stack.py"):
        assert "--proxy-headers" not in (configuration.CLIENT_FOLDER.parents[1] / name).read_text(), name


# --- headers said twice


async def answer_to(method: str, path: str, *headers: tuple[bytes, bytes], body: bytes = b"") -> Any:
    asking = HttpCommunicator(application, method, path, body=body, headers=list(headers))
    answer = await asking.get_response(timeout=10)
    return answer["status"], json.loads(answer["body"] or b"null")


@pytest.mark.parametrize(
    ("twice", "code"),
    [
        ((b"host", b"evil.example"), "bad-request"),
        ((b"authorization", b"Bearer gyoji_other"), "unauthenticated"),
        ((b"x-gyoji-tenant", b"default"), "not-found"),
        ((b"idempotency-key", b"6f9619ff-8b86-4d01-b42d-00cf4fc964ff"), "bad-request"),
        ((b"if-match", b'"e1-v2"'), "bad-request"),
        ((b"content-type", b"text/plain"), "unsupported-media-type"),
    ],
)
async def test_a_header_said_twice_is_no_header(twice: tuple[bytes, bytes], code: str) -> None:
    def set_up() -> tuple[Caller, Meeting]:
        one, two = guest("First"), guest("Second")
        table = sit_down(one, two)
        one.lay_out(table.match)
        two.lay_out(table.match)
        return one, table

    first, table = await in_thread(set_up)
    before = await in_thread(state)
    said = [
        HOST,
        JSON,
        (b"authorization", f"Bearer {first.token}".encode()),
        (b"x-gyoji-tenant", b"default"),
        (b"idempotency-key", b"6f9619ff-8b86-4d01-b42d-00cf4fc964fe"),
        (b"if-match", b'"e1-v3"'),
    ]
    path = f"/api/v1/matches/{table.match}/commands"
    status, body = await answer_to("POST", path, *said, twice, body=b'{"type": "resign", "args": {}}')
    assert (status >= 400, body["code"]) == (True, code)
    assert await in_thread(state) == before


@pytest.mark.parametrize("name", [b"host", b"origin"])
def test_a_socket_whose_host_or_origin_is_said_twice_is_refused(name: bytes) -> None:
    said = {b"host": b"testserver", b"origin": b"http://testserver"}
    scope: Any = {"headers": [*said.items(), (name, said[name])]}
    assert read_visitor({"headers": list(said.items())}) is not None  # type: ignore[typeddict-item]
    assert read_visitor(scope) is None


# --- bombs

DEEP = b"[" * 15_000
DEEP_OBJECT = b'{"name":' * 1_800 + b"1" + b"}" * 1_800
DIGITS = b'{"name": ' + b"9" * 15_000 + b"}"
MILLION_DIGITS = b'{"name": ' + b"9" * 1_000_000 + b"}"
BOMBS = [
    DEEP,
    DEEP_OBJECT,
    DIGITS,
    b'{"name": 1e999999}',
    b'{"name": "\\ud800"}',
    b'{"name": "\\u0000"}',
    b'{"name": "a", "name": "b"}',
    b"\xff\xfe{\x00}\x00",
]


@pytest.mark.parametrize("path", ["players/guest", "layouts/import", "rooms", "account/tokens"])
def test_bombs_in_bodies_are_refused(first: Caller, path: str) -> None:
    before = state()
    for body in BOMBS:
        refused(first.call("POST", path, body), "bad-request")
    assert state() == before


SIGN_IN = ("auth/login", "auth/signup", "auth/password/request", "account/password/change")


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "application/x-www-form-urlencoded"])
def test_bombs_at_the_sign_in_are_refused(aki: Browser, kind: str) -> None:
    before, headers = state(), {"X-CSRFToken": aki.csrf()}
    for path in SIGN_IN:
        for body in BOMBS:
            address = f"/_allauth/browser/v1/{path}"
            refused(
                aki.http.generic("POST", address, body, content_type=kind, headers=headers), "bad-request"
            )
    assert state() == before


async def test_a_million_digits_do_not_come_in() -> None:
    for path in ("/api/v1/players/guest", "/_allauth/app/v1/auth/login"):
        status, body = await answer_to("POST", path, HOST, JSON, body=MILLION_DIGITS)
        assert (status, body["code"]) == (413, "payload-too-large")


# --- names

NAMES = {
    "turned around": "Aki\u202egnik",
    "isolated": "\u2066Aki\u2069",
    "zero width": "A\u200bki",
    "joined": "A\u200dki",
    "a soft hyphen": "A\u00adki",
    "a look-alike": "А\u043ai",
    "mixed scripts": "Pаypal",
    "fifty marks": "A" + "\u0301" * 50,
    "a control": "A\x1bki",
    "a tag": "A\U000e0041ki",
    "nothing to see": "\u3164\u3164",
    "the house": "Moderator",
}


def test_a_name_that_deceives_is_refused_wherever_names_are_given(aki: Browser) -> None:
    before = state()
    for name in NAMES.values():
        for answer in (
            Caller().call("POST", "players/guest", {"name": name}),
            aki.call("PATCH", "me", {"name": name}),
            aki.call("POST", "account/bots", {"name": name}),
        ):
            refused(answer, "bad-name")
    assert state() == before


@pytest.mark.parametrize("name", ["AKI", "aki", "Ａｋｉ", "Akі"])
def test_a_name_that_looks_like_one_that_is_there_is_refused(aki: Browser, name: str) -> None:
    before = state()
    for answer in (
        Caller().call("POST", "players/guest", {"name": name}),
        aki.call("POST", "account/bots", {"name": name}),
    ):
        assert answer.json()["code"] in {"name-taken", "bad-name"}
        assert answer.status_code in {409, 422}
    assert state() == before


# --- too much of it


HUGE = {
    "Authorization": "unauthenticated",
    "Idempotency-Key": "bad-request",
    "If-Match": "bad-request",
    "X-Gyoji-Tenant": "not-found",
    "X-Session-Token": "wrong-phase",  # nobody looks at it here
    "X-Request-ID": "wrong-phase",
    "Cookie": "wrong-phase",
    "Accept-Language": "wrong-phase",
}


def test_headers_of_a_megabyte_break_nothing(first: Caller, second: Caller) -> None:
    path = f"matches/{sit_down(first, second).match}/commands"
    before = state()
    for header, code in HUGE.items():
        value = ("Bearer " if header == "Authorization" else "") + "x" * 1_000_000
        said = {"Idempotency-Key": str(uuid4()), "If-Match": '"e1-v9"', header: value}
        refused(first.call("POST", path, {"type": "resign", "args": {}}, **said), code)
    assert state() == before


def test_a_session_cookie_of_a_megabyte_is_no_session(first: Caller, settings) -> None:
    visitor = browser()
    visitor.http.cookies[settings.SESSION_COOKIE_NAME] = "x" * 1_000_000
    refused(visitor.call("GET", "me"), "unauthenticated")
    assert visitor.sign("GET", "auth/session").status_code == 401


@pytest.mark.stack
@pytest.mark.parametrize("line", [b"Cookie: " + b"x" * 20_000, b"X-Filler: y\r\n" * 2_000, b"x" * 20_000])
async def test_the_web_process_reads_no_headers_without_end(web, line: bytes) -> None:  # noqa: F811
    reader, writer = await _connected(web.port)
    with contextlib.suppress(ConnectionError):
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: testserver\r\n" + line + b"\r\n\r\n")
        await writer.drain()
        answer = await asyncio.wait_for(reader.read(200), 10)
        assert answer == b"" or b" 400 " in answer.partition(b"\r\n")[0]
    writer.close()
    status = await _status(web.port)
    assert b" 200 " in status


async def _connected(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    for _ in range(200):
        with contextlib.suppress(OSError):
            return await asyncio.open_connection("127.0.0.1", port)
        await asyncio.sleep(0.1)
    raise AssertionError("the web process did not start")


async def _status(port: int) -> bytes:
    reader, writer = await _connected(port)
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: testserver\r\nConnection: close\r\n\r\n")
    line = await asyncio.wait_for(reader.readline(), 10)
    writer.close()
    return line
