"""What a computer thought tells of its own pieces and plans: every address is searched for it before the end.

Sockets, channel layer, log and operators' pages are searched for a planted thought in the other files here.
"""

from __future__ import annotations

import logging
import re
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import get_resolver

from games.models import Match, Thought
from games.tasks import play_answer
from tests.api.conftest import Caller, body_of, guest
from tests.support.rooms import layout_for, legal_ply

MARKS = ("believed-origin", "believed-kind", "weighed-word", "987654321", "123456787", "0.73179", "0.41237")
THINKING = {
    "plies": [{"ply": ["weighed-word"], "odds": 0.73179}],
    "worlds": 987654321,
    "positions": 123456787,
    "beliefs": {"believed-origin": {"believed-kind": 0.41237}},
}


def marks_in(text: str) -> set[str]:
    return {mark for mark in MARKS if mark in text}


@pytest.fixture
def person() -> Caller:
    return guest("Person")


@pytest.fixture
def match(person: Caller) -> str:
    """Against a computer that has thought and played; it is the person's turn."""
    wanted = {"system": "gunjin", "opponent": "computer", "level": "beginner", "side": "second"}
    match = str(person.post("rooms", {**wanted, "spectators_allowed": True})["match"])
    tenant = str(Match.everywhere.get(pk=match).tenant_id)
    play_answer({"layout": layout_for("first", 1)}, match, "first", 0, tenant)
    person.lay_out(match)
    running = Match.everywhere.get(pk=match)
    answer = {"ply": list(legal_ply(running)), "thinking": THINKING}
    assert play_answer(answer, match, "first", running.version, tenant)
    assert Thought.everywhere.get(match_id=match).sealed_thinking == THINKING
    return match


def addresses(match: str, slug: str) -> list[str]:
    """Every address of the API, filled in; and everything a match's query may ask for."""
    filled = {"match_id": match, "slug": slug, "key": "gunjin", "number": "1"}
    found = []
    for pattern in get_resolver("games.api.urls").url_patterns:
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda named: filled.get(named[1], match), str(pattern.pattern))
        found.append(path)
        if path.startswith(f"matches/{match}") and not path.endswith("stream"):
            found += [
                f"{path}?{query}" for query in ("seat=first", "seat=second", "of=first", "since=0", "wait=0")
            ]
    return [path for path in found if not path.endswith("stream")]  # a stream never ends while a match runs


def text_of(response: Any) -> str:
    """What the answer says; of an archive, what is packed in it."""
    body = body_of(response)
    if response.headers["Content-Type"] != "application/zip":
        return body.decode()
    with ZipFile(BytesIO(body)) as archive:
        return "".join(name + archive.read(name).decode() for name in archive.namelist())


def test_what_a_computer_thought_is_told_nowhere_before_the_end(match: str, person: Caller, caplog) -> None:
    caplog.set_level(logging.DEBUG)
    slug = person.see(match)["room"]
    asked = addresses(match, slug)
    assert len(asked) > 40
    for caller in (person, guest("Spectator"), Caller()):
        for path in asked:
            response = caller.call("GET", path)
            told = text_of(response) + str(response.headers)
            assert not marks_in(told), path
            if "thoughts" in path and caller.token:
                assert response.status_code in {400, 409}, path
    assert not marks_in(caplog.text)
    pages = Client().get("/admin/").content.decode()
    assert not marks_in(pages)


def test_asking_tells_the_same_whether_or_not_anybody_thought(match: str, person: Caller) -> None:
    before = person.call("GET", f"matches/{match}/thoughts")
    Thought.everywhere.all().delete()
    after = person.call("GET", f"matches/{match}/thoughts")
    told, told_after = before.json(), after.json()
    assert told.pop("request_id") != told_after.pop("request_id")
    assert (before.status_code, told) == (after.status_code, told_after)
    assert told["code"] == "wrong-phase"


def test_after_the_end_whoever_has_the_link_reads_it(match: str, person: Caller) -> None:
    person.command(match, "resign")
    for caller in (person, guest("Spectator")):
        told = caller.get(f"matches/{match}/thoughts")
        assert told == {
            "match": match,
            "thoughts": [{"number": 1, "side": "first", **THINKING}],
            "next": None,
        }
        assert caller.get(f"matches/{match}/thoughts?since=1")["thoughts"] == []


def test_long_matches_are_told_in_parts(match: str, person: Caller) -> None:
    tenant = Match.everywhere.get(pk=match).tenant_id
    Thought.everywhere.bulk_create(
        Thought(tenant_id=tenant, match_id=match, number=number, side="first", sealed_thinking=THINKING)
        for number in range(3, 251, 2)
    )
    person.command(match, "resign")
    numbers: list[int] = []
    since: int | None = 0
    while since is not None:
        told = person.get(f"matches/{match}/thoughts?since={since}")
        assert len(told["thoughts"]) <= 100
        numbers += [thought["number"] for thought in told["thoughts"]]
        since = told["next"]
    assert numbers == list(range(1, 251, 2))
