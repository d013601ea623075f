"""Playing over sockets: layouts and plies by clients that only know what they were sent."""

from __future__ import annotations

from random import Random

from games.rules.core import Side
from games.rules.systems import SYSTEMS
from tests.sockets.client import Frame, SocketClient


def random_pieces(side: str, seed: int = 1) -> dict[str, str]:
    system = SYSTEMS["gunjin"]
    return dict(system.random_layout(system.parse_options({}), Side(side), Random(seed)))


async def confirm(client: SocketClient, match: str, side: str, seed: int = 1) -> Frame:
    answer = await client.cmd(match, "layout.confirm", {"pieces": random_pieces(side, seed)}, seat=side)
    assert answer["t"] == "ok", answer
    return answer


async def start(one: SocketClient, two: SocketClient, match: str) -> Frame:
    """Both lay out; answers the `match.started` data of the first side. Versions 1, 2 and 3."""
    await confirm(one, match, "first")
    await confirm(two, match, "second")
    await two.until_version(3)
    return (await one.until_version(3))["d"]


async def play(client: SocketClient, match: str, event: Frame, version: int, rng: Random) -> Frame:
    """One random ply out of those that the last event offered."""
    ply = rng.choice(event["legal_plies"])
    answer = await client.cmd(match, "play", {"ply": ply}, expect=version)
    assert answer["t"] == "ok", answer
    return answer


async def play_on(one: SocketClient, two: SocketClient, match: str, *, plies: int, seed: int = 1) -> int:
    """Up to so many random plies from a started match; answers the last version."""
    rng = Random(seed)
    players = {"first": one, "second": two}
    version = 3
    event = (await one.until_version(version))["d"]
    for _ in range(plies):
        mover = players[event["turn"]]
        event = (await mover.until_version(version))["d"]
        answer = await play(mover, match, event, version, rng)
        version = answer["v"]
        for client in (one, two):
            event = (await client.until_version(version))["d"]
        if event["turn"] is None:
            for client in (one, two):
                await client.until_version(version + 1)
            return version + 1
    return version
