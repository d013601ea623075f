"""Channel by channel: no kind of the other side before the end, everything after it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import Player
from games.housekeeping import purge_rooms
from games.models import Room
from games.rules.core import Ply, Side
from games.sockets.database import in_database
from tests.support import leaks_scenes as scenes
from tests.support.leaks import assert_entry_blind, assert_revealed
from tests.support.leaks_stage import Seen, Stage, perform
from tests.support.leaks_worlds import Twins

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
RECORDED: dict[str, Seen] = {}
PEOPLE = ("first", "second", "watch")
SEATS = ("first", "second")
LAYER = ("layer.first", "layer.second", "layer.watch")
CHANNELS = {
    "rest match": PEOPLE,
    "rest events": PEOPLE,
    "rest long poll": PEOPLE,
    "rest record": PEOPLE,
    "rest deductions": PEOPLE,
    "rest thoughts": PEOPLE,
    "rest room": PEOPLE,
    "rest chat": PEOPLE,
    "rest rooms": PEOPLE,
    "rest blocks": PEOPLE,
    "rest invitations": PEOPLE,
    "rest command": PEOPLE,
    "rest me": PEOPLE,
    "rest turns": PEOPLE,
    "rest matches": PEOPLE,
    "rest layouts": PEOPLE,
    "rest export": PEOPLE,
    "rest layout": PEOPLE,
    "stream": PEOPLE,
    "socket welcome": PEOPLE,
    "socket snap": PEOPLE,
    "socket ev": PEOPLE,
    "socket ok": PEOPLE,
    "socket err": PEOPLE,
    "socket room": PEOPLE,
    "socket pong": PEOPLE,
    "socket presence": ("first",),
    "layer match.frame": LAYER,
    "layer message": (*LAYER, "layer.room"),
    "layer room.frame": ("layer.room",),
    "layer chat.said": ("layer.room",),
}


async def recorded() -> Seen:
    """One match that everybody looked at from all sides, played once for all tests of this file."""
    if "match" not in RECORDED:
        RECORDED["match"] = await perform(scenes.short(), scenes.short().layouts, at=[0, 4])
    return RECORDED["match"]


@pytest.mark.parametrize("channel", CHANNELS)
async def test_before_the_end_no_channel_tells_a_kind_of_the_other_side(channel) -> None:
    seen = await recorded()
    for name in CHANNELS[channel]:
        found = [entry for entry in seen.party(name).before_end() if entry.channel == channel]
        assert found, f"{name} received nothing, so nothing was tested"
        for entry in found:
            assert_entry_blind(entry, seen.party(name).side, seen)


async def test_no_channel_was_left_out() -> None:
    seen = await recorded()
    for name in (*PEOPLE, *LAYER, "layer.room"):
        received = {entry.channel for entry in seen.party(name).before_end()}
        assert received <= {*CHANNELS, "rest guest", "rest claim"}


async def test_before_the_end_no_log_line_tells_a_kind() -> None:
    for entry in (await recorded()).party("log").before_end():
        assert_entry_blind(entry, None, await recorded())


async def test_seats_of_others_are_refused_in_the_same_words_whatever_is_asked() -> None:
    seen = await recorded()
    for name, others in (("first", ["second"]), ("second", ["first"]), ("watch", ["first", "second"])):
        for entry in seen.party(name).entries:
            if any(f"seat={other}" in entry.asked for other in others):
                assert (entry.status, entry.value["code"]) == (403, "not-your-seat")
                assert entry.value["detail"] == "You do not hold this seat."


async def test_a_running_match_is_shown_through_the_own_eyes_whoever_is_asked_for() -> None:
    seen = await recorded()
    for name in ("first", "second", "watch"):
        for entry in seen.party(name).before_end():
            if "record?of=" in entry.asked:
                assert (entry.value["format"], entry.value["audience"]) == ("gyoji-seen-1", name)


async def test_saved_layouts_of_others_do_not_exist() -> None:
    seen = await recorded()
    answers = [entry for entry in seen.party("watch").entries if entry.channel == "rest layout"]
    assert answers
    assert {entry.status for entry in answers} == {404}
    for name in ("first", "second"):
        statuses = {e.status for e in seen.party(name).entries if e.channel == "rest layout"}
        assert statuses == {200, 404}


async def test_after_the_end_every_channel_reveals_everything() -> None:
    assert_revealed(await recorded())


# --- every way to end


def playthrough(name: str) -> Twins:
    told = json.loads((PLAYTHROUGHS / f"{name}.json").read_text())
    layouts = {Side(side): layout for side, layout in told["layouts"].items()}
    plies = [Ply(*ply["ply"]) for ply in told["plies"]]
    return Twins(told["options"], Side.SECOND, layouts, layouts, plies, True, [], [])


@pytest.mark.parametrize("name", ["gunjin_occupation", "gunjin_no_plies"])
async def test_an_end_by_play_reveals_everything(name) -> None:
    twins = playthrough(name)
    ahead = len(twins.plies) - 2

    async def end(made: Stage) -> None:
        await made.play(twins.plies[ahead:], ends=True, first=ahead)

    await scenes.ended(end, twins, ahead=ahead)


async def test_resigning_reveals_everything() -> None:
    async def end(made: Stage) -> None:
        await made.resign(made.people()[1])

    await scenes.ended(end, scenes.short(), ahead=3)


async def test_leaving_reveals_everything() -> None:
    async def end(made: Stage) -> None:
        made.over = True
        await made.http(made.people()[1], "POST", f"rooms/{made.slug}/leave")
        made.version += 1

    await scenes.ended(end, scenes.short(), ahead=3)


async def test_a_match_whose_opponent_is_gone_ends_and_reveals_everything() -> None:
    async def end(made: Stage) -> None:
        made.over = True
        await in_database(scenes.go_away, made, 2)
        answer = await made.command(made.people()[0], "claim.abandoned")
        assert "v" in answer, answer
        made.version += 1

    await scenes.ended(end, scenes.short(), ahead=3)


async def test_playing_the_computer_instead_ends_and_reveals_everything() -> None:
    async def end(made: Stage) -> None:
        made.over = True
        await in_database(scenes.go_away, made, 2)
        answer = await made.http(
            made.people()[0], "POST", f"rooms/{made.slug}/computer", {"level": "beginner"}
        )
        assert answer.status == 200, answer
        made.version += 1

    await scenes.ended(end, scenes.short(), ahead=3)


async def test_a_room_that_expires_ends_its_match_and_reveals_everything() -> None:
    async def end(made: Stage) -> None:
        made.over = True
        await in_database(expire, made)
        made.version += 1
        for socket in made.sockets.values():
            assert await socket.until_closed() == 4404
        made.sockets.clear()

    await scenes.ended(end, scenes.short(), ahead=3)


def expire(made: Stage) -> None:
    # why persons: matches of guests alone go with their room
    Player.everywhere.update(kind=Player.PlayerKind.PERSON)
    Room.everywhere.filter(pk=made.room).update(expires_at=timezone.now())
    assert purge_rooms(timezone.now()) == 1


# --- scenes


async def test_the_layout_phase_shows_nothing_of_the_other_layout() -> None:
    await scenes.layout_phase()


async def test_losing_the_connection_tells_nothing_but_that() -> None:
    await scenes.presence()


async def test_what_watchers_say_reaches_no_player_before_the_end() -> None:
    await scenes.chat()


async def test_computers_are_asked_with_what_their_seat_may_know() -> None:
    await scenes.computer()


async def test_operators_pages_of_a_running_match_show_no_kind() -> None:
    await scenes.operators_pages()


async def test_a_failure_tells_neither_clients_nor_the_log_anything(monkeypatch) -> None:
    await scenes.failure(monkeypatch)


async def test_a_row_the_database_refuses_is_not_written_into_the_log(monkeypatch) -> None:
    await scenes.database_failure(monkeypatch)
    assert settings.LOGGING["formatters"]["line"]["()"] == "config.logs.Line"
    assert {handler["formatter"] for handler in settings.LOGGING["handlers"].values()} == {"line"}
