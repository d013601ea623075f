"""Saved layouts and the tools around them."""

import json
from typing import Any

import pytest

from accounts.directory import forget_tenants
from accounts.models import Tenant
from games.layouts import LAYOUTS_PER_PLAYER
from games.models import SavedLayout
from tests.api.conftest import Caller, Meeting
from tests.api.test_bad_input import everything, refused

pytestmark = pytest.mark.django_db(transaction=True)


def dealt(caller: Caller, side: str = "first") -> dict[str, str]:
    return caller.post("layouts/random", {"system": "gunjin", "side": side})["pieces"]


def test_a_layout_is_saved_renamed_replaced_and_forgotten(first: Caller):
    pieces, other = dealt(first), dealt(first)
    response = first.call("POST", "layouts", {"system": "gunjin", "name": "  Wall ", "pieces": pieces})
    saved = response.json()
    assert response.status_code == 201
    assert response["Location"] == f"/api/v1/layouts/{saved['id']}"
    assert (saved["name"], saved["pieces"], saved["is_last"]) == ("Wall", pieces, False)
    path = f"layouts/{saved['id']}"
    assert first.get(path) == saved
    renamed = first.done(first.call("PATCH", path, {"name": "Fort"}))
    assert (renamed["name"], renamed["pieces"]) == ("Fort", pieces)
    assert first.done(first.call("PATCH", path, {"pieces": other}))["pieces"] == other
    assert first.call("DELETE", path).status_code == 204
    refused(first.call("GET", path), "not-found")
    assert first.get("layouts")["layouts"] == []


def test_squares_turn_for_the_other_side_and_back(first: Caller):
    pieces = dealt(first, "second")
    saved = first.post("layouts", {"system": "gunjin", "name": "Second", "pieces": pieces, "side": "second"})
    assert saved["pieces"] == pieces
    path = f"layouts/{saved['id']}"
    own = first.get(path)["pieces"]
    assert own != pieces
    assert first.get(f"{path}?side=second")["pieces"] == pieces
    assert first.get(f"{path}?side=first")["pieces"] == own
    assert first.get("layouts?side=second")["layouts"][0]["pieces"] == pieces
    changed = first.done(first.call("PATCH", f"{path}?side=second", {"pieces": pieces}))
    assert changed["pieces"] == pieces
    assert first.get(path)["pieces"] == own
    refused(first.call("GET", f"{path}?side=north"), "bad-request")


def test_names_are_unique_per_player(first: Caller, second: Caller):
    pieces = dealt(first)
    for caller in (first, second):
        caller.post("layouts", {"system": "gunjin", "name": "Wall", "pieces": pieces})
    other = first.post("layouts", {"system": "gunjin", "name": "Fort", "pieces": pieces})
    before = everything()
    refused(
        first.call("POST", "layouts", {"system": "gunjin", "name": "Wall", "pieces": pieces}), "name-taken"
    )
    refused(first.call("PATCH", f"layouts/{other['id']}", {"name": "Wall"}), "name-taken")
    assert everything() == before


def test_the_last_layout_keeps_itself(playing: Meeting, first: Caller, second: Caller):
    for caller, side in ((first, "first"), (second, "second")):
        last = caller.get(f"layouts?side={side}")["layouts"][0]
        assert last["is_last"]
        assert last["pieces"] == caller.see(playing.match)["layout"]["pieces"]
        refused(caller.call("PATCH", f"layouts/{last['id']}", {"name": "x"}), "bad-request")


def test_there_is_a_limit(first: Caller):
    pieces = dealt(first)
    saved = first.post("layouts", {"system": "gunjin", "name": "One", "pieces": pieces})
    row = SavedLayout.everywhere.get(pk=saved["id"])
    SavedLayout.everywhere.bulk_create(
        SavedLayout(
            tenant_id=row.tenant_id, player_id=row.player_id, system="gunjin", name=f"{n}", sealed_pieces={}
        )
        for n in range(LAYOUTS_PER_PLAYER - 1)
    )
    refused(
        first.call("POST", "layouts", {"system": "gunjin", "name": "More", "pieces": pieces}),
        "too-many-layouts",
    )


def test_an_export_can_be_imported_by_another_and_twice(first: Caller, second: Caller):
    for name in ("Wall", "Fort"):
        first.post("layouts", {"system": "gunjin", "name": name, "pieces": dealt(first)})
    exported = first.get("layouts/export")
    assert [item["name"] for item in exported] == ["Fort", "Wall"]
    for _ in range(2):
        assert len(second.post("layouts/import", exported)["layouts"]) == 2
        assert second.get("layouts/export") == exported


def test_an_import_keeps_all_or_nothing(first: Caller):
    pieces = dealt(first)
    good = {"system": "gunjin", "name": "Good", "pieces": pieces}
    bad = {"system": "gunjin", "name": "Bad", "pieces": {"a1": "flag"}}
    clash = {"system": "gunjin", "name": "Good", "pieces": dealt(first)}
    before = everything()
    refused(first.call("POST", "layouts/import", [good, bad]), "illegal-layout")
    refused(first.call("POST", "layouts/import", [good, clash]), "name-taken")
    refused(first.call("POST", "layouts/import", good), "bad-request")
    refused(first.call("POST", "layouts/import", [good, 1]), "bad-request")
    refused(first.call("POST", "layouts/import", [good] * 101), "bad-request")
    refused(first.call("POST", "layouts/import", b"[" + b" " * 70_000 + b"]"), "payload-too-large")
    assert everything() == before


def test_a_hundred_layouts_fit_into_one_import(first: Caller):
    pieces = dealt(first)
    items = [{"system": "gunjin", "name": f"Layout {n}", "pieces": pieces} for n in range(100)]
    assert len(first.post("layouts/import", items)["layouts"]) == 100


def test_a_hundred_of_the_largest_layouts_fit_as_they_are_exported(first: Caller, second: Caller):
    pieces = first.post("layouts/random", {"system": "luzhanqi"})["pieces"]
    items = [{"system": "luzhanqi", "name": f"{n:02}{'军' * 22}", "pieces": pieces} for n in range(100)]
    for half in (items[:50], items[50:]):
        first.post("layouts/import", half)
    exported = first.call("GET", "layouts/export").content
    assert len(second.done(second.call("POST", "layouts/import", exported))["layouts"]) == 100


def test_mirror_and_check(first: Caller):
    pieces = dealt(first)
    mirrored = first.post("layouts/mirror", {"system": "gunjin", "pieces": pieces})["pieces"]
    assert mirrored["a1"] == pieces["f1"]
    assert first.post("layouts/mirror", {"system": "gunjin", "pieces": mirrored})["pieces"] == pieces
    assert first.post("layouts/check", {"system": "gunjin", "pieces": pieces}) == {
        "legal": True,
        "reasons": [],
    }
    checked = first.post("layouts/check", {"system": "gunjin", "pieces": {"a1": "flag"}})
    assert not checked["legal"]
    assert {reason["code"] for reason in checked["reasons"]} >= {"incomplete", "wrong_counts"}


# --- layouts of more than one board


def saved_from(caller: Caller, side: str, **options: str) -> dict[str, Any]:
    body = {"system": "luzhanqi", "options": options, "side": side}
    pieces = caller.post("layouts/random", body)["pieces"]
    return caller.post("layouts", {"system": "luzhanqi", "name": side, "pieces": pieces, "side": side})


def test_a_layout_fits_every_arm_and_the_other_board(first: Caller):
    saved = saved_from(first, "south", variant="four")
    path, options = f"layouts/{saved['id']}", json.dumps({"variant": "four"})
    for side, letter in (("south", "S"), ("east", "E"), ("north", "N"), ("west", "W")):
        shown = first.get(f"{path}?side={side}&options={options}")
        assert shown["reasons"] == []
        assert shown["pieces"] == {letter + square[1:]: kind for square, kind in saved["pieces"].items()}
    for side in ("first", "second"):
        shown = first.get(f"{path}?side={side}")
        assert shown["reasons"] == []
        body = {"system": "luzhanqi", "pieces": shown["pieces"], "side": side}
        assert first.post("layouts/check", body)["legal"]
    assert first.get(f"{path}?side=first")["pieces"] == {
        square[1:]: kind for square, kind in saved["pieces"].items()
    }


def test_a_layout_of_two_says_why_four_may_not_lay_it_out(first: Caller):
    pieces = first.get("systems/luzhanqi/setups")["setups"][0]["pieces"]
    mine, front = next(square for square, kind in pieces.items() if kind == "mine"), "a6"
    pieces[mine], pieces[front] = pieces[front], pieces[mine]
    first.post("layouts", {"system": "luzhanqi", "name": "Bold", "pieces": pieces})
    for side, options, squares in (
        ("first", {}, None),
        ("second", {"variant": "open"}, None),
        ("second", {"mines_rows": "last2"}, ["e7"]),
        ("west", {"variant": "four"}, ["Wa6"]),
        ("west", {"variant": "four", "mines_rows": "any"}, None),
    ):
        query = f"system=luzhanqi&side={side}&options={json.dumps(options)}"
        (shown,) = first.get(f"layouts?{query}")["layouts"]
        code = "mine_not_in_last_two_rows"
        assert shown["reasons"] == ([{"code": code, "squares": squares}] if squares else [])
    (shown,) = first.get('layouts?system=luzhanqi&options={"variant":"flip"}')["layouts"]
    assert [reason["code"] for reason in shown["reasons"]] == ["no_layout"]


def test_wrong_pieces_are_named_by_the_squares_of_the_side_that_sent_them(first: Caller):
    pieces = first.post("layouts/random", {"system": "luzhanqi", "side": "first"})["pieces"]
    north = {"N" + square: kind for square, kind in pieces.items()}
    north["Na6"], north["Nb1"], north["Nd1"] = "flag", "platoon", "platoon"
    before = everything()
    body = {"system": "luzhanqi", "name": "Wrong", "pieces": north, "side": "north"}
    told = refused(first.call("POST", "layouts", body), "illegal-layout")
    assert {"code": "flag_not_in_hq", "squares": ["Na6"]} in told["reasons"]
    told = refused(first.call("POST", "layouts", {**body, "side": "east"}), "illegal-layout")
    assert "outside_territory" in {reason["code"] for reason in told["reasons"]}
    assert everything() == before


def test_options_to_judge_by_need_their_system(first: Caller):
    saved = saved_from(first, "second")
    refused(first.call("GET", 'layouts?options={"variant":"dark"}'), "bad-request")
    refused(first.call("GET", 'layouts?system=luzhanqi&options={"variant":"x"}'), "bad-options")
    refused(first.call("GET", f'layouts/{saved["id"]}?options={{"plane_jump":"none"}}'), "bad-options")
    assert first.get("layouts")["layouts"] == [
        {**saved, "pieces": first.get(f"layouts/{saved['id']}")["pieces"]}
    ]


def test_a_system_that_is_not_offered_any_more_hides_its_layouts_alone(first: Caller):
    kept = first.post("layouts", {"system": "gunjin", "name": "Kept", "pieces": dealt(first)})
    hidden = saved_from(first, "first")
    Tenant.objects.filter(slug="default").update(systems=["gunjin"])
    forget_tenants()
    assert [each["id"] for each in first.get("layouts")["layouts"]] == [kept["id"]]
    refused(first.call("GET", f"layouts/{hidden['id']}"), "not-found")
    refused(first.call("GET", f"layouts/{hidden['id']}/file?format=jql"), "not-found")


def test_an_export_holds_the_layouts_of_both_boards(first: Caller, second: Caller):
    saved_from(first, "second")
    saved_from(first, "west", variant="four")
    exported = first.get("layouts/export")
    second.post("layouts/import", exported)
    assert second.get("layouts/export") == exported


def test_the_last_layout_is_one_for_every_board(first: Caller):
    for options in ({"variant": "four"}, {"variant": "open"}):
        room = first.post("rooms", {"system": "luzhanqi", "options": options})
        own = next(seat["side"] for seat in room["seats"] if seat["yours"])
        pieces = first.post("layouts/random", {"system": "luzhanqi", "options": options, "side": own})[
            "pieces"
        ]
        first.done(first.command(room["match"], "layout.confirm", pieces=pieces))
        (last,) = first.get(f"layouts?side={own}")["layouts"]
        assert last["is_last"]
        assert last["pieces"] == pieces


def test_nobody_is_dealt_a_layout_where_the_server_deals(first: Caller):
    body = {"system": "luzhanqi", "options": {"variant": "flip"}}
    told = refused(first.call("POST", "layouts/random", body), "illegal-layout")
    assert told["reasons"] == [{"code": "no_layout", "squares": []}]
    pieces = first.post("layouts/random", {"system": "luzhanqi"})["pieces"]
    for path in ("layouts/mirror", "layouts/check"):
        answer = first.call("POST", path, {**body, "pieces": pieces}).json()
        assert [reason["code"] for reason in answer["reasons"]] == ["no_layout"]
