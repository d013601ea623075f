"""Jobs reach every tenant's rows, as the role that sees one tenant at a time."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.identity import Actor
from games.housekeeping import purge_rooms, wake_stalled_bots, warn_closing_rooms
from games.models import Match, Room
from games.tasks import play_answer
from tests.support.roles import as_web
from tests.support.rooms import age, computer_room, current, exists, fresh, layout_for, new_room

pytestmark = pytest.mark.usefixtures("valkey")
HOUR = timedelta(hours=1)


def purge() -> int:
    with as_web():
        return purge_rooms(timezone.now())


def test_idle_rooms_of_all_tenants_go_with_their_guests_matches(first: Actor, outsider: Actor) -> None:
    rooms = [new_room(actor) for actor in (first, outsider)]
    matches = [current(room) for room in rooms]
    for room in rooms:
        age(room, last_presence_at=timezone.now() - HOUR)
    assert purge() == len(rooms)
    assert {Room.everywhere.get(pk=room.pk).closed_reason for room in rooms} == {"idle"}
    assert not any(exists(match) for match in matches)
    for room in rooms:
        age(room, closed_at=timezone.now() - timedelta(days=8))
    purge()
    assert not any(exists(room) for room in rooms)


def test_rooms_of_all_tenants_are_warned(first: Actor, outsider: Actor) -> None:
    for actor in (first, outsider):
        age(new_room(actor), expires_at=timezone.now() + timedelta(minutes=1))
    with as_web():
        assert warn_closing_rooms(timezone.now()) == 2


def test_lost_questions_of_all_tenants_are_asked_again_and_their_answers_are_played(
    first: Actor, outsider: Actor
) -> None:
    matches = [current(computer_room(actor)) for actor in (first, outsider)]
    Match.everywhere.update(bot_asked_at=timezone.now() - HOUR)
    with as_web():
        assert wake_stalled_bots(timezone.now()) == len(matches)
        for match in matches:
            answer = {"layout": layout_for("second")}
            assert play_answer(answer, str(match.id), "second", match.version, str(match.tenant_id))
    assert [fresh(match).version for match in matches] == [1, 1]
