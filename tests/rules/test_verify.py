"""The verifier: an honest record passes, one that was touched is refused with the place."""

import copy
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.rules.core import Secret, Side
from games.rules.proofs import commit
from games.rules.verify import MalformedRecord, RecordRefused, load, main, verify_record
from tests.rules.support import DEFAULTS, GUNJIN, MATCH, record_of

HONEST = record_of(GUNJIN, DEFAULTS, random.Random(11))
CUT = record_of(GUNJIN, DEFAULTS, random.Random(11), plies=20)
BATTLE = next(at for at, ply in enumerate(HONEST["plies"]) if ply["battle"] is not None and at > 5)
ROOT = Path(__file__).parents[2]

Change = Callable[[Any], object]


def touched(change: Change, record: Any = HONEST) -> Any:
    changed = copy.deepcopy(record)
    change(changed)
    return changed


def refusal(change: Change, record: Any = HONEST) -> RecordRefused:
    with pytest.raises(RecordRefused) as refused:
        verify_record(touched(change, record))
    return refused.value


def test_honest_records_pass() -> None:
    verify_record(HONEST)
    verify_record(CUT)
    verify_record(touched(lambda it: it.update(about={"room": "x"})))
    verify_record(touched(lambda it: it["plies"][0].update(at="2026-01-01T00:00:00Z")))
    verify_record(json.loads(json.dumps(HONEST)))


@pytest.mark.parametrize("side", ["first", "second"])
@pytest.mark.parametrize("square", [0, 11, 22])
def test_changed_kind(side: str, square: int) -> None:
    name = list(HONEST["layouts"][side])[square]
    other = "spy" if HONEST["layouts"][side][name] != "spy" else "tank"
    found = refusal(lambda it: it["layouts"][side].update({name: other}))
    assert found.place == f"commitment {side} {name}"
    assert type(found) is RecordRefused


def test_changed_salt_and_digest() -> None:
    assert refusal(lambda it: it["salts"]["second"].update(a7="00" * 16)).place == "commitment second a7"
    assert refusal(lambda it: it["commitments"]["first"].update(b4="0" * 64)).place == "commitment first b4"
    assert refusal(lambda it: it.update(match="another match")).place == "commitment first a1"


@pytest.mark.parametrize("part", ["layouts", "salts", "commitments"])
def test_missing_square(part: str) -> None:
    assert refusal(lambda it: it[part]["first"].pop("c3")).place == "commitment first c3"


def test_swapped_pieces_with_new_commitments_break_a_later_ply() -> None:
    """Whoever forges the commitments too still has to explain every battle."""

    def forge(it: Any) -> None:
        kinds = it["layouts"]["first"]
        own = [square for square, kind in kinds.items() if kind in {"general", "spy", "plane", "mine"}]
        for one, other in zip(own[::2], own[1::2], strict=False):
            kinds[one], kinds[other] = kinds[other], kinds[one]
        for square, kind in kinds.items():
            digest = commit(MATCH, Secret(Side.FIRST, square, kind), it["salts"]["first"][square])
            it["commitments"]["first"][square] = digest

    assert refusal(forge).place.startswith(("ply ", "layout first"))


def commit_anew(it: Any, side: Side) -> None:
    """Commitments of one side for what the record now says."""
    for square, kind in it["layouts"][side].items():
        secret = Secret(side, square, kind)
        it["commitments"][side][square] = commit(it["match"], secret, it["salts"][side][square])


def test_a_square_has_one_name() -> None:
    """Else a server could commit to two kinds, one on hq1 and one on c1, and open the better one."""

    def rename(it: Any) -> None:
        for part in ("layouts", "salts", "commitments"):
            it[part]["first"]["c1"] = it[part]["first"].pop("hq1")
        commit_anew(it, Side.FIRST)

    assert refusal(rename).place == "layout first"


@pytest.mark.parametrize(
    "salt", ["", "00", "0" * 31, "0" * 33, "g" * 32, "A" * 32, "０" * 32, "0" * 31 + "\n"]
)
def test_a_salt_is_16_bytes_in_hex(salt: str) -> None:
    def weaken(it: Any) -> None:
        it["salts"]["second"]["a7"] = salt
        commit_anew(it, Side.SECOND)

    assert refusal(weaken).place == "salt second a7"


def test_no_salt_is_used_twice() -> None:
    def repeat(it: Any) -> None:
        it["salts"]["second"]["a7"] = it["salts"]["first"]["b4"]
        commit_anew(it, Side.SECOND)

    found = refusal(repeat)
    assert (found.place, found.detail) == ("salt second a7", "was used before")


def test_layout_that_breaks_the_rules() -> None:
    def forge(it: Any) -> None:
        kinds = it["layouts"]["second"]
        kinds["a7"] = "general" if kinds["a7"] != "general" else "spy"
        digest = commit(MATCH, Secret(Side.SECOND, "a7", kinds["a7"]), it["salts"]["second"]["a7"])
        it["commitments"]["second"]["a7"] = digest

    found = refusal(forge)
    assert (found.place, found.detail) == ("layout second", "wrong_counts")


@pytest.mark.parametrize(
    ("change", "at"),
    [
        (lambda it: it["plies"][3].update(ply=["a1", "f8"]), 4),
        (lambda it: it["plies"][4].update(ply=["c3"]), 5),
        (lambda it: it["plies"][2].update(side="second"), 3),
        (lambda it: it["plies"][2].update(number=4), 3),
        (lambda it: it["plies"][2].update(number=True), 3),
        (lambda it: it["plies"][BATTLE].update(battle=None), BATTLE + 1),
        (lambda it: it["plies"][BATTLE]["battle"].update(square="a1"), BATTLE + 1),
        (lambda it: it["plies"][BATTLE]["battle"]["pieces"].update(first=None), BATTLE + 1),
        (lambda it: it["plies"][6].update(quiet_plies=77), 7),
        (lambda it: it["plies"].insert(4, it["plies"][4]), 6),
        (lambda it: it["plies"].pop(7), 8),
        (lambda it: it["plies"].append(it["plies"][-1]), len(HONEST["plies"]) + 1),
    ],
)
def test_changed_ply(change: Change, at: int) -> None:
    assert refusal(change).place == f"ply {at}"


@pytest.mark.parametrize("winner", ["first", "second", None])
def test_changed_battle_result(winner: str | None) -> None:
    if HONEST["plies"][BATTLE]["battle"]["winner"] != winner:
        found = refusal(lambda it: it["plies"][BATTLE]["battle"].update(winner=winner))
        assert (found.place, found.detail.split()[0]) == (f"ply {BATTLE + 1}", "battle")


@pytest.mark.parametrize(
    "change",
    [
        lambda it: it["end"].update(termination="general-lost"),
        lambda it: it["end"].update(winners=["first", "second"]),
        lambda it: it.update(end={"winners": [], "termination": "abandoned"}),
        lambda it: it.update(end={"winners": ["first"], "termination": "resigned", "by": "second"}),
        lambda it: it["plies"].pop(),
    ],
)
def test_changed_end(change: Change) -> None:
    assert refusal(change).place == "end"


@pytest.mark.parametrize("by", ["first", "second"])
def test_resigned_match(by: str) -> None:
    winner = "first" if by == "second" else "second"
    end = {"winners": [winner], "termination": "resigned", "by": by}
    verify_record(touched(lambda it: it.update(end=end), CUT))
    for wrong in ({"winners": [by]}, {"winners": []}, {"by": "north"}):
        assert refusal(lambda it, wrong=wrong: it.update(end=end | wrong), CUT).place == "end"


def test_abandoned_match_has_no_winner_and_a_running_one_no_end() -> None:
    verify_record(touched(lambda it: it["end"].update(by="second"), CUT))
    assert refusal(lambda it: it["end"].update(by="north"), CUT).place == "end"
    assert refusal(lambda it: it["end"].update(by=None), CUT).place == "end"
    assert refusal(lambda it: it["end"].update(winners=["first"]), CUT).place == "end"
    assert refusal(lambda it: it["end"].update(termination="occupation"), CUT).place == "end"


def test_a_voided_match_has_no_winner_and_nobody_who_ended_it() -> None:
    end = {"winners": [], "termination": "voided"}
    verify_record(touched(lambda it: it.update(end=end), CUT))
    for wrong in ({"winners": ["first"]}, {"by": "second"}, {"by": None}):
        assert refusal(lambda it, wrong=wrong: it.update(end=end | wrong), CUT).place == "end"


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda it: it.update(system="go"), "system"),
        (lambda it: it.update(ruleset="gunjin-0"), "ruleset"),
        (lambda it: it["options"].update(quiet_draw=7), "options"),
        (lambda it: it["options"].pop("quiet_draw"), "options"),
        (lambda it: it["options"].update(wizardry=1), "options"),
    ],
)
def test_other_rules(change: Change, place: str) -> None:
    assert refusal(change).place == place


def test_options_in_force_are_the_ones_that_judge() -> None:
    options = GUNJIN.parse_options({"mine_after_win": "stays", "engineer_vs_tank": "engineer"})
    for seed in range(4):
        record = record_of(GUNJIN, options, random.Random(seed))
        verify_record(record)
        assert refusal(lambda it: it.update(options=dict(DEFAULTS)), record).place.startswith(("ply", "end"))


@pytest.mark.parametrize(
    "change",
    [
        lambda it: it.clear(),
        lambda it: it.pop("salts"),
        lambda it: it.update(format="gyoji-record-2"),
        lambda it: it.update(extra=1),
        lambda it: it.update(match=7),
        lambda it: it.update(system=[]),
        lambda it: it.update(options=[]),
        lambda it: it.update(plies="b4b5"),
        lambda it: it.update(plies={}),
        lambda it: it.update(end=None),
        lambda it: it["end"].pop("winners"),
        lambda it: it["end"].update(winners="first"),
        lambda it: it["end"].update(extra=1),
        lambda it: it["layouts"].pop("first"),
        lambda it: it["layouts"].update(north={}),
        lambda it: it["layouts"].update(first=[]),
        lambda it: it["layouts"]["first"].update(a1=1),
        lambda it: it["plies"].insert(0, None),
        lambda it: it["plies"][0].update(ply=[1, 2]),
        lambda it: it["plies"][0].update(side="nobody"),
        lambda it: it["plies"][0].update(secret=1),
        lambda it: it["plies"][0].pop("battle"),
        lambda it: it["plies"][0].pop("ply"),
    ],
)
def test_malformed(change: Change) -> None:
    assert isinstance(refusal(change), MalformedRecord)


@pytest.mark.parametrize("record", [None, 1, "x", [], [HONEST]])
def test_no_record_at_all(record: Any) -> None:
    with pytest.raises(MalformedRecord):
        verify_record(record)


@pytest.mark.parametrize(
    "text", [b"", b"{", b"\xff\xfe", b"NaN", b'{"a":1,"a":2}', b"[" * 100_000, b"9" * 5000]
)
def test_text_that_is_no_json(text: bytes) -> None:
    with pytest.raises(MalformedRecord):
        load(text)


NAMES = ["a\nb", "\u2028", "\ud800", "é", "x" * 5000, ""]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "change",
    [
        lambda it, name: it.update({name: 1}),
        lambda it, name: it.update(match=name),
        lambda it, name: it.update(system=name),
        lambda it, name: it["options"].update({name: 1}),
        lambda it, name: it["layouts"].update({name: {}}),
        lambda it, name: it["layouts"]["first"].update({name: "spy"}),
        lambda it, name: it["layouts"]["first"].update({name: 1}),
        lambda it, name: it["layouts"]["first"].update(a1=name),
        lambda it, name: it["salts"]["first"].update(a1=name),
        lambda it, name: it["plies"][0].update({name: 1}),
        lambda it, name: it["plies"][0].update(ply=[name, name]),
        lambda it, name: it["plies"][0].update(side=name),
        lambda it, name: it["end"].update(termination=name),
    ],
)
def test_strange_text_is_refused_in_one_short_line_of_ascii(
    change: Callable[[Any, str], object], name: str
) -> None:
    found = str(refusal(lambda it: change(it, name)))
    assert found.isascii()
    assert found.isprintable()
    assert len(found) < 200


def test_deep_nesting_is_refused() -> None:
    deep: Any = []
    for _ in range(20_000):
        deep = [deep]
    for change in (
        lambda it: it["plies"][0].update(battle=deep),
        lambda it: it["plies"][0].update(number=deep),
        lambda it: it["options"].update(quiet_draw=deep),
        lambda it: it["end"].update(winners=deep),
    ):
        record = touched(lambda it: None)
        change(record)
        with pytest.raises(RecordRefused):
            verify_record(record)


def run(argument: str, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "games.rules.verify", argument]
    return subprocess.run(command, input=text, capture_output=True, text=True, cwd=ROOT, check=False)


def test_command_line(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(HONEST), encoding="utf-8")
    good = run(str(path))
    assert (good.returncode, good.stderr) == (0, "")
    assert good.stdout.startswith(f"ok: gunjin, {len(HONEST['plies'])} plies, ")
    bad = run("-", json.dumps(touched(lambda it: it["plies"][3].update(ply=["a1", "f8"]))))
    assert bad.returncode == 1
    assert bad.stdout.startswith("refused: ply 4: ")
    assert len((bad.stdout + bad.stderr).splitlines()) == 1


def test_command_line_answers_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "record.json"
    path.write_text("{}", encoding="utf-8")
    for arguments in ([], ["a", "b"], [str(path)], [str(tmp_path / "none.json")], [str(tmp_path)]):
        assert main(arguments) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert len(told.err.splitlines()) == 1


def test_verifier_needs_no_django() -> None:
    code = "import sys, games.rules.verify; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
