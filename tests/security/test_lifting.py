"""Ways to lift a corner of the cover that other programs left open, each tried by name."""

from __future__ import annotations

import uuid

from games.bots import layout_answer, ply_answer
from games.models import Match, MatchEvent
from games.rules.core import Ply, Side
from games.sockets.database import in_database
from tests.support.leaks import assert_blind
from tests.support.leaks_stage import Stage, stage
from tests.support.leaks_worlds import find_twins

TWINS = find_twins(1, Side.SECOND, most=6)


async def seated(made: Stage):
    await made.meet()
    made.seen.layouts = {side: dict(layout) for side, layout in TWINS.layouts.items()}
    return made.people()


async def test_an_abandoned_layout_phase_shows_nobody_the_layout_of_another() -> None:
    async with stage() as made:
        first, second, watcher = await seated(made)
        await made.listen()
        await made.happen(second, "layout.confirm", {"pieces": TWINS.layouts[Side.SECOND]})
        await made.note_secrets()
        await made.http(first, "POST", f"rooms/{made.slug}/leave")
        made.version += 1
        await made.look_around()
        for party in (first, watcher):
            answer = await made.http(party, "GET", f"matches/{made.match}/record?of=second")
            assert answer.status == 200
    assert_blind(made.seen)


async def test_a_command_of_the_other_side_sent_again_opens_nothing() -> None:
    """The answer to a repeat is the event as its sender sees it: with the own kind in a battle."""
    async with stage() as made:
        first, _, watcher = await seated(made)
        await made.listen()
        await made.lay_out(TWINS.layouts, Side.SECOND, looks=False)
        start = made.version
        await made.play(TWINS.plies, ends=False)
        for number, ply in enumerate(TWINS.plies):
            if number % 2:
                sent = await in_database(_stored, made.match, start + number + 1)
                body = ("play", {"ply": list(ply)})
                again = {"expect": start + number, "key": str(sent.command_id)}
                for by in ("rest", "socket"):
                    answer = await made.command(first, *body, by=by, **again)
                    assert answer.get("d", answer).get("code") == "command-id-reused"
                assert (await made.command(watcher, *body, **again))["code"] == "not-your-seat"
    assert_blind(made.seen)


def _stored(match: str, version: int) -> MatchEvent:
    return MatchEvent.everywhere.get(match_id=match, version=version)


async def test_ids_of_computers_commands_cannot_be_foretold(settings) -> None:
    match = Match(id=uuid.uuid4(), tenant_id=uuid.uuid4())
    ply, layout = Ply("a5", "a4"), TWINS.layouts[Side.SECOND]

    def ids() -> list[uuid.UUID]:
        answers = (ply_answer(match, "second", 4, ply), layout_answer(match, "second", layout))
        return [answer.command_id for answer in answers]

    before = ids()
    assert ids() == before
    settings.SECRET_KEY = "another deployment"
    assert not set(ids()) & set(before)
