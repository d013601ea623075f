"""`make audit`: faults fail; what could not be looked up is never taken for sound."""

from __future__ import annotations

import json

import pytest

from bench import audit
from bench.audit import Audit, read_npm, read_pip, report

SOUND = {"name": "django", "version": "5.2.9", "vulns": []}
FAULTY = {"name": "daphne", "version": "4.0", "vulns": [{"id": "PYSEC-2026-1", "fix_versions": ["4.2"]}]}
UNKNOWN = {
    "name": "amqp",
    "skip_reason": "Dependency not found on PyPI",
}
NPM_SOUND = {"vulnerabilities": {}, "metadata": {"dependencies": {"prod": 5}}}
NPM_FAULTY = {"vulnerabilities": {"three": {"severity": "high"}}, "metadata": {"dependencies": {"prod": 5}}}
NPM_REFUSED = {"message": "405 Method Not Allowed", "statusCode": 405, "error": {"summary": ""}}


def pip(*found: dict) -> str:
    return json.dumps({"dependencies": found, "fixes": []})


@pytest.mark.parametrize(
    ("read", "text", "expected"),
    [
        (read_pip, pip(SOUND, SOUND), Audit(2)),
        (read_pip, pip(SOUND, FAULTY), Audit(2, (), ("daphne 4.0: PYSEC-2026-1, mended in 4.2",))),
        (read_pip, pip(SOUND, UNKNOWN), Audit(1, ("amqp",))),
        (read_pip, pip(UNKNOWN, UNKNOWN), Audit(0, ("amqp", "amqp"))),
        (read_pip, "", Audit(0)),
        (read_pip, "no service", Audit(0)),
        (read_npm, json.dumps(NPM_SOUND), Audit(5)),
        (read_npm, json.dumps(NPM_FAULTY), Audit(5, (), ("three: high",))),
        (read_npm, json.dumps(NPM_REFUSED), Audit(0)),
        (read_npm, "[]", Audit(0)),
    ],
)
def test_what_the_tools_wrote_is_counted(read, text: str, expected: Audit) -> None:
    assert read(text) == expected


def test_what_was_not_audited_is_said_plainly() -> None:
    assert report("Python", Audit(0, ("amqp",))) == ["Python: NOT AUDITED, no advisory service answered."]
    assert report("Python", Audit(1, ("amqp",)))[0] == "Python: NOT AUDITED: amqp"


@pytest.mark.parametrize(
    ("python", "npm", "status"),
    [
        (pip(SOUND), json.dumps(NPM_SOUND), 0),
        (pip(UNKNOWN), json.dumps(NPM_REFUSED), 0),
        ("", "", 0),
        (pip(FAULTY), json.dumps(NPM_REFUSED), 1),
        (pip(UNKNOWN), json.dumps(NPM_FAULTY), 1),
    ],
)
def test_only_faults_fail(monkeypatch, capsys, python: str, npm: str, status: int) -> None:
    monkeypatch.setattr(audit, "_ask", lambda command, folder: npm if "npm" in command else python)
    assert audit.main() == status
    assert ("NOT AUDITED" in capsys.readouterr().out) == ("skip_reason" in python or "vuln" not in npm)


def test_the_check_before_a_commit_audits() -> None:
    lines = (audit.ROOT / "Makefile").read_text().splitlines()
    needs = {
        line.partition(":")[0]: line.split() for line in lines if line.startswith(("check:", "precheck:"))
    }
    assert "precheck" in needs["check"]
    assert "audit" in needs["precheck"]
