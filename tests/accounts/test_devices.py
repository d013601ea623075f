"""Where an account is signed in, and how that is ended."""

from __future__ import annotations

import pytest

from accounts.models import Player
from tests.accounts.conftest import Browser, browser, in_a_day
from tests.api.conftest import Caller, Meeting, guest


def test_each_browser_is_listed_and_can_be_signed_out(aki: Browser) -> None:
    phone = browser()
    assert phone.sign_in("aki@example.org").status_code == 200
    devices = aki.get("account/devices")["devices"]
    assert [device["kind"] for device in devices] == ["session", "session"]
    assert [device["is_this"] for device in devices] == [False, True]
    other = devices[0]["id"]

    assert aki.call("DELETE", f"account/devices/{other}").status_code == 204
    assert phone.call("GET", "me").status_code == 401
    assert aki.call("GET", "me").status_code == 200
    assert aki.call("DELETE", f"account/devices/{other}").status_code == 404


def test_sign_out_everywhere_ends_all_of_them(aki: Browser) -> None:
    phone = browser()
    phone.sign_in("aki@example.org")
    assert aki.call("POST", "account/sign-out-everywhere").status_code == 204
    for each in (aki, phone):
        assert each.call("GET", "me").status_code == 401


def test_a_guest_signs_out_everywhere_too(first: Caller) -> None:
    assert first.call("POST", "account/sign-out-everywhere").status_code == 204
    assert first.call("GET", "me").status_code == 401


def test_nobody_lists_or_ends_devices_of_others(aki: Browser, first: Caller) -> None:
    [of_aki] = aki.get("account/devices")["devices"]
    [of_first] = first.get("account/devices")["devices"]
    assert first.call("DELETE", f"account/devices/{of_aki['id']}").status_code == 404
    assert aki.call("DELETE", f"account/devices/{of_first['id']}").status_code == 404
    assert aki.call("GET", "me").status_code == first.call("GET", "me").status_code == 200


def test_a_changed_password_ends_the_other_sessions(aki: Browser) -> None:
    phone = browser()
    phone.sign_in("aki@example.org")
    changed = aki.sign(
        "POST",
        "account/password/change",
        {"current_password": "hidden tiger 77", "new_password": "crouching dragon 88"},
    )
    assert changed.status_code == 200, changed.content
    assert aki.call("GET", "me").status_code == 200
    assert phone.call("GET", "me").status_code == 401


def test_a_session_opens_no_other_tenant(aki: Browser, outsider: Caller) -> None:
    cookies = aki.http.cookies.output(header="", sep=";")
    aki.host = "other.example"
    assert aki.call("GET", "me").status_code == 401
    assert aki.call("POST", "account/player", {}).status_code == 401
    assert aki.sign("GET", "auth/session").status_code == 401
    aki.host = "testserver"
    aki.http.cookies.load(cookies)  # the test's client has one jar for all hosts
    assert aki.call("GET", "me").status_code == 200


def test_a_call_by_cookie_must_show_the_csrf_token(aki: Browser) -> None:
    for headers in ({"X_CSRFToken": ""}, {"X_CSRFToken": "x" * 32}, {"Origin": "https://evil.example"}):
        refused = aki.call("PATCH", "me", {"name": "Mallory"}, **headers)
        assert (refused.status_code, refused.json()["code"]) == (403, "csrf-failed")
    assert aki.get("me")["name"] == "Aki"


@pytest.mark.parametrize(("token", "status"), [("", 403), (None, 415)])
def test_a_broken_form_is_refused_as_any_other_and_not_read(
    aki: Browser, token: str | None, status: int
) -> None:
    sent = {"X-CSRFToken": aki.csrf() if token is None else token}
    kind = "multipart/form-data"  # of which the boundary is missing
    path = "/api/v1/account/sign-out-everywhere"
    assert aki.http.generic("POST", path, b"--", content_type=kind, headers=sent).status_code == status
    assert aki.get("me")["name"] == "Aki"


def test_a_bearer_token_counts_alone_beside_a_cookie(aki: Browser, first: Caller) -> None:
    seen = aki.call("GET", "me", Authorization=f"Bearer {first.token}")
    assert seen.json()["player"] == first.player
    assert aki.call("GET", "me", Authorization="Bearer gyoji_wrong").status_code == 401


def test_no_cookie_is_set_before_somebody_wants_to_sign_in(first: Caller, playing: Meeting) -> None:
    assert not guest().http.cookies
    assert not first.http.cookies


def test_a_banned_player_is_told_so_by_every_credential(aki: Browser) -> None:
    Player.everywhere.filter(id=aki.player).update(banned_until=in_a_day())
    assert aki.call("GET", "me").json()["code"] == "banned"
    assert aki.call("POST", "account/player", {}).json()["code"] == "banned"
