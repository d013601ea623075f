"""The API document: valid, complete, and served with a page of its own."""

import re
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from django.test import Client
from django.urls import get_resolver
from openapi_spec_validator import validate

from games.problems import MEDIA_TYPE


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return Client().get("/api/v1/openapi.json").json()


def operations(document: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]


def test_the_document_is_valid(document: dict[str, Any], tmp_path):
    validate(document)
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(tmp_path / "openapi.yaml"))


def test_the_yaml_says_the_same(document: dict[str, Any]):
    response = Client().get("/api/v1/openapi.yaml")
    assert response["Content-Type"] == "application/yaml"
    assert yaml.safe_load(response.content) == document
    assert (
        Client().get("/api/v1/openapi.yaml", headers={"If-None-Match": response["ETag"]}).status_code == 304
    )


def test_every_address_is_documented(document: dict[str, Any]):
    resolver = get_resolver("games.api.urls")
    patterns = {re.sub(r"<(\w+:)?(\w+)>", r"{\2}", str(each.pattern)) for each in resolver.url_patterns}
    undocumented = patterns - {path.removeprefix("/api/v1/") for path in document["paths"]}
    assert undocumented == {"openapi.json", "openapi.yaml"}


def test_every_operation_names_its_problems_and_headers(document: dict[str, Any]):
    for path, method, operation in operations(document):
        refusals = {status: r for status, r in operation["responses"].items() if status >= "400"}
        assert {"400", "404", "429", "503"} <= set(refusals), (path, method)
        for status, response in refusals.items():
            assert list(response["content"]) == [MEDIA_TYPE]
            examples = response["content"][MEDIA_TYPE]["examples"]
            assert all(example["value"]["status"] == int(status) for example in examples.values())
        assert "Retry-After" in refusals["429"]["headers"]
        assert operation["summary"]
        assert operation["operationId"]
        is_public = operation.get("security") in (None, [{}])
        assert is_public == any(public in path for public in ("players/", "systems", "/site"))
    assert document["components"]["securitySchemes"]["bearer"]["scheme"] == "bearer"


def test_commands_document_their_headers(document: dict[str, Any]):
    command = document["paths"]["/api/v1/matches/{match_id}/commands"]["post"]
    headers = {p["name"]: p for p in command["parameters"] if p["in"] == "header"}
    assert headers["Idempotency-Key"]["required"]
    assert "If-Match" in headers
    assert {"ETag"} <= set(command["responses"]["201"]["headers"])
    assert {"ETag", "Idempotency-Replayed"} <= set(command["responses"]["200"]["headers"])
    assert "ETag" in command["responses"]["412"]["headers"]
    assert "GunjinView" in document["components"]["schemas"]


@pytest.mark.parametrize("address", ["/api/docs", "/api/v1/docs"])
def test_the_page_needs_no_other_site(address: str):
    page = Client().get(address).content.decode()
    loaded = re.findall(r'(?:src|href)="([^"]+)"', page)
    script = f"{address}?script="
    assert [each for each in loaded if not each.startswith("/static/")] == [script]
    assert "/api/v1/openapi.json" in Client().get(script).content.decode()
    for each in loaded:
        assert Client().get(each).status_code == 200
