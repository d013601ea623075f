"""Chat, lobby, invitations and blocks over HTTP: statuses, shapes and codes."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.directory import forget_tenants
from accounts.models import Player, Tenant
from games.models import ChatMessage
from tests.api.conftest import Caller, Meeting
from tests.api.test_bad_input import refused

LINE = {"id", "seat", "player", "yours", "preset", "text", "at", "deleted"}


@pytest.fixture
def free(db) -> None:
    Tenant.objects.filter(slug="default").update(chat="free", muted_words=["darn"])
    forget_tenants()


# --- chat


def test_a_line_is_made_read_and_taken_back(free, meet, first: Caller, second: Caller) -> None:
    chat = f"rooms/{meet().slug}/chat"
    made = first.call("POST", chat, {"text": "Good evening"})
    assert made.status_code == 201
    line = made.json()
    assert set(line) == LINE
    (read,) = second.get(chat)["messages"]
    assert read == {**line, "yours": False}
    assert second.get(f"{chat}?before={line['id']}")["messages"] == []
    refused(second.call("DELETE", f"{chat}/{line['id']}"), "forbidden")
    assert first.call("DELETE", f"{chat}/{line['id']}").status_code == 204
    refused(first.call("DELETE", f"{chat}/{line['id']}"), "not-found")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "bad-message"),
        ({"preset": "hello", "text": "and this"}, "bad-message"),
        ({"preset": "no-such"}, "bad-message"),
        ({"text": "see www.example.org"}, "bad-message"),
        ({"text": "Darn!"}, "bad-message"),
        ({"text": "x" * 301}, "bad-message"),
        ({"text": "x" * 1001}, "bad-request"),
        ({"text": 7}, "bad-request"),
        ({"text": "hi", "seat": 2}, "bad-request"),
        ({"text": "hi", "player": "x"}, "bad-request"),
    ],
)
def test_what_cannot_be_said_is_refused_and_kept_nowhere(free, meet, first: Caller, body, code) -> None:
    refused(first.call("POST", f"rooms/{meet().slug}/chat", body), code)
    assert not ChatMessage.everywhere.exists()


def test_a_line_that_is_sent_again_is_said_once(free, meet, first: Caller, second: Caller) -> None:
    chat, key = f"rooms/{meet().slug}/chat", {"Idempotency-Key": str(uuid4())}
    lines = [first.call("POST", chat, {"text": "Good evening"}, **key).json() for _ in range(2)]
    assert lines[0] == lines[1]
    assert len(second.get(chat)["messages"]) == 1
    refused(first.call("POST", chat, {"text": "Good night"}, **key), "command-id-reused")
    refused(first.call("POST", chat, {"text": "Good night"}, Idempotency_Key="x"), "bad-request")


def test_words_are_refused_where_only_presets_are_said(meeting: Meeting, first: Caller) -> None:
    chat = f"rooms/{meeting.slug}/chat"
    refused(first.call("POST", chat, {"text": "hello"}), "chat-off")
    assert first.post(chat, {"preset": "hello"})["preset"] == "hello"


def test_a_muted_player_is_told_until_when(meeting: Meeting, first: Caller) -> None:
    until = timezone.now() + timedelta(hours=1)
    Player.everywhere.filter(pk=first.player).update(muted_until=until)
    body = refused(first.call("POST", f"rooms/{meeting.slug}/chat", {"preset": "hello"}), "muted")
    assert body["until"] == until.isoformat()


def test_strangers_find_no_chat(meeting: Meeting, spectator: Caller, outsider: Caller) -> None:
    for stranger in (spectator, outsider):
        refused(stranger.call("GET", f"rooms/{meeting.slug}/chat"), "not-found")
        refused(stranger.call("POST", f"rooms/{meeting.slug}/chat", {"preset": "hello"}), "not-found")


def test_a_room_asks_for_no_more_chat_than_there_is(first: Caller) -> None:
    refused(first.call("POST", "rooms", {"system": "gunjin", "chat": "free"}), "chat-off")
    assert first.post("rooms", {"system": "gunjin", "chat": "off"})["chat"] == "off"


# --- lobby and invitations


def test_a_listed_room_is_found_and_joined_without_a_secret(first: Caller, second: Caller) -> None:
    room = first.post("rooms", {"system": "gunjin", "is_listed": True})
    assert room["is_listed"]
    (line,) = second.get("rooms?listed=true&system=gunjin")["rooms"]
    assert (line["slug"], line["host"]["name"], line["yours"]) == (room["slug"], "First", False)
    assert second.get(f"rooms/{room['slug']}")["may_join"]
    joined = second.post(f"rooms/{room['slug']}/seats/{line['seat']}/claim", {})
    assert (joined["full"], joined["is_listed"], joined["may_join"]) == (True, False, False)


def test_the_lobby_is_read_page_by_page(first: Caller, second: Caller) -> None:
    made = [first.post("rooms", {"system": "gunjin", "is_listed": True})["slug"] for _ in range(3)]
    page = second.get("rooms?listed=true&limit=2")
    rest = second.get(f"rooms?listed=true&limit=2&cursor={page['next']}")
    assert [line["slug"] for line in page["rooms"] + rest["rooms"]] == made[::-1]
    assert rest["next"] is None


@pytest.mark.parametrize("query", ["listed=false", "listed=1", "cursor=x", "limit=0", "limit=51", "host=x"])
def test_other_questions_to_the_lobby_are_refused(first: Caller, query: str) -> None:
    refused(first.call("GET", f"rooms?{query}"), "bad-request")


def test_an_invitation_is_found_declined_and_taken(first: Caller, second: Caller) -> None:
    asked = {"system": "gunjin", "invite": "Second"}
    room = first.post("rooms", asked)
    assert room["invited"] == "Second"
    assert [line["slug"] for line in second.get("me/invitations")["invitations"]] == [room["slug"]]
    assert second.call("DELETE", f"me/invitations/{room['slug']}").status_code == 204
    refused(second.call("DELETE", f"me/invitations/{room['slug']}"), "not-found")
    again = first.post("rooms", asked)
    assert second.post(f"rooms/{again['slug']}/seats/2/claim", {})["full"]


@pytest.mark.parametrize(
    ("name", "code"), [("Nobody here", "not-found"), ("First", "bad-request"), (7, "bad-request")]
)
def test_who_cannot_be_invited(first: Caller, name: object, code: str) -> None:
    refused(first.call("POST", "rooms", {"system": "gunjin", "invite": name}), code)
    assert first.get("rooms?listed=true")["rooms"] == []


# --- blocks


def test_a_block_is_made_listed_and_lifted(first: Caller, second: Caller, outsider: Caller) -> None:
    made = first.call("POST", "me/blocks", {"name": "second"})
    assert made.status_code == 201
    block = made.json()
    assert block["player"] == {"name": "Second", "kind": "guest", "level": None}
    assert first.call("POST", "me/blocks", {"name": "Second"}).status_code == 200
    assert first.get("me/blocks")["blocks"] == [block]
    refused(second.call("POST", "rooms", {"system": "gunjin", "invite": "First"}), "blocked")
    for stranger in (second, outsider):
        assert stranger.get("me/blocks")["blocks"] == []
        refused(stranger.call("DELETE", f"me/blocks/{block['id']}"), "not-found")
    assert first.call("DELETE", f"me/blocks/{block['id']}").status_code == 204
    assert first.get("me/blocks")["blocks"] == []


def test_a_blocked_stranger_cannot_take_a_listed_seat(first: Caller, second: Caller) -> None:
    room = first.post("rooms", {"system": "gunjin", "is_listed": True})
    first.post("me/blocks", {"name": "Second"})
    assert second.get("rooms?listed=true")["rooms"] == []
    refused(second.call("POST", f"rooms/{room['slug']}/seats/2/claim", {}), "blocked")
