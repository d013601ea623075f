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
from games.sockets.database import in_database
from tests.support import leaks_behind as behind
from tests.support import leaks_scenes as scenes
from tests.support.leaks import assert_entry_blind, assert_revealed
from tests.support.leaks_seen import Seen
from tests.support.leaks_stage import CLIENT_ADDRESS, Stage, perform
from tests.support.leaks_worlds import recorded_twins

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
RECORDED: dict[str, Seen] = {}
PEOPLE, PLAYERS, HOST, LAYERS, ROOM = "people", "players", "host", "layers", "room"
# Every channel, and who must have received something over it.
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
    "rest command": PLAYERS,
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
    "socket ok": PLAYERS,
    "socket err": PEOPLE,
    "socket room": PEOPLE,
    "socket pong": PEOPLE,
    "socket presence": HOST,
    "layer match.frame": LAYERS,
    "layer message": LAYERS,
    "layer room.frame": ROOM,
    "layer chat.said": ROOM,
}
# What needs pieces to be laid out, or somebody to play before everything is told.
OF_LAYOUTS = {"rest layout"}
OF_PLAY = {"layer chat.said", "rest chat", "rest command", "socket ok", "socket err"}
# Where pieces are turned up, and where all of them lie open, everybody sees what is lost.
HIDES_LOSSES = [world for world in scenes.HIDDEN_IN_PLAY if world != "flip"]


async def recorded(world: str = "gunjin") -> Seen:
    """One match that everybody looked at from all sides, played once for all tests of this file."""
    if world not in RECORDED:
        twins = scenes.short(world)
        # Of four, who look at four times as much, only at the middle and the end.
        looks = {"thorough": False, "at": [4]} if len(twins.sides) > 2 else {"at": [0, 4]}
        RECORDED[world] = await perform(twins, twins.layouts, **looks)
    return RECORDED[world]


def receivers(seen: Seen, who: str) -> tuple[str, ...]:
    groups = {PEOPLE: seen.people, PLAYERS: seen.seats, HOST: seen.seats[:1], LAYERS: seen.layers}
    return groups.get(who, ("layer.room",))


@pytest.mark.parametrize("world", scenes.WORLDS)
async def test_before_the_end_no_channel_tells_a_kind_of_another(world) -> None:
    seen = await recorded(world)
    for name in (*seen.people, *seen.layers, "layer.room", "log"):
        for entry in seen.party(name).before_end():
            assert_entry_blind(entry, seen.party(name).side, seen)


@pytest.mark.parametrize("world", scenes.WORLDS)
async def test_no_channel_was_left_out(world) -> None:
    seen, twins = await recorded(world), scenes.short(world)
    missing = (set() if None not in twins.layouts else OF_LAYOUTS) | (set() if twins.plies else OF_PLAY)
    for channel, who in CHANNELS.items():
        for name in receivers(seen, who):
            found = [entry for entry in seen.party(name).before_end() if entry.channel == channel]
            assert found or channel in missing, f"{name} received nothing over {channel}"
    for name in (*seen.people, *seen.layers, "layer.room"):
        received = {entry.channel for entry in seen.party(name).before_end()}
        assert received <= {*CHANNELS, "rest guest", "rest claim"}


@pytest.mark.parametrize("world", scenes.WORLDS)
async def test_seats_of_others_are_refused_in_the_same_words_whatever_is_asked(world) -> None:
    seen = await recorded(world)
    for name in seen.people:
        others = [seat for seat in seen.seats if seat != name]
        for entry in seen.party(name).entries:
            if any(f"seat={other}" in entry.asked for other in others):
                assert (entry.status, entry.value["code"]) == (403, "not-your-seat")
                assert entry.value["detail"] == "You do not hold this seat."


@pytest.mark.parametrize("world", scenes.WORLDS)
async def test_a_running_match_is_shown_through_the_own_eyes_whoever_is_asked_for(world) -> None:
    seen = await recorded(world)
    for name in seen.people:
        for entry in seen.party(name).before_end():
            if "record?of=" in entry.asked:
                assert (entry.value["format"], entry.value["audience"]) == ("gyoji-seen-1", name)


@pytest.mark.parametrize("world", scenes.LAID_OUT)
async def test_saved_layouts_of_others_do_not_exist(world) -> None:
    seen = await recorded(world)
    answers = [entry for entry in seen.party("watch").entries if entry.channel == "rest layout"]
    assert answers
    assert {entry.status for entry in answers} == {404}
    for name in seen.seats:
        statuses = {e.status for e in seen.party(name).entries if e.channel == "rest layout"}
        assert statuses == {200, 404}


@pytest.mark.parametrize("world", scenes.WORLDS)
async def test_after_the_end_every_channel_reveals_everything(world) -> None:
    assert_revealed(await recorded(world))


# --- what is shown


@pytest.mark.parametrize("world", HIDES_LOSSES)
async def test_losses_of_the_other_side_are_a_number(world) -> None:
    seen, told = await recorded(world), set()
    for name in seen.people:
        snapshots = [e.value for e in seen.party(name).before_end() if e.channel == "rest match"]
        losses = [snap["view"]["removed"] for snap in snapshots if snap.get("view")]
        assert losses
        for side in set(seen.seats) - {name}:
            assert all(lost[side]["kinds"] is None for lost in losses)
            told |= {name for lost in losses if lost[side]["count"]}
    assert told == set(seen.people)


@pytest.mark.parametrize("world", scenes.HIDDEN_IN_PLAY)
async def test_every_ply_has_one_event_shape_whatever_fought(world) -> None:
    seen, twins = await recorded(world), scenes.short(world)
    for name in seen.people:
        events = [e.value["d"] for e in seen.party(name).before_end() if e.channel == "stream"]
        plies = [event for event in events if event["type"] == "ply"][: len(twins.plies)]
        battles = [event["battle"] for event in plies if event["battle"] is not None]
        assert len(battles) == len(twins.battles) >= 1
        assert len({tuple(battle) for battle in battles}) == 1
        assert len({tuple(key for key in event if key != "legal_plies") for event in plies}) == 1


@pytest.mark.parametrize("world", scenes.WORLDS)
async def test_legal_plies_are_the_own_ones_on_the_own_turn(world) -> None:
    seen = await recorded(world)
    for name in seen.people:
        for entry in seen.party(name).before_end():
            if entry.channel == "rest match" and entry.status == 200:
                snap = entry.value
                assert bool(snap["legal_plies"]) == (snap["turn"] == name)
            if entry.channel == "stream" and "legal_plies" in entry.value["d"]:
                assert entry.value["d"]["turn"] == name


@pytest.mark.parametrize("world", scenes.WORLDS)
async def test_after_the_end_a_replay_from_a_seat_is_what_that_seat_saw(world) -> None:
    seen = await recorded(world)
    for name in seen.people:
        own = [{"v": e.value["v"], **e.value["d"]} for e in seen.party(name).entries if e.channel == "stream"]
        replays = [
            entry.value
            for party in seen.people
            for entry in seen.party(party).after_end()
            if entry.channel == "rest record" and f"of={name}" in entry.asked
        ]
        assert len(replays) == len(seen.people)
        assert all(replay["events"] == own for replay in replays)


@pytest.mark.parametrize("world", scenes.WORLDS)
async def test_nobody_receives_a_network_address(world) -> None:
    seen = await recorded(world)
    for party in seen.parties.values():
        for entry in party.entries:
            assert CLIENT_ADDRESS not in str(entry.value) + str(entry.headers), entry


# --- every way to end


PLAYED_OUT = (
    "gunjin_occupation",
    "gunjin_no_plies",
    "luzhanqi_dark_flag_taken",
    "luzhanqi_flip_flag_home",
    "luzhanqi_four_eliminations",
)


@pytest.mark.parametrize("name", PLAYED_OUT)
async def test_an_end_by_play_reveals_everything(name) -> None:
    twins = recorded_twins(json.loads((PLAYTHROUGHS / f"{name}.json").read_text()))
    ahead = len(twins.plies) - 2

    async def end(made: Stage) -> None:
        await made.play(twins, first=ahead)

    await scenes.ended(end, twins, ahead=ahead)


# All ends take one way, so each is tried in two worlds; `recorded` ends by resigning in all of them, also
# where pieces lie open and there is nothing left to reveal but salts.


@pytest.mark.parametrize("world", ["gunjin", "dark"])
async def test_resigning_reveals_everything(world) -> None:
    async def end(made: Stage) -> None:
        await made.resign(made.players()[1])

    await scenes.ended(end, scenes.short(world), ahead=3)


@pytest.mark.parametrize("world", ["gunjin", "four"])
async def test_leaving_reveals_everything(world) -> None:
    async def end(made: Stage) -> None:
        await made.give_up(scenes.short(world), 3, leaves=True)

    await scenes.ended(end, scenes.short(world), ahead=3)


@pytest.mark.parametrize("world", ["gunjin", "dark"])
async def test_a_match_whose_opponent_is_gone_ends_and_reveals_everything(world) -> None:
    async def end(made: Stage) -> None:
        made.over = True
        await in_database(scenes.go_away, made, 2)
        answer = await made.command(made.people()[0], "claim.abandoned")
        assert "v" in answer, answer
        made.version += 1

    await scenes.ended(end, scenes.short(world), ahead=3)


@pytest.mark.parametrize("world", ["gunjin", "flip"])
async def test_playing_the_computer_instead_ends_and_reveals_everything(world) -> None:
    async def end(made: Stage) -> None:
        made.over = True
        await in_database(scenes.go_away, made, 2)
        answer = await made.http(
            made.people()[0], "POST", f"rooms/{made.slug}/computer", {"level": "beginner"}
        )
        assert answer.status == 200, answer
        made.version += 1

    await scenes.ended(end, scenes.short(world), ahead=3)


@pytest.mark.parametrize("world", ["gunjin", "flip"])
async def test_a_room_that_expires_ends_its_match_and_reveals_everything(world) -> None:
    async def end(made: Stage) -> None:
        made.over = True
        await in_database(expire, made)
        made.version += 1
        for socket in made.sockets.values():
            assert await socket.until_closed() == 4404
        made.sockets.clear()

    await scenes.ended(end, scenes.short(world), ahead=3)


def expire(made: Stage) -> None:
    # why persons: matches of guests alone go with their room
    Player.everywhere.update(kind=Player.PlayerKind.PERSON)
    Room.everywhere.filter(pk=made.room).update(expires_at=timezone.now())
    assert purge_rooms(timezone.now()) == 1


# --- scenes


@pytest.mark.parametrize("world", scenes.LAID_OUT)
async def test_the_layout_phase_shows_nothing_of_the_other_layout(world) -> None:
    await scenes.layout_phase(world)


@pytest.mark.parametrize("world", scenes.WORLDS)
async def test_losing_the_connection_tells_nothing_but_that(world) -> None:
    await scenes.presence(world)


@pytest.mark.parametrize("world", scenes.WORLDS)
async def test_what_watchers_say_reaches_no_player_before_the_end(world) -> None:
    await scenes.chat(world)


@pytest.mark.parametrize("world", scenes.WORLDS)
async def test_a_command_of_the_other_side_sent_again_opens_nothing(world) -> None:
    await scenes.repeated_commands(world)


@pytest.mark.parametrize("world", scenes.WORLDS)
async def test_computers_are_asked_with_what_their_seat_may_know(world) -> None:
    await behind.computer(world)


@pytest.mark.parametrize("world", scenes.WORLDS)
async def test_operators_pages_of_a_running_match_show_no_kind(world) -> None:
    await behind.operators_pages(world)


@pytest.mark.parametrize("world", scenes.WORLDS)
async def test_a_failure_tells_neither_clients_nor_the_log_anything(world, monkeypatch) -> None:
    await behind.failure(monkeypatch, world)


@pytest.mark.parametrize("world", scenes.WORLDS)
async def test_a_row_the_database_refuses_is_not_written_into_the_log(world, monkeypatch) -> None:
    await behind.database_failure(monkeypatch, world)


def test_every_log_is_written_in_the_form_that_strikes_rows_out() -> None:
    assert settings.LOGGING["formatters"]["line"]["()"] == "config.logs.Line"
    assert {handler["formatter"] for handler in settings.LOGGING["handlers"].values()} == {"line"}
