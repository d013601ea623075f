"""A player's own sockets are told that there is something to read, and nobody else's."""

from __future__ import annotations

from accounts.access import Scope
from accounts.bots import make_bot
from accounts.identity import Actor
from accounts.staff import Role
from accounts.tokens import TokenWish, make_token
from games.moderation import play, players
from games.moderation.cases import Why
from games.rooms import NewRoom, create_room
from tests.sockets.conftest import Guest, in_thread
from tests.support.people import make_staff, register

WHY = Why("Swears.", "be-kind")


def warn(guest) -> None:
    players.warn(make_staff(guest.actor.tenant, Role.MODERATOR), guest.actor.player.id, WHY)


def invite(host, guest) -> None:
    create_room(host.actor, NewRoom(system="gunjin", invite=guest.actor.player.name))


async def heard(client) -> list[dict]:
    """The frames that nobody asked for, up to now."""
    await client.ask("ping")
    return [frame for frame in client.received if "r" not in frame]


async def test_who_is_warned_or_invited_is_told_at_once(connect, first, second, spectator) -> None:
    mine, hosts, other = [await connect(each) for each in (first, second, spectator)]
    await in_thread(warn, first)
    await in_thread(invite, second, first)
    await mine.until(lambda frame: frame["t"] == "invitation")
    assert [(frame["t"], frame["d"]) for frame in await heard(mine)] == [("notice", {}), ("invitation", {})]
    assert await heard(hosts) == await heard(other) == []


async def test_who_played_in_a_room_that_is_closed_is_told(connect, table, first, second, spectator) -> None:
    mine, other = await connect(second), await connect(spectator)
    staff = await in_thread(make_staff, first.actor.tenant, Role.MODERATOR)
    await in_thread(lambda: play.close_room(staff, table.room.id, WHY))
    await mine.until(lambda frame: frame["t"] == "notice")
    assert await heard(other) == []


async def test_an_owners_bot_hears_of_nothing_that_is_the_owners(connect) -> None:
    """Its socket is in the owner's group, for it ends with the owner."""

    def make() -> tuple[Guest, Guest]:
        player, token = register("Kurosawa")
        actor = Actor(player.tenant, player)
        robot = make_bot(actor, "Robot")
        scopes = frozenset({Scope.PLAY, Scope.READ})
        _, theirs = make_token(actor, TokenWish("Robot", scopes, 1, robot.id))
        return Guest(actor, token), Guest(Actor(player.tenant, robot), theirs)

    owner, robot = await in_thread(make)
    mine, bots = await connect(owner), await connect(robot)
    await in_thread(warn, owner)
    await mine.until(lambda frame: frame["t"] == "notice")
    assert await heard(bots) == []


async def test_a_program_that_may_not_read_hears_nothing(connect, first) -> None:
    wish = TokenWish("Program", frozenset({Scope.PLAY}), 1)
    _, token = await in_thread(make_token, first.actor, wish)
    mine, programs = await connect(first), await connect(Guest(first.actor, token))
    await in_thread(warn, first)
    await mine.until(lambda frame: frame["t"] == "notice")
    assert await heard(programs) == []
