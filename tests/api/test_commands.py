"""Commands over REST: applied once, answered with the version, repeated safely."""

import random
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections

from games.models import MatchEvent
from tests.api.conftest import Caller, Meeting, tag
from tests.api.test_bad_input import everything, refused

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_ply_answers_the_event_and_the_new_version(playing: Meeting, first: Caller):
    seen = first.see(playing.match)
    ply = seen["legal_plies"][0]
    response = first.command(playing.match, "play", expect=tag(seen), ply=ply)
    assert response.status_code == 201
    assert response["ETag"] == '"e1-v4"'
    event = response.json()
    assert event["v"] == 4
    assert (event["d"]["type"], event["d"]["side"], event["d"]["ply"]) == ("ply", "first", ply)


def test_a_repeat_answers_the_same_and_plays_nothing(playing: Meeting, first: Caller, second: Caller):
    seen, key = first.see(playing.match), str(uuid.uuid4())
    sent = {"key": key, "expect": tag(seen), "ply": seen["legal_plies"][0]}
    once = first.command(playing.match, "play", **sent)
    before = everything()
    again = first.command(playing.match, "play", **sent)
    assert (again.status_code, again["Idempotency-Replayed"]) == (200, "true")
    assert again.json() == once.json()
    assert everything() == before
    Caller.done(second.play(playing.match))
    later = first.command(playing.match, "play", **sent)
    assert (later.status_code, later.json(), later["ETag"]) == (200, once.json(), '"e1-v5"')
    assert "Idempotency-Replayed" not in once


def test_a_used_id_with_another_command_is_refused(playing: Meeting, first: Caller, second: Caller):
    seen, key = first.see(playing.match), str(uuid.uuid4())
    ply, other = seen["legal_plies"][:2]
    Caller.done(first.command(playing.match, "play", key=key, expect=tag(seen), ply=ply))
    before = everything()
    refused(first.command(playing.match, "play", key=key, expect=tag(seen), ply=other), "command-id-reused")
    refused(first.command(playing.match, "resign", key=key), "command-id-reused")
    refused(second.command(playing.match, "resign", key=key), "command-id-reused")
    refused(
        second.command(
            playing.match, "play", key=key, expect='"e1-v4"', ply=second.see(playing.match)["legal_plies"][0]
        ),
        "command-id-reused",
    )
    assert everything() == before


def test_of_plies_that_race_for_one_version_one_lands(playing: Meeting, first: Caller):
    seen = first.see(playing.match)

    def send(ply: list[str]) -> int:
        try:
            return first.command(playing.match, "play", expect=tag(seen), ply=ply).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        statuses = sorted(pool.map(send, seen["legal_plies"][:4]))
    assert statuses == [201, 412, 412, 412]
    assert MatchEvent.everywhere.filter(match=playing.match, type="ply").count() == 1


def test_layouts_are_confirmed_and_withdrawn_until_both_are_ready(
    meeting: Meeting, first: Caller, second: Caller
):
    first.lay_out(meeting.match)
    own, theirs = first.see(meeting.match), second.see(meeting.match)
    assert own["layout"]["confirmed"]
    assert len(own["layout"]["pieces"]) == 23
    assert theirs["layout"]["pieces"] is None
    assert [seat["confirmed"] for seat in theirs["seats"]] == [True, False]
    withdrawn = first.command(meeting.match, "layout.withdraw", revision=own["layout"]["revision"])
    assert withdrawn.json()["d"]["layout"]["confirmed"] is False
    second.lay_out(meeting.match)
    assert first.see(meeting.match)["phase"] == "layout"
    first.lay_out(meeting.match)
    assert first.see(meeting.match)["phase"] == "playing"


def test_one_player_plays_both_seats_of_one_screen(first: Caller, second: Caller):
    room = first.post("rooms", {"system": "gunjin", "opponent": "same_screen", "spectators_allowed": True})
    match = room["match"]
    for seat in ("first", "second"):
        first.lay_out(match, seat)
    dice = random.Random(3)
    for _ in range(10):
        mover = first.see(match)["turn"]
        views = {seat: first.see(match, seat) for seat in ("first", "second")}
        assert {seat: view["audience"] for seat, view in views.items()} == {
            "first": "first",
            "second": "second",
        }
        for seat, view in views.items():
            assert all((p["kind"] is not None) == (p["side"] == seat) for p in view["view"]["pieces"])
        assert first.play(match, dice, seat=mover).status_code == 201
    waiting = "second" if first.see(match)["turn"] == "first" else "first"
    refused(
        first.command(match, "play", expect=tag(first.see(match)), seat=waiting, ply=["a1", "a2"]),
        "not-your-turn",
    )
    assert first.command(match, "resign", seat="second").json()["d"]["outcome"]["winners"] == ["first"]
    matches = first.get("me/matches")["matches"]
    assert [line["match"] for line in matches] == [match]


@pytest.mark.parametrize("headers", [{"If_None_Match": '"e1-v3"'}, {"If_None_Match": 'W/"e1-v3", "x"'}])
def test_a_known_version_is_not_sent_again(playing: Meeting, first: Caller, headers: dict[str, Any]):
    response = first.call("GET", f"matches/{playing.match}", **headers)
    assert (response.status_code, response.content, response["ETag"]) == (304, b"", '"e1-v3"')
    Caller.done(first.play(playing.match))
    assert first.call("GET", f"matches/{playing.match}", **headers).status_code == 200
