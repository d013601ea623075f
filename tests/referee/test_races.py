"""Commands that meet at the match's lock. The lock is held here until all of them wait at it."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection, connections, transaction

from accounts.errors import DomainError
from accounts.identity import Actor
from games.errors import StaleVersion
from games.models import Match
from games.referee import Receipt, execute
from games.rules.core import Side
from tests.support.rooms import confirm, current, fresh, friend_room, ply_command, seats_of, start

pytestmark = pytest.mark.django_db(transaction=True)


def meet_at_lock(match: Match, *commands: Callable[[], Receipt]) -> list[Receipt | DomainError]:
    """Run the commands in threads that all wait for the match's row, then let them go."""

    def outcome(command: Callable[[], Receipt]) -> Receipt | DomainError:
        try:
            return command()
        except DomainError as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(commands)) as pool:
        with transaction.atomic():
            Match.everywhere.select_for_update().get(pk=match.pk)
            running: list[Future[Receipt | DomainError]] = [pool.submit(outcome, each) for each in commands]
            wait_for_waiters(len(commands))
        return [each.result(timeout=20) for each in running]


def wait_for_waiters(count: int) -> None:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
            if cursor.fetchone()[0] >= count:
                return
        threading.Event().wait(0.02)
    raise AssertionError("the commands never came to the lock")


def test_layouts_confirmed_at_once_start_the_match(first: Actor, second: Actor) -> None:
    match = current(friend_room(first, second))
    meet_at_lock(
        match, lambda: confirm(first, match, Side.FIRST), lambda: confirm(second, match, Side.SECOND, seed=2)
    )
    assert all(seat.is_confirmed for seat in seats_of(match))
    assert fresh(match).phase == Match.Phase.PLAYING


def test_one_of_two_plies_for_one_version_lands(first: Actor, second: Actor) -> None:
    match = start(friend_room(first, second), first, second)
    command = ply_command(match)
    answers = meet_at_lock(
        match, lambda: execute(first, command), lambda: execute(first, ply_command(match, command.ply))
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["Receipt", StaleVersion.__name__]
    assert fresh(match).ply_count == 1


def test_a_command_sent_twice_at_once_is_done_once(first: Actor, second: Actor) -> None:
    match = start(friend_room(first, second), first, second)
    command = ply_command(match, command_id=uuid4())
    answers = meet_at_lock(match, *[lambda: execute(first, command)] * 2)
    assert sorted(answer.repeated for answer in answers) == [False, True]
    assert fresh(match).ply_count == 1
