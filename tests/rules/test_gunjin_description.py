"""What a client gets to draw the board and explain the game."""

from games.rules.gunjin.kinds import KINDS
from tests.rules.support import DEFAULTS, GUNJIN

DESCRIBED = GUNJIN.describe(DEFAULTS)


def test_squares_cover_the_board_once() -> None:
    covered = [
        (square["x"] + step, square["y"])
        for square in DESCRIBED["squares"]
        for step in range(square["width"])
    ]
    assert sorted(covered) == [(x, y) for x in range(6) for y in range(8)]
    by_name = {square["name"]: square for square in DESCRIBED["squares"]}
    assert by_name["hq8"] == {
        "name": "hq8",
        "x": 2,
        "y": 7,
        "width": 2,
        "territory": "second",
        "tags": ["back_rank", "headquarters"],
    }
    assert by_name["b4"]["tags"] == ["bridgehead"]
    assert len(DESCRIBED["edges"]) == 76
    assert all(bridge in DESCRIBED["edges"] for bridge in DESCRIBED["bridges"])


def test_kinds() -> None:
    kinds = DESCRIBED["kinds"]
    assert [kind["key"] for kind in kinds] == list(KINDS)
    assert sum(kind["count"] for kind in kinds) == 23
    assert [kind["key"] for kind in kinds if not kind["movable"]] == ["mine", "flag"]
    assert "".join(kind["symbol"] for kind in kinds) == (
        "上将中将少将飞机坦克上校中校少校上尉中尉少尉骑兵工兵间谍地雷军旗"
    )
    special = {kind["key"]: kind["moves"] for kind in kinds if kind["moves"] != "step"}
    assert special == {
        "plane": "flight", "tank": "step_or_two_ahead", "cavalry": "step_or_two_ahead", "engineer": "slide",
        "mine": "none", "flag": "none",
    }  # fmt: skip


def test_layout_squares_name_the_reason() -> None:
    second = DESCRIBED["layout_squares"]["second"]
    assert len(second["squares"]) == 23
    assert second["forbidden"]["mine"] == {"b5": "mine_on_bridgehead", "e5": "mine_on_bridgehead"}
    assert second["forbidden"]["flag"]["hq8"] == "flag_on_back_rank"
    assert len(second["forbidden"]["flag"]) == 7
    banned = GUNJIN.describe(GUNJIN.parse_options({"mine_in_hq": "banned"}))
    assert banned["layout_squares"]["first"]["forbidden"]["mine"]["hq1"] == "mine_in_hq"


def test_win_table_is_the_one_that_judges() -> None:
    table = DESCRIBED["win_table"]
    assert table["columns"] == [*table["order"], "mine"]
    assert table["rows"]["spy"]["general"] == "win"
    assert table["rows"]["plane"]["mine"] == "win"
    assert all(table["rows"][kind][kind] == "both" for kind in table["order"])
