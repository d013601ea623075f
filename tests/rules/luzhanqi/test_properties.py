"""What holds in every position that play can reach, under any options."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.rules.core import Outcome, Ply
from games.rules.luzhanqi.boards import ARM_LETTERS
from games.rules.luzhanqi.kinds import FULL_SET, piece
from games.rules.luzhanqi.options import VARIANTS
from games.rules.luzhanqi.position import Position
from games.rules.luzhanqi.start import place
from games.rules.luzhanqi.system import LUZHANQI
from tests.rules.support import deal, play_on, random_options
from tests.support.systems import SYSTEMS_BY_VARIANT

# Half a match is played for each example, which takes its time where much else runs.
PATIENT = settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    system = SYSTEMS_BY_VARIANT[draw(st.sampled_from(VARIANTS))]
    rng = random.Random(draw(st.integers(0, 2**32)))
    options = random_options(system, rng)
    position = system.start(options, deal(system, options, rng), rng)
    for _ in range(draw(st.integers(0, 300))):
        if position.turn is None:
            break
        position, _ = position.play(rng.choice(position.legal_plies(position.turn)), position.turn)
    return position


@PATIENT
@given(positions())
def test_every_piece_is_on_the_board_under_another_or_removed(position: Position) -> None:
    under = [] if position.flip is None else [flag for _, flag in position.flip.under]
    for army in range(position.rules.armies):
        standing = [it for it in (*position.pieces.values(), *under) if it.army == army]
        codes = [it.code for it in standing] + list(position.removed[army])
        assert tuple(sorted(codes)) == FULL_SET
        assert len({it.start for it in standing}) == len(standing)
        squares = {at for at, it in enumerate(position.board) if it is not None and it.army == army}
        assert position.held[army] == sum(1 << at for at in squares)


@PATIENT
@given(positions())
def test_pieces_that_never_moved_stand_where_they_started(position: Position) -> None:
    index = position.rules.graph.index
    for name, it in position.pieces.items():
        assert it.moved or it.start == index[name]
        if it.kind == "mine" or (it.kind == "flag" and position.flip is None):
            assert not it.moved
        if position.flip is not None and not it.shown:
            assert not it.moved


@PATIENT
@given(positions())
def test_no_camp_holds_two_and_turns_follow_from_the_outcome(position: Position) -> None:
    counts = Counter(square for mask in position.held for square in range(129) if mask >> square & 1)
    assert not counts or max(counts.values()) == 1
    assert (position.turn is None) == (position.outcome is not None)
    if position.turn is not None:
        assert position.legal_plies(position.turn)


@PATIENT
@given(positions())
def test_playing_changes_no_earlier_position(position: Position) -> None:
    if position.turn is None:
        return
    before = LUZHANQI.encode(position)
    for ply in position.legal_plies(position.turn):
        after, ruling = position.play(ply, position.turn)
        assert after.last is ruling
        assert after.number == position.number + 1
        assert LUZHANQI.encode(position) == before


def turned_name(name: str, variant: str) -> str:
    """The point that the next seat has where this seat has `name`."""
    if variant == "four":
        if name[0] == "m":
            column, row = int(name[1]), int(name[2])
            return f"m{4 - row}{column}"
        return ARM_LETTERS[(ARM_LETTERS.index(name[0]) + 1) % 4] + name[1:]
    return f"{'edcba'['abcde'.index(name[0])]}{13 - int(name[1:])}"


@pytest.mark.parametrize("variant", ["dark", "open", "four"])
@pytest.mark.parametrize("seed", range(6))
def test_a_match_seen_from_the_next_seat_is_the_same_match(variant: str, seed: int) -> None:
    rng = random.Random(seed)
    options = LUZHANQI.parse_options({"variant": variant})
    one = LUZHANQI.start(options, deal(LUZHANQI, options, rng), rng)
    rules = one.rules
    count, index = len(rules.sides), rules.graph.index

    def turned(words: Ply) -> Ply:
        return Ply(*(turned_name(word, variant) for word in words))

    moved = []
    for name, it in one.pieces.items():
        square = index[turned_name(name, variant)]
        moved.append((square, piece((it.army + 1) % count, it.code, square)))
    two = replace(place(rules, moved), turn=rules.sides[1])
    for position, ply, side, ruling in play_on(LUZHANQI, one, rng):
        if ruling is None:
            break
        following = rules.sides[(rules.seat_of(side) + 1) % count]
        assert two.turn is following
        assert {turned(each) for each in position.legal_plies(side)} == set(two.legal_plies(following))
        two, told = two.play(turned(ply), following)
        assert (told.result, told.quiet_plies) == (ruling.result, ruling.quiet_plies)
    assert position.outcome is not None
    winners = {rules.sides[(rules.seat_of(side) + 1) % count] for side in position.outcome.winners}
    assert two.outcome is not None
    assert Outcome(
        tuple(side for side in rules.sides if side in winners), two.outcome.termination
    ) == Outcome(
        tuple(side for side in rules.sides if side in set(two.outcome.winners)), position.outcome.termination
    )
