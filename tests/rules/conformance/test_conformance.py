"""What every game system must do, in each variant; a new system is tested by being listed in `SYSTEMS`."""

import json
import random
from typing import Any

import pytest

from games.rules.core import BadOptions, BadView, GameSystem, IllegalPly, Ply, Side
from games.rules.systems import SYSTEMS
from games.rules.verify import verify_record
from tests.rules.support import deal, play_on, random_options, record_of, texts
from tests.support.systems import EVERY_SYSTEM

pytestmark = pytest.mark.parametrize("system", EVERY_SYSTEM.values(), ids=EVERY_SYSTEM)
SAMPLE = 12
LONGEST = 20_000


def options_for(system: GameSystem, seed: int) -> Any:
    return system.parse_options({}) if seed % 3 == 0 else random_options(system, random.Random(seed))


def walk(system: GameSystem, seed: int) -> Any:
    """Options and the positions of one random match."""
    rng = random.Random(seed)
    options = options_for(system, seed)
    start = system.start(options, deal(system, options, rng), rng)
    return options, [position for position, *_ in play_on(system, start, rng)]


def viewers(system: GameSystem, options: Any) -> list[Side | None]:
    return [*system.sides(options), None]


def test_key_and_ruleset(system: GameSystem) -> None:
    assert isinstance(system, type(SYSTEMS[system.key]))
    assert system.ruleset.startswith(f"{system.key}-")


def test_options_are_data(system: GameSystem) -> None:
    options = system.parse_options({})
    schema = {option.key: option for option in system.option_schema()}
    assert set(schema) <= set(options)
    assert set(options) == {option.key for option in SYSTEMS[system.key].option_schema()}
    assert json.loads(json.dumps(options)) == options
    assert {key: options[key] for key in schema} == {key: it.default for key, it in schema.items()}
    assert all(option.default in option.choices for option in schema.values())
    with pytest.raises(BadOptions):
        system.parse_options({"no such option": 1})


def test_description_is_json(system: GameSystem) -> None:
    options = system.parse_options({})
    described = system.describe(options)
    assert json.loads(json.dumps(described)) == described
    assert described["key"] == system.key
    assert described["ruleset"] == system.ruleset
    assert described["sides"] == [str(side) for side in system.sides(options)]
    assert described["has_layout"] == system.has_layout(options)


@pytest.mark.parametrize("seed", range(SAMPLE))
def test_random_matches_end(system: GameSystem, seed: int) -> None:
    options, positions = walk(system, seed)
    assert len(positions) < LONGEST
    end = positions[-1]
    assert end.turn is None
    assert end.outcome is not None
    assert set(end.outcome.winners) <= set(system.sides(options))
    assert all(position.turn is not None for position in positions[:-1])
    assert all(position.turn in system.in_play(position) for position in positions[:-1])
    assert system.in_play(end) == ()
    assert all(system.legal_plies(end, side) == () for side in system.sides(options))


@pytest.mark.parametrize("seed", range(SAMPLE))
def test_legal_plies_are_accepted_and_others_refused(system: GameSystem, seed: int) -> None:
    rng = random.Random(seed)
    options, positions = walk(system, seed)
    words = sorted({word for it in positions for word in system.legal_plies(it, it.turn or Side.FIRST)[:1]})
    words = sorted({part for ply in words for part in (ply if isinstance(ply, tuple) else [ply])})
    for position in rng.sample(positions, min(10, len(positions))):
        legal = system.legal_plies(position, position.turn) if position.turn else ()
        assert len(set(legal)) == len(legal)
        for ply in legal:
            system.play(position, ply, position.turn)
        others = [Ply(*rng.choices(words, k=rng.randrange(4))) for _ in range(40)]
        for ply in [*others, Ply(), Ply(""), Ply("?", "?"), Ply("\0", "é" * 500)]:
            if ply in legal:
                continue
            for side in system.sides(options):
                with pytest.raises(IllegalPly):
                    system.play(position, ply, side)
        for ply in legal[:3]:
            for side in system.sides(options):
                if side is not position.turn:
                    with pytest.raises(IllegalPly):
                        system.play(position, ply, side)


@pytest.mark.parametrize("seed", range(SAMPLE))
def test_encoding_round_trip(system: GameSystem, seed: int) -> None:
    options, positions = walk(system, seed)
    for position in positions:
        text = system.encode(position)
        assert text.startswith(system.ruleset)
        assert system.decode(text, options) == position
    for damaged in ("", "x", text[:-1], text[1:], text + "0", text.replace(system.ruleset, "go-1")):
        with pytest.raises(BadView):
            system.decode(damaged, options)


@pytest.mark.parametrize("seed", range(SAMPLE))
def test_a_world_looks_like_the_truth(system: GameSystem, seed: int) -> None:
    """So neither the view nor the list of legal plies can depend on what a guess may get wrong."""
    rng = random.Random(seed)
    options, positions = walk(system, seed)
    for position in [*rng.sample(positions, min(25, len(positions))), positions[-1]]:
        for viewer in viewers(system, options):
            view = system.redact(position, viewer)
            sent = json.loads(json.dumps(view.to_json()))
            guess = system.world(sent, options, rng)
            assert system.redact(guess, viewer) == view
            assert system.redact(guess, viewer).to_json() == sent
            if viewer is not None:
                assert system.legal_plies(guess, viewer) == system.legal_plies(position, viewer)


@pytest.mark.parametrize("seed", range(4))
def test_refusals_never_depend_on_what_a_guess_may_get_wrong(system: GameSystem, seed: int) -> None:
    rng = random.Random(seed)
    options, positions = walk(system, seed)
    words = sorted({word for it in positions[:-1] for ply in system.legal_plies(it, it.turn) for word in ply})
    for position in rng.sample(positions[:-1], min(10, len(positions) - 1)):
        sent = json.loads(json.dumps(system.redact(position, position.turn).to_json()))
        guess, legal = system.world(sent, options, rng), system.legal_plies(position, position.turn)
        starts = [ply[0] for ply in legal]
        for _ in range(40):
            ply = Ply(rng.choice([*starts, rng.choice(words)]), *rng.choices(words, k=rng.randrange(3)))
            if ply in legal:
                continue
            refusals = []
            for it in (position, guess):
                with pytest.raises(IllegalPly) as refused:
                    system.play(it, ply, position.turn)
                refusals.append((refused.value.detail, refused.value.reasons))
            assert refusals[0] == refusals[1]


@pytest.mark.parametrize("seed", range(SAMPLE))
def test_replaying_a_record_gives_the_same_end(system: GameSystem, seed: int) -> None:
    options = options_for(system, seed)
    record = record_of(system, options, random.Random(seed))
    verify_record(json.loads(json.dumps(record)))


@pytest.mark.parametrize("seed", range(SAMPLE))
def test_spectators_see_no_hidden_kind(system: GameSystem, seed: int) -> None:
    rng = random.Random(seed)
    options = options_for(system, seed)
    described = system.describe(options)
    if not described["hidden"]:
        return
    kinds = {kind["key"] for kind in described["kinds"]}
    start = system.start(options, deal(system, options, rng), rng)
    for position, _, _, ruling in play_on(system, start, rng):
        assert not kinds & set(texts(system.redact(position, None).to_json()))
        if ruling is not None:
            told = system.redact_ruling(ruling.to_json(), options, None)
            assert not kinds & set(texts(told))
            assert system.redact_ruling(ruling.to_json(), options, None, revealed=True) == ruling.to_json()


@pytest.mark.parametrize("seed", range(4))
def test_spectators_are_told_no_kind_that_not_every_seat_is_told(system: GameSystem, seed: int) -> None:
    """Also where nothing is hidden, and where pieces are turned up."""
    options, positions = walk(system, seed)
    for position in positions[::10]:
        watched, *seats = [
            {piece["origin"]: piece["kind"] for piece in system.redact(position, viewer).to_json()["pieces"]}
            for viewer in (None, *system.sides(options))
        ]
        told = {origin: kind for origin, kind in watched.items() if kind is not None}
        assert all(told.items() <= seat.items() for seat in seats)


def test_everything_can_be_printed(system: GameSystem) -> None:
    _, positions = walk(system, 1)
    assert all(system.diagram(position).strip() for position in positions)
