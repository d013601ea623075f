"""What a browser is told about each kind of answer, and that every answer has a name."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any
from uuid import UUID

import pytest
from channels.testing import HttpCommunicator
from django.test import Client

from accounts.guests import create_guest
from accounts.models import Tenant
from accounts.staff import Role
from config.asgi import application
from config.headers import BARE, CLIENT, DESK, DOCS, EVERYWHERE
from tests.support.people import make_staff, open_session

LOADING = ("script-src", "style-src", "default-src", "object-src", "frame-src")
KINDS = {
    "/": CLIENT,
    "/rules": CLIENT,
    "/nothing": CLIENT,
    "/api/docs": DOCS,
    "/api/v1/docs": DOCS,
    "/api/v1/systems": BARE,
    "/api/v1/openapi.json": BARE,
    "/api/v1/me": BARE,
    "/_allauth/browser/v1/config": BARE,
    "/healthz": BARE,
    "/problems/not-found": BARE,
    "/static/unfold/css/styles.css": BARE,
    "/admin/login/": DESK,
    "/admin/theme.css": DESK,
}


def policy(response: Any) -> dict[str, str]:
    rules = response["Content-Security-Policy"].split("; ")
    return {rule.split()[0]: rule.partition(" ")[2] for rule in rules}


@pytest.mark.parametrize("path", KINDS)
def test_every_kind_of_path_has_its_headers(client: Client, path: str) -> None:
    response = client.get(path)
    for header, value in KINDS[path].items():
        assert response[header] == value.replace("{host}", "testserver"), header


@pytest.mark.parametrize("kind", [CLIENT, DOCS, BARE, DESK])
def test_no_policy_lets_inline_code_or_other_sites_in(kind: dict[str, str]) -> None:
    text = kind["Content-Security-Policy"]
    assert "unsafe-inline" not in text
    assert "*" not in text
    assert "http" not in text
    assert text.startswith("default-src 'none'; ")
    assert "frame-ancestors 'none'" in text
    assert "base-uri 'none'" in text
    assert ("unsafe-eval" in text) == (kind is DESK), "ADR 13 names the one exception"
    assert set(EVERYWHERE) < set(kind)


class Inline(HTMLParser):
    """What a page has of its own that the policy would refuse."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
        if tag == "style" or "style" in names or (tag == "script" and _runs(names)):
            self.found.append(f"{tag} {names}")
        self.found += [f"{tag} {name}" for name in names if re.fullmatch(r"on\w+", name)]


def _runs(script: dict[str, str | None]) -> bool:
    return "src" not in script and script.get("type") not in {"application/json", "text/template"}


def inline(response: Any) -> list[str]:
    assert response.status_code == 200
    parser = Inline()
    parser.feed(response.content.decode())
    return parser.found


@pytest.mark.parametrize("path", ["/", "/api/docs", "/admin/login/"])
def test_no_page_needs_what_its_policy_refuses(client: Client, path: str) -> None:
    assert inline(client.get(path)) == []


def test_the_docs_script_is_a_file_of_ours(client: Client) -> None:
    [own] = re.findall(r'src="(/api/docs[^"]*)"', client.get("/api/docs").content.decode())
    script = client.get(own.replace("&amp;", "&"))
    assert script["Content-Type"].startswith("application/javascript")
    assert b"SwaggerUIBundle" in script.content


@pytest.mark.parametrize(
    "page",
    [
        "",
        "accounts/report/",
        "accounts/player/",
        "games/room/",
        "games/match/",
        "accounts/auditentry/",
        "accounts/player/{player}/change/",
        "password_change/",
    ],
)
def test_the_desks_pages_keep_to_their_policy(client: Client, settings, page: str) -> None:
    tenant = Tenant.objects.get()
    player = create_guest(tenant, "Aki").player
    staff = make_staff(tenant, Role.OPERATOR)
    client.cookies[settings.SESSION_COOKIE_NAME] = open_session(staff.user, tenant)
    assert inline(client.get(f"/admin/{page.format(player=player.pk)}", follow=True)) == []


def test_the_desks_colours_are_a_file(client: Client) -> None:
    assert 'href="/admin/theme.css"' in client.get("/admin/login/").content.decode()
    styles = client.get("/admin/theme.css")
    assert styles["Content-Type"] == "text/css"
    assert re.search(r"--color-primary-600: [^;]+;", styles.content.decode())


# --- names of requests


def test_every_answer_has_a_name_and_a_problem_repeats_it(client: Client) -> None:
    names = [client.get(path)["X-Request-ID"] for path in KINDS]
    assert len({UUID(name) for name in names}) == len(KINDS)
    refused = client.get("/api/v1/me")
    assert refused.json()["request_id"] == refused["X-Request-ID"]


@pytest.mark.parametrize("behind_proxy", [False, True])
@pytest.mark.parametrize(
    ("offered", "is_well_formed"),
    [
        ("0123abcd-1-proxy", True),
        ("x" * 64, True),
        ("short", False),
        ("x" * 65, False),
        ("", False),
        ("a name with spaces", False),
        ("line\tbreak-and-more", False),
        ("名前名前名前名前", False),
        ("<script>alert(1)</script>", False),
    ],
)
def test_only_our_own_proxy_names_requests(
    client: Client, settings, behind_proxy: bool, offered: str, is_well_formed: bool
) -> None:
    settings.BEHIND_PROXY = behind_proxy
    named = client.get("/api/v1/me", headers={"X-Request-ID": offered})["X-Request-ID"]
    assert (named == offered) == (behind_proxy and is_well_formed)
    if named != offered:
        UUID(named)


@pytest.mark.parametrize("origin", ["https://friend.example"])
def test_pages_of_allowed_origins_may_read_the_name(client: Client, origin: str) -> None:
    Tenant.objects.update(allowed_origins=[origin])
    answer = client.get("/api/v1/systems", headers={"Origin": origin})
    assert "X-Request-ID" in answer["Access-Control-Expose-Headers"]


@pytest.mark.parametrize(
    ("path", "body", "status"), [("/api/v1/rooms", b"x" * 70_000, 413), ("/api/v1/rooms", b"{}", 401)]
)
async def test_what_is_refused_at_the_door_has_headers_and_name_too(
    path: str, body: bytes, status: int
) -> None:
    headers = [(b"host", b"testserver"), (b"content-type", b"application/json")]
    answer = await HttpCommunicator(application, "POST", path, body=body, headers=headers).get_response(
        timeout=10
    )
    found = {name.decode().lower(): value.decode() for name, value in answer["headers"]}
    assert answer["status"] == status
    assert found["content-security-policy"] == BARE["Content-Security-Policy"]
    assert found["x-request-id"] in answer["body"].decode()


# --- transport security


def test_strict_transport_is_said_over_tls_alone(client: Client, settings) -> None:
    settings.SECURE_HSTS_SECONDS = 3600
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    for path in KINDS:
        assert client.get(path, secure=True)["Strict-Transport-Security"] == "max-age=3600"
        assert client.get(path, headers={"X-Forwarded-Proto": "https"}).has_header(
            "Strict-Transport-Security"
        )
        assert not client.get(path).has_header("Strict-Transport-Security")
