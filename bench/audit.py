"""Known faults in what we ship, by the advisory services of PyPI and npm: `make audit`.

Faults fail. Where no service answers, that is said and does not fail: not every machine reaches one.

pip-audit passes over a package that its index does not know, and is content with that; where the index has no
advisories it passes over all. So what was audited is counted, and not taken from its exit code.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
SECONDS = 180
PYTHON = [
    sys.executable, "-m", "pip_audit", "-r", "requirements/run.txt", "--require-hashes", "--disable-pip",
    "--format", "json", "--progress-spinner", "off",
]  # fmt: skip
NPM = ["scripts/with-node.sh", "npm", "audit", "--omit=dev", "--json"]


@dataclass(frozen=True, slots=True)
class Audit:
    """`audited` packages were looked up, those in `skipped` were not; `faults` are lines for people."""

    audited: int
    skipped: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


def read_pip(text: str) -> Audit:
    """What pip-audit wrote; nothing audited where it is no answer."""
    found = _object(text).get("dependencies", [])
    faults = [
        f"{each['name']} {each['version']}: {fault['id']}, mended in {', '.join(fault['fix_versions'])}"
        for each in found
        for fault in each.get("vulns", [])
    ]
    skipped = [each["name"] for each in found if "skip_reason" in each]
    return Audit(len(found) - len(skipped), tuple(skipped), tuple(faults))


def read_npm(text: str) -> Audit:
    """What npm wrote: an object about a failed request where the registry has no advisories."""
    found = _object(text)
    if "vulnerabilities" not in found:
        return Audit(0)
    faults = [f"{name}: {fault['severity']}" for name, fault in found["vulnerabilities"].items()]
    return Audit(found["metadata"]["dependencies"]["prod"], faults=tuple(faults))


def _object(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def report(name: str, audit: Audit) -> list[str]:
    """The lines to show, the verdict last."""
    if not audit.audited:
        return [f"{name}: NOT AUDITED, no advisory service answered."]
    lines = [f"{name}: {fault}" for fault in audit.faults]
    if audit.skipped:
        lines.append(f"{name}: NOT AUDITED: {', '.join(audit.skipped)}")
    return [*lines, f"{name}: {audit.audited} packages audited, {len(audit.faults)} known faults."]


def _ask(command: list[str], folder: Path) -> str:
    environment = {**os.environ, "VENV": str(ROOT / ".venv")}
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout


def main() -> int:
    audits = {
        "Python": read_pip(_ask(PYTHON, ROOT)),
        "web client": read_npm(_ask(NPM, ROOT / "web")),
    }
    for name, audit in audits.items():
        print("\n".join(report(name, audit)))
    return 1 if any(audit.faults for audit in audits.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
