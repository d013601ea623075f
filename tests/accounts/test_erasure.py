"""Deleted accounts: nothing of the person stays, and nothing is missing for those they played."""

from __future__ import annotations

import json
from typing import Any

import pytest
from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.directory import forget_tenants
from accounts.models import Block, Membership, Note, Player, Report, Tenant, Token, User
from accounts.names import name_key
from accounts.sessions import new_session
from accounts.tenancy import tenant_scope
from games.models import ChatMessage, Match, MatchSeat, Room, SavedLayout
from tests.accounts.conftest import PASSWORD, Browser
from tests.api.conftest import Caller, Meeting, guest, sit_down
from tests.api.test_bad_input import everything, refused
from tests.support.people import register

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def aki(aki: Browser) -> Browser:
    """Signed in, and just asked for the password once more."""
    assert aki.sign("POST", "auth/reauthenticate", {"password": PASSWORD}).status_code == 200
    return aki


def erase(caller: Caller, name: str = "") -> Any:
    return caller.call("POST", "account/erasure", {"name": name or caller.name})


def meet(first: Caller, second: Caller) -> Meeting:
    """A match that first is to play in."""
    meeting = sit_down(first, second)
    first.lay_out(meeting.match)
    second.lay_out(meeting.match)
    return meeting


def everyone_signed_in(user: User) -> int:
    return UserSession.objects.filter(user=user).count()


def test_of_an_account_nothing_stays_but_what_opponents_played(aki: Browser, second: Caller):
    over, running = meet(aki, second), meet(second, aki)
    aki.play(over.match)
    aki.done(aki.command(over.match, "resign"))
    aki.done(aki.call("PATCH", "me", {"settings": {"board": "flat"}}))
    player = Player.everywhere.get(pk=aki.player)
    bot = aki.post("account/bots", {"name": "Robot"})
    robot = aki.post("account/tokens", {"label": "x", "scopes": ["read"], "bot": bot["player"]})
    with tenant_scope(player.tenant_id):
        room = Room.objects.get(slug=over.slug)
        ChatMessage.objects.create(room=room, player=player, text="my words", at=timezone.now())
        Block.objects.create(player=player, blocked_id=second.player)
        Membership.objects.create(user=player.user, role=Membership.Role.MODERATOR)
        Note.objects.create(player_id=second.player, by=player.user, text="kept")
    record = second.get(f"matches/{over.match}/record")

    assert erase(aki).status_code == 204

    row = Player.everywhere.get(pk=aki.player)
    assert row.name.startswith("Deleted ")
    assert (row.user, row.settings, row.recovery_digest, row.kind) == (None, {}, "", "person")
    assert row.deleted_at is not None
    assert not User.objects.exists()
    assert not Session.objects.exists()
    assert not Token.everywhere.exclude(player=second.player).exists()
    assert not SavedLayout.everywhere.filter(player=row).exists()
    assert not Block.everywhere.exists()
    assert not Membership.everywhere.exists()
    assert Note.everywhere.get().by is None
    assert ChatMessage.everywhere.get().text == ""
    refused(aki.call("GET", "me"), "unauthenticated")
    refused(Caller(token=robot["token"]).call("GET", "me"), "unauthenticated")
    assert Player.everywhere.get(pk=bot["player"]).deleted_at is not None

    lines = {line["match"]: line for line in second.get("me/matches")["matches"]}
    assert set(lines) == {over.match, running.match}
    assert [each["name"] for line in lines.values() for each in line["opponents"]] == [row.name] * 2
    assert lines[running.match]["outcome"] == {"winners": ["first"], "termination": "resigned"}
    after = second.get(f"matches/{over.match}/record")
    assert after["about"]["players"]["first"]["name"] == row.name
    del record["about"], after["about"]
    assert after == record
    assert "Aki" not in json.dumps(
        [second.get("me/matches"), second.see(over.match), second.see(running.match)]
    )


def test_a_name_that_is_not_the_own_deletes_nothing(first: Caller):
    before = everything()
    refused(erase(first, "first"), "bad-request")
    refused(first.call("POST", "account/erasure", {}), "bad-request")
    assert everything() == before


def test_a_guest_may_go_and_the_recovery_code_is_dead(db):
    caller = Caller()
    made = caller.post("players/guest", {"name": "Passer-by"})
    caller.token, caller.name = made["token"], made["name"]
    assert erase(caller).status_code == 204
    refused(caller.call("GET", "me"), "unauthenticated")
    refused(
        Caller().call("POST", "players/recover", {"recovery_code": made["recovery_code"]}), "unauthenticated"
    )
    assert guest("Passer-by").name == "Passer-by"


def test_in_the_layout_phase_the_match_ends_for_both(first: Caller, second: Caller, meeting: Meeting):
    assert erase(first).status_code == 204
    assert Match.everywhere.get(pk=meeting.match).outcome == {"winners": [], "termination": "abandoned"}
    assert MatchSeat.everywhere.filter(match=meeting.match, player=first.player).exists()


def test_a_sign_in_of_long_ago_is_not_enough(aki: Browser):
    session = new_session(aki.http.cookies[settings.SESSION_COOKIE_NAME].value)
    for shown in (methods := session[AUTHENTICATION_METHODS_SESSION_KEY]):
        shown["at"] -= 601
    session[AUTHENTICATION_METHODS_SESSION_KEY] = methods
    session.save()
    before = everything()
    refused(erase(aki), "recent-sign-in-needed")
    assert everything() == before


def test_a_token_without_a_session_is_not_enough_for_an_account(db):
    player, token = register("Person")
    refused(erase(Caller(token=token, name="Person")), "recent-sign-in-needed")
    assert Player.everywhere.get(pk=player.pk).deleted_at is None


def test_a_program_never_deletes(first: Caller):
    made = first.post("account/tokens", {"label": "x", "scopes": ["play", "read", "layouts"]})
    refused(erase(Caller(token=made["token"], name=first.name)), "scope-missing")


def test_a_user_who_plays_elsewhere_stays_a_user(aki: Browser):
    user = User.objects.get()
    other = Tenant.objects.create(slug="other", name="Other", hosts=["other.example"])
    forget_tenants()
    with tenant_scope(other.id):
        Player.objects.create(user=user, kind="person", name="Aki", name_key=name_key("Aki"))
    assert erase(aki).status_code == 204
    assert User.objects.get() == user
    assert Player.everywhere.get(user=user).tenant == other
    assert everyone_signed_in(user) == 0


def test_reports_stay_for_the_moderators(first: Caller, second: Caller):
    tenant = Player.everywhere.get(pk=first.player).tenant_id
    with tenant_scope(tenant):
        Report.objects.create(reporter_id=first.player, player_id=second.player, kind="player", reason="spam")
    assert erase(first).status_code == 204
    assert erase(second).status_code == 204
    assert Report.everywhere.get().player.name.startswith("Deleted ")
