"""docs/security.md names every break, and only tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

from tests.security.test_broken_matrix import HOLES
from tests.security.test_broken_redaction import BREAKS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "security.md").read_text()


def test_the_page_names_every_break_and_no_other() -> None:
    assert set(re.findall(r'"([^"\n]+: [^"\n]+)"', TEXT)) == set(BREAKS)


def test_the_page_names_every_hole_and_no_other() -> None:
    section = TEXT.partition("Holes made on purpose")[2].partition("<!-- matrix -->")[0]
    assert set(re.findall(r'"([^"]+)"', " ".join(section.split()))) == set(HOLES)


def test_every_test_that_the_page_names_exists() -> None:
    written = "\n".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    there = set(re.findall(r"^(?:async )?def (test_\w+)\(", written, re.MULTILINE))
    named = set(re.findall(r"`(test_\w+)`", TEXT))
    assert len(named) > 100
    assert not named - there


def test_every_threat_has_a_defence_and_a_test() -> None:
    section = TEXT.partition("## Threats")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 30
    for threat, defence, tests in rows:
        assert defence, threat
        assert "`test_" in tests, threat


def test_every_channel_has_a_test_and_a_break() -> None:
    section = TEXT.partition("## Channels")[2].partition("## Faults")[0]
    rows = [line.split("|") for line in section.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 15
    for _, channel, tests, breaks, _ in rows:
        assert "`test_" in tests, channel
        assert '"' in breaks, channel


def test_every_fault_of_other_programs_has_a_row() -> None:
    section = TEXT.partition("## Faults")[2]
    numbers = [int(found) for found in re.findall(r"^\| (\d+) ", section, re.MULTILINE)]
    assert numbers == list(range(1, 17))
