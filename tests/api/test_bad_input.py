"""Bad input and faults: each gets its problem code, changes nothing, and never answers 500."""

import json
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player, Token
from games.models import Match, MatchEvent, Room, SavedLayout, Seat
from games.problems import PROBLEMS
from tests.api.conftest import Caller, Meeting, guest, tag

pytestmark = pytest.mark.django_db(transaction=True)  # why: polls read on connections of their own
UNKNOWN = "01890a5d-ac96-774b-bcce-b302099a8057"


def refused(response: Any, code: str) -> dict[str, Any]:
    """The body of a refusal, after checking that it is the right one in the right form."""
    assert response["Content-Type"] == "application/problem+json", response.content
    body = response.json()
    assert (body["code"], body["status"], response.status_code) == (
        code,
        PROBLEMS[code].status,
        PROBLEMS[code].status,
    ), body
    assert body["type"] == f"/problems/{code}"
    assert body["title"]
    assert body["detail"]
    return body


def everything() -> list[Any]:
    """Every row that a refused request could have changed, without who was last seen."""
    kinds = (Player, Token, Room, Match, MatchEvent, SavedLayout)
    rows: list[Any] = [list(kind.everywhere.order_by("pk").values()) for kind in kinds]
    for row, seen in ((0, "last_seen_at"), (1, "last_used_at"), (2, "last_presence_at")):
        for each in rows[row]:
            del each[seen]
    rows.append(
        list(Seat.everywhere.order_by("pk").values("player", "side", "link_number", "offers_rematch"))
    )
    return rows


# --- who asks


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer ", "Bearer gyoji_wrong", "Basic YTpi", "Token x", "Bearer \x00", "Bearer ü"],
)
def test_a_wrong_token_is_unauthenticated(first: Caller, header: str):
    response = first.call("GET", "me", Authorization=header)
    refused(response, "unauthenticated")
    assert response["WWW-Authenticate"].startswith("Bearer")


def test_no_token_is_unauthenticated(db):
    for method, path in (("GET", "me"), ("POST", "rooms"), ("GET", f"matches/{UNKNOWN}/events")):
        refused(Caller().call(method, path), "unauthenticated")


def test_an_expired_and_a_revoked_token_are_unauthenticated(first: Caller, second: Caller):
    Token.everywhere.filter(player=first.player).update(expires_at=timezone.now() - timedelta(seconds=1))
    Token.everywhere.filter(player=second.player).update(revoked_at=timezone.now())
    refused(first.call("GET", "me"), "unauthenticated")
    refused(second.call("GET", "me"), "unauthenticated")


def test_a_banned_player_is_told_so(first: Caller):
    Player.everywhere.filter(pk=first.player).update(banned_until=timezone.now() + timedelta(days=1))
    refused(first.call("GET", "me"), "banned")


def test_an_expired_token_does_not_keep_its_owner_from_public_addresses(first: Caller):
    first.token = "gyoji_expired"
    assert first.call("GET", "systems").status_code == 200
    assert first.call("POST", "players/guest", {}).status_code == 201


# --- what is not there, or not for the caller


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "nothing", None),
        ("GET", "rooms/nosuchroom", None),
        ("POST", "rooms/nosuchroom/seats/1/claim", {"secret": "x"}),
        ("POST", "rooms/nosuchroom/leave", None),
        ("POST", "rooms/nosuchroom/close", None),
        ("POST", "rooms/nosuchroom/rematch", None),
        ("DELETE", "rooms/nosuchroom/rematch", None),
        ("POST", "rooms/nosuchroom/computer", {"level": "beginner"}),
        ("GET", f"matches/{UNKNOWN}", None),
        ("GET", "matches/not-an-id", None),
        ("GET", f"matches/{UNKNOWN}/events", None),
        ("GET", f"matches/{UNKNOWN}/stream", None),
        ("GET", f"matches/{UNKNOWN}/record", None),
        ("GET", f"layouts/{UNKNOWN}", None),
        ("PATCH", f"layouts/{UNKNOWN}", {"name": "x"}),
        ("DELETE", f"layouts/{UNKNOWN}", None),
        ("GET", "systems/chess", None),
        ("POST", "layouts/random", {"system": "chess"}),
    ],
)
def test_unknown_ids_are_not_found(first: Caller, method: str, path: str, body: Any):
    refused(first.call(method, path, body), "not-found")


def test_an_unknown_match_takes_no_command(first: Caller):
    refused(first.command(UNKNOWN, "resign"), "not-found")


def test_another_tenants_room_match_and_layout_are_not_found(
    playing: Meeting, first: Caller, outsider: Caller
):
    before, slug, match = everything(), playing.slug, playing.match
    layout = first.get("layouts")["layouts"][0]["id"]
    for method, path, body in (
        ("GET", f"rooms/{slug}", None),
        ("POST", f"rooms/{slug}/seats/2/claim", {"secret": "x"}),
        ("POST", f"rooms/{slug}/leave", None),
        ("POST", f"rooms/{slug}/close", None),
        ("POST", f"rooms/{slug}/rematch", None),
        ("GET", f"matches/{match}", None),
        ("GET", f"matches/{match}/events", None),
        ("GET", f"matches/{match}/stream", None),
        ("GET", f"matches/{match}/record", None),
        ("GET", f"layouts/{layout}", None),
        ("DELETE", f"layouts/{layout}", None),
    ):
        refused(outsider.call(method, path, body), "not-found")
    refused(outsider.command(match, "resign"), "not-found")
    assert everything() == before


def test_a_token_of_another_tenant_opens_nothing_here(first: Caller, outsider: Caller):
    outsider.host = "testserver"
    refused(outsider.call("GET", "me"), "unauthenticated")


def test_a_client_key_must_agree_with_the_host(first: Caller, outsider: Caller):
    assert first.call("GET", "me", X_Gyoji_Tenant="default").status_code == 200
    refused(first.call("GET", "me", X_Gyoji_Tenant="nosuchtenant"), "not-found")
    refused(outsider.call("GET", "me", X_Gyoji_Tenant="default"), "not-found")


def test_a_host_nobody_serves_is_a_bad_request(first: Caller):
    refused(first.call("GET", "me", Host="evil.example"), "bad-request")


def test_a_third_visitor_sees_neither_match_nor_links(playing: Meeting, spectator: Caller):
    room = spectator.get(f"rooms/{playing.slug}")
    assert room["full"] is True
    assert room["match"] is None
    assert all(seat["link_secret"] is None and seat["link"] is None for seat in room["seats"])
    refused(spectator.call("POST", f"rooms/{playing.slug}/seats/2/claim", {"secret": "x"}), "room-full")
    refused(spectator.call("GET", f"matches/{playing.match}"), "not-found")
    refused(spectator.command(playing.match, "resign"), "not-found")


def test_a_spectator_may_watch_but_not_act(meet, first: Caller, second: Caller, spectator: Caller):
    meeting = meet(spectators_allowed=True)
    first.lay_out(meeting.match)
    second.lay_out(meeting.match)
    seen, before = spectator.see(meeting.match), everything()
    assert seen["audience"] == "watch"
    assert seen["layout"] is None
    assert seen["legal_plies"] == []
    assert all(piece["kind"] is None for piece in seen["view"]["pieces"])
    for kind, args in (("play", {"ply": ["a3", "a4"]}), ("resign", {}), ("claim.abandoned", {})):
        refused(spectator.command(meeting.match, kind, expect=tag(seen), **args), "not-your-seat")
    refused(spectator.call("GET", f"matches/{meeting.match}?seat=first"), "not-your-seat")
    refused(spectator.call("GET", f"matches/{meeting.match}/events?seat=second"), "not-your-seat")
    assert everything() == before


# --- seats and secrets


def test_a_wrong_secret_opens_no_seat(first: Caller, second: Caller):
    room = first.post("rooms", {"system": "gunjin"})
    before = everything()
    refused(second.call("POST", f"rooms/{room['slug']}/seats/2/claim", {"secret": "0" * 32}), "forbidden")
    refused(second.call("POST", f"rooms/{room['slug']}/seats/1/claim", {"secret": "0" * 32}), "seat-taken")
    refused(second.call("POST", f"rooms/{room['slug']}/seats/9/claim", {"secret": "0" * 32}), "not-found")
    refused(
        second.call("POST", f"rooms/{room['slug']}/seats/{9**40}/claim", {"secret": "0" * 32}), "not-found"
    )
    assert everything() == before


def test_only_members_act_on_a_room(meeting: Meeting, spectator: Caller, second: Caller):
    before = everything()
    for method, action, body in (
        ("POST", "leave", None),
        ("POST", "rematch", None),
        ("DELETE", "rematch", None),
        ("POST", "close", None),
        ("POST", "computer", {"level": "beginner"}),
    ):
        refused(spectator.call(method, f"rooms/{meeting.slug}/{action}", body), "forbidden")
    refused(second.call("POST", f"rooms/{meeting.slug}/close"), "forbidden")
    assert everything() == before


def test_another_players_seat_is_not_yours(playing: Meeting, first: Caller):
    before = everything()
    refused(first.call("GET", f"matches/{playing.match}?seat=second"), "not-your-seat")
    refused(first.call("GET", f"matches/{playing.match}/record?seat=second"), "not-your-seat")
    refused(first.command(playing.match, "resign", seat="second"), "not-your-seat")
    assert everything() == before


def test_another_players_layout_is_not_found(playing: Meeting, first: Caller, second: Caller):
    layout = first.get("layouts")["layouts"][0]["id"]
    for method in ("GET", "DELETE"):
        refused(second.call(method, f"layouts/{layout}"), "not-found")
    refused(second.call("PATCH", f"layouts/{layout}", {"name": "mine"}), "not-found")


# --- bodies


BROKEN = [
    (b"", "bad-request"),
    (b"{", "bad-request"),
    (b"[]", "bad-request"),
    (b"null", "bad-request"),
    (b"1", "bad-request"),
    (b'"text"', "bad-request"),
    (b'{"system": "gunjin",}', "bad-request"),
    (b'{"system": "gunjin", "system": "gunjin"}', "bad-request"),
    (b'{"system": "gunjin", "options": {"quiet_draw": NaN}}', "bad-request"),
    (b'{"system": "gunjin", "options": {"quiet_draw": 1e999}}', "bad-request"),
    (b'{"system": "gunjin", "options": {"quiet_draw": ' + b"9" * 5000 + b"}}", "bad-request"),
    (b'{"system": "gun\\u0000jin"}', "bad-request"),
    (b'{"system": "\\ud800"}', "bad-request"),
    ('{"system": "gunjin"}'.encode("utf-16"), "bad-request"),
    (b'\xef\xbb\xbf{"system": "gunjin"}', "bad-request"),
    (b'{"system": "\xff\xfe"}', "bad-request"),
    (b"[" * 16_000, "bad-request"),
    (b'{"a":' * 3_000, "bad-request"),
    (b'{"system": "gunjin", "options": ' + b'{"a":' * 20 + b"1" + b"}" * 21, "bad-request"),
    (b'{"system": "' + b"x" * 16_400 + b'"}', "payload-too-large"),
    (b'{"system": 1}', "bad-request"),
    (b'{"system": ["gunjin"]}', "bad-request"),
    (b'{"system": true}', "bad-request"),
    (b'{"system": null}', "bad-request"),
    (b'{"system": "chess"}', "bad-request"),
    (b'{"system": "gunjin", "colour": "red"}', "bad-request"),
    (b'{"system": "gunjin", "opponent": "enemy"}', "bad-request"),
    (b'{"system": "gunjin", "opponent": "computer"}', "bad-request"),
    (b'{"system": "gunjin", "opponent": "computer", "level": "god"}', "bad-request"),
    (b'{"system": "gunjin", "opponent": "computer", "level": {}}', "bad-request"),
    (b'{"system": "gunjin", "opponent": "computer", "level": {"work": 999}}', "bad-request"),
    (b'{"system": "gunjin", "opponent": "computer", "level": {"work": 2000001}}', "bad-request"),
    (b'{"system": "gunjin", "opponent": "computer", "level": {"work": -5000}}', "bad-request"),
    (b'{"system": "gunjin", "opponent": "computer", "level": {"work": 5000.0}}', "bad-request"),
    (b'{"system": "gunjin", "opponent": "computer", "level": {"work": "5000"}}', "bad-request"),
    (b'{"system": "gunjin", "opponent": "computer", "level": {"work": true}}', "bad-request"),
    (b'{"system": "gunjin", "opponent": "computer", "level": {"work": null}}', "bad-request"),
    (b'{"system": "gunjin", "opponent": "computer", "level": {"work": 5000, "depth": 9}}', "bad-request"),
    (b'{"system": "gunjin", "opponent": "computer", "level": "work-5000"}', "bad-request"),
    (b'{"system": "gunjin", "opponent": "computer", "level": ["work"]}', "bad-request"),
    (b'{"system": "gunjin", "side": "north"}', "bad-request"),
    (b'{"system": "gunjin", "spectators_allowed": "true"}', "bad-request"),
    (b'{"system": "gunjin", "spectators_allowed": 1}', "bad-request"),
    (b'{"system": "gunjin", "spectators_delay": 21}', "bad-request"),
    (b'{"system": "gunjin", "spectators_delay": -1}', "bad-request"),
    (b'{"system": "gunjin", "spectators_delay": "3"}', "bad-request"),
    (b'{"system": "gunjin", "spectators_delay": true}', "bad-request"),
    (b'{"system": "gunjin", "spectators_delay": null}', "bad-request"),
    (b'{"system": "gunjin", "options": []}', "bad-request"),
    (b'{"system": "gunjin", "options": {"nosuch": 1}}', "bad-options"),
    (b'{"system": "gunjin", "options": {"quiet_draw": true}}', "bad-options"),
    (b'{"system": "gunjin", "options": {"quiet_draw": "100"}}', "bad-options"),
    (b'{"system": "gunjin", "options": {"quiet_draw": null, "max_plies": null}}', "bad-options"),
]


@pytest.mark.parametrize(("body", "code"), BROKEN, ids=[str(body[:40]) for body, _ in BROKEN])
def test_a_broken_body_makes_no_room(first: Caller, body: bytes, code: str):
    before = everything()
    refused(first.call("POST", "rooms", body), code)
    assert everything() == before


def test_a_refusal_lists_the_fields(first: Caller):
    body = refused(
        first.call("POST", "rooms", {"system": 5, "sides": 2, "spectators_allowed": 0}), "bad-request"
    )
    assert body["fields"] == ["sides"]
    body = refused(first.call("POST", "rooms", {"system": 5, "spectators_allowed": 0}), "bad-request")
    assert body["fields"] == ["spectators_allowed", "system"]


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x"]
)
def test_only_json_is_read(first: Caller, kind: str):
    response = first.http.generic(
        "POST",
        "/api/v1/rooms",
        b'{"system": "gunjin"}',
        content_type=kind,
        headers={"Authorization": f"Bearer {first.token}"},
    )
    refused(response, "unsupported-media-type")


def test_a_format_nobody_writes_is_not_acceptable(first: Caller):
    refused(first.call("GET", "me", Accept="application/xml"), "not-acceptable")


@pytest.mark.parametrize(
    ("method", "path"),
    [("PUT", "rooms"), ("DELETE", "me"), ("OPTIONS", "rooms"), ("POST", f"matches/{UNKNOWN}/events")],
)
def test_another_method_is_not_allowed(first: Caller, method: str, path: str):
    response = first.call(method, path)
    refused(response, "method-not-allowed")
    assert response["Allow"]


@pytest.mark.parametrize(
    "query",
    [
        "since=-1",
        "since=x",
        "since=1.5",
        "since=99999999999",
        "since=1&since=2",
        "wait=26",
        "wait=",
        "seat=nobody",
        "seat=%00",
        "seat=%ff",
        "colour=red",
        "%00=1",
    ],
)
def test_a_bad_query_is_a_bad_request(playing: Meeting, first: Caller, query: str):
    refused(first.call("GET", f"matches/{playing.match}/events?{query}"), "bad-request")


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "cursor=1", "page=2"])
def test_a_bad_page_is_a_bad_request(first: Caller, query: str):
    refused(first.call("GET", f"me/matches?{query}"), "bad-request")


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ("[]", "bad-request"),
        ("{", "bad-request"),
        ('{"a":NaN}', "bad-request"),
        ('{"nosuch":1}', "bad-options"),
    ],
)
def test_bad_options_in_a_query(db, options: str, code: str):
    refused(Caller().call("GET", f"systems/gunjin?options={options}"), code)


@pytest.mark.parametrize("name", ["x" * 25, "a\u202eb", "\u200b", "Moder\u0430tor", "Gyoji"])
def test_a_bad_name_makes_no_guest(db, name: str):
    before = everything()
    refused(Caller().call("POST", "players/guest", {"name": name}), "bad-name")
    assert everything() == before


def test_a_name_is_taken_whatever_its_case(first: Caller):
    refused(Caller().call("POST", "players/guest", {"name": "FIRST"}), "name-taken")


def test_an_unknown_recovery_code_is_unauthenticated(db):
    for code in ("x", "0" * 20):
        refused(Caller().call("POST", "players/recover", {"recovery_code": code}), "unauthenticated")


# --- commands


COMMANDS = [
    {},
    [],
    {"type": "cheat"},
    {"type": ["play"]},
    {"type": "play"},
    {"type": "play", "args": []},
    {"type": "play", "args": {}},
    {"type": "play", "args": {"ply": "b4b5"}},
    {"type": "play", "args": {"ply": []}},
    {"type": "play", "args": {"ply": [1, 2]}},
    {"type": "play", "args": {"ply": [["b4"]]}},
    {"type": "play", "args": {"ply": ["b4"] * 7}},
    {"type": "play", "args": {"ply": ["b4", "b5"], "kind": "flag"}},
    {"type": "play", "args": {"ply": ["b4", "b5"]}, "version": 3},
    {"type": "play", "args": {"ply": ["b4", "b5"]}, "seat": "nobody"},
    {"type": "play", "args": {"ply": ["b4", "b5"]}, "seat": None},
    {"type": "resign", "args": {"really": True}},
    {"type": "resign", "args": None},
    {"type": "layout.confirm"},
    {"type": "layout.confirm", "args": {"pieces": []}},
    {"type": "layout.confirm", "args": {"pieces": {"a1": 1}}},
    {"type": "layout.confirm", "args": {"pieces": {"a1": None}}},
    {"type": "layout.confirm", "args": {"pieces": {"a1" * 9: "flag"}}},
    {"type": "layout.confirm", "args": {"pieces": {f"a{n}": "flag" for n in range(101)}}},
    {"type": "layout.confirm", "args": {"pieces": {"a1": "flag"}, "revision": "1"}},
    {"type": "layout.confirm", "args": {"pieces": {"a1": "flag"}, "revision": True}},
    {"type": "layout.confirm", "args": {"pieces": {"a1": "flag"}, "revision": 10**12}},
    {"type": "layout.withdraw", "args": {"revision": -1}},
]


@pytest.mark.parametrize("body", COMMANDS, ids=[json.dumps(body)[:60] for body in COMMANDS])
def test_a_malformed_command_changes_nothing(playing: Meeting, first: Caller, body: Any):
    before = everything()
    response = first.call(
        "POST",
        f"matches/{playing.match}/commands",
        body,
        Idempotency_Key=str(uuid.uuid4()),
        If_Match='"e1-v3"',
    )
    refused(response, "bad-request")
    assert everything() == before


@pytest.mark.parametrize("key", [None, "", "1", "not-a-uuid", "{01890a5d-ac96-774b-bcce-b302099a8057}"])
def test_a_command_needs_an_id(playing: Meeting, first: Caller, key: str | None):
    headers = {} if key is None else {"Idempotency_Key": key}
    response = first.call("POST", f"matches/{playing.match}/commands", {"type": "resign"}, **headers)
    assert refused(response, "bad-request")["fields"] == ["Idempotency-Key"]


@pytest.mark.parametrize("expect", ["3", "e1-v3", '"v3"', '"e1-v"', '"e1-v-3"', "*", '"e1-v9999999999"'])
def test_a_malformed_version_is_a_bad_request(playing: Meeting, first: Caller, expect: str):
    response = first.command(playing.match, "play", expect=expect, ply=["b4", "b5"])
    assert refused(response, "bad-request")["fields"] == ["If-Match"]


def test_a_ply_needs_a_version(playing: Meeting, first: Caller):
    before = everything()
    refused(first.command(playing.match, "play", ply=["b4", "b5"]), "version-required")
    assert everything() == before


@pytest.mark.parametrize("expect", ['"e1-v2"', '"e1-v4"', '"e1-v0"', '"e2-v3"', '"e0-v3"'])
def test_another_version_or_epoch_is_stale_and_told_the_current_one(
    playing: Meeting, first: Caller, expect: str
):
    before, ply = everything(), first.see(playing.match)["legal_plies"][0]
    response = first.command(playing.match, "play", expect=expect, ply=ply)
    assert refused(response, "stale-version")["version"] == 3
    assert response["ETag"] == '"e1-v3"'
    assert everything() == before


def test_a_ply_out_of_turn_is_refused(playing: Meeting, second: Caller):
    before = everything()
    refused(second.command(playing.match, "play", expect='"e1-v3"', ply=["b5", "b4"]), "not-your-turn")
    assert everything() == before


@pytest.mark.parametrize(
    "ply", [["a1"], ["a1", "z9"], ["", "a1"], ["a1", "a1"], ["b5", "b4"], ["a1", "a2", "+"], ["a4", "b8"]]
)
def test_an_illegal_ply_is_refused(playing: Meeting, first: Caller, ply: list[str]):
    before = everything()
    code = "bad-request" if "" in ply else "illegal-ply"
    refused(first.command(playing.match, "play", expect='"e1-v3"', ply=ply), code)
    assert everything() == before


def test_play_before_the_layouts_are_confirmed_is_the_wrong_phase(meeting: Meeting, first: Caller):
    before = everything()
    refused(first.command(meeting.match, "play", expect='"e1-v0"', ply=["b4", "b5"]), "wrong-phase")
    refused(first.command(meeting.match, "resign"), "wrong-phase")
    refused(first.command(meeting.match, "layout.withdraw"), "wrong-phase")
    refused(first.call("POST", f"rooms/{meeting.slug}/rematch"), "wrong-phase")
    refused(first.call("POST", f"rooms/{meeting.slug}/close"), "wrong-phase")
    assert everything() == before


def test_layouts_are_fixed_once_play_began(playing: Meeting, first: Caller):
    before, pieces = everything(), first.see(playing.match)["layout"]["pieces"]
    refused(first.command(playing.match, "layout.confirm", pieces=pieces), "wrong-phase")
    refused(first.command(playing.match, "layout.withdraw"), "wrong-phase")
    assert everything() == before


def test_nothing_is_played_after_the_end(playing: Meeting, first: Caller, second: Caller):
    ply = first.see(playing.match)["legal_plies"][0]
    Caller.done(second.command(playing.match, "resign"))
    before = everything()
    for caller in (first, second):
        for kind, args in (
            ("play", {"ply": ply}),
            ("resign", {}),
            ("claim.abandoned", {}),
            ("layout.withdraw", {}),
        ):
            refused(caller.command(playing.match, kind, expect='"e1-v4"', **args), "match-over")
    assert everything() == before


def dealt(caller: Caller) -> dict[str, str]:
    return caller.post("layouts/random", {"system": "gunjin", "side": "first"})["pieces"]


def half(pieces: dict[str, str]) -> dict[str, str]:
    return dict(list(pieces.items())[:11])


def doubled(pieces: dict[str, str]) -> dict[str, str]:
    """The headquarters twice, under two of its names."""
    return {**pieces, "c1": pieces["hq1"]}


def all_flags(pieces: dict[str, str]) -> dict[str, str]:
    return dict.fromkeys(pieces, "flag")


def strange(pieces: dict[str, str]) -> dict[str, str]:
    return {**pieces, "hq1": "queen"}


def abroad(pieces: dict[str, str]) -> dict[str, str]:
    return {**pieces, "a8": "tank"}


@pytest.mark.parametrize("spoil", [half, doubled, all_flags, strange, abroad, lambda _: {}])
def test_an_illegal_layout_is_refused_with_reasons(meeting: Meeting, first: Caller, spoil):
    before, pieces = everything(), spoil(dealt(first))
    body = refused(first.command(meeting.match, "layout.confirm", pieces=pieces), "illegal-layout")
    assert body["reasons"]
    assert all(set(reason) == {"code", "squares"} for reason in body["reasons"])
    refused(
        first.call("POST", "layouts", {"system": "gunjin", "name": "x", "pieces": pieces}), "illegal-layout"
    )
    refused(first.call("POST", "layouts/mirror", {"system": "gunjin", "pieces": pieces}), "illegal-layout")
    assert everything() == before


def test_a_changed_layout_revision_is_stale(meeting: Meeting, first: Caller):
    first.lay_out(meeting.match)
    before = everything()
    response = first.command(meeting.match, "layout.withdraw", revision=0)
    assert refused(response, "stale-version")["revision"] == 1
    assert response["ETag"] == '"e1-v1"'
    assert everything() == before


def test_an_opponent_who_is_there_is_not_abandoned(playing: Meeting, first: Caller, second: Caller):
    second.see(playing.match)
    before = everything()
    response = first.command(playing.match, "claim.abandoned")
    assert refused(response, "in-progress")["retry_after"] > 0
    assert int(response["Retry-After"]) > 0
    refused(first.call("POST", f"rooms/{playing.slug}/computer", {"level": "beginner"}), "in-progress")
    assert everything() == before


def test_a_closed_room_says_so(first: Caller):
    room = first.post("rooms", {"system": "gunjin"})
    first.call("POST", f"rooms/{room['slug']}/close")
    before = everything()
    for method, action, body in (
        ("GET", "", None),
        ("POST", "/leave", None),
        ("POST", "/close", None),
        ("POST", "/rematch", None),
        ("POST", "/seats/2/claim", {"secret": "x"}),
        ("POST", "/computer", {"level": "beginner"}),
    ):
        refused(first.call(method, f"rooms/{room['slug']}{action}", body), "room-closed")
    assert everything() == before


# --- floods


@pytest.mark.parametrize(
    ("bucket", "method", "path", "body"),
    [
        ("RATE_GUESTS_PER_ADDRESS", "POST", "players/guest", {}),
        ("RATE_ROOMS_PER_PLAYER", "POST", "rooms", {"system": "gunjin"}),
        ("RATE_ROOMS_PER_PLAYER", "POST", "rooms/nosuchroom/seats/1/claim", {"secret": "x"}),
        ("RATE_REQUESTS_PER_ADDRESS", "GET", "me", None),
        ("RATE_REQUESTS_PER_ADDRESS", "GET", f"matches/{UNKNOWN}/events", None),
    ],
)
def test_a_flood_is_limited(first: Caller, settings, bucket: str, method: str, path: str, body: Any):
    settings.GYOJI = {**settings.GYOJI, bucket: "2/minute"}
    for _ in range(2):
        assert first.call(method, path, body).status_code != 429
    before = everything()
    response = first.call(method, path, body)
    assert 0 < refused(response, "rate-limited")["retry_after"] <= 60
    assert 0 < int(response["Retry-After"]) <= 60
    assert everything() == before


def test_a_flood_of_commands_is_limited_per_player(playing: Meeting, first: Caller, second: Caller, settings):
    settings.GYOJI = {**settings.GYOJI, "RATE_COMMANDS_PER_PLAYER": "1/minute"}
    refused(first.command(playing.match, "claim.abandoned"), "in-progress")
    refused(first.command(playing.match, "resign"), "rate-limited")
    refused(second.command(playing.match, "claim.abandoned"), "in-progress")


def test_only_the_proxys_own_entry_names_the_client(first: Caller, settings):
    settings.GYOJI = {**settings.GYOJI, "RATE_REQUESTS_PER_ADDRESS": "1/minute"}
    assert first.call("GET", "me", X_Forwarded_For="9.9.9.9").status_code == 200
    refused(first.call("GET", "me", X_Forwarded_For="8.8.8.8"), "rate-limited")
    settings.BEHIND_PROXY = True
    assert first.call("GET", "me", X_Forwarded_For="1.1.1.1, 7.7.7.7").status_code == 200
    refused(first.call("GET", "me", X_Forwarded_For="2.2.2.2, 7.7.7.7"), "rate-limited")
    assert first.call("GET", "me", X_Forwarded_For="1.1.1.1, 6.6.6.6").status_code == 200


def test_a_name_is_free_again_for_another_tenant(first: Caller, outsider: Caller):
    assert guest("First", host="other.example").name == "First"
