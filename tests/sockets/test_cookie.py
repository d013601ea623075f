"""A signed-in browser's socket needs no token: its cookie opens it, for the pages of this very host."""

from __future__ import annotations

import pytest
from django.conf import settings

from accounts.directory import forget_tenants
from accounts.models import Tenant
from accounts.sessions import new_session
from tests.sockets.client import Closed, SocketClient
from tests.sockets.conftest import in_thread
from tests.support.people import make_user, open_session, register


def sign_in(tenant: Tenant, *, with_player: bool = True) -> str:
    """The key of a session as signing in leaves it."""
    return open_session(register("Aki", tenant)[0].user if with_player else make_user(), tenant)


def default_tenant() -> Tenant:
    return Tenant.objects.get(slug="default")


def browser(key: str, origin: str = "http://testserver", host: str = "testserver") -> SocketClient:
    cookie = f"theme=dark; {settings.SESSION_COOKIE_NAME}={key}".encode()
    return SocketClient(headers=[(b"host", host.encode()), (b"origin", origin.encode()), (b"cookie", cookie)])


async def refused(client: SocketClient) -> int:
    await client.open()
    with pytest.raises(Closed) as closed:
        await client.hello("")
    return closed.value.code


async def test_the_cookie_opens_the_socket_until_the_session_ends() -> None:
    key = await in_thread(lambda: sign_in(default_tenant()))
    client = browser(key)
    await client.open()
    welcome = await client.hello("")
    assert welcome["d"]["player"]["name"] == "Aki"
    assert (await client.ask("ping"))["t"] == "pong"

    await in_thread(lambda: new_session(key).delete())
    with pytest.raises(Closed) as closed:
        await client.ask("ping")
    assert closed.value.code == 4402


async def test_a_page_of_another_site_cannot_use_the_cookie() -> None:
    """Even one that the tenant lets in with a token."""
    key = await in_thread(lambda: sign_in(default_tenant()))
    friend = "https://friend.example"
    await in_thread(lambda: Tenant.objects.update(allowed_origins=[friend]))
    forget_tenants()
    assert await refused(browser(key, friend)) == 4401


async def test_a_session_opens_no_socket_of_another_tenant(settings) -> None:
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "other.example"]
    key = await in_thread(lambda: sign_in(default_tenant()))
    await in_thread(lambda: Tenant.objects.create(slug="other", name="Other", hosts=["other.example"]))
    forget_tenants()
    assert await refused(browser(key, "http://other.example", "other.example")) == 4401


@pytest.mark.parametrize("key", ["", "0123456789abcdefghijklmnopqrstuv"])
async def test_no_session_no_socket(key: str) -> None:
    assert await refused(browser(key)) == 4401


async def test_a_user_without_a_player_has_no_socket() -> None:
    key = await in_thread(lambda: sign_in(default_tenant(), with_player=False))
    assert await refused(browser(key)) == 4401
