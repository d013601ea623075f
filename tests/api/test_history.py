"""Records, history and what waits for the caller."""

import random

import pytest

from games.rules.verify import verify_record
from tests.api.conftest import Caller, Meeting
from tests.api.test_bad_input import refused

pytestmark = pytest.mark.django_db(transaction=True)


def play_some(meeting: Meeting, first: Caller, second: Caller, plies: int = 30) -> None:
    dice = random.Random(11)
    for _ in range(plies):
        turn = first.see(meeting.match)["turn"]
        if turn is None:
            return
        Caller.done((first if turn == "first" else second).play(meeting.match, dice))


def test_a_running_record_is_what_the_seat_saw(playing: Meeting, first: Caller, second: Caller):
    play_some(playing, first, second)
    for caller, own in ((first, "first"), (second, "second")):
        for asked in ("", "?of=first", "?of=second", "?of=watch"):
            record = caller.get(f"matches/{playing.match}/record{asked}")
            assert (record["format"], record["audience"]) == ("gyoji-seen-1", own)
            other = "second" if own == "first" else "first"
            battles = [e["battle"] for e in record["events"] if e.get("battle")]
            assert all(battle["pieces"][other] is None for battle in battles)
            assert set(record["layout"]["pieces"]) == set(caller.see(playing.match)["layout"]["pieces"])


def test_the_whole_record_comes_with_the_end_and_verifies(playing: Meeting, first: Caller, second: Caller):
    play_some(playing, first, second)
    first.command(playing.match, "resign")
    record = second.get(f"matches/{playing.match}/record")
    assert record["format"] == "gyoji-record-1"
    verify_record(record)
    seen = first.get(f"matches/{playing.match}/record?of=second")
    assert (seen["format"], seen["audience"]) == ("gyoji-seen-1", "second")
    assert first.get(f"matches/{playing.match}/record?of=watch")["audience"] == "watch"
    refused(first.call("GET", f"matches/{playing.match}/record?of=north"), "bad-request")


def test_a_finished_match_is_shared_by_its_link(
    playing: Meeting, first: Caller, second: Caller, spectator: Caller, outsider: Caller
):
    addresses = [f"matches/{playing.match}{part}" for part in ("", "/record", "/events?since=0")]
    for address in addresses:
        refused(spectator.call("GET", address), "not-found")
    first.command(playing.match, "resign")
    seen = spectator.see(playing.match)
    assert seen["audience"] == "watch"
    assert seen["room"] is None
    assert all(piece["kind"] for piece in seen["view"]["pieces"])
    verify_record(spectator.get(addresses[1]))
    assert spectator.get(addresses[2])["events"][-1]["d"]["type"] == "match.ended"
    for address in addresses:
        refused(outsider.call("GET", address), "not-found")


def test_a_match_that_ended_before_play_is_shared_with_nobody(
    meeting: Meeting, first: Caller, spectator: Caller
):
    first.lay_out(meeting.match)
    assert first.call("POST", f"rooms/{meeting.slug}/leave").status_code == 204
    for part in ("", "/record", "/events?since=0"):
        refused(spectator.call("GET", f"matches/{meeting.match}{part}"), "not-found")


def test_history_comes_in_pages_newest_first(first: Caller, second: Caller, meet):
    made = []
    for _ in range(5):
        meeting = meet()
        first.lay_out(meeting.match)
        second.lay_out(meeting.match)
        made.append(meeting.match)
    page = first.get("me/matches?limit=2")
    found = [line["match"] for line in page["matches"]]
    while page["next"]:
        page = first.get(f"me/matches?limit=2&cursor={page['next']}")
        found += [line["match"] for line in page["matches"]]
    assert found == made[::-1]
    line = first.get("me/matches?limit=1")["matches"][0]
    assert line["opponent"] == "friend"
    assert line["opponents"] == [{"name": "Second", "kind": "guest", "level": None}]
    assert line["phase"] == "playing"


def test_turns_are_the_matches_that_wait_for_me(playing: Meeting, first: Caller, second: Caller):
    assert [line["match"] for line in first.get("me/turns")["matches"]] == [playing.match]
    assert second.get("me/turns")["matches"] == []
    Caller.done(first.play(playing.match))
    assert first.get("me/turns")["matches"] == []
    line = second.get("me/turns")["matches"][0]
    assert (line["match"], line["phase"], line["version"], line["room"]) == (
        playing.match,
        "playing",
        4,
        playing.slug,
    )
