"""What a log line holds: the members that are named, and nothing that a client sent or may not know."""

from __future__ import annotations

import io
import json
import logging
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as configuration

from accounts.request_ids import name_request
from config.logs import FIELDS, JsonLine, Line
from tests.accounts.conftest import PASSWORD, browser
from tests.api.conftest import Caller, fill_table, guest
from tests.support.leaks import KINDS
from tests.support.leaks_scenes import WORLDS, short

MEMBERS = {"time", "level", "logger", "message", "request_id", "exception", *FIELDS}


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """All that any logger says, as `LOG_FORMAT=json` writes it."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLine())
    root, requests = logging.getLogger(), logging.getLogger("gyoji.requests")
    before = root.level, requests.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    requests.setLevel(logging.INFO)
    yield stream
    root.removeHandler(handler)
    root.setLevel(before[0])
    requests.setLevel(before[1])


def record(message: str, *args: object, **extra: object) -> logging.LogRecord:
    made = logging.LogRecord("gyoji", logging.INFO, __file__, 1, message, args, None)
    made.__dict__.update(extra)
    return made


def squares_of(seen: Any) -> set[str]:
    """Where pieces stand, stood and may go, as a snapshot says it."""
    pieces = {piece[key] for piece in seen["view"]["pieces"] for key in ("square", "origin")}
    return pieces | {word for ply in seen["legal_plies"] for word in ply}


@pytest.mark.parametrize("world", WORLDS)
def test_a_match_leaves_no_token_kind_or_square_in_the_log(world: str, written: io.StringIO) -> None:
    twins = short(world)
    room, players = fill_table(twins.system, twins.options, twins.sides)
    first, watching = players[0], guest("Watching")
    account = browser().sign_up("aki@example.org")
    account.post("account/player", {"name": "Aki"})
    personal = first.post("account/tokens", {"label": "Program", "scopes": ["read"]})["token"]
    links = [seat["link_secret"] for seat in room["seats"][1:]]
    match = room["match"]
    for player in players if None not in twins.layouts else []:
        player.lay_out(match)
    dice, squares = random.Random(3), set()
    for number in range(12):
        player = players[number % len(players)]
        squares |= squares_of(player.see(match))
        player.play(match, dice)
    first.call("POST", f"matches/{match}/commands", {"type": "play", "args": {"ply": "a1-a9"}})
    watching.call("GET", f"matches/{match}?seat=first&since=b4")
    Caller(token="gyoji_" + "x" * 43).call("GET", "me")
    first.done(first.command(match, "resign"))

    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert len([line for line in lines if line["logger"] == "gyoji.requests"]) > 40
    for line in lines:
        assert set(line) <= MEMBERS, line
    text = written.getvalue()
    tokens = [personal, *(each.token for each in (*players, watching))]
    for each in [
        *tokens, *links, PASSWORD, "aki@example.org", room["slug"], match, "gyoji_", "?", "since", "Bearer"
    ]:  # fmt: skip
        assert each not in text, each
    told = {word for line in lines for value in line.values() for word in re.findall(r"\w+", str(value))}
    assert not KINDS & told
    assert len(squares) > 40
    assert not squares & told


def test_a_request_has_one_line_with_its_name(written: io.StringIO) -> None:
    answer = Caller().call("GET", "matches/01a22ad7-ef83-716c-aeb7-56b8a891dfbb/events?since=3")
    [line] = [json.loads(line) for line in written.getvalue().splitlines()]
    assert line["request_id"] == answer["X-Request-ID"]
    assert (line["method"], line["status"]) == ("GET", 401)
    assert line["route"] == "api/v1/matches/<uuid:match_id>/events"
    assert line["ms"] >= 0


def test_a_method_of_the_clients_own_is_not_written(written: io.StringIO) -> None:
    Caller().call("B4-GENERAL", "me")
    [line] = [json.loads(line) for line in written.getvalue().splitlines()]
    assert (line["method"], line["status"]) == ("OTHER", 401)


def test_members_that_are_not_named_are_left_out() -> None:
    made = record(
        "done", request={"Authorization": "Bearer gyoji_secret"}, body="{}", layout={"b4": "general"}
    )
    assert set(json.loads(JsonLine().format(made))) <= {"time", "level", "logger", "message", "request_id"}


@pytest.mark.parametrize("form", [JsonLine(), Line()])
def test_tokens_and_refused_rows_are_struck_out(form: logging.Formatter) -> None:
    token = "gyoji_" + "A1b2-_" * 7
    text = form.format(record("token %s", token)) + form.format(
        record("x\nDETAIL:  Failing row (general, b4)")
    )
    assert token not in text
    assert "general" not in text
    assert text.count("(not logged)") == 2


def test_a_failure_is_one_line_too() -> None:
    failure = RuntimeError("DETAIL: a row\nand more")
    told = (RuntimeError, failure, None)
    text = JsonLine().format(logging.LogRecord("gyoji", logging.ERROR, __file__, 1, "failed", (), told))
    assert "\n" not in text
    assert "RuntimeError: DETAIL: (not logged)" in json.loads(text)["exception"]


@pytest.mark.parametrize("form", [JsonLine(), Line()])
def test_a_refused_row_of_several_lines_is_struck_out_and_what_it_led_to_is_not(form) -> None:
    row = "Failing row contains (1, a note\n\nDuring handling of the above exception, another, general, b4)."
    cause, failure = ValueError(f"refused\nDETAIL:  {row}"), RuntimeError(f"in our words\nDETAIL:  {row}")
    failure.__cause__ = cause
    told = (RuntimeError, failure, None)
    made = logging.LogRecord("gyoji", logging.ERROR, __file__, 1, "failed\nDETAIL:  %s", (row,), told)
    text = form.format(made)
    assert "general" not in text
    assert text.count("(not logged)") == 3
    assert "refused" in text
    assert "in our words" in text


def test_people_find_the_name_at_the_end_of_a_line(settings) -> None:
    settings.BEHIND_PROXY = True
    name_request("from-the-proxy")
    assert Line("{message}", style="{").format(record("done")) == "done [from-the-proxy]"


SAYING = "import django, logging; django.setup(); logging.getLogger('gyoji.requests').info('said')"


@pytest.mark.parametrize(("form", "said"), [("json", '"message": "said"'), ("line", "")])
def test_programs_are_written_for_when_they_are_asked_for(form: str, said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SAYING],
        env={"DJANGO_SETTINGS_MODULE": "config.settings", "SECRET_KEY": "check", "LOG_FORMAT": form},
        cwd=Path(configuration.CLIENT_FOLDER).parents[1],
        capture_output=True,
        text=True,
        check=True,
    )
    assert said in done.stderr
    assert bool(done.stderr) == bool(said)
