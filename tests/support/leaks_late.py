"""Matches that differ only in what who watches may not know yet: the last plies, and what is said then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.api.versions import FORM
from games.rules.core import LEFT, Ply, Side
from games.rules.systems import SYSTEMS
from tests.support.leaks_seen import Entry, Seen
from tests.support.leaks_stage import stage
from tests.support.leaks_worlds import Twins, find_twins, judged, position_in

DELAY = 2


def forked(
    seed: int, hidden: Side | None, *, system: str, options: dict[str, str], plies: int
) -> tuple[Twins, Twins]:
    """A match, and the same one with other last plies: plain moves, and of four sides one gives up first."""
    one = find_twins(seed, hidden, system=system, options=options, most=plies, tries=0)
    assert len(one.plies) == plies
    assert not one.over
    kept = plies - DELAY
    other = replace(one, plies=one.plies[:kept], movers=one.movers[:kept])
    rules, position = SYSTEMS[system], position_in(one, one.layouts, kept)
    for number in range(kept, plies):
        side = position.turn
        ply = LEFT if len(one.sides) > 2 and number == kept else _plain(rules, position, one.plies[number])
        other = replace(other, plies=[*other.plies, ply], movers=[*other.movers, side])
        position, _ = judged(one, position, ply, side)
    assert position.turn is not None
    assert other.plies[kept:] != one.plies[kept:]
    return one, other


def _plain(rules, position, but: Ply) -> Ply:
    plies = [ply for ply in rules.legal_plies(position, position.turn) if ply != but]
    return next((ply for ply in plies if len(ply) > 1 and ply[1] not in position.pieces), plies[0])


async def watched(twins: Twins, preset: str) -> Seen:
    """All that who watches receives while two plies are held back; a player says `preset` after them."""
    async with stage(twins.options, twins.system, delay=DELAY) as made:
        await made.meet(twins.layouts.get(None))
        made.idle = set(made.seen.seats)
        await made.listen()
        await made.lay_out(twins.layouts, twins.hidden, looks=False)
        kept = len(twins.plies) - DELAY
        await made.play(twins, until=kept)
        await made.chat()
        await made.play(twins, first=kept)
        said = await made.http(
            made.players()[0], "POST", f"rooms/{made.slug}/chat", {"preset": preset}, channel="rest chat"
        )
        assert said.status == 201, said.value
        await made.look_around()
        watcher = made.seen.party("watch")
        await made.http(watcher, "GET", f"matches/{made.match}", if_none_match=f'"e1-v{made.version}"')
        await made.command(watcher, "play", {"ply": ["a1", "a2"]}, expect=made.version)
        await made.command(watcher, "resign", by="socket")
        await made.settle()
    for party in (watcher, made.seen.party("layer.watch")):
        for entry in party.entries:
            late = list(_later(entry, made.known(watcher, made.version), kept))
            assert not late, f"{party.name} {entry}: of later {late}"
    return made.seen


def _later(entry: Entry, version: int, plies: int) -> Iterator[str]:
    """What tells of more than so many plies, or of a later version."""
    most = {"v": version, "version": version, "ply_count": plies}
    for name, value in entry.headers:
        if name == "ETag" and (tag := FORM.fullmatch(value)) and int(tag[2]) > version:
            yield value
    values = [entry.value]
    while values:
        value = values.pop()
        if isinstance(value, list):
            values += value
        elif isinstance(value, dict):
            values += value.values()
            yield from (key for key in most if isinstance(value.get(key), int) and value[key] > most[key])
            versions = value.get("versions")
            yield from ("versions" for each in (versions or {}).values() if each > version)
