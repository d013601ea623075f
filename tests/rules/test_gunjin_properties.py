"""What holds in every position that play can reach."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.core import IllegalPly, Outcome, Ply, Side
from games.rules.gunjin.board import BITS, EDGES, INDEX, NEIGHBOURS, PLIES, SQUARES, flipped, turned
from games.rules.gunjin.kinds import COUNTS, FULL_SET, SIDES
from games.rules.gunjin.position import Position, held_by, place
from tests.rules.support import DEFAULTS, GUNJIN, deal, play_on, positions, with_enemy_kinds_shuffled

OTHER = {Side.FIRST: Side.SECOND, Side.SECOND: Side.FIRST}
SEATS = st.sampled_from([Side.FIRST, Side.SECOND])
DICE = st.randoms(use_true_random=False)


def test_board_has_46_squares_and_76_edges() -> None:
    assert (len(SQUARES), len(EDGES)) == (46, 76)
    assert {(SQUARES[a], SQUARES[b]) for a, b in EDGES if a < 23 <= b} == {("b4", "b5"), ("e4", "e5")}
    assert [SQUARES[n] for n in NEIGHBOURS[INDEX["hq1"]]] == ["b1", "e1", "c2", "d2"]
    for turn in (flipped, turned):
        assert {tuple(sorted((turn(a), turn(b)))) for a, b in EDGES} == set(EDGES)
        assert all(turn(turn(square)) == square for square in range(46))
    assert SQUARES[turned(INDEX["hq1"])] == "hq8"
    assert sum(COUNTS) == len(FULL_SET) == 23


def flip(ply: Ply) -> Ply:
    start, end = (INDEX[word] for word in ply)
    return PLIES[flipped(start)][flipped(end)]


def rotate(ply: Ply) -> Ply:
    start, end = (INDEX[word] for word in ply)
    return PLIES[turned(start)][turned(end)]


@given(positions())
def test_a_flipped_position_has_the_flipped_plies(position: Position) -> None:
    pieces = [(it.side, it.kind, SQUARES[flipped(INDEX[name])]) for name, it in position.pieces.items()]
    for side in SIDES:
        flat = replace(position, turn=side)
        again = replace(place(position.rules, pieces), turn=side)
        assert {flip(ply) for ply in flat.legal_plies(side)} == set(again.legal_plies(side))


@given(st.integers(0, 2**32))
def test_a_match_seen_from_the_other_seat_is_the_same_match(seed: int) -> None:
    rng = random.Random(seed)
    one = GUNJIN.start(DEFAULTS, deal(GUNJIN, DEFAULTS, rng), rng)
    pieces = [(OTHER[it.side], it.kind, SQUARES[turned(INDEX[name])]) for name, it in one.pieces.items()]
    two = place(one.rules, pieces, turn=Side.SECOND)
    while one.turn is not None:
        assert two.turn is OTHER[one.turn]
        plies = one.legal_plies(one.turn)
        assert sorted(rotate(ply) for ply in plies) == sorted(two.legal_plies(two.turn))
        ply = rng.choice(plies)
        one, told_one = one.play(ply, one.turn)
        two, told_two = two.play(rotate(ply), two.turn)
        assert told_one.quiet_plies == told_two.quiet_plies
        assert (told_one.battle and told_one.battle.result) == (told_two.battle and told_two.battle.result)
    assert one.outcome is not None
    assert two.outcome == Outcome(tuple(OTHER[side] for side in one.outcome.winners), one.outcome.termination)


@given(positions(), st.sampled_from([Side.FIRST, Side.SECOND, None]), DICE)
def test_view_never_depends_on_hidden_kinds(
    position: Position, seat: Side | None, rng: random.Random
) -> None:
    if position.rules.is_open:
        return
    other = with_enemy_kinds_shuffled(position, seat, rng)
    assert GUNJIN.redact(position, seat).to_json() == GUNJIN.redact(other, seat).to_json()
    if seat is not None:
        assert position.legal_plies(seat) == other.legal_plies(seat)


@given(positions(), SEATS, DICE)
def test_refusals_never_depend_on_hidden_kinds(position: Position, seat: Side, rng: random.Random) -> None:
    other = with_enemy_kinds_shuffled(position, seat, rng)
    legal = set(position.legal_plies(seat))
    for _ in range(60):
        ply = Ply(rng.choice(SQUARES), rng.choice(SQUARES))
        if ply in legal:
            continue
        details = []
        for it in (position, other):
            with pytest.raises(IllegalPly) as refused:
                it.play(ply, seat)
            details.append(refused.value.detail)
        assert details[0] == details[1]


@given(positions())
def test_every_piece_is_on_the_board_or_removed(position: Position) -> None:
    assert position.held == held_by(position.board)
    for owner, side in enumerate(SIDES):
        standing = [it for it in position.pieces.values() if it.side is side]
        assert tuple(sorted([it.code for it in standing] + list(position.removed[owner]))) == FULL_SET
        assert len({it.origin for it in standing}) == len(standing)
        assert all(it.moved for name, it in position.pieces.items() if it.origin != name)
        assert not any(it.moved for it in standing if it.kind in {"mine", "flag"})


@given(st.integers(0, 2**32))
def test_two_quiet_plies_in_a_row_leave_nobody_stuck(seed: int) -> None:
    rng = random.Random(seed)
    start = GUNJIN.start(DEFAULTS, deal(GUNJIN, DEFAULTS, rng), rng)
    *_, (end, _, _, _) = play_on(GUNJIN, start, rng)
    assert end.outcome is not None
    if end.outcome.termination in {"no-plies", "both-stuck"}:
        assert end.quiet_plies < 2


@given(positions(), SEATS)
def test_nobody_plays_out_of_turn_or_after_the_end(position: Position, seat: Side) -> None:
    if position.turn is seat:
        seat = OTHER[seat]
    assert position.legal_plies(seat) == ()
    for ply in (Ply("b4", "b5"), Ply("b5", "b4"), Ply(), Ply("b4"), Ply("x", "y"), Ply("b4", "b5", "+")):
        with pytest.raises(IllegalPly):
            position.play(ply, seat)


@given(positions())
def test_playing_changes_no_earlier_position(position: Position) -> None:
    if position.turn is None:
        return
    before = GUNJIN.encode(position)
    for ply in position.legal_plies(position.turn):
        after, ruling = position.play(ply, position.turn)
        assert after.last is ruling
        assert after.number == position.number + 1
        assert GUNJIN.encode(position) == before
        start, end = (INDEX[word] for word in ply)
        untouched = ~(BITS[start] | BITS[end])
        assert all(
            after.board[square] is position.board[square] for square in range(46) if untouched >> square & 1
        )
