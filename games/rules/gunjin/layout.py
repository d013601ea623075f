"""Layouts (R-2.2 to R-2.4): checking with every reason, dealing, flipping, turning, swapping."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set

from games.rules.core import IllegalLayout, Kind, Layout, Reason, Rng, Side, Square
from games.rules.gunjin.board import (
    BRIDGEHEADS,
    HEADQUARTERS,
    READ,
    SQUARES,
    TERRITORY,
    flipped,
    turned,
)
from games.rules.gunjin.kinds import CODES, FLAG, FULL_SET, KINDS, MINE, OWNER
from games.rules.gunjin.ruleset import Rules

Placed = Sequence[tuple[Square, Kind]]


def check_layout(rules: Rules, side: Side, pieces: Iterable[tuple[Square, Kind]]) -> tuple[Reason, ...]:
    """Every reason why the pieces are no legal layout for `side`; empty when they are."""
    placed = tuple(pieces)
    found = (*_count_reasons(placed, OWNER[side]), *placement_reasons(rules, side, placed))
    return tuple(reason for reason in found if reason is not None)


def read_layout(rules: Rules, side: Side, pieces: Iterable[tuple[Square, Kind]]) -> Layout:
    """The layout in board order with canonical names. Raises IllegalLayout with every reason."""
    placed = tuple(pieces)
    reasons = check_layout(rules, side, placed)
    if reasons:
        raise IllegalLayout("The layout breaks a rule.", reasons)
    return _ordered((READ[name], kind) for name, kind in placed)


def _ordered(pieces: Iterable[tuple[int, Kind]]) -> Layout:
    return {SQUARES[square]: kind for square, kind in sorted(pieces)}


def _reason(code: str, squares: Iterable[int]) -> Reason | None:
    found = sorted(set(squares))
    return Reason(code, tuple(SQUARES[square] for square in found)) if found else None


def _count_reasons(placed: Placed, owner: int) -> Iterable[Reason | None]:
    read = [READ.get(name) for name, _ in placed]
    known = [square for square in read if square is not None]
    camp = set(TERRITORY[owner])
    yield _reason("duplicate_square", (square for square, times in Counter(known).items() if times > 1))
    outside = _reason("outside_territory", (square for square in known if square not in camp))
    yield outside or (Reason("outside_territory") if None in read else None)
    yield _reason("incomplete", camp.difference(known))
    strange = [square for square, (_, kind) in zip(read, placed, strict=True) if kind not in CODES]
    if strange:
        yield _reason("unknown_kind", (square for square in strange if square is not None)) or Reason(
            "unknown_kind"
        )
    counts = Counter(CODES.get(kind, -1) for _, kind in placed)
    yield Reason("wrong_counts") if counts != Counter(FULL_SET) else None


def forbidden(rules: Rules, side: Side, kind: Kind, square: int) -> str | None:
    """The code of the rule that keeps `kind` off a square of the own territory (R-2.3)."""
    owner = OWNER[side]
    code = CODES.get(kind)
    if code == MINE and square not in rules.mine_squares[owner]:
        return "mine_in_hq" if square in HEADQUARTERS else "mine_on_bridgehead"
    if code == FLAG and square not in rules.flag_squares[owner]:
        return "flag_on_bridgehead" if square in BRIDGEHEADS[owner] else "flag_on_back_rank"
    return None


def placement_reasons(rules: Rules, side: Side, placed: Placed) -> tuple[Reason, ...]:
    """Mines and flags on squares where they may not start; squares outside are another reason."""
    camp = set(TERRITORY[OWNER[side]])
    found: dict[str, list[int]] = {}
    for name, kind in placed:
        square = READ.get(name)
        if square is None or square not in camp:
            continue
        code = forbidden(rules, side, kind, square)
        if code is not None:
            found.setdefault(code, []).append(square)
    return tuple(reason for code in sorted(found) if (reason := _reason(code, found[code])) is not None)


def deal(slots: int, *, flags: Set[int], mines: Set[int], rng: Rng) -> list[int] | None:
    """A full set of kind codes over 23 slots, uniform over the deals that keep flag and mines to theirs.

    None when there is no such deal.
    """
    assert slots == len(FULL_SET)
    for_flag, for_mines = sorted(flags), sorted(mines)
    if not any(len(mines - {flag}) > 1 for flag in flags):
        return None
    while True:
        flag = for_flag[rng.randrange(len(for_flag))]
        one, two = (for_mines[rng.randrange(len(for_mines))] for _ in range(2))
        if len({flag, one, two}) == 3:
            break
    rest = [code for code in FULL_SET if code not in {MINE, FLAG}]
    rng.shuffle(rest)
    fixed = {flag: FLAG, one: MINE, two: MINE}
    return [fixed[slot] if slot in fixed else rest.pop() for slot in range(slots)]


def random_layout(rules: Rules, side: Side, rng: Rng) -> Layout:
    """Uniform over the legal layouts (A38)."""
    owner = OWNER[side]
    camp = TERRITORY[owner]
    first = camp[0]
    codes = deal(
        len(camp),
        flags={square - first for square in rules.flag_squares[owner]},
        mines={square - first for square in rules.mine_squares[owner]},
        rng=rng,
    )
    assert codes is not None
    return _ordered((square, KINDS[code]) for square, code in zip(camp, codes, strict=True))


def _read_squares(layout: Layout) -> list[tuple[int, Kind]]:
    if any(name not in READ for name in layout):
        raise IllegalLayout("The layout names a square that the board lacks.", [Reason("outside_territory")])
    return [(READ[name], kind) for name, kind in layout.items()]


def mirror_layout(layout: Layout) -> Layout:
    """Left-right flip; a legal layout stays legal (R-2.4)."""
    return _ordered((flipped(square), kind) for square, kind in _read_squares(layout))


def turn_layout(layout: Layout, *, side: Side, to: Side) -> Layout:
    """The same set-up in front of side `to` (A34); may be partial. Raises IllegalLayout."""
    pieces = _read_squares(layout)
    return _ordered((square if side is to else turned(square), kind) for square, kind in pieces)


def swap_layout(rules: Rules, side: Side, layout: Layout, *, pair: tuple[Square, Square]) -> Layout:
    """The layout with the pieces of two squares exchanged.

    Raises IllegalLayout with the reason when a piece would stand where it may not (R-2.4).
    """
    ends = [READ.get(name) for name in pair]
    pieces = dict(_read_squares(layout))
    if any(end is None or end not in pieces for end in ends):
        raise IllegalLayout("A swap needs two squares with pieces.", [Reason("outside_territory")])
    one, two = (end for end in ends if end is not None)
    pieces[one], pieces[two] = pieces[two], pieces[one]
    reasons = placement_reasons(rules, side, [(SQUARES[end], pieces[end]) for end in (one, two)])
    if reasons:
        raise IllegalLayout("The swap would put a piece where it may not stand.", reasons)
    return _ordered(pieces.items())
