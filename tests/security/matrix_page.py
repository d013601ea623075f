"""The matrix as docs/security.md shows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tests.security.matrix import MEANS, WHAT, Caller, rows
from tests.security.matrix_sign_in import WHAT_VISITOR, Visitor, sign_in_rows

PAGE = Path(__file__).parents[2] / "docs" / "security.md"
BEGIN, END = "<!-- matrix -->", "<!-- end of the matrix -->"


def _table(head: Iterable[str], lines: Iterable[Iterable[str]]) -> str:
    head = list(head)
    ruler = ["---", *([":-:"] * (len(head) - 1))]
    return "\n".join("| " + " | ".join(line) + " |" for line in (head, ruler, *lines))


def _meanings(meanings: Mapping[Any, str]) -> str:
    return " · ".join(f"{key} {text}" for key, text in meanings.items())


def page(cells: Mapping[tuple[str, str], str]) -> str:
    """What stands between the markers; `cells` by row and column."""
    api = _table(
        ["operation", "scope", *Caller],
        (
            [row.title, row.scope or row.access, *(cells[row.name, caller] for caller in Caller)]
            for row in rows()
        ),
    )
    sign_in = _table(
        ["operation", *Visitor],
        ([f"`{row.name}`", *(cells[row.name, visitor] for visitor in Visitor)] for row in sign_in_rows()),
    )
    callers = "\n".join(f"- **{caller}**: {text}." for caller, text in WHAT.items())
    visitors = "\n".join(f"- **{visitor}**: {text}." for visitor, text in WHAT_VISITOR.items())
    return (
        f"{BEGIN}\n{_meanings(MEANS)}\n\n{callers}\n\n{api}\n\n"
        f"Signing in, under `/_allauth/`; ○ here: nothing of the owner's was changed or told, and a is the "
        f"library's own 401.\n\n{visitors}\n\n{sign_in}\n{END}"
    )


def expected_cells() -> dict[tuple[str, str], str]:
    cells: dict[tuple[str, str], str] = {}
    for row in rows():
        cells |= {(row.name, caller): row.expected(caller) for caller in Caller}
    for line in sign_in_rows():
        cells |= {(line.name, visitor): line.expected(visitor) for visitor in Visitor}
    return cells


def written() -> str:
    """The page's part between the markers, with them."""
    text = PAGE.read_text()
    return BEGIN + text.partition(BEGIN)[2].partition(END)[0] + END


def write(table: str) -> None:
    before, _, rest = PAGE.read_text().partition(BEGIN)
    PAGE.write_text(before + table + rest.partition(END)[2])
