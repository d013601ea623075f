"""The web client's page and files, as a browser asks for them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client

from config.client import ADDRESSES

APP = Path(__file__).parents[2] / "web" / "src" / "app.tsx"
PAGES = (
    "/",
    "/r/abcd",
    "/match/x",
    "/replay/x",
    "/hotseat/abcd",
    "/rules",
    "/rules/faq",
    "/history",
    "/layouts",
)
SCRIPT = b"export const answer = 42;" * 40


@pytest.fixture
def built(tmp_path, settings):
    """A small build in place of the real one."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><div id=app></div>")
    (tmp_path / "sw.js").write_text("// worker")
    (tmp_path / "manifest.webmanifest").write_text("{}")
    (tmp_path / "assets" / "index-a1b2c3d4.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "index-a1b2c3d4.js.br").write_bytes(b"brotli")
    (tmp_path / "assets" / "index-a1b2c3d4.js.gz").write_bytes(b"gzipped..")
    settings.CLIENT_FOLDER = tmp_path
    return tmp_path


def content(response) -> bytes:
    return b"".join(response.streaming_content) if response.streaming else response.content


@pytest.mark.parametrize("address", PAGES)
def test_every_address_of_the_client_answers_the_page(built, client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 200
    assert response["Content-Type"] == "text/html; charset=utf-8"
    assert b"id=app" in response.content


def test_the_page_is_asked_for_again_but_not_sent_again(built, client: Client) -> None:
    response = client.get("/")
    assert response["Cache-Control"] == "no-cache"
    again = client.get("/", headers={"If-None-Match": response["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    (built / "index.html").write_text("another build")
    assert client.get("/", headers={"If-None-Match": response["ETag"]}).status_code == 200


def test_the_page_runs_only_our_own_files_and_passes_no_address_on(built, client: Client) -> None:
    response = client.get("/r/abcd", headers={"Host": "testserver"})
    policy = response["Content-Security-Policy"]
    assert "unsafe" not in policy
    for rule in ("default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"):
        assert rule in policy
    assert "connect-src 'self' ws://testserver wss://testserver;" in policy
    assert response["Referrer-Policy"] == "no-referrer"
    assert response["X-Content-Type-Options"] == "nosniff"


def test_the_policy_names_a_host_only_when_it_is_one(built, client: Client) -> None:
    response = client.get("/", headers={"Host": "x; script-src *"})
    assert response.status_code == 400
    assert "script-src *" not in response["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("accepted", "encoding", "body"),
    [("br, gzip", "br", b"brotli"), ("gzip", "gzip", b"gzipped.."), ("", None, SCRIPT)],
)
def test_hashed_files_come_compressed_and_stay(built, client: Client, accepted, encoding, body) -> None:
    response = client.get("/assets/index-a1b2c3d4.js", headers={"Accept-Encoding": accepted})
    assert response.status_code == 200
    assert response.get("Content-Encoding") == encoding
    assert content(response) == body
    assert "immutable" in response["Cache-Control"]
    assert response["Content-Type"].startswith("text/javascript")
    assert "Accept-Encoding" in response["Vary"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [("/sw.js", "text/javascript"), ("/manifest.webmanifest", "application/manifest+json")],
)
def test_files_with_fixed_names_are_asked_for_again(built, client: Client, name: str, kind: str) -> None:
    response = client.get(name)
    assert response.status_code == 200
    assert response["Content-Type"].startswith(kind)
    assert response["Cache-Control"] == "no-cache"


def test_a_file_of_an_older_build_is_not_found(built, client: Client) -> None:
    client.get("/assets/index-a1b2c3d4.js")
    for file in built.glob("assets/index-a1b2c3d4.js*"):
        file.unlink()
    response = client.get("/assets/index-a1b2c3d4.js")
    assert response.status_code == 404
    assert response["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    "address",
    ["/nothing", "/index.html", "/assets/gone.js", "/r", "/r/a/b", "/../manage.py", "/api/v1/nothing"],
)
def test_any_other_address_is_a_problem(built, client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 404
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["code"] == "not-found"


def test_nothing_is_sent_to_the_page(built, client: Client) -> None:
    response = client.post("/")
    assert response.status_code == 405
    assert response["Content-Type"] == "application/problem+json"


def test_without_a_build_the_page_says_how_to_make_one(tmp_path, settings, client: Client) -> None:
    settings.CLIENT_FOLDER = tmp_path / "none"
    for address in PAGES:
        response = client.get(address)
        assert response.status_code == 200
        assert b"make web" in response.content
        assert b'href="/api/docs"' in response.content


def test_the_client_shows_a_screen_at_exactly_these_addresses() -> None:
    shown = re.findall(r'path="/([^"]*)"', APP.read_text())
    ours = [re.sub(r"<str:(\w+)>", r":\1", address) for address in ADDRESSES]
    assert sorted(address for path in shown for address in with_and_without(path)) == sorted(ours)


def with_and_without(path: str) -> list[str]:
    """The addresses of a path whose last parts may be missing."""
    parts = path.split("/")
    optional = sum(part.endswith("?") for part in parts)
    return ["/".join(parts[: len(parts) - left]).replace("?", "") for left in range(optional + 1)]
