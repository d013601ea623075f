"""`make fuzz`: what a schema-driven fuzzer finds in a running server, in three minutes at most.

Starts nothing: it asks the server at --url for a guest and sends what its own API document allows, and what
it forbids. Fails on any 5xx, and on any status, content type, header or body that the document does not name.
Where the server limits requests, 429 is an answer like any other; to see more, start it with the RATE_
variables raised.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import urllib.request
import uuid
from pathlib import Path
from typing import Any, cast

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)


def main() -> int:
    """Answers the fuzzer's own exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", default="http://127.0.0.1:8000", help="a running server")
    parser.add_argument("--examples", type=int, default=40, help="test cases per operation (40)")
    parser.add_argument("--seconds", type=int, default=170, help="at most so long (170)")
    parser.add_argument("--seed", type=int, help="repeat a run")
    asked = parser.parse_args()
    table = Table(asked.url)
    with tempfile.NamedTemporaryFile("w", suffix=".json") as document:
        json.dump(with_real_ids(table), document)
        document.flush()
        return _run(document.name, table.token, asked)


def _run(document: str, token: str, asked: argparse.Namespace) -> int:
    command = [
        str(Path(sys.executable).with_name("schemathesis")), "run", document, "--url", asked.url,
        "--header", f"Authorization: Bearer {token}",
        "--checks", ",".join(CHECKS),
        "--max-examples", str(asked.examples),
        "--phases", "examples,coverage,fuzzing",
        "--exclude-path-regex", "/stream$",  # never ends; tests/api/test_events.py reads it
        "--request-timeout", "40",
        "--continue-on-failure",
        "--no-shrink",
        "--suppress-health-check", "all",
        "--warnings", "off",
    ]  # fmt: skip
    if asked.seed is not None:
        command += ["--seed", str(asked.seed)]
    try:
        return subprocess.run(command, timeout=asked.seconds, check=False).returncode
    except subprocess.TimeoutExpired:
        print(f"fuzz: stopped after {asked.seconds} seconds; try fewer --examples", file=sys.stderr)
        return 3


class Table:
    """A guest with rooms, matches and layouts of its own, so that the fuzzer meets more than 404."""

    ROOMS = 6

    def __init__(self, url: str) -> None:
        self.url = url
        self.token = ""
        self.token = str(self.post("players/guest", {})["token"])
        rooms = [
            self.post("rooms", {"system": "gunjin", "opponent": "same_screen"}) for _ in range(self.ROOMS)
        ]
        rooms += [self.post("rooms", {"system": "gunjin"}) for _ in range(self.ROOMS)]
        self.slugs = [room["slug"] for room in rooms]
        self.matches = [room["match"] for room in rooms]
        for match in self.matches[: self.ROOMS]:
            self.lay_out(match, "first")
            self.lay_out(match, "second")
        self.layouts = [self.save(number) for number in range(3)]

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(f"{self.url}/api/v1/{path}", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return cast("dict[str, Any]", json.load(answer))

    def deal(self, side: str) -> dict[str, str]:
        return cast(
            "dict[str, str]", self.post("layouts/random", {"system": "gunjin", "side": side})["pieces"]
        )

    def lay_out(self, match: str, side: str) -> None:
        command = {"type": "layout.confirm", "args": {"pieces": self.deal(side)}, "seat": side}
        self.post(f"matches/{match}/commands", command)

    def save(self, number: int) -> str:
        layout = {"system": "gunjin", "name": f"Kept {number}", "pieces": self.deal("first")}
        return str(self.post("layouts", layout)["id"])


def with_real_ids(table: Table) -> dict[str, Any]:
    """The server's own document, in which the ids in paths are mostly some that exist."""
    with urllib.request.urlopen(f"{table.url}/api/v1/openapi.json", timeout=30) as answer:
        document = cast("dict[str, Any]", json.load(answer))
    unknown = str(uuid.uuid4())
    known = {
        "slug": [*table.slugs, "nosuchroom"],
        "match_id": [*table.matches, unknown],
        "layout_id": [*table.layouts, unknown],
        "key": ["gunjin", "nosuchsystem"],
        "system": ["gunjin", "nosuchsystem"],
    }
    for methods in document["paths"].values():
        for operation in methods.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] in {"path", "query"} and parameter["name"] in known:
                    parameter["schema"] = {"type": "string", "enum": known[parameter["name"]]}
    return document


if __name__ == "__main__":
    sys.exit(main())
