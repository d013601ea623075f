"""Whatever fails, and wherever, the answer is application/problem+json."""

import json
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import pytest
from channels.testing import HttpCommunicator
from django.db import OperationalError
from django.http import HttpRequest
from django.test import Client
from django.urls import path
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

import config.urls
from accounts import errors as account_errors
from accounts.directory import forget_tenants
from accounts.errors import DomainError
from accounts.models import Tenant
from config.handler import ProblemHandler
from games import errors as game_errors
from games.api import errors as api_errors
from games.api.endpoint import AsyncEndpoint, Endpoint
from games.api.parsers import DEPTH, read_json
from games.problems import PROBLEMS, problem
from games.rules.core import RuleViolation
from tests.api.conftest import Caller
from tests.api.test_bad_input import refused

MODULES = (account_errors, game_errors, api_errors)


def kinds_of(parent: type[Any]) -> set[type[Any]]:
    return {parent}.union(*(kinds_of(child) for child in parent.__subclasses__()))


@pytest.mark.parametrize("kind", sorted(kinds_of(DomainError) | kinds_of(RuleViolation), key=str))
def test_every_error_has_a_row(kind: type[Any]):
    assert MODULES
    assert kind.code in PROBLEMS


def test_extra_members_replace_no_standard_one():
    body = problem("bad-request", "Text.", {"status": 200, "code": "x", "fields": ["a"]})
    assert (body["status"], body["code"], body["fields"]) == (400, "bad-request", ["a"])


# --- endpoints that fail


SECRET = "sealed knowledge"


class Failing(Endpoint):
    is_public = True

    def get(self, request: Request) -> Response:
        raise RuntimeError(SECRET)


class Down(Endpoint):
    is_public = True

    def get(self, request: Request) -> Response:
        raise OperationalError(SECRET)


class FailingLater(AsyncEndpoint):
    async def get(self, request: HttpRequest) -> Response:
        raise RuntimeError(SECRET)


def plain(request: HttpRequest) -> Response:
    raise RuntimeError(SECRET)


urlpatterns = [
    *config.urls.urlpatterns,
    path("failing", Failing.as_view()),
    path("later", FailingLater.as_view()),
    path("down", Down.as_view()),
    path("plain", plain),
]


@pytest.fixture
def failing(db, settings) -> Client:
    settings.ROOT_URLCONF = __name__
    return Client(raise_request_exception=False)


@pytest.mark.parametrize("is_debug", [False, True])
@pytest.mark.parametrize("address", ["/failing", "/later", "/plain"])
def test_a_fault_of_ours_is_internal_and_says_nothing(
    failing: Client, settings, address: str, is_debug: bool
):
    settings.DEBUG = is_debug
    response = failing.get(address)
    refused(response, "internal")
    assert SECRET not in response.content.decode()
    assert "Traceback" not in response.content.decode()


def test_a_missing_database_is_unavailable(failing: Client):
    response = failing.get("/down")
    refused(response, "unavailable")
    assert int(response["Retry-After"]) > 0


@pytest.mark.parametrize("is_debug", [False, True])
@pytest.mark.parametrize(
    "address",
    ["/nothing", "/api", "/api/v1/", "/api/v2/me", "/admin/nothing/", "/static/nothing.js", "/%ff%00"],
)
def test_an_address_nobody_has_is_not_found(db, settings, address: str, is_debug: bool):
    settings.DEBUG = is_debug
    response = Client().get(address, follow=True)
    if not address.startswith("/admin"):
        refused(response, "not-found")


def test_a_form_without_its_token_is_forbidden(db):
    refused(Client(enforce_csrf_checks=True).post("/admin/login/", {"username": "x"}), "csrf-failed")


def test_the_type_of_a_problem_can_be_looked_up(db):
    for code in PROBLEMS:
        assert Client().get(f"/problems/{code}").json()["status"] == PROBLEMS[code].status
    refused(Client().get("/problems/nosuch"), "not-found")


# --- before any middleware


async def test_a_huge_body_is_refused_at_the_door(transactional_db):
    for size, headers in ((70_000, [(b"content-length", b"70000")]), (70_000, [])):
        communicator = HttpCommunicator(
            ProblemHandler(), "POST", "/api/v1/rooms", body=b"x" * size, headers=headers
        )
        response = await communicator.get_response()
        assert response["status"] == 413
        assert (b"Content-Type", b"application/problem+json") in response["headers"]
        assert json.loads(response["body"])["code"] == "payload-too-large"


async def test_a_body_without_a_length_is_read(transactional_db):
    """A chunked request says no length; DRF alone would take it for an empty one."""
    headers = [(b"host", b"testserver"), (b"content-type", b"application/json")]
    communicator = HttpCommunicator(
        ProblemHandler(), "POST", "/api/v1/players/guest", body=b'{"colour": 1}', headers=headers
    )
    response = await communicator.get_response()
    assert response["status"] == 400
    assert json.loads(response["body"])["fields"] == ["colour"]


def test_json_may_be_as_deep_as_a_command_needs_and_no_deeper():
    assert read_json("[" * DEPTH + "]" * DEPTH) is not None
    with pytest.raises(account_errors.BadRequest):
        read_json("[" * (DEPTH + 1) + "]" * (DEPTH + 1))


# --- other sites


@pytest.fixture
def friendly(db) -> None:
    Tenant.objects.update(allowed_origins=["https://club.example"])
    forget_tenants()


def test_an_allowed_origin_may_ask_and_read_our_headers(friendly, first: Caller):
    response = first.call("GET", "me", Origin="https://club.example")
    assert response["Access-Control-Allow-Origin"] == "https://club.example"
    assert "ETag" in response["Access-Control-Expose-Headers"]
    assert "Origin" in response["Vary"]
    refused_here = Caller().call("GET", "me", Origin="https://club.example")
    assert refused_here["Access-Control-Allow-Origin"] == "https://club.example"


def test_another_origin_may_not(friendly, first: Caller):
    response = first.call("GET", "me", Origin="https://evil.example")
    assert "Access-Control-Allow-Origin" not in response
    assert "Origin" in response["Vary"]


@pytest.mark.parametrize(("origin", "is_allowed"), [("https://club.example", True), ("null", False)])
def test_a_preflight(friendly, origin: str, is_allowed: bool):
    response = Caller().call("OPTIONS", "rooms", Origin=origin, Access_Control_Request_Method="POST")
    assert response.status_code == 204
    assert ("Access-Control-Allow-Origin" in response) == is_allowed
    if is_allowed:
        assert "Idempotency-Key" in response["Access-Control-Allow-Headers"]


def test_no_file_of_the_api_is_called_views():
    folder = Path(api_errors.__file__).parent
    assert not list(folder.rglob("views.py"))


@pytest.mark.usefixtures("db")
@pytest.mark.parametrize("address", ["/api/v1/systems", "/api/v1/nothing", "/"])
def test_every_answer_tells_the_servers_time(client: Client, address: str):
    """A client whose clock is wrong, and that has no socket, measures time limits by it."""
    told = parsedate_to_datetime(client.get(address)["Date"])
    assert abs((told - timezone.now()).total_seconds()) < 5
