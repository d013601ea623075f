"""What a computer says it thought: kept with the ply it led to, dropped where it is nothing of the kind."""

import logging
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.errors import NotFound
from accounts.identity import Actor
from accounts.tenancy import tenant_scope
from games.commands import Resign
from games.errors import WrongPhase
from games.housekeeping import purge_rooms
from games.models import Match, Thought
from games.queries import match_thoughts, see_match
from games.referee import execute
from games.rooms import leave_room
from games.rules.core import Ply, Side
from games.rules.thinking import Thinking
from games.tasks import play_answer
from tests.support.rooms import (
    age,
    computer_room,
    confirm,
    current,
    fresh,
    layout_for,
    legal_ply,
    make_tenant,
    ply_command,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("valkey")]
THINKING = Thinking(
    plies=((Ply("b5", "b4"), 0.625), (Ply("c6", "c5"), 0.5)),
    worlds=80,
    positions=80_192,
    beliefs={"b4": {"general": 0.75, "spy": 0.25}},
).to_json()


@pytest.fixture
def match(first: Actor) -> Match:
    """Against the computer, which is to play."""
    match = current(computer_room(first))
    assert reply(match, {"layout": layout_for(Side.SECOND, 1), "thinking": THINKING}, 0)
    confirm(first, match, Side.FIRST)
    execute(first, ply_command(fresh(match)))
    return fresh(match)


def reply(match: Match, answered: object, version: int | None = None) -> bool:
    asked = match.version if version is None else version
    return play_answer(answered, str(match.id), "second", asked, str(match.tenant_id))


def played(match: Match, thinking: object = THINKING) -> dict[str, object]:
    return {"ply": list(legal_ply(match)), "thinking": thinking}


def kept(match: Match) -> list[Thought]:
    return list(Thought.everywhere.filter(match=match))


def test_a_thought_is_kept_with_its_ply(match: Match) -> None:
    assert kept(match) == [], "a layout has no thought"
    assert reply(match, played(match))
    (thought,) = kept(match)
    assert (thought.number, thought.side, thought.sealed_thinking) == (2, "second", THINKING)
    assert thought.tenant_id == match.tenant_id


def test_an_answer_without_a_thought_is_played_as_well(match: Match) -> None:
    assert reply(match, {"ply": list(legal_ply(match))})
    assert kept(match) == []


def test_two_answers_to_one_question_leave_one_thought(match: Match) -> None:
    answered = played(match)
    assert reply(match, answered)
    reply(match, answered)
    reply(match, {**answered, "thinking": {**THINKING, "worlds": 2}})
    assert [thought.sealed_thinking for thought in kept(match)] == [THINKING]


def test_a_refused_ply_leaves_no_thought(match: Match) -> None:
    assert not reply(match, {"ply": ["a1", "a2"], "thinking": THINKING})
    assert kept(match) == []


BAD = [
    7,
    [],
    {},
    "general",
    {**THINKING, "more": 1},
    {**THINKING, "plies": {}},
    {**THINKING, "plies": [{"ply": ["b5", "b4"], "odds": 1.5}]},
    {**THINKING, "plies": [{"ply": ["b5", "b4"], "odds": float("nan")}]},
    {**THINKING, "plies": [{"ply": ["b5", "b4"], "odds": True}]},
    {**THINKING, "plies": [{"ply": "b5b4", "odds": 0.5}]},
    {**THINKING, "plies": [{"ply": ["b5", "b4"]}]},
    {**THINKING, "plies": [{"ply": ["b5", "b4"], "odds": 0.5}] * 9},
    {**THINKING, "worlds": -1},
    {**THINKING, "worlds": 1.5},
    {**THINKING, "positions": 10**40},
    {**THINKING, "positions": None},
    {**THINKING, "beliefs": []},
    {**THINKING, "beliefs": {"b4": 1}},
    {**THINKING, "beliefs": {"b4": {"general": "all"}}},
    {**THINKING, "beliefs": {"b4": {"x" * 41: 1}}},
    {**THINKING, "beliefs": {"b4": {"\x00": 1}}},
    {**THINKING, "beliefs": {str(number): {} for number in range(65)}},
    {**THINKING, "beliefs": {"b4": {str(number): 0 for number in range(33)}}},
]


@pytest.mark.parametrize("thinking", BAD, ids=lambda value: repr(value)[-40:])
def test_what_is_no_thought_is_dropped_and_its_ply_played(
    match: Match, thinking: object, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, "games"):
        assert reply(match, played(match, thinking))
    assert kept(match) == []
    assert "dropped" in caplog.text
    assert "general" not in caplog.text


def test_it_is_read_as_it_was_written() -> None:
    assert Thinking.read(THINKING).to_json() == THINKING


def test_it_is_shown_when_the_match_is_over_and_not_before(match: Match, first: Actor) -> None:
    reply(match, played(match))
    with pytest.raises(WrongPhase):
        match_thoughts(see_match(first, match.id), 0)
    execute(first, Resign(match=match.id, command_id=uuid4()))
    told = match_thoughts(see_match(first, match.id), 0)
    assert told["thoughts"] == [{"number": 2, "side": "second", **THINKING}]


def test_of_a_match_that_ended_before_play_nothing_is_shown(first: Actor) -> None:
    room = computer_room(first)
    match = current(room)
    leave_room(first, room.slug)
    with pytest.raises(WrongPhase):
        match_thoughts(see_match(first, match.id), 0)


def test_it_goes_with_its_match(match: Match, first: Actor) -> None:
    reply(match, played(match))
    age(match.room, last_presence_at=timezone.now() - timedelta(minutes=31))
    assert purge_rooms(timezone.now()) == 1
    with pytest.raises(NotFound):
        see_match(first, match.id)
    assert kept(match) == []


def test_another_tenant_cannot_even_store_one(match: Match) -> None:
    other = make_tenant()
    with pytest.raises(IntegrityError), tenant_scope(other.id), transaction.atomic():
        Thought.objects.create(match=match, number=1, side="second", sealed_thinking=THINKING)
