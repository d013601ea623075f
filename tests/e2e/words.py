"""The client's own catalogue of words, so that tests find things by the names people see."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

WEB = Path(__file__).parents[2] / "web"
LANGUAGES = ("en", "zh-Hans", "zh-Hant", "ja")


class Catalogue:
    """Every language's words, read from the TypeScript by one small Node program."""

    def __init__(self) -> None:
        script = Path(__file__).with_name("words.mjs")
        command = [str(WEB / "scripts" / "with-node.sh"), "node", str(script), str(WEB)]
        environment = {"VENV": str(WEB.parent / ".venv"), **os.environ}
        self._node = subprocess.Popen(
            command, cwd=WEB, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._known: dict[str, Any] = {}

    def get(self, lang: str, path: str, *args: Any) -> Any:
        """The entry at a dotted path; what is a function there is called with the arguments."""
        line = json.dumps({"lang": lang, "path": path, "args": args})
        if line not in self._known:
            assert self._node.stdin
            assert self._node.stdout
            self._node.stdin.write(f"{line}\n")
            self._node.stdin.flush()
            answer = json.loads(self._node.stdout.readline() or "null")
            assert answer is not None, f"no words at {path} in {lang}"
            self._known[line] = answer
        return self._known[line]

    def of(self, lang: str) -> Words:
        return Words(self, lang)

    def close(self) -> None:
        assert self._node.stdin
        self._node.stdin.close()
        self._node.wait(10)


class Words:
    """One language: `words("play.resign")`."""

    def __init__(self, catalogue: Catalogue, lang: str) -> None:
        self._catalogue, self.lang = catalogue, lang

    def __call__(self, path: str, *args: Any) -> str:
        return str(self._catalogue.get(self.lang, path, *args))

    def table(self, path: str) -> dict[str, Any]:
        found: dict[str, Any] = self._catalogue.get(self.lang, path)
        return found

    def around(self, path: str, count: int = 1) -> re.Pattern[str]:
        """A pattern for a sentence whose inserted words are not known."""
        filled = self(path, *["\ue000"] * count)
        return re.compile(".*".join(re.escape(part) for part in filled.split("\ue000")), re.IGNORECASE)

    def english(self) -> Words:
        return self._catalogue.of("en")

    def sentences(self) -> set[str]:
        """Every text of the catalogue that stands by itself."""
        found: set[str] = set()
        waiting = [self._catalogue.get(self.lang, "")]
        while waiting:
            held = waiting.pop()
            if isinstance(held, dict):
                waiting.extend(held.values())
            elif isinstance(held, list):
                waiting.extend(held)
            elif isinstance(held, str):
                found.add(held)
        return found
