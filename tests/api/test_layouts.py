"""Saved layouts and the tools around them."""

import pytest

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
