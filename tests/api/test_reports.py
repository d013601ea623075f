"""Players report others, and read what moderators did to them."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.directory import resolve_tenant
from accounts.models import Player, Report
from accounts.staff import Role, Staff
from accounts.tenancy import tenant_scope
from games.models import ChatMessage, Room
from games.moderation import players
from games.moderation.cases import Why
from tests.api.conftest import Caller, Meeting
from tests.api.test_bad_input import refused
from tests.support.people import make_staff, register

pytestmark = pytest.mark.django_db(transaction=True)
ABUSE = {"kind": "player", "reason": "abuse"}


def in_room(meeting: Meeting, seat: int = 2) -> dict[str, Any]:
    return {**ABUSE, "room": meeting.slug, "seat": seat}


def in_match(meeting: Meeting, side: str = "second") -> dict[str, Any]:
    return {**ABUSE, "match": meeting.match, "side": side}


def operator() -> Staff:
    return make_staff(resolve_tenant("testserver"), Role.OPERATOR)


def say(meeting: Meeting, who: Caller, text: str) -> str:
    with tenant_scope(resolve_tenant("testserver").id):
        line = ChatMessage.objects.create(
            room=Room.objects.get(slug=meeting.slug),
            player_id=who.player,
            seat=2,
            text=text,
            at=timezone.now(),
        )
    return str(line.id)


@pytest.mark.parametrize("where", [in_room, in_match])
def test_who_sits_opposite_can_be_reported(meeting: Meeting, first: Caller, second: Caller, where):
    told = first.post("reports", {**where(meeting), "note": "Swears."})
    assert told["status"] == "open"
    report = Report.everywhere.get(pk=told["id"])
    assert (str(report.reporter_id), str(report.player_id)) == (first.player, second.player)
    assert (report.subject_text, report.note) == ("Second", "Swears.")
    assert report.room_id is not None
    assert (str(report.match_id) == meeting.match) == (where is in_match)


def test_a_line_of_chat_is_kept_as_it_was(meeting: Meeting, first: Caller, second: Caller):
    line = say(meeting, second, "rude words")
    told = first.post("reports", {"kind": "message", "reason": "abuse", "message": line})
    report = Report.everywhere.get(pk=told["id"])
    assert report.subject_text == "rude words"
    assert (str(report.message_id), str(report.player_id)) == (line, second.player)


def test_a_report_is_counted_once_until_it_is_handled(meeting: Meeting, first: Caller):
    first.post("reports", in_room(meeting))
    refused(first.call("POST", "reports", in_match(meeting)), "already-reported")
    first.post("reports", {**in_room(meeting), "kind": "name", "reason": "name"})
    Report.everywhere.update(status="dismissed")
    first.post("reports", in_room(meeting))
    assert Report.everywhere.count() == 3


def test_only_who_may_see_a_match_or_line_reports_about_it(
    meeting: Meeting, first: Caller, second: Caller, spectator: Caller, outsider: Caller
):
    line = {"kind": "message", "reason": "abuse", "message": say(meeting, second, "rude")}
    for caller in (spectator, outsider):
        for body in (in_match(meeting), line):
            refused(caller.call("POST", "reports", body), "not-found")
    refused(outsider.call("POST", "reports", in_room(meeting)), "not-found")
    assert not Report.everywhere.exists()


def test_who_left_because_of_a_line_can_still_report_it(
    meeting: Meeting, first: Caller, second: Caller, spectator: Caller
):
    line = {"kind": "message", "reason": "abuse", "message": say(meeting, second, "rude")}
    first.call("POST", f"rooms/{meeting.slug}/leave", {})
    refused(spectator.call("POST", "reports", line), "not-found")
    first.post("reports", line)
    assert Report.everywhere.get().subject_text == "rude"


def test_nobody_is_reported_who_is_not_there(meeting: Meeting, first: Caller):
    alone = first.post("rooms", {"system": "gunjin", "opponent": "friend"})
    computer = first.post("rooms", {"system": "gunjin", "opponent": "computer", "level": "beginner"})
    for body in (
        in_room(meeting, seat=3),
        in_room(Meeting(alone["slug"], alone["match"])),
        in_match(Meeting(computer["slug"], computer["match"])),
        in_room(Meeting("no-such-room", "")),
        {**ABUSE, "match": str(uuid4()), "side": "first"},
        {"kind": "message", "reason": "abuse", "message": str(uuid4())},
    ):
        refused(first.call("POST", "reports", body), "not-found")


def test_oneself_and_bots_are_refused(meeting: Meeting, first: Caller):
    refused(first.call("POST", "reports", in_room(meeting, seat=1)), "bad-request")
    owner, _token = register("Rita")
    Player.everywhere.filter(pk=first.player).update(kind="bot", owner=owner.user)
    refused(first.call("POST", "reports", in_room(meeting)), "forbidden")


@pytest.mark.parametrize(
    "change",
    [
        {"seat": None}, {"seat": 0}, {"seat": "2"}, {"room": 7}, {"kind": "message"}, {"kind": "room"},
        {"reason": "bored"}, {"note": "x" * 501}, {"status": "upheld"}, {"side": "first"},
        {"match": str(uuid4())}, {"message": str(uuid4())}, {"player": str(uuid4())},
    ],
)  # fmt: skip
def test_a_report_says_one_place_in_the_right_words(meeting: Meeting, first: Caller, change):
    refused(first.call("POST", "reports", {**in_room(meeting), **change}), "bad-request")
    refused(first.call("POST", "reports", ABUSE), "bad-request")


def test_reports_are_limited(meeting: Meeting, first: Caller, settings):
    settings.GYOJI = {**settings.GYOJI, "RATE_REPORTS_PER_PLAYER": "1/hour"}
    first.post("reports", in_room(meeting))
    refused(first.call("POST", "reports", in_match(meeting)), "rate-limited")


# --- notices


def test_a_player_reads_what_was_done_and_not_why(first: Caller, second: Caller):
    staff, until = operator(), timezone.now() + timedelta(days=1)
    players.warn(staff, Player.everywhere.get(pk=first.player).id, Why("Report 7.", "be-kind"))
    mute = players.mute(staff, Player.everywhere.get(pk=first.player).id, Why("Again."), until=until)
    players.lift(staff, mute.id, Why("Asked nicely."))
    answer = first.call("GET", "me/notices")
    notices = Caller.done(answer)["notices"]
    assert [(each["kind"], each["message"]) for each in notices] == [("mute", ""), ("warn", "be-kind")]
    assert notices[0]["lifted_at"]
    assert notices[1]["until"] is None
    for secret in ("Report 7.", "Again.", staff.user.email, str(staff.user.pk)):
        assert secret not in answer.content.decode()
    assert second.get("me/notices") == {"notices": []}


def test_a_notice_is_read_by_its_player_alone(first: Caller, second: Caller):
    warned = players.warn(operator(), Player.everywhere.get(pk=first.player).id, Why("x", "be-kind"))
    path = f"me/notices/{warned.id}/read"
    refused(second.call("POST", path, {}), "not-found")
    refused(first.call("POST", path, {"read_at": None}), "bad-request")
    assert first.get("me/notices")["notices"][0]["read_at"] is None
    for _ in range(2):
        assert first.call("POST", path).status_code == 204
    assert first.get("me/notices")["notices"][0]["read_at"]


@pytest.mark.parametrize(("days", "message"), [(1, "fair-play"), (None, "")])
def test_who_is_banned_is_told_until_when_and_in_which_words(first: Caller, days: int | None, message: str):
    until = timezone.now() + timedelta(days=days) if days else None
    player = Player.everywhere.get(pk=first.player)
    players.ban(operator(), player.id, Why("Cheats.", message), until=until)
    for path in ("me", "me/notices"):
        body = refused(first.call("GET", path), "banned")
        assert body.get("until") == (until.isoformat() if until else None)
        assert body.get("message", "") == message
        assert "Cheats." not in str(body)
