"""What ends what: the table of docs/security.md, each cell of it tried out.

Accounts here have every credential there is; an event happens, and each credential is shown again.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest
from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache
from django.utils import timezone

from accounts.directory import forget_tenants
from accounts.models import Player, Tenant, Token, User
from accounts.sessions import new_session
from tests.accounts.authenticator import Passkey
from tests.accounts.conftest import PASSWORD, Browser, browser, mailed_code
from tests.accounts.test_sign_in import totp
from tests.api.conftest import Caller, guest

EMAIL = "aki@example.org"
NEW_PASSWORD = "crouching dragon 88"
TEXT = (Path(__file__).parents[2] / "docs" / "security.md").read_text()


@dataclass
class Account:
    """`browser` is where things are done; `other` and `app` are signed in, too."""

    browser: Browser
    other: Browser
    app: Caller
    app_session: str
    personal: Caller
    bot: Caller

    def credentials(self) -> dict[str, Caller]:
        return {
            "this session": self.browser,
            "other sessions": self.other,
            "app": self.app,
            "personal token": self.personal,
            "bot's token": self.bot,
        }


def sign_in_app(email: str = EMAIL, password: str = PASSWORD) -> tuple[Caller, str]:
    """An app's token, and the session it came by."""
    app = Caller()
    answer = app.http.post(
        "/_allauth/app/v1/auth/login",
        {"email": email, "password": password},
        content_type="application/json",
    )
    session = answer.json()["meta"]["session_token"]
    joined = app.done(app.call("POST", "account/player", {}, X_Session_Token=session))
    return Caller(token=joined["token"], player=joined["player"]), session


@pytest.fixture
def account(db) -> Account:
    here = browser().sign_up(EMAIL)
    here.player = here.post("account/player", {"name": "Aki"})["player"]
    other = browser()
    other.sign_in(EMAIL)
    app, app_session = sign_in_app()
    scopes = ["play", "read", "layouts"]
    personal = here.post("account/tokens", {"label": "Program", "scopes": scopes})
    robot = here.post("account/bots", {"name": "Robot"})
    bots = here.post("account/tokens", {"label": "Robot", "scopes": scopes, "bot": robot["player"]})
    made = Account(
        here, other, app, app_session, Caller(token=personal["token"]), Caller(token=bots["token"])
    )
    assert {name: opens(each) for name, each in made.credentials().items()} == dict.fromkeys(
        made.credentials(), "stays"
    )
    cache.clear()
    mail.outbox.clear()
    return made


def opens(caller: Caller) -> str:
    """The word of the table for what showing the credential comes to."""
    answer = caller.call("GET", "me")
    if answer.status_code == 200:
        return "stays"
    code = answer.json()["code"]
    return {"unauthenticated": "ends", "banned": "refused", "not-found": "refused"}[code]


# --- events of an account


def sign_out(account: Account) -> None:
    assert account.browser.sign("DELETE", "auth/session").status_code == 401


def end_other_device(account: Account) -> None:
    [listed] = [each for each in account.other.get("account/devices")["devices"] if each["is_this"]]
    assert account.browser.call("DELETE", f"account/devices/{listed['id']}").status_code == 204


def end_app(account: Account) -> None:
    [listed] = [each for each in account.app.get("account/devices")["devices"] if each["is_this"]]
    assert account.browser.call("DELETE", f"account/devices/{listed['id']}").status_code == 204


def sign_out_app(account: Account) -> None:
    gone = account.app.http.delete(
        "/_allauth/app/v1/auth/session", headers={"X-Session-Token": account.app_session}
    )
    assert gone.status_code == 401


def sessions_run_out(account: Account) -> None:
    Session.objects.update(expire_date=timezone.now())


def sign_out_everywhere(account: Account) -> None:
    assert account.browser.call("POST", "account/sign-out-everywhere").status_code == 204


def change_password(account: Account) -> None:
    body = {"current_password": PASSWORD, "new_password": NEW_PASSWORD}
    assert account.browser.sign("POST", "account/password/change", body).status_code == 200


def reset_password(account: Account, asking: Browser | None = None) -> None:
    lost = asking or browser()
    lost.sign("POST", "auth/password/request", {"email": EMAIL})
    reset = lost.sign("POST", "auth/password/reset", {"key": mailed_code(), "password": NEW_PASSWORD})
    assert reset.status_code in {200, 401}, reset.content
    assert User.objects.get().check_password(NEW_PASSWORD)


def reset_in_this_browser(account: Account) -> None:
    reset_password(account, account.browser)


def operator_changes_password(account: Account) -> None:
    user = User.objects.get()
    user.set_password(NEW_PASSWORD)  # all that `manage.py changepassword` does
    user.save()


def change_email(account: Account) -> None:
    account.browser.sign("POST", "auth/reauthenticate", {"password": PASSWORD})
    asked = account.browser.sign("POST", "account/email", {"email": "new@example.org"})
    assert asked.status_code == 200, asked.content
    code = mailed_code()
    done = account.browser.sign("POST", "auth/email/verify", {"key": code})
    assert done.status_code == 200, done.content
    assert User.objects.get().email == "new@example.org"


def add_second_factor(account: Account) -> None:
    account.browser.sign("POST", "auth/reauthenticate", {"password": PASSWORD})
    secret = account.browser.sign("GET", "account/authenticators/totp").json()["meta"]["secret"]
    added = account.browser.sign("POST", "account/authenticators/totp", {"code": totp(secret)})
    assert added.status_code == 200, added.content


def remove_second_factor(account: Account) -> None:
    add_second_factor(account)
    come_back(account)
    assert account.browser.sign("DELETE", "account/authenticators/totp").status_code == 200
    assert not Authenticator.objects.filter(type=Authenticator.Type.TOTP).exists()


def add_passkey(account: Account) -> None:
    account.browser.sign("POST", "auth/reauthenticate", {"password": PASSWORD})
    asked = account.browser.sign("GET", "account/authenticators/webauthn").json()
    answer = {"name": "Key", "credential": Passkey().create(asked["data"]["creation_options"])}
    assert account.browser.sign("POST", "account/authenticators/webauthn", answer).status_code == 200


def remove_passkey(account: Account) -> None:
    add_passkey(account)
    come_back(account)
    [key] = Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN).values_list("pk", flat=True)
    gone = account.browser.sign("DELETE", "account/authenticators/webauthn", {"authenticators": [key]})
    assert gone.status_code == 200, gone.content


def come_back(account: Account) -> None:
    """The other browser and the app sign in again, past the factor that was just set up."""
    kept = list(Authenticator.objects.all())
    Authenticator.objects.all().delete()
    account.other.sign_in(EMAIL)
    account.app, account.app_session = sign_in_app()
    Authenticator.objects.bulk_create(kept)
    assert {opens(each) for each in account.credentials().values()} == {"stays"}


def make_recovery_codes(account: Account) -> None:
    add_second_factor(account)
    come_back(account)
    assert account.browser.sign("POST", "account/authenticators/recovery-codes", {}).status_code == 200


def switch_user_off(account: Account) -> None:
    User.objects.update(is_active=False)


def ban(account: Account) -> None:
    until = timezone.now() + timedelta(days=1)
    Player.everywhere.filter(id=account.browser.player).update(banned_until=until)


def ban_and_lift(account: Account) -> None:
    ban(account)
    Player.everywhere.update(banned_until=None)


def suspend_tenant(account: Account) -> None:
    Tenant.objects.update(is_active=False)
    forget_tenants()


def suspend_and_restore(account: Account) -> None:
    suspend_tenant(account)
    Tenant.objects.update(is_active=True)
    forget_tenants()


def merge_guest(account: Account) -> None:
    joined = account.browser.post("account/player", {"guest_token": guest().token})
    assert joined["how"] == "merged"


def erase(account: Account) -> None:
    account.browser.sign("POST", "auth/reauthenticate", {"password": PASSWORD})
    assert account.browser.call("POST", "account/erasure", {"name": "Aki"}).status_code == 204


def revoke_personal(account: Account) -> None:
    [program] = [each for each in account.browser.get("account/tokens")["tokens"] if each["bot"] is None]
    assert account.browser.call("DELETE", f"account/tokens/{program['id']}").status_code == 204


EVENTS: dict[str, Callable[[Account], None]] = {
    "signing out": sign_out,
    "signing another browser out": end_other_device,
    "signing an app out from the list": end_app,
    "an app signs out": sign_out_app,
    "running out": sessions_run_out,
    "signing out everywhere": sign_out_everywhere,
    "a new password, by the old one": change_password,
    "a new password, by a mailed code": reset_password,
    "the same, in a browser still signed in": reset_in_this_browser,
    "a new password, by the operator": operator_changes_password,
    "another e-mail address": change_email,
    "a second factor added": add_second_factor,
    "a second factor removed": remove_second_factor,
    "a passkey added": add_passkey,
    "a passkey removed": remove_passkey,
    "new recovery codes": make_recovery_codes,
    "a guest merged in": merge_guest,
    "a personal token revoked": revoke_personal,
    "a ban": ban,
    "a ban that was lifted": ban_and_lift,
    "the user switched off": switch_user_off,
    "the tenant suspended": suspend_tenant,
    "the tenant back": suspend_and_restore,
    "the account erased": erase,
}


def table(heading: str) -> dict[str, dict[str, str]]:
    """A table of the page: `{row: {column: cell}}`."""
    section = TEXT.partition(f"### {heading}\n")[2].partition("\n#")[0]
    lines = [re.split(r"\s*\|\s*", line.strip("| ")) for line in section.splitlines() if line.startswith("|")]
    return {row[0]: dict(zip(lines[0][1:], row[1:], strict=True)) for row in lines[2:]}


def test_the_table_of_accounts_has_every_event() -> None:
    assert list(table("Accounts' credentials")) == list(EVENTS)


@pytest.mark.parametrize("event", EVENTS)
def test_an_event_ends_what_the_table_says(account: Account, event: str) -> None:
    EVENTS[event](account)
    assert {name: opens(each) for name, each in account.credentials().items()} == table(
        "Accounts' credentials"
    )[event]


# --- guests


@dataclass
class GuestAccount:
    """Two devices of one guest, a program's token, and the recovery code."""

    device: Caller
    second_device: Caller
    personal: Caller
    code: str
    fresh: list[str] = field(default_factory=list)  # a code that took its place

    def states(self) -> dict[str, str]:
        tried = Caller().call("POST", "players/recover", {"recovery_code": self.code}).status_code
        return {
            "device": opens(self.device),
            "other devices": opens(self.second_device),
            "personal token": opens(self.personal),
            "recovery code": {200: "stays", 201: "stays", 401: "ends", 403: "refused", 404: "refused"}[tried],
        }


@pytest.fixture
def visitor(db) -> GuestAccount:
    made = Caller().post("players/guest", {"name": "Visitor"})
    device = Caller(token=made["token"], player=made["player"])
    back = Caller().post("players/recover", {"recovery_code": made["recovery_code"]})
    personal = device.post("account/tokens", {"label": "Program", "scopes": ["read"]})
    return GuestAccount(
        device, Caller(token=back["token"]), Caller(token=personal["token"]), back["recovery_code"]
    )


def recover(visitor: GuestAccount) -> None:
    Caller().post("players/recover", {"recovery_code": visitor.code})


def guest_signs_out_everywhere(visitor: GuestAccount) -> None:
    assert visitor.device.call("POST", "account/sign-out-everywhere").status_code == 204


def guest_registers(visitor: GuestAccount) -> None:
    joined = browser().sign_up(EMAIL).post("account/player", {"guest_token": visitor.device.token})
    assert joined["how"] == "adopted"


def guest_is_merged(visitor: GuestAccount) -> None:
    here = browser().sign_up(EMAIL)
    here.post("account/player", {"name": "Aki"})
    assert here.post("account/player", {"guest_token": visitor.device.token})["how"] == "merged"


def guest_is_banned(visitor: GuestAccount) -> None:
    until = timezone.now() + timedelta(days=1)
    Player.everywhere.filter(id=visitor.device.player).update(banned_until=until)


def tokens_run_out(visitor: GuestAccount) -> None:
    Token.everywhere.update(expires_at=timezone.now())


def guest_erases(visitor: GuestAccount) -> None:
    assert visitor.device.call("POST", "account/erasure", {"name": "Visitor"}).status_code == 204


GUEST_EVENTS: dict[str, Callable[[GuestAccount], None]] = {
    "the recovery code used": recover,
    "signing out everywhere": guest_signs_out_everywhere,
    "running out": tokens_run_out,
    "registering": guest_registers,
    "merged into an account": guest_is_merged,
    "a ban": guest_is_banned,
    "erased": guest_erases,
}


def test_the_table_of_guests_has_every_event() -> None:
    assert list(table("Guests' credentials")) == list(GUEST_EVENTS)


@pytest.mark.parametrize("event", GUEST_EVENTS)
def test_an_event_ends_what_the_table_says_of_guests(visitor: GuestAccount, event: str) -> None:
    GUEST_EVENTS[event](visitor)
    assert visitor.states() == table("Guests' credentials")[event]


# --- other tenants


@pytest.mark.parametrize("end", [sign_out_everywhere, reset_password])
def test_what_ends_everything_ends_it_in_a_suspended_tenant_too(account: Account, settings, end) -> None:
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "other.example"]
    Tenant.objects.update(hosts=["testserver"])
    tenant = Tenant.objects.create(slug="other", name="Other", client_key="other", hosts=["other.example"])
    forget_tenants()
    app = Caller(host="other.example")
    signed = app.http.post(
        "/_allauth/app/v1/auth/login",
        {"email": EMAIL, "password": PASSWORD},
        content_type="application/json",
        headers={"Host": "other.example"},
    )
    session = signed.json()["meta"]["session_token"]
    app.token = app.done(app.call("POST", "account/player", {}, X_Session_Token=session))["token"]
    program = Caller(host="other.example")
    program.token = app.post("account/tokens", {"label": "Program", "scopes": ["read"]})["token"]
    Tenant.objects.filter(pk=tenant.pk).update(is_active=False)
    forget_tenants()
    assert (opens(app), opens(program)) == ("refused", "refused")
    cache.clear()

    end(account)
    Tenant.objects.filter(pk=tenant.pk).update(is_active=True)
    forget_tenants()
    assert (opens(app), opens(program)) == ("ends", "ends")


def test_the_desks_own_sign_in_is_ended_like_any_session(account: Account) -> None:
    User.objects.update(is_superuser=True)
    desk = browser()
    desk.http.get("/admin/login/")
    token = desk.http.cookies["gyoji-csrf"].value
    desk.http.post(
        "/admin/login/", {"username": EMAIL, "password": PASSWORD, "csrfmiddlewaretoken": token, "next": "/"}
    )
    assert desk.http.get("/admin/").status_code == 200
    assert desk.http.get("/api/v1/me").status_code == 200
    sign_out_everywhere(account)
    assert desk.http.get("/api/v1/me").status_code == 401
    assert desk.http.get("/admin/").status_code == 302


def test_a_session_left_open_cannot_move_the_account_to_another_address(account: Account) -> None:
    """Nor set a first password: whoever sits down at it has not shown who they are."""
    session = new_session(account.browser.http.cookies[settings.SESSION_COOKIE_NAME].value)
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [{"method": "password", "at": time.time() - 3600}]
    session.save()
    wish = {"email": "thief@example.org"}
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        refused = account.browser.sign(method, "account/email", {**wish, "primary": True})
        assert refused.status_code in {400, 401}
    asked = account.browser.sign("POST", "account/email", wish)
    assert "reauthenticate" in [flow["id"] for flow in asked.json()["data"]["flows"]]
    assert not mail.outbox
    account.browser.sign("POST", "auth/reauthenticate", {"password": PASSWORD})
    assert account.browser.sign("POST", "account/email", wish).status_code == 200
    assert mail.outbox
