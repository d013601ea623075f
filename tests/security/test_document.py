"""docs/security.md names every break, and only tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.security.test_broken_matrix import HOLES
from tests.security.test_broken_redaction import BREAKS
from tests.security.test_delay import BREAKS as LATE_BREAKS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "security.md").read_text()


def section(title: str) -> str:
    return TEXT.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize(("title", "breaks"), [("Channels", BREAKS), ("Watching late", LATE_BREAKS)])
def test_the_page_names_every_break_and_no_other(title: str, breaks: dict[str, object]) -> None:
    assert set(re.findall(r'"([^"\n]+)"', section(title))) == set(breaks)


def test_the_page_names_every_hole_and_no_other() -> None:
    holes = TEXT.partition("Holes made on purpose")[2].partition("<!-- matrix -->")[0]
    assert set(re.findall(r'"([^"]+)"', " ".join(holes.split()))) == set(HOLES)


def test_every_test_that_the_page_names_exists() -> None:
    written = "\n".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    there = set(re.findall(r"^(?:async )?def (test_\w+)\(", written, re.MULTILINE))
    named = set(re.findall(r"`(test_\w+)`", TEXT))
    assert len(named) > 100
    assert not named - there


def test_every_threat_has_a_defence_and_a_test() -> None:
    lines = section("Threats").splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")][1:]
    assert len(rows) >= 30
    for threat, defence, tests in rows:
        assert defence, threat
        assert "`test_" in tests, threat


def test_every_channel_has_a_test_and_a_break() -> None:
    rows = [line.split("|") for line in section("Channels").splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 15
    for _, channel, tests, breaks, _ in rows:
        assert "`test_" in tests, channel
        assert '"' in breaks, channel


def test_every_fault_of_other_programs_has_a_row() -> None:
    faults = section("Faults of other programs")
    numbers = [int(found) for found in re.findall(r"^\| (\d+) ", faults, re.MULTILINE)]
    assert numbers == list(range(1, 17))
