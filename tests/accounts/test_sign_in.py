"""Signing in, as allauth does it under our settings: what is refused, and what strangers can learn."""

from __future__ import annotations

import statistics
import threading
import time
from hashlib import sha1
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import SimpleNamespace

import pytest
from allauth.account.internal.flows import code_verification
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core import mail
from django.core.cache import cache

from accounts.directory import forget_tenants
from accounts.models import Tenant, User
from tests.accounts.conftest import PASSWORD, Browser, browser, mailed_code
from tests.api.conftest import Caller
from tests.support.roles import as_web

KNOWN, UNKNOWN = "aki@example.org", "nobody@example.org"


def seen(response) -> tuple[int, dict, set[str]]:
    """What a stranger learns: status, body, and which headers and cookies there are."""
    return response.status_code, response.json(), {*response.headers, *response.cookies}


def test_passwords_are_kept_as_argon2(aki: Browser) -> None:
    assert User.objects.get().password.startswith("argon2$argon2id$")


def test_everything_works_for_the_servers_role_of_the_database(first: Caller) -> None:
    with as_web():
        aki = browser().sign_up("aki@example.org")
        assert aki.post("account/player", {"guest_token": first.token})["player"] == first.player
        assert aki.get("account/devices")["devices"][0]["is_this"]
        assert aki.call("POST", "account/sign-out-everywhere").status_code == 204


def test_sign_in_says_the_same_of_a_known_and_an_unknown_address(aki: Browser) -> None:
    answers = [seen(browser().sign_in(email, "wrong password 1")) for email in (KNOWN, UNKNOWN)]
    assert answers[0] == answers[1]
    assert answers[0][0] == 400


@pytest.fixture
def costly_passwords(monkeypatch) -> None:
    """A hash that is most of the work of signing in, all of it in the thread that asks for it."""
    monkeypatch.setattr(Argon2PasswordHasher, "memory_cost", 40_000)


def test_sign_in_takes_as_long_for_an_unknown_address(costly_passwords, aki: Browser) -> None:
    times: dict[str, list[float]] = {KNOWN: [], UNKNOWN: []}
    for _ in range(7):
        for email, taken in times.items():
            cache.clear()
            started = time.thread_time()  # why not the clock: the machine may be busy with other things
            browser().sign_in(email, "wrong password 1")
            taken.append(time.thread_time() - started)
    known, unknown = (statistics.median(taken) for taken in times.values())
    assert 0.7 < known / unknown < 1.4


def test_sign_up_says_the_same_of_a_known_and_an_unknown_address(aki: Browser) -> None:
    cache.clear()  # the mail to the known address was only just sent
    asked = {"password": "crouching dragon 88"}
    for expected in (401, 429):  # the second time it is too early for another mail
        answers = [
            seen(browser().sign("POST", "auth/signup", {"email": email, **asked}))
            for email in (KNOWN, UNKNOWN)
        ]
        assert answers[0] == answers[1]
        assert answers[0][0] == expected
    assert "already exists" in mail.outbox[-2].body
    assert User.objects.get(email=KNOWN).check_password(PASSWORD)


@pytest.mark.parametrize(("minutes", "works"), [(14, True), (16, False)])
def test_a_mailed_reset_is_good_for_a_quarter_of_an_hour(
    aki: Browser, monkeypatch, minutes: int, works: bool
) -> None:
    lost = browser()
    lost.sign("POST", "auth/password/request", {"email": KNOWN})
    later = time.time() + minutes * 60
    monkeypatch.setattr(code_verification, "time", SimpleNamespace(time=lambda: later))
    reset = {"key": mailed_code(), "password": "crouching dragon 88"}
    lost.sign("POST", "auth/password/reset", reset)
    assert User.objects.get().check_password("crouching dragon 88") is works


def test_a_reset_says_the_same_of_a_known_and_an_unknown_address(aki: Browser) -> None:
    answers = [
        seen(browser().sign("POST", "auth/password/request", {"email": email})) for email in (KNOWN, UNKNOWN)
    ]
    assert answers[0] == answers[1]


def test_an_unconfirmed_address_opens_nothing(db) -> None:
    visitor = browser()
    visitor.sign("POST", "auth/signup", {"email": KNOWN, "password": PASSWORD})
    assert visitor.call("POST", "account/player", {}).status_code == 401
    assert visitor.call("GET", "me").status_code == 401


def test_the_sixth_wrong_password_is_not_even_looked_at(aki: Browser) -> None:
    for email in (KNOWN, UNKNOWN):
        tries = [browser().sign_in(email, f"wrong password {number}") for number in range(6)]
        assert [each.status_code for each in tries[:5]] == [400] * 5
        codes = [error["code"] for error in tries[5].json()["errors"]]
        assert codes == ["too_many_login_attempts"], email
    assert browser().sign_in(KNOWN).status_code == 400, "also with the right one"


def test_a_forgotten_password_is_replaced_by_a_mailed_code(aki: Browser) -> None:
    lost = browser()
    lost.sign("POST", "auth/password/request", {"email": KNOWN})
    reset = {"key": mailed_code(), "password": "crouching dragon 88"}
    assert lost.sign("POST", "auth/password/reset", reset).status_code in {200, 401}
    assert aki.call("GET", "me").status_code == 401, "sessions of the old password are dead"
    assert browser().sign_in(KNOWN, "crouching dragon 88").status_code == 200


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("short 1", "password_too_short"),
        ("1029384756657483", "password_entirely_numeric"),
        ("qwertyuiop", "password_too_common"),
        ("newcomer@example.org", "password_too_similar"),
    ],
)
def test_weak_passwords_are_refused(db, password: str, code: str) -> None:
    refused = browser().sign("POST", "auth/signup", {"email": "newcomer@example.org", "password": password})
    assert refused.status_code == 400
    assert code in [error["code"] for error in refused.json()["errors"]]
    assert not User.objects.exists()


@pytest.fixture
def stolen(settings):
    """A service that knows one stolen password; what it was asked for is in the list."""
    asked: list[str] = []
    digest = sha1(b"stolen horse 12", usedforsecurity=False).hexdigest().upper()

    class Service(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(f"{digest[5:]}:7\r\n{'0' * 35}:0\r\n".encode())

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Service)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    settings.BREACHED_PASSWORDS_URL = f"http://127.0.0.1:{server.server_port}/range"
    yield asked
    server.shutdown()
    server.server_close()


def sign_up_with(password: str) -> list[str]:
    answer = browser().sign("POST", "auth/signup", {"email": "newcomer@example.org", "password": password})
    return [error["code"] for error in answer.json().get("errors", [])]


def test_stolen_passwords_are_refused_without_being_told_to_anybody(db, stolen: list[str]) -> None:
    assert sign_up_with("stolen horse 12") == ["password_breached"]
    assert sign_up_with("hidden tiger 77") == []
    assert all(len(path.removeprefix("/range/")) == 5 for path in stolen)
    assert len(stolen) == 2


def test_a_service_that_is_down_keeps_nobody_out(db, settings, caplog) -> None:
    settings.BREACHED_PASSWORDS_URL = "http://127.0.0.1:9/range"
    assert sign_up_with("stolen horse 12") == []
    assert "stolen passwords could not be asked for" in caplog.text
    assert "horse" not in caplog.text


def test_a_second_factor_is_asked_for_once_it_is_set_up(aki: Browser) -> None:
    assert aki.sign("POST", "auth/reauthenticate", {"password": PASSWORD}).status_code == 200
    secret = aki.sign("GET", "account/authenticators/totp").json()["meta"]["secret"]
    assert aki.sign("POST", "account/authenticators/totp", {"code": totp(secret)}).status_code == 200
    assert aki.get("account")["second_factor"] is True
    assert secret not in str(Authenticator.objects.values_list("data"))

    phone = browser()
    asked = phone.sign_in(KNOWN)
    assert asked.status_code == 401
    pending = [flow["id"] for flow in asked.json()["data"]["flows"] if flow.get("is_pending")]
    assert pending == ["mfa_authenticate"]
    assert phone.call("GET", "me").status_code == 401, "half signed in is not signed in"
    cache.clear()  # the code above was used; a test does not wait for the next one
    assert phone.sign("POST", "auth/2fa/authenticate", {"code": "000000"}).status_code == 400
    cache.clear()
    assert phone.sign("POST", "auth/2fa/authenticate", {"code": totp(secret)}).status_code == 200
    assert phone.get("me")["player"] == aki.player


def totp(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def test_what_the_deployment_offers_is_told(db) -> None:
    offered = browser().sign("GET", "config").json()["data"]
    assert offered["account"]["is_open_for_signup"] is True
    assert set(offered["mfa"]["supported_types"]) == {"totp", "webauthn", "recovery_codes"}
    assert offered["mfa"]["passkey_login_enabled"] is True


def test_passkeys_are_bound_to_the_host(aki: Browser) -> None:
    aki.sign("POST", "auth/reauthenticate", {"password": PASSWORD})
    asked = aki.sign("GET", "account/authenticators/webauthn?passwordless").json()
    options = asked["data"]["creation_options"]["publicKey"]
    assert options["rp"]["id"] == "testserver"


def test_openid_connect_providers_are_configuration(db, settings) -> None:
    app = {
        "provider_id": "club",
        "name": "The club",
        "client_id": "gyoji",
        "secret": "s",
        "settings": {"server_url": "https://id.example"},
    }
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [app]}}
    offered = browser().sign("GET", "config").json()["data"]["socialaccount"]["providers"]
    assert [(each["id"], each["name"]) for each in offered] == [("club", "The club")]


@pytest.mark.parametrize("path", ["account/phone", "auth/phone/verify", "auth/phone/verify/resend"])
def test_there_are_no_telephone_numbers(aki: Browser, path: str) -> None:
    for method in ("GET", "POST"):
        assert aki.sign(method, path, {"phone": "+31612345678"}).status_code == 404


def test_signing_in_gives_a_session_that_nobody_knew_before(aki: Browser) -> None:
    """Neither one that was planted nor one that was begun before is the one signed in."""
    name, planted = settings.SESSION_COOKIE_NAME, "0123456789abcdefghijklmnopqrstuv"
    victim = browser()
    victim.http.cookies[name] = planted
    victim.sign("POST", "auth/signup", {"email": "new@example.org", "password": PASSWORD})
    begun = victim.http.cookies[name].value
    cache.clear()
    assert victim.sign_in(KNOWN).status_code == 200
    assert len({planted, begun, victim.http.cookies[name].value}) == 3
    for known in (planted, begun):
        thief = browser()
        thief.http.cookies[name] = known
        assert thief.call("GET", "me").status_code == 401


def test_sign_in_needs_the_csrf_token(db) -> None:
    refused = browser().sign("POST", "auth/login", {"email": KNOWN, "password": PASSWORD}, X_CSRFToken="")
    assert (refused.status_code, refused.json()["code"]) == (403, "csrf-failed")


def test_sign_in_counts_as_any_request_of_an_address(db, settings) -> None:
    settings.GYOJI = {**settings.GYOJI, "RATE_REQUESTS_PER_ADDRESS": "2/minute"}
    visitor = browser()
    answers = [visitor.sign("GET", "config") for _ in range(3)]
    assert [each.status_code for each in answers] == [200, 200, 429]
    assert answers[2].json()["code"] == "rate-limited"


def test_an_unknown_host_has_no_sign_in(db, settings) -> None:
    Tenant.objects.update(hosts=["club.example"])
    forget_tenants()
    assert browser().sign("GET", "config").status_code == 404
