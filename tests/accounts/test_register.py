"""A guest registers and keeps everything; nothing but a session opens the account afterwards."""

from __future__ import annotations

import random

import pytest
from django.test import Client

from accounts.directory import forget_tenants
from accounts.identity import digest
from accounts.models import Invitation, Player, Tenant, Token, User
from tests.accounts.conftest import Browser, browser, in_a_day, mailed_code, save_layout
from tests.api.conftest import Caller, Meeting, tag


def play_to_the_end(players: dict[str, Caller], match: str) -> None:
    first, second = players.values()
    dice = random.Random(5)
    for _ in range(6):
        for player in (first, second):
            assert player.play(match, dice).status_code == 201
    assert first.command(match, "resign", expect=tag(first.see(match))).status_code == 201


def test_a_guest_plays_registers_and_finds_match_layouts_and_settings(
    first: Caller, second: Caller, playing: Meeting
) -> None:
    play_to_the_end({"first": first, "second": second}, playing.match)
    saved = save_layout(first, "Fox")
    first.done(first.call("PATCH", "me", {"settings": {"board": "flat"}}))
    old_token = first.token

    aki = browser().sign_up("aki@example.org")
    assert aki.call("GET", "me").json()["code"] == "no-player"
    joined = aki.call("POST", "account/player", {"guest_token": old_token, "name": "Aki"})

    assert joined.status_code == 201
    assert joined.json() == {"player": first.player, "name": "Aki", "kind": "person", "how": "adopted"}
    assert aki.get("me")["player"] == first.player
    assert aki.get("me")["settings"] == {"board": "flat"}
    assert [line["match"] for line in aki.get("me/matches")["matches"]] == [playing.match]
    assert saved["id"] in [row["id"] for row in aki.get("layouts")["layouts"]]
    assert second.get("me/matches")["matches"][0]["opponents"][0]["name"] == "Aki"

    assert first.call("GET", "me").status_code == 401, "the guest's token opens nothing any more"
    reused = browser().sign_up("other@example.org").call("POST", "account/player", {"guest_token": old_token})
    assert (reused.status_code, reused.json()["code"]) == (401, "unauthenticated")


def test_the_recovery_code_of_a_guest_does_not_open_the_account(db) -> None:
    lost = Caller()
    made = lost.post("players/guest")
    browser().sign_up("aki@example.org").post("account/player", {"guest_token": made["token"]})
    assert lost.call("POST", "players/recover", {"recovery_code": made["recovery_code"]}).status_code == 401


def test_a_user_without_a_guest_becomes_a_new_player_once(db) -> None:
    aki = browser().sign_up("aki@example.org")
    made = aki.call("POST", "account/player", {"name": "Aki"})
    again = aki.call("POST", "account/player", {})
    assert (made.status_code, made.json()["how"]) == (201, "created")
    assert (again.status_code, again.json()["how"]) == (200, "known")
    assert made.json()["player"] == again.json()["player"]
    assert Player.everywhere.count() == 1


def test_the_account_says_what_it_is(aki: Browser) -> None:
    assert aki.get("account") == {
        "email": "aki@example.org",
        "player": {"id": aki.player, "name": "Aki", "kind": "person"},
        "has_password": True,
        "second_factor": False,
        "staff_role": None,
        "tenant": "default",
    }


def test_a_guest_has_an_account_without_an_address(first: Caller) -> None:
    assert first.get("account")["email"] is None


@pytest.mark.parametrize("name", ["admin", "a\u202eb", "Gyoji", "x\u200by"])
def test_a_deceiving_name_is_refused_and_nothing_changes(first: Caller, name: str) -> None:
    aki = browser().sign_up("aki@example.org")
    refused = aki.call("POST", "account/player", {"guest_token": first.token, "name": name})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad-name")
    assert first.get("me")["kind"] == "guest"


def test_a_taken_name_is_refused_and_nothing_changes(first: Caller, second: Caller) -> None:
    aki = browser().sign_up("aki@example.org")
    for name in ("Second", "second", "Sec0nd"):
        refused = aki.call("POST", "account/player", {"guest_token": first.token, "name": name})
        assert (refused.status_code, refused.json()["code"]) == (409, "name-taken"), name
    assert first.get("me")["kind"] == "guest"


@pytest.mark.parametrize("field", ["kind", "tenant", "user", "is_superuser", "banned_until"])
def test_nothing_else_can_be_assigned(aki: Browser, field: str) -> None:
    for method, path in (("POST", "account/player"), ("PATCH", "me")):
        refused = aki.call(method, path, {field: "person"})
        assert (refused.status_code, refused.json()["fields"]) == (400, [field])


def test_a_session_alone_can_join(first: Caller) -> None:
    """A bearer token, even beside a session, says nothing of a user."""
    assert first.call("POST", "account/player", {}).status_code == 401
    assert Caller().call("POST", "account/player", {}).status_code == 401


def test_an_app_gets_a_bearer_token_for_its_session(first: Caller) -> None:
    browser().sign_up("aki@example.org").post("account/player", {"guest_token": first.token})
    app = Client(raise_request_exception=False)
    signed = app.post(
        "/_allauth/app/v1/auth/login",
        {"email": "aki@example.org", "password": "hidden tiger 77"},
        content_type="application/json",
    ).json()
    session_token = signed["meta"]["session_token"]
    caller = Caller(http=Client(raise_request_exception=False))
    made = caller.call("POST", "account/player", {}, X_Session_Token=session_token).json()
    caller.token = made["token"]
    assert caller.get("me")["player"] == first.player
    assert Token.everywhere.get(kind="device").player_id is not None

    assert caller.call("GET", "me", Authorization="", X_Session_Token=session_token).status_code == 401

    app.delete("/_allauth/app/v1/auth/session", headers={"X-Session-Token": session_token})
    assert caller.call("GET", "me").status_code == 401, "the token ends with the session"


def test_nobody_registers_where_registration_is_closed(db) -> None:
    Tenant.objects.update(registration="closed")
    forget_tenants()
    refused = browser().sign("POST", "auth/signup", {"email": "a@example.org", "password": "hidden tiger 77"})
    assert refused.status_code == 403
    assert not User.objects.exists()


def test_an_invitation_opens_the_door_as_often_as_it_says(first: Caller, outsider: Caller) -> None:
    club = Tenant.objects.get(slug="other")
    Tenant.objects.filter(id=club.id).update(registration="invitation")
    forget_tenants()
    Invitation.everywhere.create(tenant=club, digest=digest("come-in"), expires_at=in_a_day())
    stranger = browser("other.example")
    sign_up = {"email": "a@example.org", "password": "hidden tiger 77"}
    assert stranger.sign("POST", "auth/signup", sign_up).status_code == 403
    assert stranger.sign("POST", "auth/signup", sign_up, X_Gyoji_Invitation="wrong").status_code == 403
    assert stranger.sign("POST", "auth/signup", sign_up, X_Gyoji_Invitation="come-in").status_code == 401
    assert stranger.sign("POST", "auth/email/verify", {"key": mailed_code()}).status_code == 200
    refused = stranger.call("POST", "account/player", {})
    assert (refused.status_code, refused.json()["code"]) == (403, "registration-closed")
    assert stranger.call("POST", "account/player", {}, X_Gyoji_Invitation="come-in").status_code == 201
    assert Invitation.everywhere.get().uses_left == 0


def test_a_full_site_takes_nobody_more_and_keeps_whom_it_has(aki: Browser) -> None:
    Tenant.objects.filter(slug="default").update(quota_accounts=1)
    forget_tenants()
    late = browser().sign_up("late@example.org")
    refused = late.call("POST", "account/player", {"name": "Late"})
    assert (refused.status_code, refused.json()["code"], refused.json()["quota"]) == (
        409,
        "quota-reached",
        "accounts",
    )
    assert not Player.everywhere.filter(name="Late").exists()
    assert aki.post("account/player", {})["how"] == "known"
