"""The web client's tests use matches that this server really played: do those files still look like it?

`WRITE_FIXTURES=1 pytest tests/web/test_fixtures.py` writes them anew.
"""

from __future__ import annotations

import os

import pytest

from tests.support.rooms import make_actor
from tests.web.fixtures import SCRIPTS, audiences, played, read, shape, write

pytestmark = pytest.mark.usefixtures("valkey")


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_client_is_tested_with_matches_as_the_server_tells_them(name, tenant) -> None:
    script, wanted = SCRIPTS[name]
    seen_by = audiences(wanted)
    fixture = played({audience: make_actor(tenant) for audience in seen_by}, script, **wanted)
    if os.environ.get("WRITE_FIXTURES"):
        write(name, fixture)
    kept = read(name)
    for audience in seen_by:
        ours, theirs = fixture["audiences"][audience], kept["audiences"][audience]
        assert shape(ours) == shape(theirs)
        assert [shape(each) for each in ours["snapshots"]] == [shape(each) for each in theirs["snapshots"]]
    assert shape(fixture["record"]) == shape(kept["record"])
    assert fixture["system"] == kept["system"]
