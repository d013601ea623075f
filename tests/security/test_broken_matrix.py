"""Holes made on purpose, in this process alone: each turns cells of the matrix red."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.db import models
from django.utils import timezone

from accounts import devices, identity, sessions, tokens
from accounts.models import Player, Token
from accounts.postgres.base import DatabaseWrapper
from accounts.tenancy import TenantManager, tenant_scope
from config import pages
from games import chat, layout_files, layouts, lobby, queries
from games.api import tenants as api_tenants
from games.models import Match, MatchSeat, SavedLayout
from games.moderation import notices
from games.sockets import handshake
from games.sockets import sessions as socket_sessions
from tests.security.matrix import Caller, rows
from tests.security.matrix_calls import ask, ask_to_sign_in
from tests.security.matrix_sign_in import Visitor, sign_in_rows
from tests.security.matrix_world import World

Patch = pytest.MonkeyPatch

# --- credentials


def no_scopes(patch: Patch) -> None:
    patch.setattr(identity.Actor, "require", lambda self, scope: None)


def no_expiry(patch: Patch) -> None:
    before = timezone.now() - timedelta(hours=1)
    patch.setattr(identity, "timezone", SimpleNamespace(now=lambda: before))


def no_revocation(patch: Patch) -> None:
    patch.setattr(Token, "revoked_at", property(lambda self: None, lambda self, value: None))


def nobody_gone(patch: Patch) -> None:
    patch.setattr(identity, "_is_gone", lambda player: False)


def no_bans(patch: Patch) -> None:
    patch.setattr(identity, "require_not_banned", lambda player: None)


def no_csrf(patch: Patch) -> None:
    patch.setattr(api_tenants, "_check_csrf", lambda request: None)


def any_origin(patch: Patch) -> None:
    patch.setattr(handshake, "is_own_page", lambda origin, authority: True)
    patch.setattr(socket_sessions, "is_origin_allowed", lambda visitor, tenant: True)


def sessions_of_any_tenant(patch: Patch) -> None:
    patch.setattr(pages, "is_bound_elsewhere", lambda session, tenant: False)
    patch.setattr(sessions, "is_bound_elsewhere", lambda session, tenant: False)


# --- tenants


def no_filter(patch: Patch) -> None:
    patch.setattr(TenantManager, "get_queryset", models.Manager.get_queryset)


def no_walls(patch: Patch) -> None:
    patch.setattr(DatabaseWrapper, "_wanted", lambda self: (self.unscoped_role, ""))


def no_tenants(patch: Patch) -> None:
    no_filter(patch)
    no_walls(patch)


# --- whose


def layouts_of_others(patch: Patch) -> None:
    def found(actor, layout_id):
        with tenant_scope(actor.tenant.id):
            return SavedLayout.objects.get(pk=layout_id)

    for module in (layouts, layout_files):
        patch.setattr(module, "saved_layout", found)


def tokens_of_others(patch: Patch) -> None:
    patch.setattr(tokens, "_live", lambda actor: Token.objects.filter(kind=Token.TokenKind.PERSONAL))


def bots_of_others(patch: Patch) -> None:
    patch.setattr(tokens, "own_bots", lambda actor: Player.objects.filter(kind=Player.PlayerKind.BOT))


def devices_of_others(patch: Patch) -> None:
    def found(actor):
        with tenant_scope(actor.tenant.id):
            return list(Token.objects.filter(kind__in=devices.DEVICE_KINDS))

    patch.setattr(devices, "_tokens", found)


def history_of_others(patch: Patch) -> None:
    def found(actor, *, before=None, limit=None):
        with tenant_scope(actor.tenant.id):
            rows = MatchSeat.objects.select_related("match__room").prefetch_related("match__seats__player")
            return list(rows.filter(match__phase=Match.Phase.PLAYING))

    patch.setattr(queries, "history", found)


def notices_of_others(patch: Patch) -> None:
    patch.setattr(notices, "mark_read", lambda actor, notice_id: None)


def rooms_not_listed(patch: Patch) -> None:
    def found(actor, **_):
        with tenant_scope(actor.tenant.id):
            return lobby._lines(lobby._waiting(actor), actor)

    patch.setattr(lobby, "open_rooms", found)


def chat_for_all(patch: Patch) -> None:
    patch.setattr(chat, "_listener", lambda actor, room: chat._Listener(actor, room, None))


def watching_for_all(patch: Patch) -> None:
    real = queries._audience

    def audience(actor, match, seats, asked):
        match.spectators_allowed = True
        return real(actor, match, seats, asked)

    patch.setattr(queries, "_audience", audience)


@dataclass(frozen=True)
class Hole:
    """`names`: some of the rows in which `caller` gets in through the hole."""

    make: Callable[[Patch], None]
    caller: Caller | Visitor
    names: tuple[str, ...]


HOLES = {
    "scopes are not asked for": Hole(
        no_scopes, Caller.UNSCOPED, ("seeMe", "seeLayout", "createRoom", "endDevice", "socket cmd")
    ),
    "tokens do not expire": Hole(no_expiry, Caller.EXPIRED, ("seeMe", "seeEvents", "socket hello")),
    "tokens are not revoked": Hole(no_revocation, Caller.REVOKED, ("seeMe", "seeEvents", "socket hello")),
    "the deleted go on": Hole(nobody_gone, Caller.DELETED, ("seeMe", "socket hello")),
    "the merged go on": Hole(nobody_gone, Caller.MERGED, ("seeMe", "socket hello")),
    "the banned go on": Hole(no_bans, Caller.BANNED, ("seeMe", "createRoom", "socket hello")),
    "the banned go on by cookie": Hole(
        no_bans, Caller.BANNED_COOKIE, ("seeMe", "createRoom", "eraseAccount", "socket hello")
    ),
    "cookies act without CSRF": Hole(no_csrf, Caller.FORGED, ("changeMe", "createRoom", "eraseAccount")),
    "sockets open for any page": Hole(any_origin, Caller.FORGED, ("socket hello", "socket cmd")),
    "sessions open every tenant": Hole(
        sessions_of_any_tenant, Visitor.OUTSIDER, ("GET account/email", "DELETE auth/sessions")
    ),
    "tenants are not told apart": Hole(no_tenants, Caller.OUTSIDER, ("seeRoom",)),
    "tokens open every tenant": Hole(no_tenants, Caller.SMUGGLED, ("seeMe", "socket hello")),
    "layouts of others": Hole(
        layouts_of_others, Caller.OPPONENT, ("seeLayout", "seeLayoutFile", "changeLayout", "deleteLayout")
    ),
    "tokens of others": Hole(tokens_of_others, Caller.STRANGER, ("listTokens", "revokeToken")),
    "bots of others": Hole(bots_of_others, Caller.MODERATOR, ("makeToken",)),
    "devices of others": Hole(devices_of_others, Caller.OPPONENT, ("listDevices", "endDevice")),
    "history of others": Hole(history_of_others, Caller.STRANGER, ("listMyMatches",)),
    "notices of others": Hole(notices_of_others, Caller.STRANGER, ("readMyNotice",)),
    "rooms that are not listed": Hole(rooms_not_listed, Caller.STRANGER, ("listOpenRooms",)),
    "chat of any room": Hole(chat_for_all, Caller.MODERATOR, ("readChat", "say", "socket chat")),
    "matches of any room": Hole(
        watching_for_all, Caller.MODERATOR, ("seeMatch", "seeRecord", "streamEvents", "socket sub, a match")
    ),
}


def red(world: World, hole: Hole) -> set[str]:
    """Which of the hole's rows are not answered as the matrix says."""
    if isinstance(hole.caller, Visitor):
        asked = [row for row in sign_in_rows() if row.name in hole.names]
        found = {row: ask_to_sign_in(world, hole.caller, row)[0] for row in asked}
        return {row.name for row, cell in found.items() if cell != row.expected(hole.caller)}
    world.spoil(hole.caller)
    cells = [row for row in rows() if row.name in hole.names]
    return {row.name for row in cells if ask(world, hole.caller, row)[0] != row.expected(hole.caller)}


@pytest.mark.parametrize("name", HOLES)
def test_a_hole_is_noticed(world: World, monkeypatch: Patch, name: str) -> None:
    hole = HOLES[name]
    hole.make(monkeypatch)
    assert red(world, hole) == set(hole.names)


@pytest.mark.parametrize("lock", [no_filter, no_walls])
def test_either_lock_between_tenants_holds_alone(world: World, monkeypatch: Patch, lock) -> None:
    lock(monkeypatch)
    everything = tuple(row.name for row in rows())
    assert not red(world, Hole(lock, Caller.OUTSIDER, everything))
