"""The bots' worker as a real process plays all variants of Luzhanqi, and three of four seats."""

from pathlib import Path
from random import Random
from uuid import uuid4

import pytest

from accounts.identity import Actor
from games.commands import ConfirmLayout, Resign
from games.levels import LEVELS
from games.models import Match, Room
from games.referee import execute
from games.rooms import NewRoom, create_room
from games.rules.core import Side
from games.rules.luzhanqi.system import LUZHANQI
from tests.ai.luzhanqi import VARIANTS
from tests.ai.test_worker import computers_lay_out, waits_for
from tests.support.rooms import current, events_of, fresh, ply_command, seats_of
from tests.support.workers import running, until

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.stack,
    pytest.mark.usefixtures("valkey", "patient"),
]
PLIES = 3


def a_match(person: Actor, variant: str, level: str) -> Match:
    """Against computers on all other seats."""
    asked = NewRoom(
        system="luzhanqi", options={"variant": variant}, opponent=Room.Opponent.COMPUTER, level=level
    )
    return current(create_room(person, asked))


def side_of(match: Match, person: Actor) -> Side:
    return next(seat.as_side for seat in seats_of(match) if seat.player_id == person.player.id)


def lay_out(match: Match, person: Actor) -> None:
    side = side_of(match, person)
    pieces = tuple(LUZHANQI.random_layout(match.options, side, Random(1)).items())
    execute(person, ConfirmLayout(match=match.id, command_id=uuid4(), seat=side, pieces=pieces))


def play_some(match: Match, person: Actor, rng: Random) -> None:
    side = side_of(match, person)
    for _ in range(PLIES):
        until(lambda: waits_for(match, side), "the computers have played")
        now = fresh(match)
        if not now.is_over:
            plies = LUZHANQI.legal_plies(now.sealed(), side)
            execute(person, ply_command(now, rng.choice(plies)))
    until(lambda: waits_for(match, side), "the computers have played")


def computers_plies(match: Match, person: Actor) -> list:
    own = side_of(match, person)
    return [event for event in events_of(match) if event.type == "ply" and event.side != own]


def test_computers_play_every_variant_and_every_seat(first: Actor, tmp_path: Path) -> None:
    with running("referee", tmp_path), running("bots", tmp_path) as bots:
        for number, variant in enumerate(VARIANTS):
            match = a_match(first, variant, LEVELS[number % len(LEVELS)])
            if fresh(match).lays_out:
                lay_out(match, first)
                until(lambda: computers_lay_out(match), "the computers have confirmed layouts")  # noqa: B023
            play_some(match, first, Random(number))
            assert len(computers_plies(match, first)) >= PLIES - 1
        before = len(computers_plies(match, first))
        execute(first, Resign(match=match.id, command_id=uuid4()))
        until(
            lambda: fresh(match).is_over or len(computers_plies(match, first)) > before + PLIES,
            "three computers play on without the person",
        )
        told = bots.log.read_text()
    assert "no question of a referee" not in told
    assert "UnreadableQuestion" not in told
    assert "the referee answers" not in told
