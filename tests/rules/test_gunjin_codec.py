"""Positions as text."""

import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.core import BadView
from games.rules.gunjin.codec import _check
from games.rules.gunjin.position import Position
from tests.rules.support import DEFAULTS, GUNJIN, deal, positions

RNG = random.Random(5)
START = GUNJIN.start(DEFAULTS, deal(GUNJIN, DEFAULTS, RNG), RNG)


@given(positions())
def test_encoding_keeps_everything(position: Position) -> None:
    text = GUNJIN.encode(position)
    again = GUNJIN.decode(text, position.rules.to_json())
    assert again == position
    assert GUNJIN.encode(again) == text
    assert text.startswith("gunjin-1;")
    assert len(text) < 300
    assert text.isascii()


@given(positions(DEFAULTS), st.integers(0, 400), st.sampled_from(string.printable))
def test_one_changed_character_is_noticed(position: Position, at: int, letter: str) -> None:
    text = GUNJIN.encode(position)
    at %= len(text)
    changed = text[:at] + letter + text[at + 1 :]
    if changed != text:
        with pytest.raises(BadView):
            GUNJIN.decode(changed, DEFAULTS)


@pytest.mark.parametrize(
    "body",
    [
        "gunjin-1;",
        "gunjin-1;f;0;0;.;/;-;-",
        "gunjin-1;x;0;0;" + "." * 46 + ";/;-;-",
        "gunjin-1;f;0;none;" + "." * 46 + ";/;-;-",
        "gunjin-1;f;0;0;" + "." * 45 + "zz+;/;-;-",
        "gunjin-1;f;0;0;" + "." * 45 + "aa?;/;-;-",
        "gunjin-1;f;0;0;" + "." * 45 + "a;/;-;-",
        "gunjin-1;f;0;0;" + "." * 46 + ";;-;-",
        "gunjin-1;f;0;0;" + "." * 46 + ";/;ab?;-",
        "gunjin-1;f;0;0;" + "." * 46 + ";/;a;-",
        "gunjin-1;f;0;0;" + "." * 46 + ";/;-;q:occupation",
    ],
)
def test_text_that_no_position_has(body: str) -> None:
    with pytest.raises(BadView):
        GUNJIN.decode(f"{body};{_check(body)}", DEFAULTS)


@pytest.mark.parametrize(
    "text",
    ["", "gunjin-1", "shogi-1;f", "gunjin-2" + GUNJIN.encode(START)[8:], "\0;\ud800", "gunjin-1;\ud800;1"],
)
def test_other_rulesets_are_refused(text: str) -> None:
    with pytest.raises(BadView):
        GUNJIN.decode(text, DEFAULTS)
