"""Invitations by name: one seat, kept for one player."""

from uuid import uuid4

import pytest

from accounts.blocks import block
from accounts.errors import BadRequest, NotFound, RateLimited
from accounts.identity import Actor
from accounts.tenancy import tenant_scope
from games.commands import Resign
from games.errors import Blocked, Forbidden, RoomFull
from games.lobby import decline, invitations, open_rooms
from games.models import Room, Seat
from games.privacy.erasure import erase_player
from games.queries import history, history_line, see_room
from games.referee import execute
from games.rematches import play_computer
from games.rooms import NewRoom, claim_seat, close_by_creator, create_room
from tests.support.rooms import friend_room, join, new_room, start

pytestmark = pytest.mark.usefixtures("valkey")


def invite(host: Actor, guest: Actor, **wanted) -> Room:
    return new_room(host, invite=guest.player.name, **wanted)


def invited_to(actor: Actor) -> list[str]:
    return [line["slug"] for line in invitations(actor, limit=50)]


def test_who_is_invited_finds_the_room_and_sits_down(first: Actor, second: Actor, spectator: Actor) -> None:
    room = invite(first, second)
    (line,) = invitations(second, limit=50)
    assert (line["slug"], line["host"]["name"], line["seat"]) == (room.slug, first.player.name, 2)
    assert invited_to(spectator) == invited_to(first) == []
    assert see_room(first, room.slug)["invited"] == second.player.name
    assert see_room(second, room.slug)["invited"] is None
    assert [see_room(who, room.slug)["may_join"] for who in (first, second, spectator)] == [
        False,
        True,
        False,
    ]
    claim_seat(second, room.slug, 2, None)
    assert invited_to(second) == []
    assert see_room(first, room.slug)["invited"] is None


def test_who_sits_is_not_invited_any_more_though_others_are_missing(first: Actor, second: Actor) -> None:
    options = {"variant": "four", "first_player": "fixed"}
    room = create_room(first, NewRoom(system="luzhanqi", options=options, invite=second.player.name))
    claim_seat(second, room.slug, 2, None)
    assert invited_to(second) == []
    assert see_room(first, room.slug)["invited"] is None
    with pytest.raises(NotFound):
        decline(second, room.slug)


def test_the_seat_is_kept_for_who_is_invited(first: Actor, second: Actor, spectator: Actor) -> None:
    room = invite(first, second)
    with pytest.raises(Forbidden):
        claim_seat(spectator, room.slug, 2, None)
    assert Seat.everywhere.get(room=room, number=2).is_free


def test_an_invitation_is_in_nobodys_lobby_unless_it_is_listed_too(first: Actor, second: Actor) -> None:
    invite(first, second)
    assert open_rooms(second, limit=9) == []


def test_who_comes_with_the_link_is_first(first: Actor, second: Actor, spectator: Actor) -> None:
    room = invite(first, second)
    join(spectator, room)
    assert invited_to(second) == []
    with pytest.raises(RoomFull):
        claim_seat(second, room.slug, 2, None)


def test_an_invitation_can_be_declined(
    first: Actor, second: Actor, spectator: Actor, outsider: Actor
) -> None:
    room = invite(first, second)
    for stranger in (first, spectator, outsider):
        with pytest.raises(NotFound):
            decline(stranger, room.slug)
    decline(second, room.slug)
    assert invited_to(second) == []
    with pytest.raises(NotFound):
        decline(second, room.slug)
    with pytest.raises(Forbidden):
        claim_seat(second, room.slug, 2, None)


def test_an_invitation_ends_with_its_room(first: Actor, second: Actor) -> None:
    closed, with_computer = invite(first, second), invite(first, second)
    close_by_creator(first, closed.slug)
    play_computer(first, with_computer.slug, "beginner")
    assert invited_to(second) == []


@pytest.mark.parametrize("who_blocks", ["host", "guest"])
def test_a_block_stops_invitations(first: Actor, second: Actor, who_blocks: str) -> None:
    before = invite(first, second)
    one, other = (first, second) if who_blocks == "host" else (second, first)
    block(one, other.player.name)
    assert invited_to(second) == []
    with pytest.raises(Blocked):
        claim_seat(second, before.slug, 2, None)
    with pytest.raises(Blocked):
        invite(first, second)
    assert Room.everywhere.filter(creator=first.player).count() == 1


def test_nobody_invites_themselves_strangers_or_names_nobody_has(first: Actor, outsider: Actor) -> None:
    with pytest.raises(BadRequest):
        invite(first, first)
    for name in (outsider.player.name, "Nobody"):
        with pytest.raises(NotFound):
            new_room(first, invite=name)
    assert not Room.everywhere.filter(creator=first.player).exists()


@pytest.mark.parametrize("opponent", [Room.Opponent.COMPUTER, Room.Opponent.SAME_SCREEN])
def test_there_is_no_seat_to_keep_beside_computers_or_on_one_screen(
    first: Actor, second: Actor, opponent: Room.Opponent
) -> None:
    with pytest.raises(BadRequest):
        invite(first, second, opponent=opponent, level="beginner")


def test_invitations_have_a_limit(first: Actor, second: Actor, settings) -> None:
    settings.GYOJI = {**settings.GYOJI, "RATE_INVITATIONS_PER_PLAYER": "1/hour"}
    invite(first, second)
    with pytest.raises(RateLimited):
        invite(first, second)
    new_room(first)  # other rooms have their own


def test_who_is_erased_is_invited_nowhere(first: Actor, second: Actor) -> None:
    room = invite(first, second)
    with tenant_scope(second.tenant.id):
        erase_player(second.tenant, second.player)
    assert see_room(first, room.slug)["invited"] is None


def test_opponents_of_before_are_invited_by_the_name_in_the_history(first: Actor, second: Actor) -> None:
    match = start(friend_room(first, second), first, second)
    execute(second, Resign(match=match.id, command_id=uuid4()))
    (line,) = [history_line(seat) for seat in history(first)]
    room = new_room(first, invite=line["opponents"][0]["name"])
    assert invited_to(second) == [room.slug]
