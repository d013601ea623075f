"""Signing in by an OpenID Connect provider: a small one of our own, asked over HTTP as a real one is."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode, urlsplit

import jwt
import pytest
from allauth.socialaccount.models import SocialAccount, SocialToken
from django.conf import settings
from django.core import mail
from django.core.cache import cache

from accounts.directory import forget_tenants
from accounts.models import Player, Tenant, User
from config.settings import SOCIALACCOUNT_PROVIDERS
from tests.accounts.conftest import PASSWORD, Browser, browser, mailed_code
from tests.support.provider import (
    CALLBACK,
    CLIENT,
    ID,
    KEY,
    NAME,
    SECRET,
    Provider,
    claims,
    running_provider,
    signing_key,
)

BACK = "/account/provider"
AKI = "aki@example.org"


@pytest.fixture
def provider(db, settings) -> Iterator[Provider]:
    """Configured as `OIDC_PROVIDERS` would."""
    with running_provider() as made:
        app = {"provider_id": ID, "name": NAME, "client_id": CLIENT, "secret": SECRET}
        app["settings"] = {"server_url": made.url}
        ours = SOCIALACCOUNT_PROVIDERS["openid_connect"]
        settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {**ours, "APPS": [app]}}
        yield made


def redirect(visitor: Browser, process: str = "login", callback: str = BACK, **headers: str) -> Any:
    """To the provider; a form, as the browser has to go there itself."""
    form = {"provider": ID, "callback_url": callback, "process": process}
    return visitor.http.post(
        "/_allauth/browser/v1/auth/provider/redirect",
        urlencode(form),
        content_type="application/x-www-form-urlencoded",
        headers={"Host": visitor.host, "X-CSRFToken": visitor.csrf(), **headers},
    )


def come_back(visitor: Browser, answer: dict[str, str]) -> str:
    """Where the browser ends up."""
    url = f"{CALLBACK}?{urlencode(answer)}"
    returned = visitor.http.get(url, headers={"Host": visitor.host})
    assert returned.status_code == 302, returned.content
    return returned.url


def settings_of_the_provider() -> dict[str, Any]:
    app: dict[str, Any] = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]["APPS"][0]
    return app["settings"]


def sign_in(provider: Provider, visitor: Browser | None = None, process: str = "login") -> Browser:
    """By the provider, all the way round."""
    visitor = visitor or browser()
    asked = redirect(visitor, process)
    assert asked.status_code == 302
    assert come_back(visitor, provider.consent(asked.url)) == BACK
    return visitor


def pending(visitor: Browser) -> list[str]:
    """The steps that are due before the visitor is signed in; empty once that is so."""
    session = visitor.sign("GET", "auth/session").json()
    return [flow["id"] for flow in session["data"].get("flows", []) if flow.get("is_pending")]


def is_signed_in(visitor: Browser) -> bool:
    return visitor.sign("GET", "auth/session").status_code == 200


def says(provider: Provider, **more: Any) -> dict[str, Any]:
    """What an identity token tells."""
    times = {"iat": 1, "exp": 4_000_000_000}
    return {**claims(AKI, verified=True), "iss": provider.url, "aud": CLIENT, **times, **more}


def unsigned(header: Any, told: dict[str, Any]) -> str:
    parts = (urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in (header, told))
    return ".".join((*parts, "AAAA"))


def show(visitor: Browser, identity: str) -> int:
    """The status of signing in by an identity token, as apps do."""
    token = {"client_id": CLIENT, "id_token": identity}
    body = {"provider": ID, "process": "login", "token": token}
    status: int = visitor.sign("POST", "auth/provider/token", body).status_code
    return status


# --- the way there and back


def test_somebody_new_plays_with_the_address_that_the_provider_has_confirmed(provider: Provider) -> None:
    provider.claims = claims("mio@example.org", verified=True)
    mio = sign_in(provider)
    assert is_signed_in(mio)
    made = mio.post("account/player", {"name": "Mio"})
    assert made["kind"] == "person"
    assert mio.get("account")["email"] == "mio@example.org"
    assert mio.get("account")["has_password"] is False
    again = sign_in(provider)
    assert again.get("me")["player"] == made["player"]
    assert User.objects.count() == 1
    assert not SocialToken.objects.exists(), "what opens the account there is not kept"


def test_a_session_by_a_provider_holds_in_one_tenant(provider: Provider, settings) -> None:
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "other.example"]
    Tenant.objects.create(slug="other", name="Other", hosts=["other.example"])
    forget_tenants()
    provider.claims = claims("mio@example.org", verified=True)
    mio = sign_in(provider)
    mio.post("account/player", {"name": "Mio"})
    mio.host = "other.example"
    assert mio.call("GET", "me").status_code == 401


def test_an_address_that_the_provider_has_not_confirmed_is_confirmed_here(provider: Provider) -> None:
    provider.claims = claims("mio@example.org", verified=False)
    mio = sign_in(provider)
    assert pending(mio) == ["verify_email"]
    assert mio.call("POST", "account/player", {"name": "Mio"}).status_code == 401
    assert mio.sign("POST", "auth/email/verify", {"key": mailed_code()}).status_code == 200
    assert mio.post("account/player", {"name": "Mio"})["kind"] == "person"


def test_a_code_is_good_for_the_browser_that_asked_for_it(provider: Provider) -> None:
    provider.claims = claims("mio@example.org", verified=True)
    answer = provider.consent(redirect(browser()).url)
    victim = browser()
    assert "error" in come_back(victim, answer)
    assert not is_signed_in(victim)
    asking = browser()
    answer = provider.consent(redirect(asking).url)
    assert "error" in come_back(asking, {**answer, "state": "made-up"})
    assert not is_signed_in(asking)
    assert not User.objects.exists()


def test_a_code_is_good_once_and_one_that_is_made_up_never(provider: Provider) -> None:
    provider.claims = claims("mio@example.org", verified=True)
    visitor = browser()
    answer = provider.consent(redirect(visitor).url)
    assert "error" in come_back(visitor, {**answer, "code": "made-up"})
    assert provider.refused == ["made-up"]
    assert not is_signed_in(visitor)


def test_who_says_no_there_is_not_signed_in(provider: Provider) -> None:
    visitor = browser()
    answer = provider.consent(redirect(visitor).url)
    back = come_back(visitor, {"error": "access_denied", "state": answer["state"]})
    assert back.startswith(BACK)
    assert "error" in back
    assert not is_signed_in(visitor)


@pytest.mark.parametrize(
    "callback",
    ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "https://other.example/", "http://["],
)
def test_the_way_back_leads_to_this_site_alone(provider: Provider, callback: str, settings) -> None:
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "other.example"]  # another tenant's
    answer = redirect(browser(), callback=callback)
    assert answer.status_code == 302
    assert urlsplit(answer.url).netloc in {"", "testserver"}
    assert urlsplit(answer.url).path == BACK
    assert "error" in answer.url


def test_the_way_there_needs_the_csrf_token(provider: Provider) -> None:
    visitor = browser()
    visitor.csrf()
    form = urlencode({"provider": "club", "callback_url": BACK, "process": "login"})
    refused = visitor.http.post(
        "/_allauth/browser/v1/auth/provider/redirect", form, content_type="application/x-www-form-urlencoded"
    )
    assert refused.status_code == 403


def test_where_registration_is_closed_a_provider_opens_nothing(provider: Provider) -> None:
    Tenant.objects.update(registration=Tenant.Registration.CLOSED)
    forget_tenants()
    provider.claims = claims("mio@example.org", verified=True)
    visitor = browser()
    back = come_back(visitor, provider.consent(redirect(visitor).url))
    assert "error=signup_closed" in back
    assert not User.objects.exists()


def test_a_page_is_told_where_the_provider_is_and_sends_no_form(provider: Provider) -> None:
    provider.claims = claims("mio@example.org", verified=True)
    visitor = browser()
    told = redirect(visitor, Accept="application/json")
    assert told.status_code == 200
    assert come_back(visitor, provider.consent(told.json()["data"]["location"])) == BACK
    assert is_signed_in(visitor)
    wrong = redirect(visitor, callback="https://evil.example/", Accept="application/json")
    assert urlsplit(wrong.json()["data"]["location"]).path == BACK


def test_a_provider_that_cannot_be_reached_leads_back_with_a_reason(provider: Provider) -> None:
    visitor = browser()
    answer = provider.consent(redirect(visitor).url)
    app = settings_of_the_provider()
    app["server_url"] = "http://127.0.0.1:9/"
    assert come_back(visitor, answer) == f"{BACK}?error=unreachable"
    assert redirect(visitor).url == f"{BACK}?error=unreachable"
    told = redirect(visitor, Accept="application/json").json()
    assert told["data"]["location"] == f"{BACK}?error=unreachable"


@pytest.mark.parametrize(
    "told",
    [
        {"error": "try again"},
        {"sub": None, "email": AKI},
        {"sub": True, "email": AKI},
        {"sub": "1\0", "email": AKI},
        {"sub": "1" * 1000, "email": AKI},
        {"sub": "1", "email": 7},
        {"sub": "1", "email": AKI, "name": ["Aki"]},
        ["1"],
    ],
)
def test_what_says_of_no_user_signs_nobody_in(provider: Provider, told: Any) -> None:
    provider.claims = told
    visitor = browser()
    back = come_back(visitor, provider.consent(redirect(visitor).url))
    assert back.startswith(f"{BACK}?error=unknown")
    assert pending(visitor) == []
    assert not is_signed_in(visitor)
    assert not User.objects.exists()


def test_nobody_comes_back_from_a_provider_there_is_not(provider: Provider) -> None:
    assert browser().http.get(CALLBACK.replace(ID, "nowhere")).status_code == 404


@pytest.mark.parametrize(
    "header",
    [
        {"alg": "RS256"},
        {"alg": "HS256", "kid": KEY},
        {"alg": "ES256", "kid": KEY},
        {"alg": "EdDSA", "kid": KEY},
        {"alg": "none", "kid": KEY},
        {"alg": "RS256", "kid": 7},
        {"alg": None, "kid": KEY},
        {"kid": KEY},
        [],
    ],
)
def test_an_identity_token_that_no_key_signed_is_refused(provider: Provider, header: Any) -> None:
    visitor = browser()
    assert show(visitor, unsigned(header, says(provider))) == 400
    assert not is_signed_in(visitor)


def test_an_app_signs_in_by_an_identity_token_that_says_whose_it_is(provider: Provider) -> None:
    def signed(**more: Any) -> str:
        return jwt.encode(says(provider, **more), signing_key(), "RS256", {"kid": KEY})

    visitor = browser()
    assert show(visitor, signed(email=None)) == 401  # an address is asked for
    assert show(visitor, signed(aud="another")) == 400
    assert not is_signed_in(visitor)
    assert show(visitor, signed()) == 200
    assert is_signed_in(visitor)


def test_who_has_no_address_there_gives_one_and_confirms_it(provider: Provider) -> None:
    provider.claims = {"sub": "1"}
    mio = sign_in(provider)
    assert pending(mio) == ["provider_signup"]
    given = mio.sign("POST", "auth/provider/signup", {"email": "mio@example.org"})
    assert given.status_code == 401
    assert pending(mio) == ["verify_email"]
    assert mio.sign("POST", "auth/email/verify", {"key": mailed_code()}).status_code == 200
    assert mio.post("account/player", {"name": "Mio"})["kind"] == "person"


def test_who_has_no_password_shows_a_mailed_code_before_setting_one(provider: Provider) -> None:
    provider.claims = claims("mio@example.org", verified=True)
    mio = sign_in(provider)
    mio.post("account/player", {"name": "Mio"})
    wish = {"new_password": PASSWORD}
    assert mio.sign("POST", "account/password/change", wish).status_code == 401
    asked = mio.sign("POST", "auth/reauthenticate/code/request", {"email": "mio@example.org"})
    assert asked.status_code == 200
    shown = mio.sign("POST", "auth/reauthenticate/code/confirm", {"code": mailed_code()})
    assert shown.status_code == 200
    assert mio.sign("POST", "account/password/change", wish).status_code == 200
    assert mio.get("account")["has_password"] is True


def test_a_provider_that_is_the_only_way_in_stays(provider: Provider) -> None:
    provider.claims = claims("mio@example.org", verified=True)
    mio = sign_in(provider)
    refused = mio.sign("DELETE", "account/providers", {"provider": ID, "account": "1"})
    assert refused.status_code == 400
    assert [error["code"] for error in refused.json()["errors"]] == ["no_password"]


# --- addresses that somebody has already


@pytest.mark.parametrize("verified", [False, True])
def test_an_address_alone_never_links_to_an_account(provider: Provider, aki: Browser, verified: bool) -> None:
    cache.clear()
    provider.claims = claims(AKI, verified=verified, sub="somebody else")
    thief = sign_in(provider)
    assert not is_signed_in(thief)
    assert thief.call("GET", "me").status_code == 401
    assert thief.call("POST", "account/player", {}).status_code == 401
    assert not SocialAccount.objects.exists()
    assert User.objects.count() == 1
    assert "already exists" in mail.outbox[-1].body, "the owner is told, and the stranger nothing"
    assert mail.outbox[-1].to == [AKI]
    cache.clear()
    assert not is_signed_in(sign_in(provider)), "nor the second time"
    assert aki.get("me")["player"] == aki.player


def test_what_a_stranger_is_told_is_the_same_for_an_address_that_nobody_has(
    provider: Provider, aki: Browser
) -> None:
    cache.clear()
    seen = []
    for email in (AKI, "nobody@example.org"):
        provider.claims = claims(email, verified=False, sub=email)
        visitor = sign_in(provider)
        session = visitor.sign("GET", "auth/session")
        seen.append((session.status_code, session.json()))
    assert seen[0] == seen[1]


def test_the_owner_links_a_provider_while_signed_in_and_unlinks_it(provider: Provider, aki: Browser) -> None:
    provider.claims = claims("private@example.org", verified=False, sub="7")
    assert aki.sign("POST", "auth/reauthenticate", {"password": PASSWORD}).status_code == 200
    sign_in(provider, aki, process="connect")
    assert [row.user.email for row in SocialAccount.objects.all()] == [AKI]
    assert sign_in(provider).get("me")["player"] == aki.player
    gone = aki.sign("DELETE", "account/providers", {"provider": "club", "account": "7"})
    assert gone.status_code == 200
    assert not is_signed_in(sign_in(provider))
    assert Player.everywhere.filter(user__isnull=False).count() == 1


def test_who_confirms_an_address_by_mail_throws_out_who_signed_up_with_it_before(provider: Provider) -> None:
    provider.claims = claims(AKI, verified=False, sub="thief")
    assert pending(sign_in(provider)) == ["verify_email"]
    cache.clear()
    owner = browser()
    owner.sign("POST", "auth/password/request", {"email": AKI})
    reset = {"key": mailed_code(), "password": PASSWORD}
    assert owner.sign("POST", "auth/password/reset", reset).status_code in {200, 401}
    cache.clear()
    owner.sign_in(AKI)
    assert owner.post("account/player", {"name": "Aki"})["kind"] == "person"
    assert not is_signed_in(sign_in(provider))
    assert not SocialAccount.objects.exists()
