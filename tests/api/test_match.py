"""Whole matches over REST."""

import random

import pytest

from tests.api.conftest import Caller, Meeting, tag

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_friends_play_to_the_end_over_rest(playing: Meeting, first: Caller, second: Caller):
    dice, version = random.Random(7), 3
    while (seen := first.see(playing.match))["phase"] != "over":
        mover = first if seen["turn"] == "first" else second
        response = mover.play(playing.match, dice)
        assert response.status_code == 201, response.content
        assert response.json()["v"] == version + 1
        version += 1
        if version > 60:
            assert first.command(playing.match, "resign").status_code == 201
    assert seen["outcome"]["winners"] == ["second"]
    assert seen["outcome"]["termination"] == "resigned"
    assert set(seen["reveal"]) == {"first", "second"}
    record = second.get(f"matches/{playing.match}/record")
    assert record["format"] == "gyoji-record-1"
    assert tag(seen) == first.call("GET", f"matches/{playing.match}")["ETag"]
