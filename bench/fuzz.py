"""`make fuzz`: what a schema-driven fuzzer finds in a running server, in ten minutes at most.

Asks the server at --url as nobody, as a guest, by the cookie of who is signed in, and by a token for a
program; then the sign-in library's own addresses; then what ends an account. Sends what the document allows
and what it forbids. Fails on any 5xx, and on any status, content type, header or body that the document
does not name; of the sign-in library on 5xx alone. Left out is what `bench.fuzz_documents` names.

Starts nothing. For an account it signs up, and needs the code that the server mails: from the `mail` folder
of its data (--data), where no mail server is configured; else it needs an account (--account). Where the
server limits requests, 429 is an answer like any other; to see more, start it with the RATE_ variables
raised.
"""

import argparse
import email
import http.cookiejar
import json
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from bench.fuzz_documents import LAST, NEVER, kept, sign_in_document, with_ids

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)
CODE = re.compile(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b")
PASSWORD = "hidden tiger 77"  # noqa: S105  why: of an account made for this run
PATIENCE = 30


def main() -> int:
    """The first exit status of the fuzzer's that is not 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", default="http://127.0.0.1:8000", help="a running server")
    parser.add_argument("--data", default=".gyoji", type=Path, help="its data folder (.gyoji)")
    parser.add_argument("--account", metavar="EMAIL:PASSWORD", help="instead of signing up")
    parser.add_argument("--examples", type=int, default=20, help="test cases per operation (20)")
    parser.add_argument("--seconds", type=int, default=100, help="each run at most so long (100)")
    parser.add_argument("--only", help="one of the runs, by name")
    parser.add_argument("--seed", type=int, help="repeat a run")
    asked = parser.parse_args()
    found = 0
    for run in runs(asked):
        if asked.only in {None, run.name}:
            print(f"fuzz: {run.name}", flush=True)
            found = _fuzz(run, asked) or found
    return found


@dataclass(frozen=True)
class Run:
    """What is asked, and who asks."""

    name: str
    document: dict[str, Any]
    headers: Mapping[str, str] = field(default_factory=dict)
    checks: tuple[str, ...] = CHECKS


def runs(asked: argparse.Namespace) -> list[Run]:
    guest, account = Table(asked.url), Account(asked)
    document = guest.server.get("/api/v1/openapi.json")
    library = guest.server.get("/_allauth/openapi.json")
    first = kept(document, lambda name: name not in {*NEVER, *LAST})
    of_guest, of_account = with_ids(first, guest.ids), with_ids(first, account.table.ids)
    cookie = account.headers()
    return [
        Run("nobody", of_guest),
        Run("guest", of_guest, guest.headers()),
        Run("session", of_account, cookie),
        Run("token", of_account, {"Authorization": f"Bearer {account.token}"}),
        Run("signing in", sign_in_document(library, "browser"), cookie, CHECKS[:1]),
        Run("the end", with_ids(kept(document, LAST.__contains__), {}), account.headers()),
    ]


def _fuzz(run: Run, asked: argparse.Namespace) -> int:
    with tempfile.NamedTemporaryFile("w", suffix=".json") as document:
        json.dump(run.document, document)
        document.flush()
        command = [
            str(Path(sys.executable).with_name("schemathesis")), "run", document.name, "--url", asked.url,
            "--checks", ",".join(run.checks),
            "--max-examples", str(asked.examples),
            "--phases", "examples,coverage,fuzzing",
            "--request-timeout", "40",
            "--continue-on-failure",
            "--no-shrink",
            "--suppress-health-check", "all",
            "--warnings", "off",
        ]  # fmt: skip
        for name, value in run.headers.items():
            command += ["--header", f"{name}: {value}"]
        if asked.seed is not None:
            command += ["--seed", str(asked.seed)]
        try:
            return subprocess.run(command, timeout=asked.seconds, check=False).returncode
        except subprocess.TimeoutExpired:
            print(f"fuzz: stopped after {asked.seconds} seconds; try fewer --examples", file=sys.stderr)
            return 3


class Server:
    """Calls with cookies, as a browser makes them."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.cookies = http.cookiejar.CookieJar()
        self.headers: dict[str, str] = {}
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def get(self, path: str) -> Any:  # noqa: ANN401  why: any JSON
        with self.opener.open(urllib.request.Request(self.url + path, headers=self.headers)) as answer:
            return json.load(answer)

    def post(self, path: str, body: Mapping[str, Any]) -> Any:  # noqa: ANN401  why: any JSON
        """Also of a 401, which the sign-in library answers where one more step is due."""
        fixed = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
        request = urllib.request.Request(
            self.url + path, json.dumps(body).encode(), {**fixed, **self.csrf(), **self.headers}
        )
        try:
            with self.opener.open(request, timeout=10) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code == 401:
                return json.load(error)
            raise SystemExit(f"fuzz: {path} answered {error.code}: {error.read().decode()}") from error

    def csrf(self) -> dict[str, str]:
        tokens = [str(each.value) for each in self.cookies if each.name.endswith("gyoji-csrf")]
        return {"X-CSRFToken": tokens[-1]} if tokens else {}

    def cookie(self) -> dict[str, str]:
        return {"Cookie": "; ".join(f"{each.name}={each.value}" for each in self.cookies)}


class Account:
    """Somebody who signed in, with a player, a bot and tokens."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.server, self.asked = Server(asked.url), asked
        self.email, _, self.password = (asked.account or "").partition(":")
        if not self.email:
            self.email, self.password = f"fuzz-{uuid.uuid4().hex[:12]}@example.org", PASSWORD
            self._sign_up()
        self._sign_in()
        self.server.post("/api/v1/account/player", {})
        self.table = Table(asked.url, self.server)
        bots = [self._make("account/bots", {"name": f"Bot {uuid.uuid4().hex[:8]}"}) for _ in range(2)]
        wish = {"label": "fuzz", "scopes": ["play", "read", "layouts"]}
        self.token = self._make("account/tokens", wish)["token"]
        self.table.ids |= {
            "bot_id": [bot["player"] for bot in bots],
            "token_id": [self._make("account/tokens", wish)["id"] for _ in range(3)],
        }

    def headers(self) -> dict[str, str]:
        """Of a new session: the run before may have ended its own."""
        self.server.cookies.clear()
        self._sign_in()
        return {**self.server.cookie(), **self.server.csrf()}

    def _make(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        return cast("dict[str, Any]", self.server.post(f"/api/v1/{path}", body))

    def _sign_in(self) -> None:
        self._allauth("auth/login", {"email": self.email, "password": self.password})

    def _sign_up(self) -> None:
        self._allauth("auth/signup", {"email": self.email, "password": self.password})
        self._allauth("auth/email/verify", {"key": self._mailed_code()})
        self.server.cookies.clear()

    def _allauth(self, path: str, body: Mapping[str, Any]) -> None:
        self.server.get("/_allauth/browser/v1/config")  # which sets the CSRF cookie
        self.server.post(f"/_allauth/browser/v1/{path}", body)

    def _mailed_code(self) -> str:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for path in (self.asked.data / "mail").glob("*.eml"):
                mail = email.message_from_bytes(path.read_bytes())
                code = CODE.search(cast("bytes", mail.get_payload(decode=True)).decode())
                if mail["To"] == self.email and code:
                    return code[0]
            time.sleep(0.5)
        raise SystemExit(f"fuzz: no code was mailed to {self.asked.data}/mail; see --data and --account")


class Table:
    """A player with rooms, matches, layouts and so on of its own, so that the fuzzer meets more than 404."""

    ROOMS = 6

    def __init__(self, url: str, server: Server | None = None) -> None:
        """A guest's, unless a `server` knows who asks."""
        self.server = server or Server(url)
        if server is None:
            self.token = str(self._post("players/guest", {})["token"])
            self.server.headers["Authorization"] = f"Bearer {self.token}"
        other = self._post("players/guest", {})["name"]
        same = {"system": "gunjin", "opponent": "same_screen"}
        friend = {"system": "gunjin", "chat": "presets", "is_listed": True}
        rooms = [self._post("rooms", same) for _ in range(self.ROOMS)]
        rooms += [self._post("rooms", friend) for _ in range(self.ROOMS)]
        for room in rooms[: self.ROOMS]:
            for side in ("first", "second"):
                self._lay_out(room["match"], side)
        said = [self._post(f"rooms/{room['slug']}/chat", {"preset": "hello"}) for room in rooms[-3:]]
        self.ids = {
            "slug": [*(room["slug"] for room in rooms), "nosuchroom"],
            "match_id": [room["match"] for room in rooms],
            "layout_id": [self._save(number) for number in range(3)],
            "message_id": [each["id"] for each in said],
            "block_id": [self._post("me/blocks", {"name": other})["id"]],
            "key": ["gunjin", "nosuchsystem"],
            "system": ["gunjin", "nosuchsystem"],
            "number": ["1", "2"],
            "wait": ["0", "1"],
        }

    def headers(self) -> dict[str, str]:
        return dict(self.server.headers)

    def _post(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        return cast("dict[str, Any]", self.server.post(f"/api/v1/{path}", body))

    def _deal(self, side: str) -> dict[str, str]:
        dealt = self._post("layouts/random", {"system": "gunjin", "side": side})
        return cast("dict[str, str]", dealt["pieces"])

    def _lay_out(self, match: str, side: str) -> None:
        command = {"type": "layout.confirm", "args": {"pieces": self._deal(side)}, "seat": side}
        self._post(f"matches/{match}/commands", command)

    def _save(self, number: int) -> str:
        layout = {"system": "gunjin", "name": f"Kept {number}", "pieces": self._deal("first")}
        return str(self._post("layouts", layout)["id"])


if __name__ == "__main__":
    sys.exit(main())
