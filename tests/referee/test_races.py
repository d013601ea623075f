"""Commands at the same moment: each sees what the one before it did."""

import time
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import transaction

from accounts.identity import Actor, issue_token
from accounts.models import Player
from accounts.tenancy import tenant_scope
from games.commands import Resign
from games.errors import StaleVersion
from games.merging import Joining, join
from games.models import Match, Room, SavedLayout
from games.privacy.erasure import erase_bot, erase_player
from games.referee import execute
from games.rooms import leave_room, lock_room
from games.rules.core import Side
from tests.support.people import make_user
from tests.support.rooms import (
    confirm,
    current,
    events_of,
    fresh,
    friend_room,
    legal_ply,
    make_actor,
    ply_command,
    seats_of,
    start,
)
from tests.support.threads import beside

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("valkey")]


def test_layouts_confirmed_at_the_same_moment_begin_the_match(first: Actor, second: Actor) -> None:
    match = current(friend_room(first, second))
    with transaction.atomic():
        confirm(first, match, Side.FIRST)
        thread, errors = beside(lambda: confirm(second, match, Side.SECOND))
        time.sleep(0.3)  # the other waits for the lock now
        assert thread.is_alive()
    thread.join(10)
    assert not errors
    assert fresh(match).phase == Match.Phase.PLAYING
    assert [event.version for event in events_of(match)] == [1, 2, 3]


def test_two_plies_for_one_version_land_once(first: Actor, second: Actor) -> None:
    match = start(friend_room(first, second), first, second)
    command, other = ply_command(match), ply_command(match, legal_ply(match))
    with transaction.atomic():
        execute(first, command)
        thread, errors = beside(lambda: execute(first, other))
        time.sleep(0.3)
    thread.join(10)
    assert [type(error) for error in errors] == [StaleVersion]
    assert fresh(match).version == match.version + 1


def test_one_command_sent_twice_at_once_is_played_once(first: Actor, second: Actor) -> None:
    match = start(friend_room(first, second), first, second)
    command = ply_command(match)
    receipts = []
    with transaction.atomic():
        receipts.append(execute(first, command))
        thread, errors = beside(lambda: receipts.append(execute(first, command)))
        time.sleep(0.3)
    thread.join(10)
    assert not errors
    assert [receipt.repeated for receipt in receipts] == [False, True]
    assert receipts[0].event.version == receipts[1].event.version


def test_resigning_while_the_opponent_plays_still_resigns(first: Actor, second: Actor) -> None:
    match = start(friend_room(first, second), first, second)
    with transaction.atomic():
        execute(first, ply_command(match))
        thread, errors = beside(lambda: execute(second, Resign(match=match.id, command_id=uuid4())))
        time.sleep(0.3)
    thread.join(10)
    assert not errors
    assert fresh(match).outcome == {"winners": ["first"], "termination": "resigned"}


def test_a_bot_may_be_deleted_while_it_confirms_its_layout(first: Actor, second: Actor) -> None:
    """Each holds what the other waits for, unless who deletes lets rows still point to the player."""
    owner, bot = first, make_actor(first.tenant, Player.PlayerKind.BOT)
    owner.player.user = make_user()
    with tenant_scope(first.tenant.id):
        owner.player.save(update_fields=["user"])
        Player.objects.filter(pk=bot.player.pk).update(owner=owner.player.user)
    match = current(friend_room(bot, second))
    with transaction.atomic():
        confirm(bot, match, Side.FIRST)
        thread, errors = beside(lambda: erase_bot(owner, bot.player.id))
        time.sleep(0.3)
    thread.join(10)
    assert not errors
    assert fresh(match).outcome == {"winners": [], "termination": "abandoned"}


def account_of(guest: Actor) -> tuple[Actor, Callable[[], object]]:
    """Somebody with an account, and how that account takes the guest in."""
    own = make_actor(guest.tenant)
    with tenant_scope(guest.tenant.id):
        token, _ends = issue_token(guest.player)
        Player.objects.filter(pk=own.player.pk).update(user=make_user(), kind=Player.PlayerKind.PERSON)
        own.player.refresh_from_db()
    return own, lambda: join(guest.tenant, own.player.user, Joining(guest_token=token))


def test_a_guest_may_be_merged_while_its_room_is_changed(first: Actor, second: Actor) -> None:
    """Rooms are locked before their seats, also by who changes the seats of many."""
    room = friend_room(first, second)
    own, merge = account_of(first)
    with tenant_scope(first.tenant.id), transaction.atomic():
        lock_room(second, room.slug)
        thread, errors = beside(merge)
        time.sleep(0.3)
        leave_room(first, room.slug)
    thread.join(10)
    assert not errors
    assert Room.everywhere.get(pk=room.pk).creator_id == own.player.id
    assert room.seats.get(number=1).is_free


def test_a_guest_may_be_merged_while_who_sits_there_too_is_erased(first: Actor, second: Actor) -> None:
    rooms = [friend_room(first, second) for _ in range(2)]
    for room, slug in zip(rooms, ("b-made-sooner", "a-made-later"), strict=True):
        Room.everywhere.filter(pk=room.pk).update(slug=slug)
    own, merge = account_of(first)

    def erase() -> None:
        with tenant_scope(second.tenant.id), transaction.atomic():
            erase_player(second.tenant, second.player)

    with tenant_scope(first.tenant.id), transaction.atomic():
        lock_room(first, "b-made-sooner")
        threads = []
        for work in (merge, erase):
            threads.append(beside(work))
            time.sleep(0.3)
    for thread, errors in threads:
        thread.join(10)
        assert not errors
    for room in rooms:
        assert [seat.player_id for seat in room.seats.order_by("number")] == [own.player.id, None]


def test_a_guest_may_be_merged_while_it_confirms_its_layout(first: Actor, second: Actor) -> None:
    own, merge = account_of(first)
    match = current(friend_room(first, second))
    with transaction.atomic():
        confirm(first, match, Side.FIRST)
        thread, errors = beside(merge)
        time.sleep(0.3)
    thread.join(10)
    assert not errors
    assert {seat.player_id for seat in seats_of(match)} == {own.player.id, second.player.id}
    assert SavedLayout.everywhere.get().player_id == own.player.id
