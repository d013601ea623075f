"""What ends a credential closes the sockets it opened, without waiting for a frame of theirs."""

from __future__ import annotations

import asyncio

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings

from accounts.access import Scope
from accounts.bots import make_bot
from accounts.devices import end_device, list_devices, sign_out_everywhere
from accounts.identity import authenticate_session, issue_token
from accounts.models import Tenant, Token
from accounts.staff import Role
from accounts.tenancy import tenant_scope
from accounts.tokens import TokenWish, make_token
from games.moderation import players
from games.moderation.cases import Why
from tests.accounts.conftest import Browser, browser, mailed_code
from tests.sockets.client import SocketClient
from tests.sockets.conftest import Guest, in_thread
from tests.sockets.test_cookie import browser as open_page
from tests.support.people import make_staff, open_session, register
from tests.support.roles import as_web

AT_ONCE = 1.0


class Account:
    """A player with two sessions, an app, a program and a bot; `sockets` opens one for each."""

    def __init__(self) -> None:
        self.tenant = Tenant.objects.get(slug="default")
        self.player = register("Aki", self.tenant)[0]
        self.user = self.player.user
        self.keys = [open_session(self.user, self.tenant) for _ in range(3)]
        self.actor = authenticate_session(self.tenant, self.keys[0])
        wish = TokenWish("Program", frozenset({Scope.READ}), 1)
        with tenant_scope(self.tenant.id):
            app, _ = issue_token(
                self.player, kind=Token.TokenKind.DEVICE, label="App", session_key=self.keys[2]
            )
        robot = make_bot(self.actor, "Robot")
        self.tokens = {
            "app": app,
            "program": make_token(self.actor, wish)[1],
            "bot": make_token(self.actor, TokenWish("Bot", wish.scopes, 1, robot.id))[1],
        }

    def browser(self) -> Browser:
        """The page of the first session."""
        page = browser()
        page.http.cookies[settings.SESSION_COOKIE_NAME] = self.keys[0]
        return page


@pytest.fixture
def account(_real_stack) -> Account:
    return Account()


async def sockets(account: Account, connect) -> dict[str, SocketClient]:
    opened = {"this": open_page(account.keys[0]), "other": open_page(account.keys[1])}
    for page in opened.values():
        await page.open()
        await page.hello("")
    for name, token in account.tokens.items():
        opened[name] = await connect()
        await opened[name].hello(token)
    return opened


async def closed_at_once(opened: dict[str, SocketClient]) -> dict[str, int]:
    """The sockets that were closed, with their codes."""
    found: dict[str, int] = {}

    async def watch(name: str, client: SocketClient) -> None:
        found[name] = await client.until_closed()

    watchers = [asyncio.create_task(watch(*each)) for each in opened.items()]
    await asyncio.wait(watchers, timeout=AT_ONCE)
    for watcher in watchers:
        watcher.cancel()
    await asyncio.gather(*watchers, return_exceptions=True)
    return found


async def test_signing_out_closes_the_sockets_of_that_session_at_once(connect, account) -> None:
    opened = await sockets(account, connect)
    await in_thread(lambda: account.browser().sign("DELETE", "auth/session"))
    assert await closed_at_once(opened) == {"this": 4402}


@pytest.mark.parametrize("by", ["list", "allauth"])
async def test_signing_a_device_out_closes_its_socket_at_once(connect, account, by: str) -> None:
    opened = await sockets(account, connect)

    def end() -> None:
        if by == "list":
            [app] = [each for each in list_devices(account.actor) if each.label == "App"]
            end_device(account.actor, app.id)
        else:
            row = UserSession.objects.get(session_key=account.keys[2])
            assert (
                account.browser().sign("DELETE", "auth/sessions", {"sessions": [row.pk]}).status_code == 200
            )

    await in_thread(end)
    assert await closed_at_once(opened) == {"app": 4402}


def everywhere(account: Account) -> None:
    sign_out_everywhere(account.actor)


def reset(account: Account) -> None:
    account.user.emailaddress_set.create(email=account.user.email, verified=True, primary=True)
    lost = browser()
    lost.sign("POST", "auth/password/request", {"email": account.user.email})
    lost.sign("POST", "auth/password/reset", {"key": mailed_code(), "password": "crouching dragon 88"})


@pytest.mark.parametrize("end", [everywhere, reset])
async def test_what_ends_everything_closes_every_socket_at_once(connect, account, end) -> None:
    opened = await sockets(account, connect)

    def run() -> None:
        with as_web():
            end(account)

    await in_thread(run)
    assert await closed_at_once(opened) == dict.fromkeys(opened, 4402)


async def test_a_banned_owners_bots_are_sent_away_at_once(connect, account) -> None:
    opened = await sockets(account, connect)
    staff = await in_thread(lambda: make_staff(account.tenant, Role.OPERATOR))
    await in_thread(lambda: players.ban(staff, account.player.id, Why("Cheats."), until=None))
    assert await closed_at_once(opened) == dict.fromkeys(opened, 4403)


async def test_a_guest_who_signs_out_everywhere_is_gone_at_once(connect, first: Guest, second: Guest) -> None:
    opened = {"first": await connect(first), "second": await connect(second)}
    await in_thread(sign_out_everywhere, first.actor)
    assert await closed_at_once(opened) == {"first": 4402}
