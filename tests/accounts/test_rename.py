"""`PATCH me`: another name, a few times a day; and what clients keep on the server."""

from __future__ import annotations

import pytest

from accounts.models import Player
from tests.api.conftest import Caller


def test_a_new_name_is_seen_by_all(first: Caller, second: Caller, playing) -> None:
    assert first.done(first.call("PATCH", "me", {"name": "  Aki  "}))["name"] == "Aki"
    assert second.get(f"rooms/{playing.slug}")["seats"][0]["player"]["name"] == "Aki"
    assert Player.everywhere.get(id=first.player).named_at is not None


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "bad-name"),
        ("Second", "name-taken"),
        ("SECOND", "name-taken"),
        ("S\u0435cond", "bad-name"),  # a Cyrillic letter
        ("A\u202eki", "bad-name"),
        ("A\u200bki", "bad-name"),
        ("Moderator", "bad-name"),
        ("Deleted abc", "bad-name"),
        ("a" + "\u0301" * 50, "bad-name"),
        ("x" * 25, "bad-name"),
    ],
)
def test_a_deceiving_name_is_refused_and_nothing_changes(
    first: Caller, second: Caller, name: str, code: str
) -> None:
    assert first.call("PATCH", "me", {"name": name}).json()["code"] in {code, "bad-request"}
    assert first.get("me")["name"] == "First"


def test_names_change_a_few_times_a_day(first: Caller, settings) -> None:
    settings.GYOJI = {**settings.GYOJI, "RATE_NAMES_PER_PLAYER": "2/day"}
    answers = [first.call("PATCH", "me", {"name": f"Aki {number}"}) for number in range(3)]
    assert [each.status_code for each in answers] == [200, 200, 429]
    assert first.call("PATCH", "me", {"name": "Aki 1"}).status_code == 200, "the name one has costs nothing"


def test_settings_are_kept_whole_and_small(first: Caller) -> None:
    assert first.get("me")["settings"] == {}
    first.call("PATCH", "me", {"settings": {"board": "flat"}})
    assert first.get("me")["settings"] == {"board": "flat"}
    for wrong in ([], "flat", {"x": "y" * 5000}):
        assert first.call("PATCH", "me", {"settings": wrong}).status_code == 400
    assert first.get("me")["settings"] == {"board": "flat"}
