"""A choice explained: it says what was looked at, believes nothing that is excluded, and is blind."""

from random import Random

import pytest

from ai_workers.bots.explaining import BEST, LIKELIEST
from ai_workers.bots.gunjin.skills import SKILLS
from ai_workers.bots.gunjin.thinker import think
from ai_workers.bots.gunjin.thinking import explain
from ai_workers.bots.registry import answer
from games.rules.core import Ply, Side
from games.rules.gunjin.board import INDEX
from games.rules.thinking import Thinking
from tests.ai.test_search_blindness import OPTIONS, Told, a_told, replay, seen_by, with_other_kinds
from tests.rules.support import deal
from tests.support.rooms import GUNJIN

SEED = 7
LEVELS = tuple(SKILLS)


def words_of(told: Told) -> dict[int, Ply]:
    plies = GUNJIN.legal_plies(told.position, told.position.turn)
    return {INDEX[ply[0]] * 64 + INDEX[ply[1]]: ply for ply in plies}


def explained(told: Told, level: str) -> tuple[Ply, Thinking]:
    seen, words = seen_by(told), words_of(told)
    thought = think(seen, list(words), SKILLS[level], SEED)
    return words[thought.ply], explain(seen, thought, words, SEED, doubt=SKILLS[level].doubt)


def test_it_shows_the_best_plies_and_the_chosen_one() -> None:
    for level in LEVELS:
        chosen, thinking = explained(a_told(20), level)
        plies = [ply for ply, _ in thinking.plies]
        odds = [share for _, share in thinking.plies]
        assert chosen in plies
        assert BEST <= len(plies) <= BEST + 1
        assert odds == sorted(odds, reverse=True)
        assert 0 < thinking.worlds <= SKILLS[level].worlds
        assert thinking.positions > 0
        assert Thinking.read(thinking.to_json()) == thinking


def test_it_believes_of_each_standing_enemy_piece_what_is_possible() -> None:
    for plies in (0, 15, 40):
        told = a_told(plies)
        me = told.position.turn
        _, thinking = explained(told, "advanced")
        standing = {piece.origin for piece in told.position.pieces.values() if piece.side is not me}
        own = {piece.origin: piece.kind for piece in told.position.board if piece and piece.side is me}
        layout = own | fallen(told, me)
        possible = {
            each["origin"]: set(each["kinds"])
            for each in GUNJIN.deductions(OPTIONS, me, layout, told.history)
        }
        assert set(thinking.beliefs) == standing
        for origin, kinds in thinking.beliefs.items():
            assert 0 < len(kinds) <= LIKELIEST
            assert set(kinds) <= possible[origin]
            assert list(kinds.values()) == sorted(kinds.values(), reverse=True)
            assert sum(kinds.values()) <= 1.001
            if len(possible[origin]) == 1:
                assert list(kinds.values()) == [1.0]


def fallen(told: Told, me: Side) -> dict[str, str]:
    """The own pieces that fell, by origin, as the battles told them."""
    stands = {square: square for square in INDEX}
    found = {}
    for event in told.history:
        start, end = event["ply"]
        if event["battle"]:
            mine = stands[start] if event["side"] == str(me) else stands[end]
            found[mine] = event["battle"]["pieces"][str(me)]
        if not event["battle"] or event["battle"]["result"] == "attacker":
            stands[end] = stands[start]
    return found


@pytest.mark.parametrize("level", LEVELS)
def test_an_answer_carries_it(level: str) -> None:
    told = a_told(20)
    answered = answer(told.question(level, SEED))
    chosen, thinking = explained(told, level)
    assert answered["ply"] == list(chosen)
    assert answered["thinking"] == thinking.to_json()
    assert answered["spent"]["work"] == thinking.positions


def test_plain_bots_have_none() -> None:
    assert "thinking" not in answer(a_told(20).question("advanced", SEED), plainly=True)
    assert "thinking" not in answer(a_told(20).question("nobody's", SEED))


def test_a_single_ply_is_played_without_odds() -> None:
    told = a_told(20)
    (number, ply), *_ = words_of(told).items()
    seen = seen_by(told)
    thinking = explain(seen, think(seen, [number], SKILLS["advanced"], SEED), {number: ply}, SEED, doubt=0.05)
    assert (thinking.plies, thinking.worlds, thinking.positions) == ((), 0, 0)
    assert thinking.beliefs


def test_other_hidden_kinds_change_no_byte_of_it() -> None:
    rng = Random(11)
    layouts = deal(GUNJIN, OPTIONS, rng)
    plies: list[Ply] = []
    differ = 0
    for number in range(60):
        told = replay(layouts, plies, (Side.FIRST, Side.SECOND)[number % 2])
        if told.position.turn is None:
            break
        if number % 6 == 5:
            other = with_other_kinds(layouts, told, seed=number)
            again = replay(other, plies, told.position.turn)
            for level in LEVELS:
                assert repr(explained(told, level)[1].to_json()) == repr(explained(again, level)[1].to_json())
            differ += other != layouts
        plies.append(rng.choice(GUNJIN.legal_plies(told.position, told.position.turn)))
    assert differ > 5
