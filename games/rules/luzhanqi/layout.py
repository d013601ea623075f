"""Layouts (D1): checking with every reason, dealing at random, mirroring, turning to another seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from games.rules.core import IllegalLayout, Kind, Layout, Reason, Rng, Side, Square
from games.rules.luzhanqi.boards import CAMP, FOUR, TWO, Graph
from games.rules.luzhanqi.dealing import Demand, assign
from games.rules.luzhanqi.half import FRONT, HEADQUARTERS, MINE_ROWS, WIDTH, Cell
from games.rules.luzhanqi.kinds import BOMB, CODES, FLAG, FULL_SET, KINDS, MINE
from games.rules.luzhanqi.ruleset import Rules

Placed = Sequence[tuple[Square, Kind]]
# Where a side sits, whatever the options: the boards have no side in common.
SEATS: Mapping[Side, tuple[Graph, int]] = {
    Side.FIRST: (TWO, 0), Side.SECOND: (TWO, 1),
    Side.SOUTH: (FOUR, 0), Side.EAST: (FOUR, 1), Side.NORTH: (FOUR, 2), Side.WEST: (FOUR, 3),
}  # fmt: skip


def check_layout(rules: Rules, side: Side, pieces: Iterable[tuple[Square, Kind]]) -> tuple[Reason, ...]:
    """Every reason why the pieces are no legal layout for `side`; empty when they are.

    The options need not seat that side, nor play on its board: every half is alike.
    """
    if rules.variant.is_dealt:
        return (Reason("no_layout"),)
    placed = tuple(pieces)
    graph, arm = SEATS[side]
    return (*_count_reasons(graph, arm, placed), *_placement_reasons(rules, graph, arm, placed))


def read_layout(rules: Rules, side: Side, pieces: Iterable[tuple[Square, Kind]]) -> Layout:
    """The layout in board order. Raises IllegalLayout with every reason."""
    placed, graph = tuple(pieces), SEATS[side][0]
    reasons = check_layout(rules, side, placed)
    if reasons:
        raise IllegalLayout("The layout breaks a rule.", reasons)
    return ordered(graph, ((graph.index[name], kind) for name, kind in placed))


def ordered(graph: Graph, pieces: Iterable[tuple[int, Kind]]) -> Layout:
    return {graph.names[square]: kind for square, kind in sorted(pieces)}


def _reason(graph: Graph, code: str, squares: Iterable[int | None]) -> list[Reason]:
    """No reason where there is no square; an unknown square (None) makes one, but has no name."""
    found = set(squares)
    names = tuple(graph.names[square] for square in sorted(each for each in found if each is not None))
    return [Reason(code, names)] if found else []


def _count_reasons(graph: Graph, arm: int, placed: Placed) -> list[Reason]:
    read = [graph.index.get(name) for name, _ in placed]
    known = [square for square in read if square is not None]
    own = set(graph.cells[arm]).intersection(known)
    strange = [square for square, (_, kind) in zip(read, placed, strict=True) if kind not in CODES]
    counts = Counter(CODES.get(kind, -1) for _, kind in placed)
    return [
        *_reason(graph, "duplicate_square", (each for each, times in Counter(known).items() if times > 1)),
        *_reason(graph, "outside_territory", (each for each in read if each not in own)),
        *_reason(graph, "camp_occupied", (each for each in own if graph.types[each] == CAMP)),
        *_reason(graph, "empty_station", set(graph.home(arm)) - own),
        *_reason(graph, "unknown_kind", strange),
        *([Reason("wrong_counts")] if counts != Counter(FULL_SET) else []),
    ]


def forbidden(rules: Rules, square: int, code: int | None) -> str | None:
    """The reason code of the rule that keeps a kind off a station or headquarters of its own arm."""
    cell = rules.graph.cell_of[square]
    assert cell is not None
    return _forbidden_at(rules, cell, code)


def _forbidden_at(rules: Rules, cell: Cell, code: int | None) -> str | None:
    if code == FLAG and cell not in HEADQUARTERS:
        return "flag_not_in_hq"
    if code == BOMB and cell[1] == FRONT:
        return "bomb_in_front_row"
    if code == MINE and rules.mines_in_last_two_rows and cell[1] not in MINE_ROWS:
        return "mine_not_in_last_two_rows"
    return None


def _placement_reasons(rules: Rules, graph: Graph, arm: int, placed: Placed) -> list[Reason]:
    found: dict[str, list[int]] = {}
    for name, kind in placed:
        square = graph.index.get(name)
        if square is None or square not in graph.cells[arm] or graph.types[square] == CAMP:
            continue
        cell = graph.cell_of[square]
        assert cell is not None
        code = _forbidden_at(rules, cell, CODES.get(kind))
        if code is not None:
            found.setdefault(code, []).append(square)
    return [reason for code in sorted(found) for reason in _reason(graph, code, found[code])]


def demands(rules: Rules, slots: Sequence[int]) -> list[Demand]:
    """What the rules of D1 ask of a set of 25 that starts on these squares, as indices of `slots`."""

    def allowed(code: int) -> frozenset[int]:
        return frozenset(slot for slot, square in enumerate(slots) if not forbidden(rules, square, code))

    return [Demand(code, allowed(code)) for code in (FLAG, MINE, BOMB)]


def random_layout(rules: Rules, side: Side, rng: Rng) -> Layout:
    """Uniform over the legal layouts. Raises IllegalLayout where nobody lays out."""
    if rules.variant.is_dealt:
        raise IllegalLayout("Nobody lays out in this variant.", [Reason("no_layout")])
    home = rules.graph.home(rules.seat_of(side))
    codes = assign(demands(rules, home), rng)
    assert codes is not None
    return ordered(rules.graph, ((square, KINDS[code]) for square, code in zip(home, codes, strict=True)))


def mirror_layout(layout: Layout) -> Layout:
    """Left-right flip; a legal layout stays legal. Raises IllegalLayout for unknown squares."""
    graph = next((board for board in (TWO, FOUR) if _is_on(layout, board)), None)
    if graph is None:
        raise IllegalLayout("The layout names a square that the board lacks.", [Reason("outside_territory")])
    return _moved(layout, graph, graph, lambda arm, cell: (arm, (WIDTH - 1 - cell[0], cell[1])))


def _is_on(layout: Layout, graph: Graph) -> bool:
    return all(name in graph.index and graph.arm_of[graph.index[name]] is not None for name in layout)


def turn_layout(layout: Layout, *, side: Side, to: Side) -> Layout:
    """The same set-up as `side` sees it, on the points of `to`, also from one board to the other.

    May be partial. Raises IllegalLayout.
    """
    (graph, arm), (other, seat) = SEATS[side], SEATS[to]
    if any(name not in graph.index or graph.index[name] not in graph.cells[arm] for name in layout):
        raise IllegalLayout("The layout names a square outside the territory.", [Reason("outside_territory")])
    return _moved(layout, graph, other, lambda _, cell: (seat, cell))


def require_kinds(layout: Layout, side: Side) -> None:
    """Raises IllegalLayout for what is no kind. All squares must be of the side's board."""
    graph = SEATS[side][0]
    strange = [graph.index[name] for name, kind in layout.items() if kind not in CODES]
    if strange:
        raise IllegalLayout("The layout names an unknown piece.", _reason(graph, "unknown_kind", strange))


def _moved(
    layout: Layout, graph: Graph, onto: Graph, move: Callable[[int, Cell], tuple[int, Cell]]
) -> Layout:
    pieces: list[tuple[int, Kind]] = []
    for name, kind in layout.items():
        square = graph.index[name]
        arm, cell = graph.arm_of[square], graph.cell_of[square]
        assert arm is not None
        assert cell is not None
        pieces.append((onto.square_at(*move(arm, cell)), kind))
    return ordered(onto, pieces)
