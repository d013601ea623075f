"""Who gets the side that begins, in a room's first match and in a rematch, where options decide."""

from uuid import uuid4

import pytest

from accounts.errors import BadRequest
from accounts.identity import Actor
from accounts.models import Tenant
from games.commands import Resign
from games.models import Match, Room
from games.referee import execute
from games.rematches import offer_rematch
from games.rooms import NewRoom, create_room
from games.rules.core import Side
from tests.support.rooms import current, fresh, join, make_actor, new_room, seats_of

pytestmark = pytest.mark.usefixtures("valkey")


def room_for(host: Actor, guests: list[Actor], rule: str, *, variant: str = "flip", side: str = "") -> Room:
    options = {"variant": variant, "first_player": rule}
    room = create_room(host, NewRoom(system="luzhanqi", options=options, side=side))
    for guest in guests:
        join(guest, room)
    return room


def beginner(match: Match) -> object:
    return seats_of(match)[0].player_id


def again(room: Room, players: list[Actor], loser: Actor) -> Match:
    """The match after one that `loser` gave up."""
    execute(loser, Resign(match=current(room).id, command_id=uuid4()))
    made = [offer_rematch(player, room.slug) for player in players]
    assert made[-1] is not None
    return fresh(made[-1])


def test_chance_decides_anew_for_every_match(first: Actor, second: Actor) -> None:
    begun = {beginner(current(room_for(first, [second], "random"))) for _ in range(20)}
    assert begun == {first.player.id, second.player.id}
    room = room_for(first, [second], "random")
    assert len({beginner(again(room, [first, second], first)) for _ in range(20)}) == 2


@pytest.mark.parametrize(("rule", "host_begins"), [("host", True), ("loser", False), ("fixed", True)])
def test_a_rematch_begins_as_the_option_says(
    first: Actor, second: Actor, rule: str, host_begins: bool
) -> None:
    room = room_for(first, [second], rule)
    for _ in range(2):
        match = again(room, [first, second], second)
        assert beginner(match) == (first if host_begins else second).player.id


def test_fixed_stays_as_the_host_chose(first: Actor, second: Actor) -> None:
    room = room_for(first, [second], "fixed", side="second")
    assert beginner(current(room)) == second.player.id
    assert beginner(again(room, [first, second], first)) == second.player.id


@pytest.mark.parametrize(
    ("rule", "side"),
    [("random", "first"), ("loser", "second"), ("host", "second"), ("host", "random"), ("fixed", "north")],
)
def test_a_side_that_the_options_do_not_leave_is_refused(first: Actor, rule: str, side: str) -> None:
    with pytest.raises(BadRequest):
        room_for(first, [], rule, side=side)


def test_the_table_turns_and_partners_stay(tenant: Tenant) -> None:
    """East and West lost: East, the first of them in order of play, begins the next match."""
    players = [make_actor(tenant) for _ in range(4)]
    room = room_for(players[0], players[1:], "loser", variant="four")
    order = [seat.player_id for seat in seats_of(current(room))]
    match = current(room)
    Match.everywhere.filter(pk=match.pk).update(
        phase=Match.Phase.OVER, outcome={"winners": ["south", "north"], "termination": "flag-taken"}
    )
    made = [offer_rematch(player, room.slug) for player in players]
    assert made[-1] is not None
    turned = [seat.player_id for seat in seats_of(made[-1])]
    assert turned == order[1:] + order[:1]


def test_gunjin_moves_on_by_one(first: Actor, second: Actor) -> None:
    room = new_room(first, side="second")
    join(second, room)
    assert seats_of(current(room))[1].player_id == first.player.id
    assert room.rules.beginner(room.options) == "turns"
    assert seats_of(current(room))[0].side == Side.FIRST
