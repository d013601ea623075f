"""Tenants, players, rooms and matches for tests, made through the handlers that clients use."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from random import Random
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.identity import Actor
from accounts.models import Player, Tenant
from accounts.names import name_key
from accounts.tenancy import tenant_scope
from games.commands import ConfirmLayout, MatchCommand, PlayPly
from games.models import Match, MatchEvent, MatchSeat, Room, Seat
from games.referee import Receipt, execute
from games.rooms import NewRoom, claim_seat, create_room
from games.rules.core import JsonObject, Layout, Ply, Side
from games.rules.systems import SYSTEMS

GUNJIN = SYSTEMS["gunjin"]
OPTIONS = GUNJIN.parse_options({})


def make_tenant(**fields) -> Tenant:
    return Tenant.objects.create(slug=f"t-{uuid4().hex[:12]}", name="A club", **fields)


def make_actor(tenant: Tenant, kind: Player.PlayerKind = Player.PlayerKind.GUEST) -> Actor:
    with tenant_scope(tenant.id):
        name = f"P {uuid4().hex[:12]}"
        return Actor(tenant, Player.objects.create(name=name, name_key=name_key(name), kind=kind))


@pytest.fixture
def tenant(db) -> Tenant:
    return make_tenant()


@pytest.fixture
def first(tenant: Tenant) -> Actor:
    """Creates the rooms and plays first."""
    return make_actor(tenant)


@pytest.fixture
def second(tenant: Tenant) -> Actor:
    return make_actor(tenant)


@pytest.fixture
def spectator(tenant: Tenant) -> Actor:
    """Same tenant, no seat."""
    return make_actor(tenant)


@pytest.fixture
def outsider(db) -> Actor:
    """Another tenant's player."""
    return make_actor(make_tenant())


def new_room(actor: Actor, **wanted) -> Room:
    return create_room(actor, NewRoom(system="gunjin", **wanted))


def computer_room(actor: Actor, level: str = "beginner", **wanted) -> Room:
    return new_room(actor, opponent=Room.Opponent.COMPUTER, level=level, **wanted)


def free_seat(room: Room) -> Seat:
    seat = next(seat for seat in room.seats.all() if seat.is_free)
    seat.room = room
    return seat


def join(actor: Actor, room: Room) -> Seat:
    """Take the free seat by its link."""
    seat = free_seat(room)
    return claim_seat(actor, room.slug, seat.number, seat.link_secret())


def friend_room(first: Actor, second: Actor, **wanted) -> Room:
    room = new_room(first, **wanted)
    join(second, room)
    return room


def layout_for(side: Side, seed: int = 1) -> Layout:
    return GUNJIN.random_layout(OPTIONS, side, Random(seed))


def current(room: Room) -> Match:
    return room.current_match()


def confirm(actor: Actor, match: Match, side: Side, *, seed: int = 1, **fields) -> Receipt:
    pieces = tuple(layout_for(side, seed).items())
    return execute(
        actor, ConfirmLayout(match=match.id, command_id=uuid4(), seat=side, pieces=pieces, **fields)
    )


def start(room: Room, first: Actor, second: Actor, *, seed: int = 1) -> Match:
    """Both layouts confirmed; the match as it is then."""
    match = current(room)
    confirm(first, match, Side.FIRST, seed=seed)
    confirm(second, match, Side.SECOND, seed=seed + 1)
    return fresh(match)


def fresh(match: Match) -> Match:
    return Match.everywhere.get(pk=match.pk)


def seats_of(match: Match) -> list[MatchSeat]:
    return list(MatchSeat.everywhere.filter(match=match).order_by("order"))


def events_of(match: Match) -> list[MatchEvent]:
    return list(MatchEvent.everywhere.filter(match=match).order_by("version"))


def legal_ply(match: Match, rng: Random | None = None) -> Ply:
    plies = GUNJIN.legal_plies(match.sealed(), Side(match.turn))
    return (rng or Random(1)).choice(plies)


def ply_command(match: Match, ply: Ply | None = None, **fields) -> PlayPly:
    defaults = {"command_id": uuid4(), "expected": match.version}
    return PlayPly(match=match.id, ply=legal_ply(match) if ply is None else ply, **(defaults | fields))


def play_out(match: Match, players: dict[str, Actor], rng: Random) -> Match:
    """Random plies to the end."""
    while not (match := fresh(match)).is_over:
        execute(players[match.turn], ply_command(match, legal_ply(match, rng)))
    return match


def state(match: Match) -> JsonObject:
    """Everything a command may change, to show that a refused one changed nothing."""
    return {
        "match": Match.everywhere.filter(pk=match.pk).values().get(),
        "seats": list(MatchSeat.everywhere.filter(match=match).order_by("order").values()),
        "events": list(MatchEvent.everywhere.filter(match=match).order_by("version").values()),
    }


@contextmanager
def unchanged(match: Match) -> Iterator[None]:
    before = state(match)
    yield
    assert state(match) == before


def refused(actor: Actor, command: MatchCommand, error: type[Exception]) -> Exception:
    """The command is refused with exactly this error, and nothing changes."""
    match = Match.everywhere.get(pk=command.match)
    with unchanged(match), pytest.raises(error) as caught:
        execute(actor, command)
    assert type(caught.value) is error
    return caught.value


def age(room: Room, **times: datetime) -> None:
    """Set times of a room, as if it had been made or left earlier."""
    Room.everywhere.filter(pk=room.pk).update(**times)


def exists(row: Room | Match) -> bool:
    return type(row).everywhere.filter(pk=row.pk).exists()


@contextmanager
def statements(kept: list[str]) -> Iterator[None]:
    """Collects the SQL statements inside, without those that only mark transactions."""
    with CaptureQueriesContext(connection) as captured:
        yield
    kept += [each["sql"] for each in captured.captured_queries if not _marks_transaction(each["sql"])]


def _marks_transaction(sql: str) -> bool:
    return sql.split(" ", 1)[0].rstrip(";") in {"BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE"}
