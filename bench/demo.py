"""`make demo`: a whole match over the public API, and what each seat saw of it, side by side.

Every other seat plays over REST alone, the rest over a socket. `--system luzhanqi --variant four` seats four.
Without --url a server is started for it in a fresh folder. `--kill web` kills that process in the middle of
the match; the match must reach its end all the same.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from bench.board_text import Spots, announcements, board_lines, side_by_side, spots
from bench.clients import Api, Json, RestSeat, SeatClient, SocketSeat
from bench.stack import Stack, running_stack

COLUMNS = 58


async def main(arguments: argparse.Namespace, stack: Stack | None) -> int:
    dice = random.Random(arguments.seed)
    url = stack.url if stack else arguments.url
    options = {"variant": arguments.variant} if arguments.variant else {}
    seats = await open_room(url, {"system": arguments.system, "options": options}, arguments.computer)
    system = await described(seats, arguments.system, options)
    async with asyncio.TaskGroup() as group:  # why: a seat that stumbles ends the demo
        for seat in seats.values():
            group.create_task(seat.follow())
        if system["has_layout"]:
            await asyncio.gather(*(lay_out(seat, arguments.system, options) for seat in seats.values()))
        table = Table(seats, system, arguments.every, arguments.leave)
        await play(table, dice, Killer(stack, arguments.kill))
    return await finish(table)


async def open_room(url: str, wanted: Json, computer: str) -> dict[str, SeatClient]:
    """A friend room with every seat taken, or a room against computers; by side, in order of play."""
    host = await new_guest(url)
    opponent = {"opponent": "computer", "level": computer} if computer else {"opponent": "friend"}
    room = await host.post("/rooms", {**wanted, **opponent})
    seats: dict[str, SeatClient] = {}
    for number, seat in enumerate(room["seats"]):
        if not (seat["yours"] or seat["link_secret"]):
            continue
        api = host if seat["yours"] else await new_guest(url)
        if not seat["yours"]:
            secret = {"secret": seat["link_secret"]}
            await api.post(f"/rooms/{room['slug']}/seats/{seat['number']}/claim", secret)
        client = SocketSeat if number % 2 else RestSeat
        seats[seat["side"]] = client(api, room["match"], seat["side"])
    print(f"room {room['slug']}, match {room['match']}: {', '.join(seats)}\n")
    return seats


async def new_guest(url: str) -> Api:
    api = Api(url)
    await api.guest()
    return api


async def described(seats: dict[str, SeatClient], system: str, options: Json) -> Json:
    api = next(iter(seats.values())).state.api
    return await api.get(f"/systems/{system}?options={quote(json.dumps(options))}")


async def lay_out(seat: SeatClient, system: str, options: Json) -> None:
    wanted = {"system": system, "options": options, "side": seat.state.side}
    layout = await seat.state.api.post("/layouts/random", wanted)
    await seat.command("layout.confirm", {"pieces": layout["pieces"]})


@dataclass
class Table:
    """The seats by side, and how the demo goes on: views are shown every so many plies, and who is to move at
    ply `leave` gives up (0: nobody)."""

    seats: dict[str, SeatClient]
    system: Json
    every: int
    leave: int
    told: int = 0

    def __post_init__(self) -> None:
        self.spots: dict[str, Spots] = {side: spots(self.system, side) for side in self.seats}


class Killer:
    """Kills one program of the stack once, in the middle of the match."""

    def __init__(self, stack: Stack | None, program: str) -> None:
        self.stack, self.program = stack, program

    def strike(self) -> None:
        if self.stack and self.program:
            print(f"--- killing {self.program} (pid {self.stack.kill(self.program)}); the match goes on")
            self.program = ""


async def play(table: Table, dice: random.Random, killer: Killer) -> None:
    """Seats ply in turn, each from what its own client knows; all see a ply before the next is played."""
    while True:
        ready = [asyncio.create_task(wait(seat)) for seat in table.seats.values()]
        done, pending = await asyncio.wait(ready, return_when=asyncio.FIRST_COMPLETED)
        for task in pending:
            task.cancel()
        mover = next(iter(done)).result()
        if mover is None:
            return
        version = await act(table, mover, dice)
        await asyncio.gather(*(seat.state.reach(version) for seat in table.seats.values()))
        before, table.told = table.told, tell(table)
        if table.told // table.every > before // table.every:
            await show(table, f"after ply {table.told}")
        if table.told >= 40:
            killer.strike()


async def wait(seat: SeatClient) -> SeatClient | None:
    return seat if await seat.state.wait_for_turn() else None


async def act(table: Table, mover: SeatClient, dice: random.Random) -> int:
    if table.leave and table.told + 1 >= table.leave:
        table.leave = 0
        print(f"ply {table.told + 1:3}: {mover.state.side} gives up")
        return await mover.command("resign", {})
    ply = choose(mover, table.spots[mover.state.side], dice)
    return await mover.command("play", {"ply": ply}, expect=mover.state.version)


def choose(seat: SeatClient, seen: Spots, dice: random.Random) -> list[str]:
    """Any legal ply, rather one that goes far: the demo should not take all day."""
    plies = seat.state.legal_plies
    return max(dice.sample(plies, min(2, len(plies))), key=lambda ply: progress(ply, seen))


def progress(ply: list[str], seen: Spots) -> int:
    """How far ahead a ply goes, as its seat sees the board; words that are no squares do not count."""
    squares = [seen[word] for word in ply if word in seen]
    return squares[-1][1] - squares[0][1]


def tell(table: Table) -> int:
    """Print what the seats were told since the last time; the number of the last ply."""
    by_seat = {
        side: [each for each in seat.state.events if each["type"] == "ply" and each["number"] > table.told]
        for side, seat in table.seats.items()
    }
    for events in zip(*by_seat.values(), strict=False):
        for line in announcements(dict(zip(by_seat, events, strict=True))):
            print(side_by_side(line[:1], line[1:], COLUMNS)[0].rstrip())
    return max((event["number"] for events in by_seat.values() for event in events), default=table.told)


async def show(table: Table, title: str) -> None:
    """What each seat sees, two beside each other."""
    columns = []
    for side, seat in table.seats.items():
        snapshot = await seat.state.api.get(f"/matches/{seat.state.match}?seat={side}")
        view = snapshot["view"]
        lost = ", ".join(f"{name} {removed['count']}" for name, removed in view["removed"].items())
        board = board_lines(table.system, view, side)
        columns.append([f"{side}'s view {title}", *board, f"  removed: {lost}"])
    for left in range(0, len(columns), 2):
        beside = columns[left + 1] if left + 1 < len(columns) else []
        print("\n" + "\n".join(side_by_side(columns[left], beside, COLUMNS)))
    print()


async def finish(table: Table) -> int:
    """Show the revealed end and let the stand-alone verifier judge the record again."""
    one = next(iter(table.seats.values())).state
    await show(table, "after the end")
    outcome = one.outcome or {}
    print(f"outcome: winners {outcome.get('winners')}, {outcome.get('termination')}")
    record = await one.api.get(f"/matches/{one.match}/record")
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
    parser.add_argument("--system", default="gunjin")
    parser.add_argument("--variant", default="", help="of a system that has them: dark, open, flip, four")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=100, help="show both views every so many plies")
    parser.add_argument("--computer", default="", help="play against this computer level instead of friends")
    parser.add_argument("--leave", type=int, default=0, help="at this ply the seat to move gives up")
    parser.add_argument("--kill", default="", choices=["", "web", "bots", "referee", "beat"])
    return parser.parse_args()


if __name__ == "__main__":
    asked = read_arguments()
    limits = {"RATE_COMMANDS_PER_PLAYER": "200/second"}
    with nullcontext(None) if asked.url else running_stack(**limits) as server:
        sys.exit(asyncio.run(main(asked, server)))
