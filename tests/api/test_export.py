"""The archive of an account: all that is its own, nothing that the board still hides."""

from __future__ import annotations

import io
import json
from typing import Any
from zipfile import ZipFile

import pytest
from django.utils import timezone

from accounts.models import Block, Player, Report, Sanction, Token
from accounts.tenancy import tenant_scope
from games.models import ChatMessage, MatchSeat, Room
from tests.api.conftest import Caller, Meeting, body_of, fill_table
from tests.api.test_bad_input import refused
from tests.support.leaks_scenes import HIDDEN_IN_PLAY, short
from tests.support.people import register

pytestmark = pytest.mark.django_db(transaction=True)


def export(caller: Caller) -> dict[str, Any]:
    """The files of the archive by name."""
    response = caller.call("GET", "account/export", Accept="application/zip")
    assert (response.status_code, response["Content-Type"]) == (200, "application/zip")
    assert response["Cache-Control"] == "no-store"
    body = body_of(response)
    assert response["Content-Length"] == str(len(body))
    with ZipFile(io.BytesIO(body)) as archive:
        return {name: json.loads(archive.read(name)) for name in archive.namelist()}


def hidden_kinds(match: str, side: str) -> list[str]:
    """What stands where, of one side or dealt, as texts that must not be in the other's archive."""
    seat = MatchSeat.everywhere.select_related("match").get(match=match, side=side)
    layout = seat.sealed_layout or seat.match.sealed_deal
    return [json.dumps({square: kind})[1:-1] for square, kind in layout.items()]


def hidden_salts(match: str, sides: list[str]) -> list[str]:
    """Of these sides, and of the deal."""
    seats = MatchSeat.everywhere.select_related("match").filter(match=match, side__in=sides)
    return [
        salt
        for seat in seats
        for salts in (seat.sealed_salts, seat.match.sealed_deal_salts)
        for salt in (salts or {}).values()
    ]


def test_a_guests_archive_holds_what_the_guest_has(playing: Meeting, first: Caller):
    first.post("account/tokens", {"label": "Program", "scopes": ["read"]})
    files = export(first)
    assert {
        "account.json",
        "devices.json",
        "layouts.json",
        "matches.json",
        "reports.json",
        "chat.json",
    } <= set(files)
    assert files["account.json"]["player"]["id"] == first.player
    assert files["account.json"]["user"] is None
    assert [token["label"] for token in files["devices.json"]["tokens"]] == ["", "Program"]
    assert files["layouts.json"][0]["pieces"] == first.see(playing.match)["layout"]["pieces"]
    assert [line["match"] for line in files["matches.json"]] == [playing.match]


@pytest.mark.parametrize("world", HIDDEN_IN_PLAY)
def test_a_running_match_is_there_as_the_own_seat_sees_it(world: str, db: None):
    twins = short(world)
    room, players = fill_table(twins.system, twins.options, twins.sides)
    match, is_dealt = room["match"], None in twins.layouts
    for caller in [] if is_dealt else players:
        caller.lay_out(match)
    for number in range(6):
        assert players[number % len(players)].play(match).status_code == 201
    for side, caller in zip(twins.sides, players, strict=True):
        files = export(caller)
        records = {name for name in files if name.startswith("records/")}
        assert records == {f"records/{match}.{side}.json"}
        record = files[records.pop()]
        assert record == caller.get(f"matches/{match}/record")
        assert (record["format"], record["audience"]) == ("gyoji-seen-1", side)
        assert (record["layout"] is None) == is_dealt
        del files["layouts.json"]  # the own one, on the squares of the first side
        text = json.dumps(files)
        others = [other for other in twins.sides if other != side]
        assert not any(salt in text for salt in hidden_salts(match, others))
        assert not any(kind in text for other in others for kind in hidden_kinds(match, other))


def test_a_confirmed_layout_is_not_in_the_opponents_archive(meeting: Meeting, first: Caller, second: Caller):
    second.lay_out(meeting.match)
    text = json.dumps(export(first))
    assert not any(kind in text for kind in hidden_kinds(meeting.match, "second"))


def test_a_finished_match_is_whole(playing: Meeting, first: Caller, second: Caller):
    first.done(first.command(playing.match, "resign"))
    files = export(second)
    record = files[f"records/{playing.match}.json"]
    assert record == first.get(f"matches/{playing.match}/record")
    assert record["format"] == "gyoji-record-1"


def test_on_one_screen_both_seats_are_the_players(first: Caller):
    room = first.post("rooms", {"system": "gunjin", "opponent": "same_screen"})
    assert sum(name.startswith(f"records/{room['match']}.") for name in export(first)) == 2


def test_a_persons_archive_holds_the_account_and_no_secret_of_others(first: Caller):
    player, token = register("Person")
    person = Caller(token=token, player=str(player.id))
    with tenant_scope(player.tenant_id):
        rival = Player.objects.get(pk=first.player)
        room = Room.objects.create(
            system="gunjin", opponent="friend", created_at=timezone.now(), expires_at=timezone.now(),
            last_presence_at=timezone.now(),
        )  # fmt: skip
        ChatMessage.objects.create(room=room, player=player, text="good game", at=timezone.now())
        ChatMessage.objects.create(room=room, player=rival, text="thank you", at=timezone.now())
        Block.objects.create(player=player, blocked=rival)
        Report.objects.create(reporter=player, player=rival, kind="player", reason="abuse", note="was rude")
        Report.objects.create(
            reporter=rival, player=player, kind="player", reason="abuse", note="their words"
        )
        Sanction.objects.create(player=player, kind="warn", reason="staff words", message="abuse")
    person.post("account/bots", {"name": "Robot"})
    files = export(person)
    assert files["account.json"]["user"]["email"] == player.user.email
    assert [bot["name"] for bot in files["account.json"]["bots"]] == ["Robot"]
    assert [each["blocked__name"] for each in files["account.json"]["blocked"]] == [first.name]
    assert [line["text"] for line in files["chat.json"]] == ["good game"]
    assert [report["note"] for report in files["reports.json"]["made"]] == ["was rude"]
    assert [sanction["message"] for sanction in files["reports.json"]["sanctions"]] == ["abuse"]
    text = json.dumps(files)
    assert "staff words" not in text
    assert "their words" not in text
    assert not any(digest in text for digest in Token.everywhere.values_list("digest", flat=True))


def test_exports_are_limited_and_never_for_a_program(first: Caller, settings):
    made = first.post("account/tokens", {"label": "x", "scopes": ["play", "read", "layouts"]})
    refused(Caller(token=made["token"]).call("GET", "account/export"), "scope-missing")
    settings.GYOJI = {**settings.GYOJI, "RATE_EXPORTS_PER_PLAYER": "1/hour"}
    export(first)
    refused(first.call("GET", "account/export"), "rate-limited")


def test_another_tenants_matches_are_not_looked_for(outsider: Caller, playing: Meeting):
    assert export(outsider)["matches.json"] == []
