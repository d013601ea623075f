"""`make demo`: a whole match over the public API, and what each seat saw of it, side by side.

First plays over REST alone, second over a socket. Without --url a server is started for it in a fresh folder.
`--kill web` kills that process in the middle of the match; the match must reach its end all the same.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path

from bench.board_text import announcement, board_lines, side_by_side
from bench.clients import Api, Json, RestSeat, SeatClient, SocketSeat
from bench.stack import Stack, running_stack

SIDES = ("first", "second")


async def main(arguments: argparse.Namespace, stack: Stack | None) -> int:
    dice = random.Random(arguments.seed)
    url = stack.url if stack else arguments.url
    apis = {side: Api(url) for side in SIDES}
    for side, api in apis.items():
        made = await api.guest()
        print(f"{side}: guest {made['name']}")
    seats = await open_room(apis, arguments.computer)
    system = await apis["first"].get("/systems/gunjin")
    async with asyncio.TaskGroup() as group:  # why: a seat that stumbles ends the demo
        for seat in seats.values():
            group.create_task(seat.follow())
        await asyncio.gather(*(lay_out(seat) for seat in seats.values()))
        await play(seats, system, dice, Killer(stack, arguments.kill), arguments.every)
    return await finish(seats, system)


async def open_room(apis: dict[str, Api], computer: str) -> dict[str, SeatClient]:
    """A friend room with both seats taken, or a room against the computer."""
    opponent = {"opponent": "computer", "level": computer} if computer else {"opponent": "friend"}
    room = await apis["first"].post("/rooms", {"system": "gunjin", **opponent})
    match = room["match"]
    seats: dict[str, SeatClient] = {"first": RestSeat(apis["first"], match, "first")}
    if not computer:
        free = next(seat for seat in room["seats"] if seat["link_secret"])
        secret = {"secret": free["link_secret"]}
        await apis["second"].post(f"/rooms/{room['slug']}/seats/{free['number']}/claim", secret)
        seats["second"] = SocketSeat(apis["second"], match, "second")
    print(f"room {room['slug']}, match {match}\n")
    return seats


async def lay_out(seat: SeatClient) -> None:
    layout = await seat.state.api.post("/layouts/random", {"system": "gunjin", "side": seat.state.side})
    await seat.command("layout.confirm", {"pieces": layout["pieces"]})


class Killer:
    """Kills one program of the stack once, in the middle of the match."""

    def __init__(self, stack: Stack | None, program: str) -> None:
        self.stack, self.program = stack, program

    def strike(self) -> None:
        if self.stack and self.program:
            print(f"--- killing {self.program} (pid {self.stack.kill(self.program)}); the match goes on")
            self.program = ""


async def play(
    seats: dict[str, SeatClient], system: Json, dice: random.Random, killer: Killer, every: int
) -> None:
    """Seats ply in turn, each from what its own client knows; both see a ply before the next is played."""
    told = 0
    while True:
        ready = [asyncio.create_task(wait(seat)) for seat in seats.values()]
        done, pending = await asyncio.wait(ready, return_when=asyncio.FIRST_COMPLETED)
        for task in pending:
            task.cancel()
        mover = next(iter(done)).result()
        if mover is None:
            return
        version = await mover.command("play", {"ply": choose(mover, dice)}, expect=mover.state.version)
        await asyncio.gather(*(seat.state.reach(version) for seat in seats.values()))
        number = tell_battles(seats, told)
        if number // every > told // every:
            await show(seats, system, f"after ply {number}")
        if number >= 40:
            killer.strike()
        told = number


async def wait(seat: SeatClient) -> SeatClient | None:
    return seat if await seat.state.wait_for_turn() else None


def choose(seat: SeatClient, dice: random.Random) -> list[str]:
    """Any legal ply, rather one that goes far: the demo should not take all day."""
    plies = seat.state.legal_plies
    return max(dice.sample(plies, min(2, len(plies))), key=lambda ply: progress(ply, seat.state.side))


def progress(ply: list[str], side: str) -> int:
    steps = int(ply[-1][-1]) - int(ply[0][-1])
    return steps if side == "first" else -steps


def tell_battles(seats: dict[str, SeatClient], told: int) -> int:
    """Print what each seat was told of battles after ply `told`; the number of the last ply."""
    by_seat = {
        side: [event for event in seat.state.events if event["type"] == "ply" and event["number"] > told]
        for side, seat in seats.items()
    }
    for events in zip(*by_seat.values(), strict=False):
        if events[0]["battle"]:
            texts = [announcement(event, side) for event, side in zip(events, by_seat, strict=True)]
            print(side_by_side([texts[0]], texts[1:], 58)[0])
    return max((event["number"] for events in by_seat.values() for event in events), default=told)


async def show(seats: dict[str, SeatClient], system: Json, title: str) -> None:
    columns = []
    for side, seat in seats.items():
        snapshot = await seat.state.api.get(f"/matches/{seat.state.match}?seat={side}")
        view = snapshot["view"]
        lost = ", ".join(f"{name} {removed['count']}" for name, removed in view["removed"].items())
        columns.append([f"{side}'s view {title}", *board_lines(system, view, side), f"  removed: {lost}"])
    print("\n" + "\n".join(side_by_side(columns[0], columns[1] if len(columns) > 1 else [], 58)) + "\n")


async def finish(seats: dict[str, SeatClient], system: Json) -> int:
    """Show the revealed end and let the stand-alone verifier judge the record again."""
    first = seats["first"].state
    await show(seats, system, "after the end")
    outcome = first.outcome or {}
    print(f"outcome: winners {outcome.get('winners')}, {outcome.get('termination')}")
    record = await first.api.get(f"/matches/{first.match}/record")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "record.json"
        path.write_text(json.dumps(record))
        verifier = await asyncio.create_subprocess_exec(sys.executable, "-m", "games.rules.verify", str(path))
        return await verifier.wait()


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--url", default="", help="a running server; without it one is started")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=100, help="show both views every so many plies")
    parser.add_argument("--computer", default="", help="play against this computer level instead of a friend")
    parser.add_argument("--kill", default="", choices=["", "web", "bots", "referee", "beat"])
    return parser.parse_args()


if __name__ == "__main__":
    asked = read_arguments()
    limits = {"RATE_COMMANDS_PER_PLAYER": "200/second"}
    with nullcontext(None) if asked.url else running_stack(**limits) as server:
        sys.exit(asyncio.run(main(asked, server)))
