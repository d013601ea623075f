"""What every browser test gets: a running server, and people in browsers whose consoles are watched."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Error as PlaywrightError

from bench.stack import Stack, running_stack
from tests.e2e.people import Browsers, Person
from tests.e2e.words import Catalogue
from tests.support.provider import CLIENT, ID, NAME, SECRET, Provider, running_provider

DIST = Path(__file__).parents[2] / "web" / "dist" / "index.html"
# One address plays everybody, and many rooms in a minute.
PLENTY = {
    "RATE_GUESTS_PER_ADDRESS": "100000/minute",
    "RATE_ROOMS_PER_PLAYER": "100000/minute",
    "RATE_REQUESTS_PER_ADDRESS": "100000/second",
}
FAILED = pytest.StashKey[bool]()


def pytest_ignore_collect(config: pytest.Config) -> bool | None:
    """Nothing here is even imported unless these tests are asked for."""
    return None if "e2e" in (config.option.markexpr or "") else True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item):
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture(scope="session")
def provider() -> Iterator[Provider]:
    """The other site that one can sign in with."""
    with running_provider() as running:
        yield running


@pytest.fixture(scope="session")
def stack(provider: Provider) -> Iterator[Stack]:
    if not DIST.is_file():
        pytest.exit("The web client is not built: run make web.", returncode=2)
    known = {"id": ID, "name": NAME, "client_id": CLIENT, "client_secret": SECRET}
    providers = json.dumps([{**known, "server_url": provider.url}])
    with running_stack(**PLENTY, OIDC_PROVIDERS=providers) as running:
        yield running


@pytest.fixture(scope="session")
def impatient_stack() -> Iterator[Stack]:
    """A server that calls an opponent gone after eight seconds."""
    with running_stack(**PLENTY, ABANDON_AFTER_SECONDS="8") as running:
        yield running


@pytest.fixture(scope="session")
def catalogue() -> Iterator[Catalogue]:
    words = Catalogue()
    yield words
    words.close()


@pytest.fixture(scope="session")
def browsers() -> Iterator[Browsers]:
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.exit("No Chromium was found. Debian: apt-get install chromium fonts-noto-cjk", returncode=2)
    with Browsers(program) as opened:
        yield opened


@pytest.fixture
def person(
    request: pytest.FixtureRequest, stack: Stack, browsers: Browsers, catalogue: Catalogue
) -> Iterator[PersonFactory]:
    """`person()` opens a browser for somebody new; at the end every console must have been quiet."""
    factory = PersonFactory(stack, browsers, catalogue)
    yield factory
    factory.close(request.node.name if request.node.stash.get(FAILED, False) else None)


class PersonFactory:
    def __init__(self, stack: Stack, browsers: Browsers, catalogue: Catalogue) -> None:
        self.stack, self.browsers, self.catalogue = stack, browsers, catalogue
        self.people: list[Person] = []

    def __call__(self, size: str = "desktop", lang: str = "en", **wishes) -> Person:
        url = wishes.pop("url", self.stack.url)
        made = Person(self.browsers, url, self.catalogue.of(lang), size, **wishes)
        self.people.append(made)
        return made

    def close(self, failed: str | None) -> None:
        """After a failed test, what everybody saw is in the pictures."""
        for number, person in enumerate(self.people if failed else []):
            with contextlib.suppress(PlaywrightError):
                person.shot(f"failed-{failed}-{number}", whole=False)
        complaints = [complaint for person in self.people for complaint in person.complaints]
        for person in self.people:
            person.close()
        assert not complaints, "the consoles were not quiet:\n" + "\n".join(complaints)
