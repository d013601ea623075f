"""The web client's drawings are tested with boards of lines: are those still the ones the API describes?

`WRITE_FIXTURES=1 pytest tests/web/test_boards.py` writes them anew.
"""

from __future__ import annotations

import os

import pytest

from tests.web.boards import VARIANTS, described, read_board, write_board


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_drawings_are_tested_with_the_boards_of_the_api(variant: str) -> None:
    if os.environ.get("WRITE_FIXTURES"):
        write_board(variant)
    assert read_board(variant) == described(variant)
