"""Every operation of the API document and of the sign-in library's, a few times with generated input.

`make fuzz` asks a running server longer, and other things every time.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
import requests
import schemathesis
from allauth.headless.spec.internal.schema import get_schema
from django.core.cache import cache
from hypothesis import HealthCheck, Phase, given, seed
from hypothesis import settings as hypothesis_settings
from requests.adapters import HTTPAdapter
from rest_framework.response import Response
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.core.failures import FailureGroup
from schemathesis.generation import GenerationMode
from urllib3 import HTTPResponse

from bench.fuzz_documents import LAST, NEVER, kept, sign_in_document, with_ids
from games.api.me import MyTurns
from tests.api.conftest import body_of
from tests.security.matrix import Caller, document
from tests.security.matrix_sign_in import Visitor
from tests.security.matrix_world import APPS_HOST, OUR_HOST, THEIR_HOST, Door, World, fresh_client
from tests.support.people import open_session

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
FEW = hypothesis_settings(
    max_examples=2,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


class InProcess(HTTPAdapter):
    """Takes a request to Django's test client instead of a network."""

    def __init__(self, door: Door) -> None:
        super().__init__()
        self.door = door

    def send(self, request: requests.PreparedRequest, *_: Any, **__: Any) -> requests.Response:
        body = request.body or b""
        sent = {**request.headers, "Host": self.door.host, **self.door.headers}
        kind = sent.pop("Content-Type", "application/octet-stream")
        data = body.encode() if isinstance(body, str) else body
        answer = self.door.client.generic(
            request.method, request.path_url, data, content_type=kind, headers=sent
        )
        headers = [(name, value) for name, value in answer.headers.items() if name != "Content-Length"]
        raw = HTTPResponse(
            BytesIO(body_of(answer)), headers, answer.status_code, version=11, preload_content=False
        )
        return self.build_response(request, raw)


@pytest.fixture
def world(db, settings) -> World:
    settings.ALLOWED_HOSTS = [OUR_HOST, THEIR_HOST, APPS_HOST]
    cache.clear()
    return World()


def ids_of(world: World) -> dict[str, list[str]]:
    """By the names of parameters. Nobody waits for an event here."""
    ids = {name: [value] for name, value in world.ids.items()}
    ids["slug"] += [world.ids[name] for name in ("waiting_room", "open_room", "invitation_room")]
    return {**ids, "match_id": [world.ids["match_id"], world.ids["duel_match"]], "wait": ["0"]}


def operations(of: dict[str, Any]) -> Iterator[Any]:
    for found in schemathesis.openapi.from_dict(of).get_all_operations():
        yield found.ok()


def ask(operation: Any, door: Door, checks: list[Any], number: int) -> None:
    """What the document allows and what it forbids; another `number`, other input.

    Raises for any answer that the document does not name.
    """
    session = requests.Session()
    session.mount("http://", InProcess(door))
    for mode in GenerationMode:

        @FEW
        @seed(number)
        @given(case=operation.as_strategy(generation_mode=mode))
        def call(case: Any) -> None:
            response = case.call(base_url="http://fuzz", session=session)
            case.validate_response(response, checks=checks)

        call()


@pytest.mark.parametrize("caller", [Caller.OPPONENT, Caller.OWNER, Caller.UNSCOPED])
def test_every_answer_is_a_documented_one(world: World, caller: Caller) -> None:
    """By a guest's token, by the cookie of who is signed in, by a token for a program."""
    number = list(Caller).index(caller)
    whole = with_ids(document(), ids_of(world))
    first = kept(whole, lambda name: name not in {*NEVER, *LAST})
    for operation in (*operations(first), *operations(kept(whole, LAST.__contains__))):
        ask(operation, world.door(caller), CHECKS, number)


def sign_in_door(world: World, client: str) -> Door:
    if client == "nobody":
        return world.visit(Visitor.NOBODY)
    if client == "browser":
        return world.visit(Visitor.OWNER)
    return Door(fresh_client(), headers={"X-Session-Token": open_session(world.user, world.ours)})


@pytest.mark.parametrize("who", ["nobody", "browser", "app"])
def test_the_sign_in_library_never_fails(world: World, who: str) -> None:
    client = "app" if who == "app" else "browser"
    for operation in operations(sign_in_document(get_schema(), client)):
        ask(operation, sign_in_door(world, who), [not_a_server_error], len(who))


@pytest.mark.parametrize("status", [500, 418])
def test_an_answer_that_is_not_documented_is_noticed(world: World, monkeypatch, status: int) -> None:
    (operation,) = operations(kept(with_ids(document(), {}), "listMyTurns".__eq__))
    monkeypatch.setattr(MyTurns, "get", lambda self, request: Response(status=status))
    with pytest.raises(FailureGroup):
        ask(operation, world.door(Caller.OWNER), CHECKS, 0)
