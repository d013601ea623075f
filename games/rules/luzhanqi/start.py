"""First positions: from layouts, from a deal (F1), and by hand for cases and puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.rules.core import IllegalLayout, Layout, Reason, Rng, Secret, Side
from games.rules.luzhanqi.kinds import CODES, FULL_SET, Piece, piece
from games.rules.luzhanqi.layout import read_layout
from games.rules.luzhanqi.position import FlipState, Position
from games.rules.luzhanqi.ruleset import COLOURS, Rules


def start(rules: Rules, layouts: Mapping[Side, Layout], rng: Rng) -> Position:
    """Raises IllegalLayout when a side's layout is missing or breaks a rule, or where nobody lays out."""
    if rules.variant.is_dealt:
        _require_sides(layouts, ())
        return place(rules, _dealt(rules, rng))
    return _laid(rules, layouts)


def _laid(rules: Rules, layouts: Mapping[Side, Layout]) -> Position:
    _require_sides(layouts, rules.sides)
    placed = [read_layout(rules, side, layouts[side].items()) for side in rules.sides]
    return place(
        rules,
        [
            (rules.graph.index[name], piece(army, CODES[kind], rules.graph.index[name]))
            for army, layout in enumerate(placed)
            for name, kind in layout.items()
        ],
    )


def _require_sides(layouts: Mapping[Side, Layout], sides: tuple[Side, ...]) -> None:
    if set(layouts) != set(sides):
        raise IllegalLayout("Exactly the sides that lay out must have done so.", [Reason("incomplete")])


def _dealt(rules: Rules, rng: Rng) -> list[tuple[int, Piece]]:
    """Both armies, shuffled over all stations and headquarters."""
    homes = [list(rules.graph.home(arm)) for arm in range(2)]
    pieces = [(army, code) for army in range(2) for code in FULL_SET]
    assert rules.flip is not None
    if rules.flip.is_balanced:
        return _balanced(homes, pieces, rng)
    rng.shuffle(pieces)
    squares = sorted(homes[0] + homes[1])
    return [(square, piece(*drawn, square)) for square, drawn in zip(squares, pieces, strict=True)]


def _balanced(homes: list[list[int]], pieces: list[tuple[int, int]], rng: Rng) -> list[tuple[int, Piece]]:
    """Each end of the board gets 12 pieces of one army and 13 of the other (flip_deal `balanced`)."""
    by_army = [[drawn for drawn in pieces if drawn[0] == army] for army in range(2)]
    for drawn in by_army:
        rng.shuffle(drawn)
    more = rng.randrange(2)
    found = []
    for home in homes:
        part = [by_army[army].pop() for army in range(2) for _ in range(13 if army == more else 12)]
        more = 1 - more
        rng.shuffle(part)
        found += [(square, piece(*drawn, square)) for square, drawn in zip(home, part, strict=True)]
        assert len(part) == len(home)
    return sorted(found, key=lambda placed: placed[0])


def dealt_secrets(position: Position) -> tuple[Secret, ...]:
    """What a first position was dealt, by square; the kind names the army too. Empty where nobody deals."""
    rules = position.rules
    if not rules.variant.is_dealt or position.number:
        return ()
    return tuple(
        Secret(None, square, f"{COLOURS[it.army]}.{it.kind}") for square, it in position.pieces.items()
    )


def restart(rules: Rules, layouts: Mapping[Side, Layout], dealt: Layout) -> Position:
    """The first position again, without dice. Raises IllegalLayout, also for what nobody can have dealt."""
    if rules.variant.is_dealt:
        _require_sides(layouts, ())
        return _redealt(rules, dealt)
    if dealt:
        raise IllegalLayout("Nothing is dealt in this variant.", [Reason("dealt")])
    return _laid(rules, layouts)


def _redealt(rules: Rules, dealt: Layout) -> Position:
    found: dict[int, tuple[int, int]] = {}
    for name, text in dealt.items():
        colour, _, kind = text.partition(".")
        if name not in rules.graph.index or colour not in COLOURS or kind not in CODES:
            raise IllegalLayout("The deal names an unknown point or piece.", [Reason("unknown_kind")])
        found[rules.graph.index[name]] = (COLOURS.index(colour), CODES[kind])
    whole = sorted((army, code) for army in range(2) for code in FULL_SET)
    squares = sorted(rules.graph.home(0) + rules.graph.home(1))
    if sorted(found) != squares or sorted(found.values()) != whole:
        raise IllegalLayout("The deal is not both armies on all stations.", [Reason("wrong_counts")])
    return place(rules, [(square, piece(*drawn, square)) for square, drawn in sorted(found.items())])


def place(
    rules: Rules,
    pieces: Iterable[tuple[int, Piece]],
    *,
    turn: Side | None = None,
    quiet_plies: int = 0,
    out: tuple[int, ...] = (),
    flip: FlipState | None = None,
) -> Position:
    """A position with these pieces, of which nothing is checked; for starts, puzzles and tests."""
    board: list[Piece | None] = [None] * len(rules.graph.names)
    held = [0] * rules.armies
    for square, it in pieces:
        board[square] = it
        held[it.army] |= 1 << square
    return Position(
        rules=rules,
        board=tuple(board),
        held=tuple(held),
        turn=rules.sides[0] if turn is None else turn,
        number=0,
        quiet_plies=quiet_plies,
        removed=((),) * rules.armies,
        recent=((),) * len(rules.sides),
        out=out,
        last=None,
        outcome=None,
        flip=(flip or FlipState()) if rules.variant.is_dealt else None,
    )
