"""Chat: who may say what, who reads it, and how it ends."""

from datetime import timedelta
from random import Random
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from accounts.errors import Muted, NotFound, RateLimited
from accounts.identity import Actor
from accounts.models import FOR_EVER, Block, Chat, Player, Tenant
from accounts.names import look
from accounts.tenancy import tenant_scope
from games import wording
from games.chat import PRESETS, REPEATED, TAKE_BACK, Saying, find_message, hear, read_chat, say, take_back
from games.commands import ConfirmLayout, Resign
from games.errors import BadMessage, ChatOff, CommandIdReused, Forbidden, RoomClosed, SaidAlready
from games.housekeeping import purge_rooms
from games.models import ChatMessage, Match, Room
from games.queries import see_room
from games.referee import execute
from games.rematches import offer_rematch, play_computer
from games.rooms import NewRoom, close_by_creator, create_room, leave_room
from tests.support.rooms import (
    age,
    computer_room,
    current,
    friend_room,
    join,
    make_actor,
    make_tenant,
    new_room,
    start,
    state,
)

pytestmark = pytest.mark.usefixtures("valkey", "db")
HELLO = Saying(preset="hello")


@pytest.fixture
def tenant(db) -> Tenant:
    return make_tenant(chat=Chat.FREE)


@pytest.fixture
def room(first: Actor, second: Actor) -> Room:
    return friend_room(first, second, spectators_allowed=True)


def words(actor: Actor, room: Room) -> list[str]:
    """What the actor reads in the room, oldest first."""
    return [line["text"] or line["preset"] for line in read_chat(actor, room.slug, limit=50)]


def told(actor: Actor, room: Room, text: str) -> str:
    return str(say(actor, room.slug, Saying(text=text))["id"])


def over(room: Room, first: Actor, second: Actor) -> Match:
    match = start(room, first, second)
    execute(second, Resign(match=match.id, command_id=uuid4()))
    return match


# --- saying


def test_both_players_read_what_either_says(room: Room, first: Actor, second: Actor) -> None:
    told(first, room, "Good evening")
    say(second, room.slug, HELLO)
    assert words(first, room) == words(second, room) == ["Good evening", "hello"]
    mine, theirs = read_chat(first, room.slug, limit=50)
    assert (mine["yours"], mine["seat"], theirs["yours"], theirs["seat"]) == (True, 1, False, 2)
    assert theirs["player"] == {"name": second.player.name, "kind": "guest", "level": None}


def test_a_room_may_be_named_by_its_id(room: Room, first: Actor) -> None:
    say(first, str(room.id), HELLO)
    assert words(first, room) == ["hello"]


def test_chat_tells_nothing_of_the_match_and_leaves_it_alone(room: Room, first: Actor, second: Actor) -> None:
    match = start(room, first, second)
    before = state(match)
    line = say(first, room.slug, HELLO)
    assert set(line) == {"id", "seat", "player", "yours", "preset", "text", "at", "deleted"}
    assert state(match) == before


@pytest.mark.parametrize("saying", [HELLO, Saying(text="Hurry up!")])
def test_the_same_words_again_are_refused_for_a_minute(
    room: Room, first: Actor, second: Actor, saying: Saying
) -> None:
    line = say(first, room.slug, saying)
    say(first, room.slug, Saying(preset="oops"))
    with pytest.raises(SaidAlready) as refusal:
        say(first, room.slug, saying)
    assert 0 < int(str(refusal.value.extra["retry_after"])) <= REPEATED.total_seconds()
    say(second, room.slug, saying)
    with tenant_scope(first.tenant.id):
        ChatMessage.objects.filter(pk=line["id"]).update(at=timezone.now() - REPEATED)
    say(first, room.slug, saying)
    assert len(words(first, room)) == 4


def test_a_line_that_is_sent_again_is_said_once(room: Room, first: Actor, second: Actor) -> None:
    """Also after its words could be said anew, and after it was taken back; others' ids are their own."""
    mine = uuid4()
    line = say(first, room.slug, HELLO, mine)
    assert say(first, room.slug, HELLO, mine) == line
    ChatMessage.everywhere.update(at=timezone.now() - REPEATED)
    assert say(first, room.slug, HELLO, mine)["id"] == line["id"]
    with pytest.raises(CommandIdReused):
        say(first, room.slug, Saying(text="Another thing."), mine)
    take_back(first, room.slug, UUID(line["id"]))
    assert say(first, room.slug, HELLO, mine)["deleted"]
    say(second, room.slug, HELLO, mine)
    assert words(second, room) == [None, "hello"]


def test_what_was_taken_back_may_be_said_again_and_other_rooms_do_not_count(
    room: Room, first: Actor, second: Actor
) -> None:
    say(first, friend_room(first, second).slug, HELLO)
    line = say(first, room.slug, HELLO)
    take_back(first, room.slug, UUID(str(line["id"])))
    say(first, room.slug, HELLO)
    assert words(first, room) == [None, "hello"]


@pytest.mark.parametrize("saying", [Saying(), Saying("hello", "and more"), Saying(preset="no-such")])
def test_exactly_one_known_thing_is_said(room: Room, first: Actor, saying: Saying) -> None:
    with pytest.raises(BadMessage):
        say(first, room.slug, saying)
    assert words(first, room) == []


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_stored(room: Room, first: Actor, preset: str) -> None:
    say(first, room.slug, Saying(preset=preset))
    assert words(first, room) == [preset]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  two   words\n", "two words"),
        ("e\u0301", "\u00e9"),
        ("a\u200bb\u202ec", "abc"),
        ("\U0001f468\u200d\U0001f469", "\U0001f468\U0001f469"),
        ("ok.me too", "ok.me too"),
        ("好的。me", "好的。me"),
        ("1.5 against 2.5", "1.5 against 2.5"),
    ],
)
def test_texts_are_kept_without_what_cannot_be_seen(room: Room, first: Actor, typed: str, kept: str) -> None:
    told(first, room, typed)
    assert words(first, room) == [kept]


@pytest.mark.parametrize(
    "text",
    [
        " ", "\u200b", "x" * 301, "a\x07b", "\u0301x", "z" + "\u0301" * 6,
        "https://x.example", "see www.x.example", "x.com", "X．COM", "evil。com", "ex\u200bample.com",
        "t.me/abc", "mailto:a@b", "a@b.c", "10.0.0.1", "xn--80ak6aa92e",
    ],
)  # fmt: skip
def test_links_and_tricks_are_refused(room: Room, first: Actor, text: str) -> None:
    with pytest.raises(BadMessage):
        told(first, room, text)
    assert words(first, room) == []


@pytest.mark.parametrize(
    ("muted", "text", "is_refused"),
    [
        ("darn", "Darn it", True),
        ("darn", "well, DARN!", True),
        ("darn", "d\u0430rn", True),  # Cyrillic a
        ("darn", "da\u200brn", True),
        ("darn", "ｄａｒｎ", True),
        ("darn", "darning needles", False),
        ("馬鹿", "この馬鹿者", True),
        ("바보", "바보야", True),
        ("two words", "Two   Words", True),
        ("", "anything", False),
    ],
)
def test_muted_words_are_refused(first: Actor, second: Actor, muted: str, text: str, is_refused) -> None:
    first.tenant.muted_words = [muted]
    room = friend_room(first, second)
    if is_refused:
        with pytest.raises(BadMessage) as refusal:
            told(first, room, text)
        assert muted not in refusal.value.detail
    else:
        told(first, room, text)


def test_many_muted_words_are_made_ready_once(room: Room, first: Actor, monkeypatch) -> None:
    first.tenant.muted_words = [f"word{number}" for number in range(1000)]
    looked: list[str] = []
    monkeypatch.setattr(wording, "look", lambda text: looked.append(text) or look(text))
    told(first, room, "good luck")
    with pytest.raises(BadMessage):
        told(first, room, "a word999 here")
    assert looked[-2:] == ["good luck", "a word999 here"]
    assert len(looked) == 1000 + 2


def test_flooding_is_refused(room: Room, first: Actor, settings) -> None:
    settings.GYOJI = {**settings.GYOJI, "RATE_CHAT_PER_PLAYER": "2/minute"}
    say(first, room.slug, HELLO)
    say(first, room.slug, Saying(preset="oops"))
    with pytest.raises(RateLimited):
        say(first, room.slug, Saying(preset="sorry"))
    assert words(first, room) == ["hello", "oops"]


def test_a_muted_player_reads_but_says_nothing(room: Room, first: Actor, second: Actor) -> None:
    say(second, room.slug, HELLO)
    first.player.muted_until = timezone.now() + timedelta(hours=1)
    with pytest.raises(Muted) as refusal:
        say(first, room.slug, HELLO)
    assert refusal.value.extra == {"until": first.player.muted_until.isoformat()}
    assert words(first, room) == ["hello"]
    first.player.muted_until = FOR_EVER
    with pytest.raises(Muted) as refusal:
        say(first, room.slug, HELLO)
    assert refusal.value.extra == {}
    first.player.muted_until = timezone.now()
    say(first, room.slug, HELLO)


# --- how much may be said


@pytest.mark.parametrize(
    ("site", "asked", "shown"),
    [
        (Chat.FREE, None, "free"),
        (Chat.FREE, Chat.PRESETS, "presets"),
        (Chat.FREE, Chat.OFF, "off"),
        (Chat.PRESETS, None, "presets"),
        (Chat.OFF, None, "off"),
    ],
)
def test_a_room_has_as_much_chat_as_asked(site: Chat, asked: Chat | None, shown: str) -> None:
    actor = make_actor(make_tenant(chat=site))
    room = new_room(actor, chat=asked)
    assert see_room(actor, room.slug)["chat"] == shown


def test_a_room_has_no_more_chat_than_its_tenant() -> None:
    actor = make_actor(make_tenant(chat=Chat.PRESETS))
    with pytest.raises(ChatOff):
        new_room(actor, chat=Chat.FREE)
    assert not Room.everywhere.filter(creator=actor.player).exists()


def test_a_tenant_that_takes_chat_away_takes_it_from_open_rooms_too(room: Room, first: Actor) -> None:
    first.tenant.chat = Chat.PRESETS
    with pytest.raises(ChatOff):
        told(first, room, "text")
    say(first, room.slug, HELLO)
    first.tenant.chat = Chat.OFF
    with pytest.raises(ChatOff):
        say(first, room.slug, HELLO)
    assert see_room(first, room.slug)["chat"] == "off"


def test_there_is_no_chat_with_computers_or_on_one_screen(first: Actor, second: Actor) -> None:
    rooms = [computer_room(first), new_room(first, opponent=Room.Opponent.SAME_SCREEN)]
    alone = new_room(first)
    play_computer(first, alone.slug, "beginner")
    for room in (*rooms, alone):
        with pytest.raises(ChatOff):
            say(first, room.slug, HELLO)
        assert see_room(first, room.slug)["chat"] == "off"


# --- who reads


def test_who_watches_reaches_the_players_only_when_the_match_is_over(
    room: Room, first: Actor, second: Actor, spectator: Actor
) -> None:
    neighbour = make_actor(first.tenant)
    told(first, room, "a player")
    secret = told(spectator, room, "their general is on b4")
    for player in (first, second):
        assert words(player, room) == ["a player"]
        assert hear(player, secret) is None
        with tenant_scope(player.tenant.id), pytest.raises(NotFound):
            find_message(player, secret)
    assert words(spectator, room) == words(neighbour, room) == ["a player", "their general is on b4"]
    over(room, first, second)
    assert words(first, room) == ["a player", "their general is on b4"]
    offer_rematch(first, room.slug)
    offer_rematch(second, room.slug)
    told(spectator, room, "of the second match")
    assert words(first, room) == ["a player", "their general is on b4"]


@pytest.fixture
def four(tenant: Tenant, first: Actor, second: Actor) -> tuple[Room, list[Actor]]:
    """Four play, `first` and `second` among them; by order of play."""
    party = [first, second, make_actor(tenant), make_actor(tenant)]
    options = {"variant": "four", "first_player": "fixed"}
    room = create_room(first, NewRoom(system="luzhanqi", options=options, spectators_allowed=True))
    for actor in party[1:]:
        join(actor, room)
    match = current(room)
    for side, actor in zip(match.rules.sides(match.options), party, strict=True):
        pieces = tuple(match.rules.random_layout(match.options, side, Random(1)).items())
        execute(actor, ConfirmLayout(match=match.id, command_id=uuid4(), pieces=pieces))
    return room, party


def test_who_sits_down_while_others_play_on_reaches_the_players_as_one_who_watches(
    four: tuple[Room, list[Actor]], second: Actor, spectator: Actor
) -> None:
    room, (south, _, north, west) = four
    leave_room(second, room.slug)
    told(spectator, room, "as a neighbour")
    join(spectator, room)
    line = say(spectator, room.slug, Saying(text="their general is on b4"))
    assert line["seat"] is None
    assert [words(player, room) for player in (south, north, west)] == [[], [], []]
    assert words(spectator, room) == ["as a neighbour", "their general is on b4"]
    execute(west, Resign(match=current(room).id, command_id=uuid4()))
    assert words(south, room) == ["as a neighbour", "their general is on b4"]
    assert say(spectator, room.slug, HELLO)["seat"] == 2


def test_who_left_while_others_play_on_and_comes_back_was_told_nothing_by_who_watches(
    four: tuple[Room, list[Actor]], second: Actor, spectator: Actor
) -> None:
    room, (*_, west) = four
    leave_room(second, room.slug)
    secret = told(spectator, room, "their general is on b4")
    assert words(second, room) == []
    assert hear(second, secret) is None
    join(second, room)
    assert words(second, room) == []
    execute(west, Resign(match=current(room).id, command_id=uuid4()))
    assert words(second, room) == ["their general is on b4"]


def test_who_may_not_watch_knows_of_no_chat(first: Actor, second: Actor, spectator: Actor, outsider) -> None:
    room = friend_room(first, second)
    line = told(first, room, "between us")
    for stranger in (spectator, outsider):
        for act in (
            lambda by=stranger: read_chat(by, room.slug, limit=9),
            lambda by=stranger: say(by, room.slug, HELLO),
            lambda by=stranger: take_back(by, room.slug, line),
        ):
            with pytest.raises(NotFound):
                act()
        assert hear(stranger, line) is None


def test_who_left_reads_no_more(first: Actor, second: Actor) -> None:
    room = friend_room(first, second)
    leave_room(second, room.slug)
    with pytest.raises(NotFound):
        read_chat(second, room.slug, limit=9)


def test_lines_of_a_blocked_player_are_not_shown(
    room: Room, first: Actor, second: Actor, spectator: Actor
) -> None:
    line = told(second, room, "unkind")
    with tenant_scope(first.tenant.id):
        Block.objects.create(player=first.player, blocked=second.player)
    assert words(first, room) == []
    assert hear(first, line) is None
    told(first, room, "I do not hear you")
    assert words(second, room) == words(spectator, room) == ["unkind", "I do not hear you"]


def test_pages_go_back_in_time(room: Room, first: Actor) -> None:
    lines = [told(first, room, str(number)) for number in range(5)]
    last = read_chat(first, room.slug, limit=2)
    assert [line["text"] for line in last] == ["3", "4"]
    before = read_chat(first, room.slug, limit=2, before=lines[3])
    assert [line["text"] for line in before] == ["1", "2"]


# --- the end of it


def test_an_own_line_can_be_taken_back_for_a_while(room: Room, first: Actor, second: Actor) -> None:
    line = told(first, room, "oh no")
    with pytest.raises(Forbidden):
        take_back(second, room.slug, line)
    take_back(first, room.slug, line)
    (shown,) = read_chat(second, room.slug, limit=9)
    assert (shown["deleted"], shown["text"], shown["preset"]) == (True, None, None)
    assert ChatMessage.everywhere.get(pk=line).text == ""
    with pytest.raises(NotFound):
        take_back(first, room.slug, line)


def test_an_old_line_stays(room: Room, first: Actor) -> None:
    line = told(first, room, "long ago")
    ChatMessage.everywhere.update(at=timezone.now() - TAKE_BACK - timedelta(seconds=1))
    with pytest.raises(Forbidden):
        take_back(first, room.slug, line)
    assert words(first, room) == ["long ago"]


def test_a_line_is_taken_back_in_its_own_room_only(room: Room, first: Actor, second: Actor) -> None:
    line = told(first, room, "here")
    with pytest.raises(NotFound):
        take_back(first, friend_room(first, second).slug, line)


def test_a_closed_room_is_silent(first: Actor) -> None:
    room = new_room(first)
    told(first, room, "alone")
    close_by_creator(first, room.slug)
    for act in (lambda: read_chat(first, room.slug, limit=9), lambda: say(first, room.slug, HELLO)):
        with pytest.raises(RoomClosed):
            act()


def test_the_purge_of_a_room_deletes_what_was_said(room: Room, first: Actor) -> None:
    told(first, room, "soon forgotten")
    Player.everywhere.update(kind=Player.PlayerKind.PERSON)  # whose match stays
    age(room, expires_at=timezone.now())
    assert purge_rooms(timezone.now()) == 1
    assert not ChatMessage.everywhere.filter(room=room).exists()
    assert Match.everywhere.filter(room=room).exists()
