"""The archive of an account forgets nothing: a full one, and every table that knows a player or a user."""

from __future__ import annotations

import json
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.utils import timezone

from accounts.directory import forget_tenants
from accounts.models import Block, Chat, Membership, Note, Player, Report, Sanction, Tenant, Token, User
from accounts.tenancy import tenant_scope
from games.models import ChatMessage, MatchSeat, Room
from tests.accounts.conftest import Browser, browser
from tests.api.conftest import Caller, sit_down
from tests.api.test_export import export

pytestmark = pytest.mark.django_db(transaction=True)

# Every pointer to a player or a user: the file that holds what it means to them, or why none does.
WHERE = {
    "account.EmailAddress.user": "account.json",
    "mfa.Authenticator.user": "account.json",
    "socialaccount.SocialAccount.user": "account.json",
    "usersessions.UserSession.user": "devices.json",
    "accounts.Player.user": "account.json",
    "accounts.Player.owner": "account.json",
    "accounts.Membership.user": "account.json",
    "accounts.Block.player": "account.json",
    "accounts.Token.player": "devices.json",
    "accounts.Report.reporter": "reports.json",
    "accounts.Sanction.player": "reports.json",
    "games.MatchSeat.player": "matches.json",
    "games.SavedLayout.player": "layouts.json",
    "games.ChatMessage.player": "chat.json",
    # Others' own business:
    "accounts.Block.blocked": "who blocked somebody tells nobody",
    "accounts.Report.player": "who complained is not told",
    "accounts.Note.player": "what moderators write to each other",
    # The work of staff, which is the site's:
    "accounts.Report.handled_by": "work",
    "accounts.Sanction.by": "work",
    "accounts.Note.by": "work",
    "accounts.Invitation.created_by": "work",
    "games.ChatMessage.deleted_by": "work",
    "admin.LogEntry.user": "work, and nothing writes it",
    # Gone within days; what was played there is in the records:
    "games.Room.creator": "transient",
    "games.Room.invited": "transient",
    "games.Seat.player": "transient",
    "accounts.Player.merged_into": "a guest that the player absorbed, with nothing left of its own",
}


def test_every_table_that_knows_a_player_or_a_user_is_accounted_for() -> None:
    pointers = {
        f"{model._meta.label}.{each.name}"
        for model in apps.get_models()
        for each in model._meta.get_fields()
        if each.many_to_one and each.related_model in (Player, User)
    }
    assert pointers == set(WHERE)


@pytest.fixture
def aki(db, plenty) -> Browser:
    """Signed in, with a player of that name."""
    signed_in = browser().sign_up("aki@example.org")
    made = signed_in.post("account/player", {"name": "Aki"})
    signed_in.name, signed_in.player = made["name"], made["player"]
    return signed_in


def fill(aki: Browser, second: Caller) -> dict[str, Any]:
    """Something of everything. Answers the ids that must be found again, and the secrets that must not."""
    Tenant.objects.update(chat=Chat.FREE)
    forget_tenants()
    meeting = sit_down(aki, second, chat="free")
    aki.lay_out(meeting.match)
    second.lay_out(meeting.match)
    aki.post(f"rooms/{meeting.slug}/chat", {"text": "my own words"})
    second.post(f"rooms/{meeting.slug}/chat", {"text": "words of another"})
    aki.done(aki.command(meeting.match, "resign"))
    aki.done(aki.call("PATCH", "me", {"settings": {"board": "flat"}}))
    bot = aki.post("account/bots", {"name": "Robot"})["player"]
    scopes = ["play", "read"]
    tokens = [
        aki.post("account/tokens", {"label": "Program", "scopes": scopes})["token"],
        aki.post("account/tokens", {"label": "Robot's", "scopes": scopes, "bot": bot})["token"],
    ]
    robots = sit_down(Caller(token=tokens[1]), second)
    report = {"kind": "player", "reason": "abuse", "room": meeting.slug, "seat": 2, "note": "my complaint"}
    aki.post("reports", report)
    player = Player.everywhere.get(pk=aki.player)
    with tenant_scope(player.tenant_id):
        Block.objects.create(player=player, blocked_id=second.player)
        Membership.objects.create(user=player.user, role=Membership.Role.MODERATOR)
        for kind in Sanction.SanctionKind.values:
            Sanction.objects.create(player=player, kind=kind, reason="for the staff", message="be-kind")
        Report.objects.create(
            reporter_id=second.player, player=player, kind="player", reason="spam", note="against me"
        )
        Note.objects.create(player=player, text="between moderators")
    return {"match": meeting.match, "bot": bot, "robots_match": robots.match, "tokens": tokens}


def test_everything_about_an_account_is_in_its_archive(aki: Browser, second: Caller) -> None:
    made = fill(aki, second)
    files = export(aki)
    account, devices, reports = files["account.json"], files["devices.json"], files["reports.json"]

    assert account["player"]["name"] == "Aki"
    assert account["player"]["settings"] == {"board": "flat"}
    assert account["user"]["email"] == "aki@example.org"
    assert [(each["email"], each["verified"]) for each in account["user"]["addresses"]] == [
        ("aki@example.org", True)
    ]
    assert [each["role"] for each in account["user"]["work"]] == ["moderator"]
    assert [each["blocked__name"] for each in account["blocked"]] == ["Second"]
    assert [each["name"] for each in account["bots"]] == ["Robot"]

    assert sorted(each["label"] for each in devices["tokens"]) == ["Program", "Robot's"]
    assert all(each["scopes"] == ["play", "read"] for each in devices["tokens"])
    assert len(devices["sessions"]) == UserSession.objects.filter(user__email="aki@example.org").count() == 1

    assert [line["text"] for line in files["chat.json"]] == ["my own words"]
    assert [each["note"] for each in reports["made"]] == ["my complaint"]
    assert {each["kind"] for each in reports["sanctions"]} == set(Sanction.SanctionKind.values)
    assert {each["message"] for each in reports["sanctions"]} == {"be-kind"}
    assert [line["match"] for line in files["matches.json"]] == [made["match"]]
    assert f"records/{made['match']}.json" in files
    assert files["layouts.json"]

    bots = f"bots/{made['bot']}"
    assert [line["match"] for line in files[f"{bots}/matches.json"]] == [made["robots_match"]]
    assert f"{bots}/records/{made['robots_match']}.first.json" in files
    assert {f"{bots}/{name}.json" for name in ("layouts", "reports", "chat")} <= set(files)


def test_no_secret_and_nothing_of_others_is_in_it(aki: Browser, second: Caller) -> None:
    made = fill(aki, second)
    text = json.dumps(export(aki))
    digests = Token.everywhere.values_list("digest", flat=True)
    keys = UserSession.objects.values_list("session_key", flat=True)
    password = User.objects.get(email="aki@example.org").password
    secrets = [*made["tokens"], *digests, *keys, password, second.token]
    assert len(secrets) >= 6
    assert not any(secret in text for secret in secrets)
    for others in ("words of another", "against me", "between moderators", "for the staff"):
        assert others not in text


def test_a_line_that_moderators_emptied_is_there_as_it_is_kept(aki: Browser, second: Caller) -> None:
    player = Player.everywhere.get(pk=aki.player)
    meeting = sit_down(aki, second)
    with tenant_scope(player.tenant_id):
        room, now = Room.objects.get(slug=meeting.slug), timezone.now()
        ChatMessage.objects.create(room=room, player=player, at=now, deleted_at=now)
    [line] = export(aki)["chat.json"]
    assert (line["text"], line["deleted_at"] is not None) == ("", True)


def test_a_bots_running_match_hides_what_the_board_hides(aki: Browser, second: Caller) -> None:
    made = fill(aki, second)
    match = made["robots_match"]
    robot = Caller(token=made["tokens"][1])
    robot.lay_out(match)
    second.lay_out(match)
    files = export(aki)
    record = files[f"bots/{made['bot']}/records/{match}.first.json"]
    assert (record["format"], record["audience"]) == ("gyoji-seen-1", "first")
    hidden = MatchSeat.everywhere.get(match=match, side="second")
    assert not any(salt in json.dumps(files) for salt in hidden.sealed_salts.values())
