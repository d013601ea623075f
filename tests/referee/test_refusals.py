"""Every command's sad cases by name. A refused command changes nothing."""

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.errors import NotFound
from accounts.identity import Actor
from accounts.tenancy import tenant_scope
from games import presence
from games.commands import (
    ClaimAbandoned,
    ConfirmLayout,
    MatchCommand,
    PlayPly,
    Resign,
    WithdrawLayout,
)
from games.errors import (
    CommandIdReused,
    InProgress,
    MatchOver,
    NotYourSeat,
    NotYourTurn,
    StaleVersion,
    VersionRequired,
    WrongPhase,
)
from games.models import Match, Room, Seat
from games.referee import execute
from games.rules.core import IllegalLayout, IllegalPly, Ply, Side
from tests.support.rooms import (
    computer_room,
    confirm,
    current,
    fresh,
    friend_room,
    layout_for,
    legal_ply,
    new_room,
    ply_command,
    refused,
    start,
)

pytestmark = pytest.mark.usefixtures("valkey")

COMMANDS: dict[str, Callable[[Match], MatchCommand]] = {
    "ply": ply_command,
    "layout": lambda match: ConfirmLayout(
        match=match.id, command_id=uuid4(), pieces=tuple(layout_for(Side.FIRST).items())
    ),
    "withdraw": lambda match: WithdrawLayout(match=match.id, command_id=uuid4()),
    "resign": lambda match: Resign(match=match.id, command_id=uuid4()),
    "claim-abandoned": lambda match: ClaimAbandoned(match=match.id, command_id=uuid4()),
}


@pytest.fixture
def room(first: Actor, second: Actor) -> Room:
    return friend_room(first, second)


@pytest.fixture
def playing(room: Room, first: Actor, second: Actor) -> Match:
    """Both have laid out; the first side is to play."""
    return start(room, first, second)


@pytest.fixture
def over(playing: Match, second: Actor) -> Match:
    execute(second, Resign(match=playing.id, command_id=uuid4()))
    return fresh(playing)


# --- who may


@pytest.mark.parametrize("name", COMMANDS)
def test_another_tenants_player_finds_no_match(playing: Match, outsider: Actor, name: str) -> None:
    refused(outsider, COMMANDS[name](playing), NotFound)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_stranger_of_the_same_tenant_finds_no_match(playing: Match, spectator: Actor, name: str) -> None:
    refused(spectator, COMMANDS[name](playing), NotFound)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_spectator_has_no_seat(first: Actor, second: Actor, spectator: Actor, name: str) -> None:
    match = start(friend_room(first, second, spectators_allowed=True), first, second)
    refused(spectator, COMMANDS[name](match), NotYourSeat)


@pytest.mark.parametrize("name", COMMANDS)
def test_an_unknown_match_is_not_found(playing: Match, first: Actor, name: str) -> None:
    command = COMMANDS[name](playing)
    object.__setattr__(command, "match", uuid4())
    with pytest.raises(NotFound):
        execute(first, command)


@pytest.mark.parametrize("seat", [Side.SECOND, Side.SOUTH])
def test_the_other_seat_is_not_yours(playing: Match, first: Actor, seat: Side) -> None:
    refused(first, ply_command(playing, seat=seat), NotYourSeat)
    refused(first, Resign(match=playing.id, command_id=uuid4(), seat=seat), NotYourSeat)


def test_a_computers_seat_is_nobodys(first: Actor) -> None:
    match = current(computer_room(first))
    command = ConfirmLayout(
        match=match.id, command_id=uuid4(), seat=Side.SECOND, pieces=tuple(layout_for(Side.SECOND).items())
    )
    refused(first, command, NotYourSeat)


# --- turn, version, phase


def test_out_of_turn(playing: Match, second: Actor) -> None:
    refused(second, ply_command(playing), NotYourTurn)


def test_a_ply_without_a_version(playing: Match, first: Actor) -> None:
    refused(first, ply_command(playing, expected=None), VersionRequired)


@pytest.mark.parametrize("off", [-1, 1, 1000])
def test_a_ply_for_another_version(playing: Match, first: Actor, off: int) -> None:
    error = refused(first, ply_command(playing, expected=playing.version + off), StaleVersion)
    assert error.extra == {"version": playing.version}


def test_resigning_for_another_version(playing: Match, first: Actor) -> None:
    refused(first, Resign(match=playing.id, command_id=uuid4(), expected=1), StaleVersion)


@pytest.mark.parametrize("name", ["ply", "layout", "resign", "withdraw", "claim-abandoned"])
def test_after_the_end(over: Match, first: Actor, name: str) -> None:
    if name == "ply":
        command: MatchCommand = PlayPly(
            match=over.id, command_id=uuid4(), expected=over.version, ply=Ply("a1", "a2")
        )
    else:
        command = COMMANDS[name](over)
    refused(first, command, MatchOver)


@pytest.mark.parametrize("name", ["resign", "ply"])
def test_play_before_it_began(room: Room, first: Actor, name: str) -> None:
    match = current(room)
    commands = {
        "resign": Resign(match=match.id, command_id=uuid4()),
        "ply": PlayPly(match=match.id, command_id=uuid4(), expected=0, ply=Ply("a1", "a2")),
    }
    refused(first, commands[name], WrongPhase)


@pytest.mark.parametrize("name", ["layout", "withdraw"])
def test_layouts_are_fixed_once_play_began(playing: Match, first: Actor, name: str) -> None:
    refused(first, COMMANDS[name](playing), WrongPhase)


# --- plies


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("a1",),
        ("a1", "a1"),
        ("a8", "a7"),
        ("zz", "a1"),
        ("a1", "a2", "+"),
        ("", ""),
        ("a1", "f8"),
        ("é", "b4"),
    ],
)
def test_an_illegal_ply(playing: Match, first: Actor, words: tuple[str, ...]) -> None:
    refused(first, ply_command(playing, Ply(*words)), IllegalPly)


def test_a_refusal_of_a_ply_says_no_more_than_the_view(playing: Match, first: Actor) -> None:
    """The same words whatever the opponent's piece is, and none of them a kind."""
    details = {
        str(refused(first, ply_command(playing, Ply(enemy, "a4")), IllegalPly))
        for enemy in ("a5", "b6", "c7", "f5")
    }
    assert {detail.rsplit(" ", 1)[0] for detail in details} == {"No piece of yours stands on"}


# --- layouts


@pytest.mark.parametrize(
    "change",
    [
        lambda pieces: pieces[:-1],
        lambda pieces: [*pieces, pieces[0]],
        lambda pieces: [],
        lambda pieces: [(square, "general") for square, _ in pieces],
        lambda pieces: [("a8" if square == "a1" else square, kind) for square, kind in pieces],
        lambda pieces: [("zz" if square == "a1" else square, kind) for square, kind in pieces],
        lambda pieces: [(square, "queen" if square == "a1" else kind) for square, kind in pieces],
    ],
)
def test_a_layout_that_breaks_a_rule(room: Room, first: Actor, change: Callable[[list], list]) -> None:
    match = current(room)
    pieces = tuple(change(list(layout_for(Side.FIRST).items())))
    error = refused(first, ConfirmLayout(match=match.id, command_id=uuid4(), pieces=pieces), IllegalLayout)
    assert error.reasons


def test_the_opponents_squares_are_no_place_for_a_layout(room: Room, second: Actor) -> None:
    match = current(room)
    pieces = tuple(layout_for(Side.FIRST).items())
    refused(second, ConfirmLayout(match=match.id, command_id=uuid4(), pieces=pieces), IllegalLayout)


def test_a_layout_revision_that_is_not_the_present_one(room: Room, first: Actor) -> None:
    match = current(room)
    confirm(first, match, Side.FIRST, revision=0)
    pieces = tuple(layout_for(Side.FIRST, 5).items())
    error = refused(
        first, ConfirmLayout(match=match.id, command_id=uuid4(), pieces=pieces, revision=0), StaleVersion
    )
    assert error.extra == {"version": 1, "revision": 1}
    refused(first, WithdrawLayout(match=match.id, command_id=uuid4(), revision=0), StaleVersion)
    execute(first, WithdrawLayout(match=match.id, command_id=uuid4(), revision=1))


def test_withdrawing_what_was_not_confirmed(room: Room, first: Actor) -> None:
    refused(first, WithdrawLayout(match=current(room).id, command_id=uuid4()), WrongPhase)


# --- repeated command ids


def test_a_repeated_command_answers_what_it_answered_before(playing: Match, first: Actor) -> None:
    command = ply_command(playing)
    before = execute(first, command)
    again = execute(first, command)
    assert (before.repeated, again.repeated) == (False, True)
    assert again.event.version == before.event.version
    assert fresh(playing).version == playing.version + 1


def test_a_command_id_with_another_body(playing: Match, first: Actor) -> None:
    command = ply_command(playing)
    execute(first, command)
    other = ply_command(playing, Ply("a1", "a2"), command_id=command.command_id)
    refused(first, other, CommandIdReused)
    refused(first, Resign(match=playing.id, command_id=command.command_id), CommandIdReused)


def test_a_used_command_id_for_the_present_version(playing: Match, first: Actor, second: Actor) -> None:
    command = ply_command(playing)
    execute(first, command)
    now = fresh(playing)
    reused = ply_command(now, legal_ply(now), command_id=command.command_id)
    refused(second, reused, CommandIdReused)


def test_the_opponents_command_is_not_ones_own_to_repeat(playing: Match, first: Actor, second: Actor) -> None:
    """Sending what the other seat sent tells nothing of that seat."""
    command = ply_command(playing)
    execute(first, command)
    refused(second, command, CommandIdReused)


# --- an opponent who is gone


def test_an_opponent_who_is_there_is_not_gone(room: Room, playing: Match, first: Actor) -> None:
    with tenant_scope(room.tenant_id):
        presence.arrive(Seat.objects.get(room=room, number=2), "socket", timezone.now())
    refused(first, ClaimAbandoned(match=playing.id, command_id=uuid4()), InProgress)


def test_an_opponent_gone_for_long_enough(room: Room, playing: Match, first: Actor) -> None:
    long_ago = timezone.now() - timedelta(seconds=121)
    Seat.everywhere.filter(room=room, number=2).update(last_seen_at=long_ago)
    execute(first, ClaimAbandoned(match=playing.id, command_id=uuid4()))
    assert fresh(playing).outcome == {"winners": [], "termination": "abandoned"}


def test_a_computer_is_never_gone(first: Actor) -> None:
    match = current(computer_room(first))
    refused(first, ClaimAbandoned(match=match.id, command_id=uuid4()), WrongPhase)


def test_on_one_screen_nobody_is_gone(first: Actor) -> None:
    match = current(new_room(first, opponent=Room.Opponent.SAME_SCREEN))
    refused(first, ClaimAbandoned(match=match.id, command_id=uuid4()), WrongPhase)
