"""Second factors and passkeys, as allauth does them under our settings and our tenants."""

from __future__ import annotations

import json

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import cache

from accounts.directory import forget_tenants
from accounts.models import Tenant
from tests.accounts.authenticator import Passkey
from tests.accounts.conftest import PASSWORD, Browser, browser
from tests.accounts.test_sign_in import KNOWN, totp


def reauthenticate(aki: Browser) -> None:
    assert aki.sign("POST", "auth/reauthenticate", {"password": PASSWORD}).status_code == 200


@pytest.fixture
def secret(aki: Browser) -> str:
    """Aki's authenticator app is set up; this is what it knows."""
    reauthenticate(aki)
    found = aki.sign("GET", "account/authenticators/totp").json()["meta"]["secret"]
    assert aki.sign("POST", "account/authenticators/totp", {"code": totp(found)}).status_code == 200
    cache.clear()  # the code was used; a test does not wait for the next one
    return found


def half_signed_in() -> Browser:
    """With the password, and asked for the second factor."""
    visitor = browser()
    asked = visitor.sign_in(KNOWN)
    assert asked.status_code == 401
    flows = asked.json()["data"]["flows"]
    assert [flow["id"] for flow in flows if flow.get("is_pending")] == ["mfa_authenticate"]
    return visitor


def show(visitor: Browser, code: str) -> int:
    return visitor.sign("POST", "auth/2fa/authenticate", {"code": code}).status_code


def recovery_codes(aki: Browser) -> list[str]:
    return aki.sign("GET", "account/authenticators/recovery-codes").json()["data"]["unused_codes"]


# --- one-time codes


def test_a_code_opens_once(secret: str) -> None:
    code = totp(secret)
    assert show(half_signed_in(), code) == 200
    assert show(half_signed_in(), code) == 400


def test_a_wrong_code_opens_nothing_and_tries_are_counted(secret: str) -> None:
    visitor = half_signed_in()
    answers = [show(visitor, f"{number:06}") for number in range(6)]
    assert set(answers[:5]) == {400}
    assert show(visitor, totp(secret)) in {400, 429}, "even the right one comes too late"
    assert visitor.call("GET", "me").status_code == 401


def test_recovery_codes_open_an_account_whose_device_is_lost_once_each(aki: Browser, secret: str) -> None:
    codes = recovery_codes(aki)
    assert len(set(codes)) == len(codes) == 10
    kept = json.dumps(list(Authenticator.objects.values_list("data", flat=True)))
    assert not any(code in kept for code in codes)
    saved = half_signed_in()
    assert show(saved, codes[0]) == 200
    assert saved.get("me")["player"] == aki.player
    assert show(half_signed_in(), codes[0]) == 400
    reauthenticate(aki)
    assert recovery_codes(aki) == codes[1:]
    assert aki.sign("POST", "account/authenticators/recovery-codes", {}).status_code == 200
    assert set(recovery_codes(aki)).isdisjoint(codes)
    cache.clear()
    assert show(half_signed_in(), codes[1]) == 400


def test_taking_the_factor_away_needs_the_password_once_more_and_then_nothing_is_asked(
    aki: Browser, secret: str
) -> None:
    stale = browser()
    stale.sign_in(KNOWN)
    assert show(stale, totp(secret)) == 200
    cache.clear()
    reauthenticate(aki)
    assert aki.sign("DELETE", "account/authenticators/totp").status_code == 200
    assert not Authenticator.objects.exists(), "recovery codes alone are none"
    assert browser().sign_in(KNOWN).status_code == 200
    assert aki.get("account")["second_factor"] is False


def test_who_finds_a_browser_signed_in_changes_no_factor(aki: Browser, settings) -> None:
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 0
    refused = aki.sign("GET", "account/authenticators/totp")
    assert refused.status_code in {401, 404}
    wish = {"code": totp(refused.json()["meta"].get("secret", "A" * 32))}
    assert aki.sign("POST", "account/authenticators/totp", wish).status_code == 401
    assert aki.sign("GET", "account/authenticators/webauthn").status_code == 401
    assert not Authenticator.objects.exists()


# --- passkeys


@pytest.fixture
def passkey(aki: Browser) -> Passkey:
    """Aki's, kept for signing in without a password."""
    reauthenticate(aki)
    asked = aki.sign("GET", "account/authenticators/webauthn?passwordless").json()
    made = Passkey()
    answer = {"name": "Phone", "credential": made.create(asked["data"]["creation_options"])}
    done = aki.sign("POST", "account/authenticators/webauthn", answer)
    assert done.status_code == 200, done.content
    return made


def sign_in(passkey: Passkey, visitor: Browser | None = None) -> tuple[int, Browser]:
    visitor = visitor or browser()
    options = visitor.sign("GET", "auth/webauthn/login").json()["data"]["request_options"]
    answer = visitor.sign("POST", "auth/webauthn/login", {"credential": passkey.get(options)})
    return answer.status_code, visitor


def test_a_passkey_signs_in_by_itself(aki: Browser, passkey: Passkey) -> None:
    status, phone = sign_in(passkey)
    assert status == 200
    assert phone.get("me")["player"] == aki.player
    assert phone.get("account")["second_factor"] is True


def test_a_passkey_is_a_second_factor_for_who_signs_in_by_password(aki: Browser, passkey: Passkey) -> None:
    visitor = half_signed_in()
    options = visitor.sign("GET", "auth/webauthn/authenticate").json()["data"]["request_options"]
    done = visitor.sign("POST", "auth/webauthn/authenticate", {"credential": passkey.get(options)})
    assert done.status_code == 200
    assert visitor.get("me")["player"] == aki.player


def test_another_key_under_the_same_name_opens_nothing(passkey: Passkey) -> None:
    status, visitor = sign_in(Passkey(id=passkey.id, user=passkey.user))
    assert status == 400
    assert visitor.call("GET", "me").status_code == 401


def test_a_page_of_another_origin_gets_nothing_that_opens_this_one(passkey: Passkey) -> None:
    for origin in ("https://evil.example", "http://testserver", "https://testserver.evil.example"):
        assert sign_in(Passkey(origin, passkey.id, passkey.user, passkey.key))[0] == 400


def test_an_answer_is_good_once(passkey: Passkey) -> None:
    visitor = browser()
    options = visitor.sign("GET", "auth/webauthn/login").json()["data"]["request_options"]
    answer = {"credential": passkey.get(options)}
    assert visitor.sign("POST", "auth/webauthn/login", answer).status_code == 200
    visitor.sign("DELETE", "auth/session")
    assert visitor.sign("POST", "auth/webauthn/login", answer).status_code == 400
    assert browser().sign("POST", "auth/webauthn/login", answer).status_code == 400


@pytest.mark.parametrize(
    "credential",
    [
        *[[], 1, "x", {}, {"id": "x"}, {"rawId": "x"}, {"id": "x", "rawId": "y"}, {"response": 1}],
        *[{"id": "x", "rawId": "x", "response": each} for each in (None, [], {}, {"clientDataJSON": "x"})],
    ],
)
def test_what_is_no_answer_of_a_passkey_is_refused(aki: Browser, credential: object) -> None:
    reauthenticate(aki)
    aki.sign("GET", "account/authenticators/webauthn?passwordless")
    added = aki.sign("POST", "account/authenticators/webauthn", {"name": "Phone", "credential": credential})
    visitor = browser()
    visitor.sign("GET", "auth/webauthn/login")
    opened = visitor.sign("POST", "auth/webauthn/login", {"credential": credential})
    assert (added.status_code, opened.status_code) == (400, 400)


def test_a_passkey_that_was_removed_opens_nothing(aki: Browser, passkey: Passkey) -> None:
    reauthenticate(aki)
    row = Authenticator.objects.get(type=Authenticator.Type.WEBAUTHN)
    gone = aki.sign("DELETE", "account/authenticators/webauthn", {"authenticators": [row.pk]})
    assert gone.status_code == 200
    assert sign_in(passkey)[0] == 400


def test_a_passkey_of_one_tenants_page_opens_no_other(passkey: Passkey, settings) -> None:
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "other.example"]
    Tenant.objects.create(slug="other", name="Other", hosts=["other.example"])
    forget_tenants()
    assert sign_in(passkey, browser("other.example"))[0] == 400
