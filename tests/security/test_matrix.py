"""The authorisation matrix: who may call what, called and compared; docs/security.md shows the same table."""

from __future__ import annotations

import pytest

from tests.security import matrix
from tests.security.matrix import Caller, rows, unruled
from tests.security.matrix_calls import ask, ask_to_sign_in
from tests.security.matrix_page import PAGE, expected_cells, page, write, written
from tests.security.matrix_sign_in import Visitor, sign_in_rows
from tests.security.matrix_world import World

MEASURED: dict[tuple[str, str], str] = {}
ADD = "Add it to {where} in tests/security/matrix.py: whose it is and a call its owner may make."


def test_every_operation_and_frame_says_who_may() -> None:
    new, gone = unruled()
    assert not new, f"New: {sorted(new)}. {ADD.format(where='RULES or FRAMES')} Then `make security`."
    assert not gone, f"Gone: {sorted(gone)}. Take them out of tests/security/matrix.py, then `make security`."


def test_a_new_operation_is_noticed(monkeypatch) -> None:
    changed = matrix.document()
    changed["paths"]["/api/v1/secrets"] = {"get": {"operationId": "listSecrets"}}
    monkeypatch.setattr(matrix, "document", lambda: changed)
    assert unruled() == ({"listSecrets"}, set())


@pytest.mark.parametrize("caller", Caller)
def test_who_may_call_what(world: World, caller: Caller) -> None:
    world.spoil(caller)
    wrong: list[str] = []
    for row in rows():
        measured, why = ask(world, caller, row)
        MEASURED[row.name, caller] = measured
        if measured != row.expected(caller):
            wrong.append(f"{row.title}: {measured} instead of {row.expected(caller)}; {why}")
    assert not wrong, f"as {caller}:\n" + "\n".join(wrong)


# --- signing in


@pytest.mark.parametrize("visitor", Visitor)
def test_who_may_call_what_of_signing_in(world: World, visitor: Visitor) -> None:
    wrong: list[str] = []
    for row in sign_in_rows():
        measured, why = ask_to_sign_in(world, visitor, row)
        MEASURED[row.name, visitor] = measured
        if measured != row.expected(visitor):
            wrong.append(f"{row.name}: {measured} instead of {row.expected(visitor)}; {why}")
    assert not wrong, f"as {visitor}:\n" + "\n".join(wrong)


# --- the page


def test_the_page_shows_the_matrix(request: pytest.FixtureRequest) -> None:
    """`make security` writes it from what was measured in the same run."""
    if request.config.getoption("--write-matrix", default=False):
        assert MEASURED.keys() == expected_cells().keys(), "run the whole file in one process"
        assert expected_cells() == MEASURED
        write(page(MEASURED))
    assert written() == page(expected_cells()), f"{PAGE.name} is behind: run `make security`."
