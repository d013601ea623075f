"""Who watches some plies behind knows at every moment what could be known then, over every read."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from uuid import uuid4

import pytest

from accounts.identity import Actor
from accounts.models import Chat, Tenant
from accounts.tenancy import tenant_scope
from games.api.versions import etag_of
from games.chat import Saying, read_chat, say
from games.commands import ConfirmLayout, PlayPly, Resign
from games.delay import due_events
from games.events import WATCH, Audience
from games.models import MOST_SPECTATORS_DELAY, Match, Room
from games.queries import events_since, match_record, match_snapshot, see_match, see_room
from games.referee import execute
from games.rematches import offer_rematch
from games.rooms import NewRoom, create_room, leave_room
from games.rules.core import Side
from games.rules.verify import verify_record
from games.sockets.subscriptions import MatchSubscription, current_versions, read_missing, read_subscription
from tests.support.rooms import current, events_of, fresh, join, make_actor, make_tenant, seats_of

pytestmark = pytest.mark.usefixtures("valkey")
WORLDS = [
    ("gunjin", {}),
    ("luzhanqi", {"variant": "flip", "first_player": "fixed"}),
    ("luzhanqi", {"variant": "four", "first_player": "fixed"}),
]
PLIES = 9
LEAVING = 4  # the number of the ply instead of which a side gives up, where others play on
Players = dict[str, Actor]


@pytest.fixture
def tenant(db) -> Tenant:
    return make_tenant(chat=Chat.FREE)


def begun(host: Actor, delay: int, system: str, options: dict[str, str]) -> tuple[Match, Players]:
    """A match that may be watched, just before its first ply."""
    wanted = {"spectators_allowed": True, "spectators_delay": delay}
    room = create_room(host, NewRoom(system=system, options=options, **wanted))
    while any(seat.is_free for seat in room.seats.all()):
        join(make_actor(host.tenant), room)
    match = fresh(current(room))
    actors = {seat.side: Actor(host.tenant, seat.player) for seat in seats_of(match)}
    for side, actor in actors.items() if match.lays_out else ():
        pieces = tuple(match.rules.random_layout(match.options, Side(side), Random(side)).items())
        execute(actor, ConfirmLayout(match=match.id, command_id=uuid4(), pieces=pieces))
    return fresh(match), actors


def played(match: Match, actors: Players, rng: Random, plies: int = 1) -> Match:
    for _ in range(plies):
        match = fresh(match)
        ply = rng.choice(match.rules.legal_plies(match.sealed(), Side(match.turn)))
        command = PlayPly(match=match.id, command_id=uuid4(), expected=match.version, ply=ply)
        execute(actors[match.turn], command)
    return fresh(match)


def resigned(match: Match, actor: Actor) -> Match:
    execute(actor, Resign(match=match.id, command_id=uuid4()))
    return fresh(match)


def moments(match: Match, actors: Players) -> Iterator[Match]:
    """The match after each of its plies; of more than two sides one gives up in between."""
    rng = Random(5)
    yield match
    for number in range(1, PLIES + 1):
        leaves = number == LEAVING and len(actors) > 2
        yield (match := resigned(match, actors[match.turn]) if leaves else played(match, actors, rng))


def known(watcher: Actor, match: Match) -> dict[str, object]:
    """All that can be read of a match by who watches."""
    seen = see_match(watcher, match.id)
    followed = MatchSubscription(match.id, match.room_id, seen.audience)
    readings = [read_subscription(watcher, followed, since, None) for since in (None, 0, 2)]
    return {
        "snapshot": match_snapshot(seen),
        "tag": etag_of(seen.match),
        "events": events_since(seen, 0),
        "later events": events_since(seen, 4),
        "record": match_record(seen),
        "subscribed": readings,
        "missed": read_missing(watcher, followed),
        "versions": current_versions(watcher, [followed]),
    }


def known_at_once(watcher: Actor, match: Match) -> dict[str, object]:
    """The same, as if nothing were held back."""
    rows = Match.everywhere.filter(pk=match.pk)
    rows.update(spectators_delay=0)
    try:
        return known(watcher, match)
    finally:
        rows.update(spectators_delay=match.spectators_delay)


@pytest.mark.parametrize("delay", [1, 3])
@pytest.mark.parametrize(("system", "options"), WORLDS)
def test_who_watches_knows_what_could_be_known_some_plies_ago(
    first: Actor, spectator: Actor, system: str, options: dict[str, str], delay: int
) -> None:
    start, actors = begun(first, delay, system, options)
    then, match = [], start
    for match in moments(start, actors):
        then.append(known_at_once(spectator, match))
        assert known(spectator, match) == then[max(0, match.ply_count - delay)]
    assert match.ply_count == PLIES
    assert len({str(each) for each in then}) == PLIES + 1
    while not match.is_over:
        match = resigned(match, actors[match.turn])
    assert known(spectator, match) == known_at_once(spectator, match)
    verify_record(known(spectator, match)["record"])


@pytest.mark.parametrize("delay", [0, 1, 3, MOST_SPECTATORS_DELAY])
@pytest.mark.parametrize(("system", "options"), WORLDS)
def test_every_event_becomes_due_once_and_in_order(
    first: Actor, system: str, options: dict[str, str], delay: int
) -> None:
    start, actors = begun(first, delay, system, options)
    match, versions = start, [start.version]
    due = list(range(1, start.version + 1))

    def note(match: Match) -> None:
        stored = [event for event in events_of(match) if event.version > versions[-1]]
        with tenant_scope(first.tenant.id):
            due.extend(event.version for event in due_events(match, stored))
        versions.append(match.version)

    for match in moments(start, actors):
        if match.ply_count:
            note(match)
            assert due == list(range(1, match.version - min(delay, match.ply_count) + 1))
    while not match.is_over:
        match = resigned(match, actors[match.turn])
        note(match)
    assert due == list(range(1, match.version + 1))


def test_seats_are_never_behind_also_those_that_are_out(first: Actor) -> None:
    match, actors = begun(first, 3, *WORLDS[2])
    match = resigned(played(match, actors, Random(2), 5), actors["east"])
    for side, actor in actors.items():
        seen = see_match(actor, match.id)
        assert seen.audience == Audience(Side(side))
        shown = match_snapshot(seen)
        assert (shown["version"], shown["ply_count"]) == (match.version, 6)
        assert [event["v"] for event in events_since(seen, 0)] == list(range(1, match.version + 1))


def test_while_a_match_is_played_each_event_is_a_ply(first: Actor) -> None:
    """What `games.delay` counts on."""
    match, actors = begun(first, 2, *WORLDS[2])
    for before, after in pairwise(moments(match, actors)):
        assert after.version - before.version == after.ply_count - before.ply_count == 1


def test_a_look_back_writes_nothing(first: Actor, spectator: Actor) -> None:
    match, actors = begun(first, 3, *WORLDS[0])
    match = played(match, actors, Random(1), 5)
    before = Match.everywhere.filter(pk=match.pk).values().get()
    known(spectator, match)
    assert Match.everywhere.filter(pk=match.pk).values().get() == before


def test_the_delay_stays_with_the_room(first: Actor, spectator: Actor) -> None:
    match, actors = begun(first, 4, *WORLDS[0])
    resigned(match, first)
    room = Room.everywhere.get(pk=match.room_id)
    for actor in actors.values():
        again = offer_rematch(actor, room.slug)
    assert again is not None
    assert (again.number, again.spectators_delay) == (2, 4)
    assert see_room(spectator, room.slug)["spectators_delay"] == 4


# --- what is said


def heard(actor: Actor, match: Match) -> list[str]:
    return [str(line["text"]) for line in read_chat(actor, match.room.slug, limit=50)]


def test_who_watches_hears_the_seats_as_late_as_it_sees_them(first: Actor, spectator: Actor) -> None:
    match, actors = begun(first, 2, *WORLDS[0])
    rng, slug = Random(3), match.room.slug
    for number in range(4):
        say(first, slug, Saying(text=f"after {number}"))
        say(spectator, slug, Saying(text=f"watching {number}"))
        match = played(match, actors, rng)
    assert [text for text in heard(spectator, match) if "after" in text] == ["after 0", "after 1", "after 2"]
    assert [text for text in heard(spectator, match) if "watching" in text][-1] == "watching 3"
    for actor in actors.values():
        assert heard(actor, match) == [f"after {number}" for number in range(4)]
    match = resigned(match, first)
    assert heard(spectator, match)[-2:] == ["after 3", "watching 3"]


def test_who_left_the_room_is_heard_as_late_by_who_watches(first: Actor, spectator: Actor) -> None:
    match, actors = begun(first, 2, *WORLDS[2])
    match = played(match, actors, Random(2), 4)
    leaver = actors["west"]
    leave_room(leaver, match.room.slug)
    say(leaver, match.room.slug, Saying(text="my bombs are on the left"))
    assert heard(spectator, match) == []
    assert heard(leaver, match) == ["my bombs are on the left"]
    match = played(fresh(match), actors, Random(2), 2)
    assert heard(spectator, match) == ["my bombs are on the left"]


def test_who_watches_is_told_of_lines_when_they_are_due(
    first: Actor, spectator: Actor, monkeypatch, django_capture_on_commit_callbacks
) -> None:
    match, actors = begun(first, 2, *WORLDS[0])
    sent: list[tuple[str, dict[str, object]]] = []
    monkeypatch.setattr("games.publish.send", sent.extend)
    group = f"match.{match.id}.{WATCH.key}"
    rng, rung = Random(3), []
    for number in range(5):
        sent.clear()
        with django_capture_on_commit_callbacks(execute=True):
            match = played(match, actors, rng)
        rung.append([each["type"] for name, each in sent if name == group])
        say(first, match.room.slug, Saying(text=f"after {number + 1}"))
    # The line said after ply 1 comes with ply 1, that is, with the third.
    assert rung == [
        [],
        [],
        ["match.frame", "chat.said"],
        ["match.frame", "chat.said"],
        ["match.frame", "chat.said"],
    ]
    sent.clear()
    with django_capture_on_commit_callbacks(execute=True):
        resigned(match, first)
    kinds = [each["type"] for name, each in sent if name == group]
    assert kinds == ["match.frame"] * 3 + ["chat.said"] * 2
    lines = {str(line["id"]) for line in read_chat(spectator, match.room.slug, limit=2)}
    assert {each["message"] for name, each in sent if name == group and "message" in each} == lines
