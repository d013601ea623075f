"""The deduction aid over REST: for who holds a seat, while play goes on, where the room allows it."""

import random
from collections.abc import Callable

import pytest

from games.api.shapes import FACTS
from games.rules.gunjin.kinds import KINDS
from games.rules.systems import SYSTEMS
from tests.api.conftest import Caller, Meeting, tag
from tests.rules.support import deal, play_on, random_options
from tests.support.systems import EVERY_SYSTEM

pytestmark = pytest.mark.django_db(transaction=True)
GUNJIN = SYSTEMS["gunjin"]


def ask(caller: Caller, match: str, query: str = ""):
    return caller.call("GET", f"matches/{match}/deductions{query}")


def refused(response) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def play_some(meeting: Meeting, players: dict[str, Caller], plies: int) -> None:
    dice = random.Random(5)
    for _ in range(plies):
        turn = players["first"].see(meeting.match)["turn"]
        assert players[turn].play(meeting.match, dice).status_code == 201


def test_each_seat_gets_what_follows_from_what_it_was_told(playing: Meeting, first: Caller, second: Caller):
    players = {"first": first, "second": second}
    play_some(playing, players, 12)
    for side, caller in players.items():
        response = ask(caller, playing.match)
        told = response.json()
        seen = caller.see(playing.match)
        assert response["ETag"] == tag(seen)
        assert (told["match"], told["version"], told["audience"]) == (playing.match, seen["version"], side)
        events = caller.get(f"matches/{playing.match}/events")["events"]
        plies = [event["d"] for event in events if event["d"]["type"] == "ply"]
        layout = seen["layout"]["pieces"]
        assert told["pieces"] == GUNJIN.deductions(seen["options"], side, layout, plies)


def test_the_truth_stays_possible_for_both(playing: Meeting, first: Caller, second: Caller):
    players = {"first": first, "second": second}
    for _ in range(4):
        play_some(playing, players, 4)
        layouts = {side: caller.see(playing.match)["layout"]["pieces"] for side, caller in players.items()}
        for side, other in (("first", "second"), ("second", "first")):
            for piece in ask(players[side], playing.match).json()["pieces"]:
                assert layouts[other][piece["origin"]] in piece["kinds"]
                assert set(piece["kinds"]) <= set(KINDS)


def test_a_room_that_switched_the_aid_off_sends_nothing(
    meet: Callable[..., Meeting], first: Caller, second: Caller
):
    meeting = meet(deductions_allowed=False)
    first.lay_out(meeting.match)
    second.lay_out(meeting.match)
    for caller in (first, second):
        response = ask(caller, meeting.match)
        assert refused(response) == (403, "forbidden")
        assert "pieces" not in response.json()


def test_before_and_after_play_there_is_nothing_to_conclude(meeting: Meeting, first: Caller, second: Caller):
    assert refused(ask(first, meeting.match)) == (409, "wrong-phase")
    first.lay_out(meeting.match)
    second.lay_out(meeting.match)
    assert ask(first, meeting.match).status_code == 200
    first.command(meeting.match, "resign")
    assert refused(ask(second, meeting.match)) == (409, "wrong-phase")


def test_the_seat_of_another_is_not_looked_through(playing: Meeting, first: Caller):
    assert refused(ask(first, playing.match, "?seat=second")) == (403, "not-your-seat")
    assert refused(ask(first, playing.match, "?seat=none")) == (400, "bad-request")
    assert refused(ask(first, playing.match, "?of=second")) == (400, "bad-request")


def test_who_holds_no_seat_concludes_nothing(
    meet: Callable[..., Meeting], first: Caller, second: Caller, spectator: Caller, outsider: Caller
):
    meeting = meet(spectators_allowed=True)
    first.lay_out(meeting.match)
    second.lay_out(meeting.match)
    assert refused(ask(spectator, meeting.match)) == (403, "not-your-seat")
    assert refused(ask(outsider, meeting.match)) == (404, "not-found")


def test_who_may_not_watch_does_not_learn_of_the_match(playing: Meeting, spectator: Caller):
    assert refused(ask(spectator, playing.match)) == (404, "not-found")


def test_on_one_screen_the_seat_that_is_asked_for_looks(first: Caller):
    room = first.post("rooms", {"system": "gunjin", "opponent": "same_screen"})
    for seat in ("first", "second"):
        first.lay_out(room["match"], seat)
    for seat, rank in (("first", "5678"), ("second", "1234")):
        told = ask(first, room["match"], f"?seat={seat}").json()
        assert told["audience"] == seat
        assert {piece["origin"][-1] for piece in told["pieces"]} == set(rank)


@pytest.mark.parametrize("key", EVERY_SYSTEM)
def test_the_document_names_every_fact(key: str) -> None:
    """What the systems call the reasons they give, in random matches."""
    system, rng = EVERY_SYSTEM[key], random.Random(1)
    options = random_options(system, rng)
    layouts = deal(system, options, rng)
    viewer, told = system.sides(options)[0], []
    for _, _, _, ruling in play_on(system, system.start(options, layouts, rng), rng):
        if ruling is not None:
            told.append(system.redact_ruling(ruling.to_json(), options, viewer))
    found = system.deductions(options, viewer, layouts.get(viewer, {}), told[:-1])
    assert {fact["code"] for suspect in found for fact in suspect["facts"]} <= set(FACTS)
