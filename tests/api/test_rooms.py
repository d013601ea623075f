"""Rooms over REST: links, rematch, the computer, leaving and closing."""

import asyncio
import json

import pytest
from channels.layers import get_channel_layer

from games.models import Room
from games.publish import room_group
from tests.api.conftest import Caller, Meeting, guest, in_thread
from tests.api.test_bad_input import everything, refused

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_guest_can_come_back_with_the_recovery_code(db):
    caller = Caller()
    made = caller.post("players/guest", {"name": "Aki"})
    back = caller.post("players/recover", {"recovery_code": made["recovery_code"]})
    assert (back["player"], back["name"]) == (made["player"], "Aki")
    assert back["token"] != made["token"]
    for token in (made["token"], back["token"]):
        assert Caller(token=token).get("me")["player"] == made["player"]
    refused(
        caller.call("POST", "players/recover", {"recovery_code": made["recovery_code"]}), "unauthenticated"
    )


def test_a_link_is_spent_when_its_seat_is_taken(first: Caller, second: Caller, spectator: Caller):
    response = first.call("POST", "rooms", {"system": "gunjin"})
    room = response.json()
    assert response["Location"] == f"/api/v1/rooms/{room['slug']}"
    own, free = room["seats"]
    assert own["yours"]
    assert own["link_secret"] is None
    assert free["link"] == f"/r/{room['slug']}#2.{free['link_secret']}"
    assert len(free["link_secret"]) == 32
    before = everything()
    assert second.get(f"rooms/{room['slug']}")["seats"][1]["link_secret"] is None
    assert everything() == before
    claim = f"rooms/{room['slug']}/seats/2/claim"
    taken = second.post(claim, {"secret": free["link_secret"]})
    assert [seat["yours"] for seat in taken["seats"]] == [False, True]
    assert second.post(claim, {"secret": free["link_secret"]})["seats"][1]["yours"]
    refused(spectator.call("POST", claim, {"secret": free["link_secret"]}), "room-full")


@pytest.mark.parametrize("allowed", [True, False])
def test_a_room_says_whether_deductions_may_be_shown(first: Caller, allowed: bool):
    room = first.post("rooms", {"system": "gunjin", "deductions_allowed": allowed})
    assert first.get(f"rooms/{room['slug']}")["deductions_allowed"] is allowed
    assert first.post("rooms", {"system": "gunjin"})["deductions_allowed"] is True


@pytest.mark.parametrize("delay", [0, 5, 20])
def test_a_room_says_how_far_behind_who_watches_is(first: Caller, delay: int):
    wanted = {"system": "gunjin", "spectators_allowed": True, "spectators_delay": delay}
    room = first.post("rooms", wanted)
    assert first.get(f"rooms/{room['slug']}")["spectators_delay"] == delay
    assert first.post("rooms", {"system": "gunjin"})["spectators_delay"] == 0


def test_a_left_seat_gets_a_new_link(meeting: Meeting, first: Caller, second: Caller):
    assert second.call("POST", f"rooms/{meeting.slug}/leave").status_code == 204
    room = first.get(f"rooms/{meeting.slug}")
    assert room["phase"] == "over"
    assert room["seats"][1]["link_secret"]
    assert not room["full"]


def test_a_rematch_swaps_sides_and_starts_anew(playing: Meeting, first: Caller, second: Caller):
    Caller.done(second.command(playing.match, "resign"))
    rematch = f"rooms/{playing.slug}/rematch"
    assert first.call("POST", rematch).status_code == 200
    assert second.get(f"rooms/{playing.slug}")["seats"][0]["offers_rematch"]
    assert first.call("DELETE", rematch).status_code == 204
    assert second.call("POST", rematch).status_code == 200
    response = first.call("POST", rematch)
    room = response.json()
    assert response.status_code == 201
    assert response["Location"] == f"/api/v1/matches/{room['match']}"
    assert room["match"] != playing.match
    assert first.see(room["match"])["audience"] == "second"
    assert first.see(room["match"])["layout"]["pieces"] is None


def test_a_computer_room_has_a_bot_on_the_other_seat(first: Caller):
    room = first.post(
        "rooms", {"system": "gunjin", "opponent": "computer", "level": "beginner", "side": "second"}
    )
    bot, own = room["seats"]
    assert bot["player"] == {"name": "Computer (beginner)", "kind": "bot", "level": "beginner"}
    assert own["yours"]
    assert room["full"]


def test_the_computer_takes_the_seat_of_a_friend_who_did_not_come(first: Caller):
    room = first.post("rooms", {"system": "gunjin"})
    first.lay_out(room["match"])
    after = first.post(f"rooms/{room['slug']}/computer", {"level": "advanced"})
    assert after["match"] == room["match"]
    assert after["seats"][1]["player"]["level"] == "advanced"
    assert first.see(room["match"])["layout"]["confirmed"]


def test_a_computer_may_be_given_a_budget(first: Caller):
    level = {"work": 200_000}
    room = first.post("rooms", {"system": "gunjin", "opponent": "computer", "level": level})
    bot = {"name": "Computer (200,000 positions)", "kind": "bot", "level": level}
    assert room["seats"][1]["player"] == bot
    assert first.see(room["match"])["seats"][1]["player"] == bot


def test_a_computer_with_a_budget_takes_the_seat_of_a_friend_who_did_not_come(first: Caller):
    room = first.post("rooms", {"system": "gunjin"})
    after = first.post(f"rooms/{room['slug']}/computer", {"level": {"work": 1000}})
    assert after["seats"][1]["player"]["level"] == {"work": 1000}


def test_looking_counts_as_being_there(playing: Meeting, first: Caller, second: Caller):
    second.see(playing.match)
    assert first.get(f"rooms/{playing.slug}")["seats"][1]["connected"]


def test_options_and_side_are_the_creators_choice(first: Caller):
    room = first.post("rooms", {"system": "gunjin", "options": {"plane_jump": "none"}, "side": "second"})
    assert room["options"]["plane_jump"] == "none"
    assert [seat["yours"] for seat in room["seats"]] == [False, True]
    assert {first.post("rooms", {"system": "gunjin", "side": "random"})["opponent"]} == {"friend"}


def test_the_systems_are_public_and_follow_their_options(db):
    anyone = Caller()
    assert {"key": "gunjin", "ruleset": "gunjin-1"} in anyone.get("systems")["systems"]
    plain = anyone.get("systems/gunjin")
    assert len(plain["squares"]) == 46
    other = anyone.get('systems/gunjin?options={"engineer_vs_tank":"engineer"}')
    assert other["options_in_force"]["engineer_vs_tank"] == "engineer"
    assert other["win_table"] != plain["win_table"]


def test_a_closed_room_ends_its_match(first: Caller):
    room = first.post("rooms", {"system": "gunjin"})
    assert first.call("POST", f"rooms/{room['slug']}/close").status_code == 204
    seen = first.see(room["match"])
    assert (seen["phase"], seen["outcome"]["termination"]) == ("over", "abandoned")
    assert Room.everywhere.get(slug=room["slug"]).closed_reason == "closed"


def test_me_says_who_i_am(first: Caller):
    assert first.get("me") == {
        "player": first.player,
        "name": "First",
        "kind": "guest",
        "tenant": "default",
        "epoch": 1,
        "settings": {},
    }


def test_a_guest_without_a_name_gets_one(db):
    assert guest().name.startswith("Guest ")


async def test_sockets_in_the_room_hear_that_somebody_came(meeting: Meeting, second: Caller):
    layer = get_channel_layer()
    channel = await layer.new_channel()
    room = await in_thread(lambda: Room.everywhere.get(slug=meeting.slug))
    await layer.group_add(room_group(room.id), channel)
    await in_thread(second.see, meeting.match)
    message = await asyncio.wait_for(layer.receive(channel), 5)
    frame = json.loads(message["frame"])
    assert (frame["t"], frame["d"]) == ("presence", {"seat": 2, "side": "second", "connected": True})
