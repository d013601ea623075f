"""`make bench-server`: plies per second and delays of the running stack, beside a bare echo in the same run.

Two sockets a match, every match at once; the mover plies as soon as it has seen the opponent's ply. Machines
are noisy: compare the columns of one run, not runs. Traffic goes to 127.0.0.1 and ends by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import statistics
import sys
import time
import uuid
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field

import psutil
import psycopg
import websockets
from websockets.asyncio.client import ClientConnection

from bench.clients import SUBPROTOCOL, Api, Json
from bench.stack import Stack, free_port, running_stack

OPEN_LIMITS = {
    "RATE_GUESTS_PER_ADDRESS": "100000/second",
    "RATE_ROOMS_PER_PLAYER": "1000/second",
    "RATE_COMMANDS_PER_PLAYER": "10000/second",
    "RATE_REQUESTS_PER_ADDRESS": "100000/second",
    "RATE_FRAMES_PER_SOCKET": "10000/second",
}
AT_ONCE = 8  # set-up calls in flight


@dataclass(slots=True)
class Tally:
    """What one measured phase counted; delays in seconds."""

    plies: int = 0
    sent_bytes: int = 0
    received_bytes: int = 0
    acknowledged: list[float] = field(default_factory=list)
    delivered: list[float] = field(default_factory=list)


@dataclass(slots=True)
class Line:
    """One socket of one seat."""

    socket: ClientConnection
    match: str
    side: str
    version: int = 0
    counter: int = 0
    plies: list[list[str]] = field(default_factory=list)

    async def send(self, kind: str, data: Json, tally: Tally | None = None) -> None:
        self.counter += 1
        text = json.dumps({"t": kind, "i": self.counter, "m": self.match, "d": data})
        if tally is not None:
            tally.sent_bytes += len(text)
        await self.socket.send(text)

    async def frame(self, tally: Tally | None = None) -> Json:
        text = await self.socket.recv()
        if tally is not None:
            tally.received_bytes += len(text)
        read: Json = json.loads(text)
        return read


# --- set-up


async def open_lines(url: str, lock: asyncio.Semaphore) -> tuple[Line, Line]:
    """A match in play, with a subscribed socket on each side."""
    async with lock:
        apis = {side: Api(url) for side in ("first", "second")}
        for api in apis.values():
            await api.guest()
        room = await apis["first"].post("/rooms", {"system": "gunjin", "opponent": "friend"})
        free = next(seat for seat in room["seats"] if seat["link_secret"])
        claim = f"/rooms/{room['slug']}/seats/{free['number']}/claim"
        await apis["second"].post(claim, {"secret": free["link_secret"]})
        for side, api in apis.items():
            layout = await api.post("/layouts/random", {"system": "gunjin", "side": side})
            body = {"type": "layout.confirm", "args": {"pieces": layout["pieces"]}}
            key = {"Idempotency-Key": str(uuid.uuid4())}
            await api.call("POST", f"/matches/{room['match']}/commands", body, **key)
        first, second = [await open_line(url, api, room["match"], side) for side, api in apis.items()]
        for api in apis.values():
            await api.http.aclose()
        return first, second


async def open_line(url: str, api: Api, match: str, side: str) -> Line:
    address = url.replace("http", "ws", 1) + "/ws/v1"
    socket = await websockets.connect(address, subprotocols=[SUBPROTOCOL], ping_interval=None)
    line = Line(socket, match, side)
    await socket.send(json.dumps({"t": "hello", "i": 1, "d": {"token": api.token, "proto": 1}}))
    await line.send("sub", {"since": None})
    while (frame := await line.frame())["t"] != "snap":
        pass
    line.version, line.plies = frame["d"]["version"], frame["d"]["legal_plies"]
    return line


# --- play


async def play_match(lines: tuple[Line, Line], until: float, dice: random.Random, tally: Tally) -> None:
    """Random plies until the time is up or the match is over."""
    mover, other = lines if lines[0].plies else lines[::-1]
    while mover.plies and time.perf_counter() < until:
        started = time.perf_counter()
        body = {"id": str(uuid.uuid4()), "type": "play", "args": {"ply": dice.choice(mover.plies)}}
        await mover.send("cmd", {**body, "expect": mover.version}, tally)
        await asyncio.gather(
            until_seen(mover, started, tally, acknowledged=True),
            until_seen(other, started, tally, acknowledged=False),
        )
        tally.plies += 1
        mover, other = other, mover


async def until_seen(line: Line, started: float, tally: Tally, *, acknowledged: bool) -> None:
    """Read until the ply arrived, and for the mover until its acknowledgement too."""
    seen, waiting = False, acknowledged
    while not seen or waiting:
        frame = await line.frame(tally)
        if frame["t"] == "ok":
            tally.acknowledged.append(time.perf_counter() - started)
            waiting = False
        elif frame["t"] == "ev":
            line.version = frame["v"]
            data = frame["d"]
            if data["type"] == "ply":
                line.plies = data.get("legal_plies", [])
                seen = True
                if not acknowledged:
                    tally.delivered.append(time.perf_counter() - started)
        elif frame["t"] == "err":
            raise SystemExit(f"refused: {frame['d']}")


# --- measure


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU seconds so far of the web process and of everything the server started."""

    web: float
    all: float


def cost(stack: Stack) -> Cost:
    web = psutil.Process(int((stack.data / "pids" / "web.pid").read_text()))
    server = web.parent()
    assert server is not None
    family = [server, *server.children(recursive=True)]
    return Cost(cpu(web), sum(cpu(process) for process in family))


def cpu(process: psutil.Process) -> float:
    with contextlib.suppress(psutil.NoSuchProcess):
        times = process.cpu_times()
        return float(times.user + times.system)
    return 0.0


@contextlib.contextmanager
def counted_statements(stack: Stack) -> Iterator[list[str]]:
    """Every statement Postgres gets meanwhile, from its own log; slows it down, so not while timing."""
    log = next(stack.data.rglob("postgres.log"))
    found: list[str] = []
    with psycopg.connect(host=str(stack.data / "run"), user="postgres", autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET log_statement = 'all'")
        connection.execute("SELECT pg_reload_conf()")
        time.sleep(1)
        start = log.stat().st_size
        yield found
        with log.open() as lines:
            lines.seek(start)
            found += [
                line.split(": ", 2)[-1] for line in lines if " statement: " in line or " execute " in line
            ]
        connection.execute("ALTER SYSTEM SET log_statement = 'none'")
        connection.execute("SELECT pg_reload_conf()")


def percentiles(delays: list[float]) -> str:
    if len(delays) < 2:
        return "-"
    cuts = statistics.quantiles(delays, n=100)
    return " / ".join(f"{1000 * cuts[at]:.0f}" for at in (49, 94, 98))


async def measure(stack: Stack, matches: int, seconds: float, seed: int) -> Tally:
    lock = asyncio.Semaphore(AT_ONCE)
    tables = await asyncio.gather(*(open_lines(stack.url, lock) for _ in range(matches)))
    before, tally, started = cost(stack), Tally(), time.perf_counter()
    until = started + seconds
    dice = [random.Random(seed + number) for number in range(matches)]
    await asyncio.gather(
        *(play_match(lines, until, die, tally) for lines, die in zip(tables, dice, strict=True))
    )
    took, after = time.perf_counter() - started, cost(stack)
    print(f"{matches} matches, {2 * matches} sockets, {took:.0f} s")
    print(f"  plies/s                       {tally.plies / took:8.0f}")
    print(f"  acknowledged, p50/p95/p99 ms  {percentiles(tally.acknowledged):>24}")
    print(f"  opponent sees, p50/p95/p99 ms {percentiles(tally.delivered):>24}")
    print(f"  CPU ms per ply: web           {1000 * (after.web - before.web) / tally.plies:8.2f}")
    print(f"  CPU ms per ply: whole server  {1000 * (after.all - before.all) / tally.plies:8.2f}")
    print(f"  bytes per ply: sent/received  {tally.sent_bytes / tally.plies:8.0f} /"
          f" {tally.received_bytes / tally.plies:.0f}")  # fmt: skip
    with counted_statements(stack) as statements:
        counted = Tally()
        await asyncio.gather(
            *(
                play_match(lines, time.perf_counter() + 2, die, counted)
                for lines, die in zip(tables, dice, strict=True)
            )
        )
    control = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")
    work = [each for each in statements if not each.lstrip().upper().startswith(control)]
    print(f"  database statements per ply   {len(work) / max(1, counted.plies):8.2f}"
          f"  (with BEGIN and COMMIT {len(statements) / max(1, counted.plies):.2f})")  # fmt: skip
    for lines in tables:
        for line in lines:
            await line.socket.close()
    return tally


# --- the reference


@contextlib.asynccontextmanager
async def echo_server() -> AsyncIterator[str]:
    port = free_port()
    command = [sys.executable, "-m", "daphne", "-v", "0", "-b", "127.0.0.1", "-p", str(port)]
    server = await asyncio.create_subprocess_exec(*command, "bench.echo:application")
    try:
        for _ in range(200):
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                break
            await asyncio.sleep(0.1)
        yield f"ws://127.0.0.1:{port}/echo"
    finally:
        server.terminate()
        await server.wait()


async def measure_echo(matches: int, seconds: float) -> float:
    """Echoes per second with as many sockets, one frame of a ply's size in flight per match."""
    frame = json.dumps(
        {"t": "cmd", "d": {"id": str(uuid.uuid4()), "type": "play", "args": {"ply": ["b4", "b5"]}}}
    )

    async def bounce(sockets: list[ClientConnection], until: float) -> int:
        count = 0
        while time.perf_counter() < until:
            await sockets[count % 2].send(frame)
            await sockets[count % 2].recv()
            count += 1
        return count

    async with echo_server() as url:
        pairs = [
            [await websockets.connect(url, ping_interval=None) for _ in range(2)] for _ in range(matches)
        ]
        started = time.perf_counter()
        counts = await asyncio.gather(*(bounce(pair, started + seconds) for pair in pairs))
        took = time.perf_counter() - started
        for pair in pairs:
            for socket in pair:
                await socket.close()
    return sum(counts) / took


async def main(matches: list[int], seconds: float, seed: int) -> None:
    for number in matches:
        with running_stack(**OPEN_LIMITS) as stack:
            tally = await measure(stack, number, seconds, seed)
        echoes = await measure_echo(number, seconds / 2)
        print(
            f"  a bare echo, messages/s       {echoes:8.0f}  ({echoes * seconds / tally.plies:.1f} per ply)\n"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=int, nargs="+", default=[50, 200])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    asyncio.run(main(asked.matches, asked.seconds, asked.seed))
