"""Rooms and matches of a system with variants: Luzhanqi for two and for four, dealt or laid out."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.rules.luzhanqi.options import VARIANTS
from tests.api.conftest import Caller, guest, tag
from tests.api.test_bad_input import refused

SEATS = {"dark": 2, "open": 2, "flip": 2, "four": 4}


def party(count: int) -> list[Caller]:
    return [guest(f"Player {number}") for number in range(1, count + 1)]


def sit_down(players: list[Caller], **options: Any) -> dict[str, Any]:
    """A room of the first one's, in which each of the others takes a free seat by its link."""
    host, *guests = players
    room = host.post("rooms", {"system": "luzhanqi", "options": {"first_player": "host", **options}})
    for seat, caller in zip(room["seats"][1:], guests, strict=True):
        caller.post(f"rooms/{room['slug']}/seats/{seat['number']}/claim", {"secret": seat["link_secret"]})
    return room


def test_it_is_offered(db) -> None:
    assert {"key": "luzhanqi", "ruleset": "luzhanqi-1"} in Caller().get("systems")["systems"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_describes_itself(db, variant: str) -> None:
    told = Caller().get(f'systems/luzhanqi?options={{"variant":"{variant}"}}')
    assert told["options_in_force"]["variant"] == variant
    assert len(told["sides"]) == SEATS[variant]
    assert told["has_layout"] == (variant != "flip")


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_match_is_played_to_its_end_and_exported(db, variant: str) -> None:
    players = party(SEATS[variant])
    room = sit_down(players, variant=variant, no_capture_draw_plies=40)
    match = room["match"]
    if variant != "flip":
        for player in players:
            player.lay_out(match)
    whose = {player.see(match)["audience"]: player for player in players}
    dice, played = Random(3), 0
    while (seen := players[0].see(match))["phase"] == "playing":
        assert whose[seen["turn"]].play(match, dice).status_code == 201
        played += 1
        if played == 40:
            for player in players[1:]:
                player.command(match, "resign")
    assert seen["outcome"]["winners"]
    assert set(seen["reveal"]) == ({"deal"} if variant == "flip" else set(whose))
    record = players[-1].get(f"matches/{match}/record")
    assert record["end"]["winners"] == seen["outcome"]["winners"]


def test_a_fifth_player_finds_the_room_full(db) -> None:
    *players, fifth = party(5)
    room = sit_down(players, variant="four")
    path = f"rooms/{room['slug']}/seats/2/claim"
    refused(fifth.call("POST", path, {"secret": room["seats"][1]["link_secret"]}), "room-full")


@pytest.mark.parametrize(
    "options",
    [
        {"variant": "five"},
        {"variant": "dark", "flip_color_rule": "own_double"},
        {"variant": "four", "players": 3},
        {"variant": "four", "teams": "ffa", "four_info": "double_open"},
        {"variant": "dark", "no_capture_draw_plies": 0, "max_plies": 0},
        {"variant": "dark", "reveal_other_hq": True, "reveal_flag_on_commander_death": False},
    ],
)
def test_options_that_contradict_each_other_make_no_room(db, options: dict[str, Any]) -> None:
    refused(guest().call("POST", "rooms", {"system": "luzhanqi", "options": options}), "bad-options")


def test_no_ply_for_another_or_for_nobody(db) -> None:
    players = party(2)
    match = sit_down(players, variant="flip")["match"]
    first, second = (player.see(match) for player in players)
    refused(players[1].command(match, "play", expect=tag(second), ply=["a1"]), "not-your-turn")
    for ply in (["a1", "a2"], ["z9"], ["b3"], ["a1", "a2", "a3", "a4"]):
        refused(players[0].command(match, "play", expect=tag(first), ply=ply), "illegal-ply")
    assert players[0].command(match, "play", expect=tag(first), ply=["a1"]).status_code == 201


@pytest.mark.parametrize("seated", [1, 2])
def test_where_the_server_deals_nobody_has_a_layout_to_confirm(db, seated: int) -> None:
    players = party(seated)
    room = players[0].post("rooms", {"system": "luzhanqi", "options": {"variant": "flip"}})
    for seat, player in zip([each for each in room["seats"] if not each["yours"]], players[1:], strict=False):
        player.post(f"rooms/{room['slug']}/seats/{seat['number']}/claim", {"secret": seat["link_secret"]})
    for player in players:
        assert player.see(room["match"])["layout"] is None
