"""People who do not know each other yet: chat, the lobby, invitations, blocks."""

from __future__ import annotations

import json
import re
import time

import httpx
import psycopg
import pytest
from playwright.sync_api import Locator, expect

from bench.stack import Stack
from tests.e2e.axe import violations
from tests.e2e.people import SIZES, Person
from tests.e2e.table import Table, play_on
from tests.e2e.test_friend import sit_down
from tests.e2e.test_page import box, is_seen

pytestmark = pytest.mark.e2e
WORDS = "That was close. もう一局?"
REFUSED = r"status of 4(03|22)"


@pytest.fixture
def free_chat(stack: Stack):
    """The site lets people write; a server notes it within five seconds."""
    running = json.loads((stack.data / "running.json").read_text())
    with psycopg.connect(running["DATABASE_URL"], autocommit=True) as owner:
        owner.execute("UPDATE accounts_tenant SET chat = 'free'")
        for _ in range(40):  # a room keeps what its site allowed when it was made
            if httpx.get(f"{stack.url}/api/v1/site").json()["chat"] == "free":
                break
            time.sleep(0.5)
        yield
        owner.execute("UPDATE accounts_tenant SET chat = 'presets'")


def look(person: Person, name: str) -> None:
    """A picture of the page; it does not scroll sideways and breaks no rule for anybody's access."""
    page = person.page
    person.shot(f"social-{name}")
    wide, shown = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide <= shown, f"{name} scrolls sideways on a {person.size}: {wide} > {shown}"
    assert not violations(page), name


def log_of(person: Person) -> Locator:
    return person.page.get_by_role("log")


def preset(person: Person, code: str) -> str:
    return person.words.table("social.presets")[code]


def say(person: Person, code: str) -> None:
    person.page.get_by_role("button", name=preset(person, code), exact=True).click()


def test_two_people_talk_while_they_play(person) -> None:
    first, second = sit_down(person, expected="status of 409|ERR_FAILED")
    host, friend = first.person, second.person
    # On a phone the chat is folded away and what is said shows as a note, with the mark of what is new.
    expect(log_of(friend)).to_have_count(0)
    say(host, "good-luck")
    expect(log_of(host)).to_contain_text(preset(host, "good-luck"))
    note = friend.page.get_by_role("status").filter(has_text=preset(friend, "good-luck"))
    expect(note).to_be_visible()
    assert box(friend, ".toast")[2] <= box(friend, ".board-place")[0], "it covers nothing of the table"
    expect(
        friend.page.locator("summary").filter(has_text=friend.words("social.chat.unread", 1))
    ).to_be_visible()
    look(friend, "chat-unread")
    note.get_by_role("button", name=friend.words("social.chat.open")).click()
    expect(log_of(friend)).to_contain_text(preset(friend, "good-luck"))
    expect(friend.page.locator(".chat-unread")).to_have_count(0)

    say(friend, "thanks")
    expect(log_of(host)).to_contain_text(preset(host, "thanks"))
    first.confirm()
    second.confirm()
    play_on([first, second], 4)
    look(host, "chat")
    look(friend, "chat")
    host.page.locator("summary").filter(has_text=host.words("social.chat.title")).click()
    say(friend, "nice")
    expect(host.page.locator(".chat-newest")).to_contain_text(preset(host, "nice"))
    host.page.evaluate("() => scrollTo(0, 0)")
    for part in (".announcement", ".chat-unread", ".chat-newest"):
        assert is_seen(host, part), part
    say(friend, "nice")
    expect(friend.page.get_by_role("alert")).to_have_text(friend.words("social.refusals.said-already"))
    host.page.locator("summary").filter(has_text=host.words("social.chat.title")).click()

    lose_one_answer(friend)
    say(friend, "oops")
    expect(friend.text("social.chat.late", preset(friend, "oops"))).to_be_visible()
    expect(friend.text("social.chat.late", preset(friend, "oops"))).to_be_hidden()
    for each in (host, friend):
        expect(log_of(each).get_by_text(preset(each, "oops"))).to_have_count(1)
        expect(log_of(each)).not_to_contain_text(each.words("social.chat.times", preset(each, "oops"), 2))

    host.page.get_by_role(
        "button", name=host.words("social.chat.takeBackWhat", preset(host, "good-luck"))
    ).click()
    for each in (host, friend):
        expect(log_of(each)).to_contain_text(each.words("social.chat.deleted"))
        expect(log_of(each)).not_to_contain_text(preset(each, "good-luck"))

    # Said in English, read in Japanese: presets are codes.
    reader = person("desktop", "ja")
    assert preset(reader, "hello") != preset(host, "hello")


def lose_one_answer(speaker) -> None:
    """The next line arrives, and the connection breaks before its writer hears of it."""

    lost: list[str] = []

    def lose(route) -> None:
        if lost or route.request.method != "POST":
            route.fallback()
            return
        lost.append(route.fetch().text())
        route.abort()

    speaker.page.route("**/chat", lose)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_free_words_are_written_reported_and_refused(person, free_chat, lang) -> None:
    first, second = sit_down(person, lang=lang, expected=REFUSED)
    host, friend = first.person, second.person
    box = host.page.get_by_label(host.words("social.chat.text"))
    box.fill(WORDS)
    box.press("Enter")
    expect(log_of(host)).to_contain_text(WORDS)
    expect(box).to_have_value("")
    box.fill("see https://example.org")
    host.page.get_by_role("button", name=host.words("social.chat.send"), exact=True).click()
    expect(host.page.get_by_role("alert")).to_have_text(host.words("social.refusals.bad-message"))
    expect(box).to_have_value("see https://example.org")
    look(host, "refused")

    friend.page.reload()
    friend.page.locator("summary").filter(has_text=friend.words("social.chat.title")).click()
    expect(log_of(friend)).to_contain_text(WORDS)
    friend.page.get_by_role("button", name=friend.words("social.chat.more", WORDS)).click()
    look(friend, "free")
    friend.page.get_by_role("button", name=friend.words("social.chat.report"), exact=True).click()
    dialog = friend.page.get_by_role("dialog")
    dialog.get_by_label(friend.words("moderation.report.reasons.abuse")).check()
    dialog.get_by_role("button", name=friend.words("moderation.report.send")).click()
    expect(dialog.get_by_role("status")).to_have_text(friend.words("moderation.report.sent"))


def open_room(host: Person, **fields: str) -> None:
    host.go("/lobby")
    for path, text in fields.items():
        host.page.get_by_label(host.words(f"social.open.{path}")).fill(text)
    host.page.get_by_role("button", name=host.words("social.open.submit"), exact=True).click()
    expect(host.page).to_have_url(re.compile(r"/r/"))


def join_button(person: Person, host_name: str) -> Locator:
    return person.page.get_by_role(
        "button", name=person.words("social.lobby.joinWhom", host_name), exact=True
    )


def name_of(person: Person) -> str:
    """A guest's, as this browser remembers it."""
    name: str = person.page.evaluate("() => JSON.parse(localStorage.getItem('gyoji.guest')).name")
    return name


@pytest.mark.parametrize("size", SIZES)
def test_strangers_meet_in_the_lobby(person, size) -> None:
    host, stranger = person("desktop"), person(size)
    stranger.go("/lobby")
    expect(stranger.text("social.lobby.emptyHint")).to_be_visible()
    look(stranger, "lobby-empty")
    open_room(host)
    expect(host.text("social.invitations.listed")).to_be_visible()
    stranger.page.get_by_role("button", name=stranger.words("social.lobby.refresh"), exact=True).click()
    name = name_of(host)
    expect(join_button(stranger, name)).to_be_visible()
    look(stranger, "lobby")
    join_button(stranger, name).click()
    expect(stranger.page).to_have_url(re.compile(r"/r/"))
    Table(stranger, "second").wait_for_pieces()
    expect(host.text("lobby.joined").first).to_be_visible()
    other = person("desktop")
    other.go("/lobby")
    expect(other.text("social.lobby.emptyHint")).to_be_visible()


def test_an_invitation_is_told_taken_and_declined(person) -> None:
    host, guest = person("desktop"), person("phone")
    guest.go("/lobby")
    expect(guest.text("social.lobby.emptyHint")).to_be_visible()
    open_room(host, invite=name_of(guest))
    expect(host.page.get_by_text(host.words("social.invitations.waiting", name_of(guest)))).to_be_visible()
    guest.go("/")
    note = guest.page.get_by_role("status").filter(
        has_text=guest.words("social.invitations.from", name_of(host))
    )
    expect(note).to_be_visible()
    look(guest, "invited")
    guest.go("/lobby")
    decline = guest.words("social.invitations.declineWhom", name_of(host))
    expect(guest.page.get_by_role("button", name=decline)).to_be_visible()
    look(guest, "invitations")
    guest.page.get_by_role("button", name=decline).click()
    expect(guest.page.get_by_role("button", name=decline)).to_have_count(0)
    expect(host.text("social.invitations.declined").first).to_be_visible()

    open_room(host, invite=name_of(guest))
    guest.go("/lobby")
    join_button(guest, name_of(host)).click()
    Table(guest, "second").wait_for_pieces()


def test_a_blocked_player_is_not_heard_and_finds_no_room(person) -> None:
    first, second = sit_down(person, expected=REFUSED)
    host, friend = first.person, second.person
    friend_name = name_of(friend)
    friend.page.locator("summary").filter(has_text=friend.words("social.chat.title")).click()
    say(friend, "thanks")
    expect(log_of(host)).to_contain_text(preset(host, "thanks"))
    host.page.get_by_role("button", name=host.words("players.menu", friend_name)).click()
    host.page.get_by_role("button", name=host.words("social.people.block"), exact=True).click()
    expect(host.page.get_by_text(host.words("social.people.blocked", friend_name))).to_be_visible()
    expect(log_of(host)).not_to_contain_text(preset(host, "thanks"))
    say(friend, "hello")
    say(host, "goodbye")
    expect(log_of(friend)).to_contain_text(preset(friend, "goodbye"))
    expect(log_of(host)).to_contain_text(preset(host, "goodbye"))
    expect(log_of(host)).not_to_contain_text(preset(host, "hello"))

    host.button("nav.settings").click()
    host.page.get_by_role("dialog").locator("summary").click()
    unblock = host.page.get_by_role("button", name=host.words("social.people.unblockWhom", friend_name))
    expect(unblock).to_be_visible()
    look(host, "blocked")
    unblock.click()
    expect(host.text("social.people.none")).to_be_visible()


def test_who_played_before_is_invited_from_the_history(person) -> None:
    first, second = sit_down(person)
    first.confirm()
    second.confirm()
    play_on([first, second], 2)
    second.resign()
    host, friend = first.person, second.person
    host.go("/history")
    host.page.get_by_role("button", name=host.words("players.menu", name_of(friend))).click()
    host.page.get_by_role("button", name=host.words("social.people.invite"), exact=True).click()
    expect(host.page).to_have_url(re.compile(r"/r/"))
    expect(host.page.get_by_text(host.words("social.invitations.waiting", name_of(friend)))).to_be_visible()
