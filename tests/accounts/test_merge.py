"""A guest who signs in to an account that has a player already: everything moves, or nothing does."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Block, Player, Report, User
from games import merging
from games.models import MatchSeat, Room, SavedLayout, Seat
from tests.accounts.conftest import Browser, in_a_day, save_layout
from tests.api.conftest import Caller, Meeting, sit_down
from tests.support.roles import as_web


def merge(account: Browser, guest: Caller) -> Any:
    return account.call("POST", "account/player", {"guest_token": guest.token})


def everything() -> list[Any]:
    """Whose everything is."""
    return [
        list(Player.everywhere.order_by("id").values()),
        *(
            list(model.everywhere.order_by("id").values_list("id", "player_id"))
            for model in (Seat, MatchSeat, SavedLayout)
        ),
        list(Room.everywhere.order_by("id").values_list("id", "creator_id")),
    ]


def test_seats_matches_rooms_and_layouts_move(aki: Browser, first: Caller, second: Caller, playing: Meeting):
    save_layout(aki, "Fox")
    moved = save_layout(first, "Fox")
    with as_web():
        merged = merge(aki, first)
    assert (merged.status_code, merged.json()["how"]) == (200, "merged")
    assert merged.json()["player"] == aki.player

    assert [line["match"] for line in aki.get("me/matches")["matches"]] == [playing.match]
    assert aki.see(playing.match)["audience"] == "first"
    assert aki.play(playing.match, random.Random(3)).status_code == 201
    layouts = {row["id"]: row["name"] for row in aki.get("layouts")["layouts"]}
    assert layouts[moved["id"]] == "Fox (2)"
    assert sorted(name for name in layouts.values() if name) == ["Fox", "Fox (2)"]
    assert second.get(f"rooms/{playing.slug}")["seats"][0]["player"]["name"] == "Aki"
    assert str(Room.everywhere.get(slug=playing.slug).creator_id) == aki.player


def test_the_guest_opens_nothing_any_more(aki: Browser, first: Caller):
    merge(aki, first)
    left = Player.everywhere.get(id=first.player)
    assert str(left.merged_into_id) == aki.player
    assert left.name.startswith("Merged ")
    assert left.recovery_digest == ""
    assert first.call("GET", "me").status_code == 401
    assert merge(aki, first).json()["code"] == "unauthenticated"


@pytest.mark.parametrize("has_player", [True, False])
def test_a_programs_token_is_not_the_guest(aki: Browser, first: Caller, has_player: bool):
    made = first.post("account/tokens", {"label": "Reader", "scopes": ["read"]})
    if not has_player:
        Player.everywhere.filter(id=aki.player).update(user=None)
    refused = aki.call("POST", "account/player", {"guest_token": made["token"]})
    assert (refused.status_code, refused.json()["code"]) == (403, "scope-missing")
    assert first.call("GET", "me").status_code == 200


@pytest.mark.parametrize("gone", [{"deleted_at": timezone.now()}, {"merged_into": None}, {"user": None}])
def test_a_token_left_over_opens_nothing(aki: Browser, first: Caller, second: Caller, gone: dict[str, Any]):
    if "merged_into" in gone:
        gone = {"merged_into_id": second.player}
    if "user" in gone:
        user = User.objects.get(players__id=aki.player)
        User.objects.filter(pk=user.pk).update(is_active=False)
        gone = {"user": user}
        Player.everywhere.filter(id=aki.player).update(user=None)
    Player.everywhere.filter(id=first.player).update(**gone)
    assert first.call("GET", "me").status_code == 401


def test_a_fault_halfway_changes_nothing(aki: Browser, first: Caller, playing: Meeting, monkeypatch):
    save_layout(first, "Fox")
    before = everything()

    def fail(*_: object) -> None:
        raise RuntimeError("halfway")

    monkeypatch.setattr(merging, "_move_layouts", fail)
    assert merge(aki, first).status_code == 500
    assert everything() == before
    assert first.call("GET", "me").status_code == 200


def test_who_plays_against_the_own_account_is_not_merged(aki: Browser, first: Caller):
    meeting = sit_down(first, aki)
    before = everything()
    refused = merge(aki, first)
    assert (refused.status_code, refused.json()["code"]) == (409, "both-seats")
    assert refused.json()["matches"] == [meeting.match]
    assert everything() == before


def test_only_a_guest_is_merged(aki: Browser, first: Caller, db):
    Player.everywhere.filter(id=first.player).update(kind="person")
    refused = merge(aki, first)
    assert (refused.status_code, refused.json()["code"]) == (409, "not-a-guest")


def test_a_banned_guest_does_not_get_clean(aki: Browser, first: Caller):
    Player.everywhere.filter(id=first.player).update(banned_until=in_a_day())
    assert merge(aki, first).json()["code"] == "banned"
    assert Player.everywhere.get(id=first.player).merged_into_id is None


def test_a_guest_of_another_tenant_is_nobody_here(aki: Browser, outsider: Caller):
    assert merge(aki, outsider).json()["code"] == "unauthenticated"


def test_settings_mutes_reports_and_blocks_come_along(aki: Browser, first: Caller, second: Caller):
    aki.call("PATCH", "me", {"settings": {"board": "flat"}})
    first.call("PATCH", "me", {"settings": {"board": "3d", "sound": False}})
    guest, own, other = (Player.everywhere.get(id=each.player) for each in (first, aki, second))
    until = in_a_day()
    Player.everywhere.filter(id=guest.id).update(muted_until=until)
    tenant = {"tenant_id": guest.tenant_id}
    for reporter in (guest, own):
        Report.everywhere.create(reporter=reporter, player=other, kind="player", reason="spam", **tenant)
    Report.everywhere.create(reporter=other, player=guest, kind="player", reason="spam", **tenant)
    Block.everywhere.create(player=guest, blocked=other, **tenant)
    Block.everywhere.create(player=other, blocked=guest, **tenant)
    Block.everywhere.create(player=other, blocked=own, **tenant)

    assert merge(aki, first).status_code == 200
    own.refresh_from_db()
    assert own.settings == {"board": "flat", "sound": False}
    assert own.muted_until == until
    assert Report.everywhere.get(reporter=other).player_id == own.id
    assert Report.everywhere.filter(reporter=guest).count() == 1, "two of one thing stay apart"
    assert set(Block.everywhere.values_list("player_id", "blocked_id")) == {
        (own.id, other.id),
        (other.id, own.id),
    }


@pytest.mark.parametrize("newer_is_the_guests", [True, False])
def test_the_newer_of_two_last_layouts_stays(aki: Browser, first: Caller, newer_is_the_guests: bool):
    rows = {}
    for caller in (aki, first):
        player = Player.everywhere.get(id=caller.player)
        rows[caller.player] = SavedLayout.everywhere.create(
            player=player, tenant_id=player.tenant_id, system="gunjin", is_last=True, sealed_pieces={}
        )
    newer = rows[first.player if newer_is_the_guests else aki.player]
    for row in rows.values():
        at = timezone.now() if row == newer else "2026-01-01T00:00Z"
        SavedLayout.everywhere.filter(pk=row.pk).update(updated_at=at)
    assert merge(aki, first).status_code == 200
    assert SavedLayout.everywhere.get(is_last=True).pk == newer.pk
