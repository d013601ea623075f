"""Players, rooms and sockets over the real consumer, Postgres and Valkey."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

import pytest
import pytest_asyncio
from channels.layers import channel_layers

from accounts.directory import forget_tenants, resolve_tenant
from accounts.guests import create_guest
from accounts.identity import Actor
from accounts.models import Tenant
from accounts.tenancy import tenant_scope
from games.models import Match, Room
from games.rooms import NewRoom, claim_seat, create_room
from games.sockets.database import in_database
from tests.sockets.client import SocketClient


@dataclass(frozen=True)
class Guest:
    """A player of one tenant and the token that shows it."""

    actor: Actor
    token: str


@dataclass(frozen=True)
class Table:
    """A room with its first match."""

    room: Room
    match: Match

    @property
    def id(self) -> str:
        return str(self.match.id)


def make_guest(tenant: Tenant | None = None) -> Guest:
    made = create_guest(tenant or resolve_tenant("testserver"))
    return Guest(Actor(made.player.tenant, made.player), made.token)


def make_table(first: Guest, second: Guest | None = None, **wanted) -> Table:
    """`first` plays the first side; `second` has claimed the other seat, where there is one."""
    room = create_room(first.actor, NewRoom(system="gunjin", **wanted))
    with tenant_scope(first.actor.tenant.id):
        if second is not None:
            secret = room.seats.get(number=2).link_secret()
            claim_seat(second.actor, room.slug, 2, secret)
        return Table(room, room.current_match())


@pytest.fixture(autouse=True)
def _real_stack(transactional_db, valkey) -> None:
    """Every test commits; nothing is remembered from the test before."""
    Tenant.objects.get_or_create(slug="default", defaults={"name": "Gyoji", "hosts": ["*"]})
    forget_tenants()


@pytest.fixture(autouse=True)
def _in_a_hurry(settings) -> None:
    """Tests play faster than people may."""
    often = dict.fromkeys(("RATE_FRAMES_PER_SOCKET", "RATE_COMMANDS_PER_PLAYER"), "10000/second")
    settings.GYOJI = {**settings.GYOJI, **often}


@pytest.fixture
def first() -> Guest:
    return make_guest()


@pytest.fixture
def second() -> Guest:
    return make_guest()


@pytest.fixture
def spectator() -> Guest:
    return make_guest()


@pytest.fixture
def outsider() -> Guest:
    """A player of another tenant."""
    tenant = Tenant.objects.create(
        slug="elsewhere", name="Elsewhere", client_key="elsewhere", hosts=["elsewhere.example"]
    )
    forget_tenants()
    return make_guest(tenant)


@pytest.fixture
def table(first: Guest, second: Guest) -> Table:
    return make_table(first, second)


Connect = Callable[..., Awaitable[SocketClient]]


@pytest_asyncio.fixture
async def connect() -> AsyncIterator[Connect]:
    """Open a socket and say hello; all are closed after the test."""
    opened: list[SocketClient] = []

    async def open_socket(guest: Guest | None = None, **details) -> SocketClient:
        client = SocketClient(**details)
        opened.append(client)
        await client.open()
        if guest is not None:
            await client.hello(guest.token)
        return client

    yield open_socket
    for client in opened:
        await client.close()
    await channel_layers["default"].flush()


async def in_thread(function, *args, **kwargs):
    """Blocking setup inside an asynchronous test."""
    return await in_database(function, *args, **kwargs)
