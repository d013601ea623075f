"""Layouts of every side as files, and the set-ups that a system offers."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import pytest

from accounts.directory import forget_tenants
from accounts.models import Tenant
from games.rules.luzhanqi.options import VARIANTS
from games.rules.luzhanqi.setups import SETUPS
from tests.api.conftest import Caller
from tests.api.test_bad_input import everything, refused

pytestmark = pytest.mark.django_db(transaction=True)

BYTES, PLAIN = "application/octet-stream", "text/plain"
FORMATS = {"jql": BYTES, "text": PLAIN}
LAID = [variant for variant in VARIANTS if variant != "flip"]
SIDES = {"dark": ("first", "second"), "open": ("first", "second"), "four": ("south", "east", "north", "west")}
EVERY_SIDE = [(variant, side) for variant in LAID for side in SIDES[variant]]


def asked(**query: Any) -> str:
    """A query string; dicts as JSON."""
    return urlencode({key: json.dumps(it) if isinstance(it, dict) else it for key, it in query.items()})


def setups(caller: Caller, side: str = "", **options: Any) -> list[dict[str, Any]]:
    query = asked(options=options, **({"side": side} if side else {}))
    return caller.get(f"systems/luzhanqi/setups?{query}")["setups"]


def upload(caller: Caller, content: bytes, media_type: str = BYTES, **query: Any) -> Any:
    return caller.http.generic(
        "POST",
        f"/api/v1/layouts/read?{asked(**{'system': 'luzhanqi', 'format': 'jql', **query})}",
        content,
        content_type=media_type,
        headers={"Host": caller.host, "Authorization": f"Bearer {caller.token}"},
    )


def written(caller: Caller, pieces: dict[str, str], side: str, form: str) -> Any:
    body = {"system": "luzhanqi", "format": form, "pieces": pieces, "side": side}
    response = caller.call("POST", "layouts/write", body)
    assert response.status_code == 200, response.content
    return response


# --- set-ups


@pytest.mark.parametrize(("variant", "side"), EVERY_SIDE)
def test_every_set_up_can_be_laid_out_by_every_side(first: Caller, variant: str, side: str):
    found = setups(first, side, variant=variant)
    assert [each["key"] for each in found] == [each.key for each in SETUPS]
    assert [each["name"] for each in found] == [each.name for each in SETUPS]
    for each in found:
        assert each["reasons"] == []
        options = {"variant": variant}
        body = {"system": "luzhanqi", "options": options, "pieces": each["pieces"], "side": side}
        assert first.post("layouts/check", body) == {"legal": True, "reasons": []}


def test_set_ups_say_why_the_options_do_not_allow_them(first: Caller):
    for each in setups(first, variant="flip"):
        assert each["reasons"] == [{"code": "no_layout", "squares": []}]


def test_set_ups_are_public_and_follow_the_options_of_the_site(first: Caller):
    assert Caller().get("systems/gunjin/setups") == {"setups": []}
    assert set(setups(Caller())[0]["pieces"]) == set(setups(first, "first")[0]["pieces"])
    refused(first.call("GET", "systems/shogi/setups"), "not-found")
    refused(first.call("GET", f"systems/luzhanqi/setups?{asked(options={'variant': 'x'})}"), "bad-options")
    refused(first.call("GET", "systems/luzhanqi/setups?options=1"), "bad-request")
    refused(first.call("GET", "systems/luzhanqi/setups?side=south"), "bad-request")
    refused(first.call("GET", "systems/luzhanqi/setups?side=up"), "bad-request")


def test_layouts_are_judged_by_the_options_of_the_site(first: Caller):
    pieces = setups(first)[0]["pieces"]
    made = written(first, pieces, "first", "jql")
    saved = first.post("layouts", {"system": "luzhanqi", "name": "Kept", "pieces": pieces})
    Tenant.objects.filter(slug="default").update(system_options={"luzhanqi": {"variant": "flip"}})
    forget_tenants()
    options = {"variant": "dark"}
    query = asked(options=options)
    for judged in (
        first.done(upload(first, made.content, format="jql", options=options)),
        first.get(f"layouts?system=luzhanqi&{query}")["layouts"][0],
        first.get(f"layouts/{saved['id']}?{query}"),
        *setups(first, **options),
    ):
        assert judged["reasons"] == [{"code": "no_layout", "squares": []}]


# --- round trips


@pytest.mark.parametrize(("variant", "side"), EVERY_SIDE)
def test_all_set_ups_go_through_both_files(first: Caller, variant: str, side: str):
    for each in setups(first, side, variant=variant):
        for form, media_type in FORMATS.items():
            made = written(first, each["pieces"], side, form)
            query = {"format": form, "side": side, "options": {"variant": variant}}
            read = first.done(upload(first, made.content, media_type, **query))
            assert read == {"pieces": each["pieces"], "reasons": []}


def test_the_same_set_up_is_the_same_file_for_every_side(first: Caller):
    for number in range(len(SETUPS)):
        for form in FORMATS:
            files = {
                written(first, setups(first, side, variant=variant)[number]["pieces"], side, form).content
                for variant, side in (("dark", "first"), ("open", "second"), ("four", "west"))
            }
            assert len(files) == 1


def test_a_file_is_exact_and_has_a_name(first: Caller):
    pieces = next(each["pieces"] for each in setups(first) if each["key"] == "twin-flanks")
    jql = written(first, pieces, "first", "jql")
    assert jql.content.startswith(b"QQGame JQL File\0")
    assert len(jql.content) == 50
    assert jql["Content-Type"] == "application/octet-stream"
    assert jql["Content-Disposition"] == 'attachment; filename="layout.jql"'
    text = written(first, pieces, "first", "text")
    assert text.content.decode() == "司旅连兵师\n团…连…团\n军兵…连师\n炸…排…营\n旅雷排雷炸\n营旗雷排兵\n"
    assert text["Content-Type"] == "text/plain; charset=utf-8"
    assert text["Content-Disposition"] == 'attachment; filename="layout.txt"'


def test_a_saved_layout_is_a_file_under_its_name(first: Caller):
    pieces = setups(first, "north", variant="four")[0]["pieces"]
    body = {"system": "luzhanqi", "name": "河东/狮吼", "pieces": pieces, "side": "north"}
    saved = first.post("layouts", body)
    for form in FORMATS:
        file = first.call("GET", f"layouts/{saved['id']}/file?format={form}", Accept="*/*")
        assert file.content == written(first, pieces, "north", form).content
        assert "filename*=utf-8''%E6%B2%B3%E4%B8%9C" in file["Content-Disposition"]
    assert first.call("GET", f"layouts/{saved['id']}/file?format=text", Accept="text/plain").content


def test_a_file_of_an_unfinished_layout_comes_back_with_what_is_missing(first: Caller):
    pieces = {"Sa6": "commander", "Sb3": "engineer"}
    file = written(first, pieces, "south", "jql").content
    read = first.done(upload(first, file, side="south", options={"variant": "four"}))
    assert read["pieces"] == pieces
    assert [reason["code"] for reason in read["reasons"]] == [
        "camp_occupied",
        "empty_station",
        "wrong_counts",
    ]


def test_a_file_that_the_options_do_not_allow_says_why(first: Caller):
    text = "雷兵连排师\n旅…连…炸\n炸营…团旅\n军…兵…连\n司兵营师排\n团排雷旗雷".encode()
    for options, side, squares in (
        ({"variant": "four"}, "east", ["Ea6"]),
        ({"mines_rows": "last2"}, "second", ["e7"]),
    ):
        read = first.done(upload(first, text, PLAIN, format="text", side=side, options=options))
        assert read["reasons"] == [{"code": "mine_not_in_last_two_rows", "squares": squares}]
    assert first.done(upload(first, text, PLAIN, format="text"))["reasons"] == []


def test_a_text_is_read_as_editors_and_other_scripts_write_it(first: Caller):
    pieces = next(each["pieces"] for each in setups(first) if each["key"] == "twin-flanks")
    text = written(first, pieces, "first", "text").content.decode()
    for other in (
        "\ufeff" + text.replace("\n", "\r\n"),
        "\n".join(" ".join(line) for line in text.splitlines()),
        text.replace("司", "令")
        .replace("军", "軍")
        .replace("师", "師")
        .replace("炸", "彈")
        .replace("兵", "工"),
        text.replace("…", "\u3000"),
        text.replace("…", "."),
    ):
        read = first.done(upload(first, other.encode(), PLAIN, format="text"))
        assert read == {"pieces": pieces, "reasons": []}


# --- bad input

SAMPLE = bytes.fromhex(
    "515147616d65204a514c2046696c6500" "57040000"
    "05080b0d07" "09000b0009" "060d000b07" "04000c000a" "08030c0304" "0a02030c0d"
)  # fmt: skip


def changed(at: int, byte: int) -> bytes:
    return SAMPLE[:at] + bytes([byte]) + SAMPLE[at + 1 :]


@pytest.mark.parametrize(
    ("form", "content", "code", "squares"),
    [
        ("jql", b"", "too_short", []),
        ("jql", SAMPLE[:-1], "too_short", []),
        ("jql", SAMPLE + b"\0", "too_long", []),
        ("jql", SAMPLE * 40, "too_long", []),
        ("jql", changed(0, 81 ^ 32), "wrong_magic", []),
        ("jql", changed(19, 1), "wrong_magic", []),
        ("jql", changed(20, 1), "unknown_code", ["Wa6"]),
        ("jql", changed(49, 14), "unknown_code", ["We1"]),
        ("jql", changed(26, 12), "too_many_pieces", []),
        ("jql", "司旅连兵师".encode(), "too_short", []),
        ("text", b"", "bad_rows", []),
        ("text", b"\0", "bad_rows", []),
        ("text", SAMPLE, "bad_rows", []),
        ("text", "司旅连兵师\n".encode() * 7, "bad_rows", []),
        ("text", b"\xff\xfe", "not_text", []),
        ("text", "司旅连兵师".encode("gb18030"), "not_text", []),
        ("text", ("司旅连兵师\n" * 5 + "司旅连兵王").encode(), "unknown_kind", ["We1"]),
    ],
)
def test_broken_files_are_refused_with_a_reason(
    first: Caller, form: str, content: bytes, code: str, squares: list[str]
):
    before = everything()
    body = refused(upload(first, content, FORMATS[form], format=form, side="west"), "illegal-layout")
    assert body["reasons"] == [{"code": code, "squares": squares}]
    assert everything() == before


def test_what_is_no_question_for_a_file_is_refused(first: Caller):
    before = everything()
    for query, code in (
        ({"format": "pgn"}, "bad-request"),
        ({"system": "gunjin"}, "bad-request"),
        ({"system": "shogi"}, "not-found"),
        ({"side": "up"}, "bad-request"),
        ({"options": {"variant": "x"}}, "bad-options"),
        ({"more": "1"}, "bad-request"),
    ):
        refused(upload(first, SAMPLE, **query), code)
    refused(upload(first, SAMPLE, "application/json"), "unsupported-media-type")
    refused(upload(first, SAMPLE, "multipart/form-data; boundary=x"), "unsupported-media-type")
    assert refused(upload(first, b"\0" * 5000), "payload-too-large")["limit"] == 4096
    refused(first.call("GET", "layouts/read"), "method-not-allowed")
    refused(upload(Caller(), SAMPLE), "unauthenticated")
    assert everything() == before


def test_what_a_file_has_no_place_for_is_refused(first: Caller):
    thirty = {f"{column}{row}": "platoon" for column in "abcde" for row in range(1, 7)}
    for pieces, side, form, code in (
        ({"a1": "wizard"}, "first", "jql", "unknown_kind"),
        ({"a1": "wizard"}, "first", "text", "unknown_kind"),
        ({"a1": "flag"}, "second", "jql", "outside_territory"),
        ({"z99": "flag"}, "first", "text", "outside_territory"),
        (thirty, "first", "jql", "too_many_pieces"),
    ):
        body = {"system": "luzhanqi", "format": form, "pieces": pieces, "side": side}
        told = refused(first.call("POST", "layouts/write", body), "illegal-layout")
        assert [reason["code"] for reason in told["reasons"]] == [code]
    body = {"system": "gunjin", "format": "jql", "pieces": {}}
    refused(first.call("POST", "layouts/write", body), "bad-request")
    refused(first.call("POST", "layouts/write", {"system": "luzhanqi", "format": "jql"}), "bad-request")


def test_a_saved_file_is_its_owners(first: Caller, second: Caller, outsider: Caller):
    pieces = setups(first)[0]["pieces"]
    saved = first.post("layouts", {"system": "luzhanqi", "name": "Mine", "pieces": pieces})
    path = f"layouts/{saved['id']}/file"
    for caller in (second, outsider):
        refused(caller.call("GET", f"{path}?format=jql"), "not-found")
    refused(first.call("GET", path), "bad-request")
    refused(first.call("GET", f"{path}?format=x"), "bad-request")


def test_a_system_says_which_files_it_has(first: Caller):
    told = first.get("systems/luzhanqi")
    assert told["layout_formats"] == [
        {"key": "jql", "extension": "jql", "media_type": "application/octet-stream"},
        {"key": "text", "extension": "txt", "media_type": "text/plain; charset=utf-8"},
    ]
    assert set(told["presets"]) == {"seed", "online-2"}
    assert told["presets"]["online-2"]["mines_rows"] == "last2"
    gunjin = first.get("systems/gunjin")
    assert (gunjin["layout_formats"], gunjin["presets"]) == ([], {})
