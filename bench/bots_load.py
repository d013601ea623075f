"""`make bench-bots-load`: how long answers of computers take under load, and after a cold start.

The queue and the bots' worker are the real ones (Valkey, Celery, one process per core); the referee's place
is taken by this program, so that what is measured is the way of a question alone. In every match a computer
plays against a script that answers at once, so each match always has a question on its way; people take
longer. An answer comes when its level's own time is over: that is "answer". "waiting" is the time in the
queue before a process took it, "ready" the time until the worker had sent it. Machines are noisy: compare
rows, and look at the processor time.
"""

from __future__ import annotations

import argparse
import heapq
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from queue import Empty
from typing import Any

import psutil
from celery import Celery
from kombu import Connection, Queue
from redis import Redis

from ai_workers.app import processes
from config.data_folder import DataFolder
from config.stack import programs
from config.valkey import EmbeddedValkey
from games.rules.core import Ply, Side
from games.rules.gunjin.position import Position
from games.rules.systems import SYSTEMS
from tests.support.workers import Worker

Level = str | dict[str, int]
GUNJIN = SYSTEMS["gunjin"]
OPTIONS = GUNJIN.parse_options({})
LEVELS: tuple[Level, ...] = ("beginner", "intermediate", "advanced", {"work": 400_000})
ANSWER = "games.tasks.play_answer"
PATIENCE_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds of one answer, by this machine's one clock."""

    waiting: float
    ready: float
    answer: float
    share: float
    work: int


@dataclass(slots=True)
class Match:
    """One match of a computer, `side`, against random plies."""

    name: str
    level: Level
    side: Side
    rng: random.Random
    position: Position = field(init=False)
    told: list[dict[str, Any]] = field(default_factory=list)
    asked_at: float = 0.0

    def __post_init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        layouts = {side: GUNJIN.random_layout(OPTIONS, side, self.rng) for side in GUNJIN.sides(OPTIONS)}
        self.position, self.told = GUNJIN.start(OPTIONS, layouts, self.rng), []

    def play(self, ply: Ply) -> None:
        side = self.position.turn
        assert side is not None
        self.position, ruling = GUNJIN.play(self.position, ply, side)
        seen = GUNJIN.redact_ruling(ruling.to_json(), OPTIONS, self.side, revealed=False)
        self.told.append({"type": "ply", "side": str(side), **seen})

    def play_script(self) -> None:
        """Until the computer is to move; a match that is over is followed by another."""
        while self.position.turn != self.side:
            if self.position.turn is None:
                self.begin()
            else:
                self.play(self.rng.choice(GUNJIN.legal_plies(self.position, self.position.turn)))

    def question(self) -> dict[str, Any]:
        shown = {
            "version": len(self.told),
            "system": "gunjin",
            "options": dict(OPTIONS),
            "audience": str(self.side),
            "view": GUNJIN.redact(self.position, self.side).to_json(),
            "legal_plies": [list(ply) for ply in GUNJIN.legal_plies(self.position, self.side)],
        }
        seed = self.rng.getrandbits(53)
        return {"snapshot": shown, "history": self.told, "level": self.level, "seed": seed}


class Referee:
    """Asks through the queue, and takes the answers when they are due."""

    def __init__(self, url: str) -> None:
        self.app = Celery("bench", broker=url, set_as_current=False)
        self.valkey = Redis.from_url(url)
        self.answers = Connection(url).SimpleQueue(Queue("referee", routing_key="referee"))

    def ask(self, match: Match) -> None:
        match.play_script()
        key, stamp = f"bench:{match.name}", str(random.getrandbits(60))
        self.valkey.set(key, stamp, ex=60)
        match.asked_at = time.time()
        about = (match.name, str(match.side), len(match.told), "bench")
        ticket = {"key": key, "stamp": stamp, "asked_at": match.asked_at, "about": about}
        self.app.send_task("ai_workers.tasks.think", args=(match.question(), ticket), queue="bots")

    def take(self, matches: dict[str, Match], seconds: float) -> tuple[Match, Timing]:
        """The next answer to come in, played. Raises Empty after so many seconds."""
        while True:
            message = self.answers.get(timeout=max(0.001, seconds))
            message.ack()
            if message.headers["task"] != ANSWER:
                continue  # a sign of life
            arrived = time.time()
            found, name, _side, version, _tenant = message.payload[0]
            match = matches[name]
            assert version == len(match.told), "it answers another question"
            match.play(Ply(*found["ply"]))
            ready = arrived - match.asked_at
            due = datetime.fromisoformat(message.headers["eta"]).timestamp() - match.asked_at
            spent = found["spent"]
            return match, Timing(spent["waited"], ready, max(ready, due), spent["share"], spent["work"])


@contextmanager
def running_valkey() -> Iterator[tuple[str, Path]]:
    """Its address and a folder, both gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="gyoji-bots-") as path:
        folder = DataFolder(Path(path))
        folder.open()
        valkey = EmbeddedValkey(folder, durable=False)
        try:
            valkey.start()
            yield valkey.url, folder.path
        finally:
            valkey.stop()
            folder.close()


@contextmanager
def running_worker(url: str, folder: Path, **settings: str) -> Iterator[psutil.Popen]:
    """The bots' worker as `manage.py serve` starts it."""
    bots = next(
        each
        for each in programs({"REDIS_URL": url}, host="127.0.0.1", port=0, data=folder)
        if each.name == "bots"
    )
    worker = Worker(replace(bots, environment={**bots.environment, **settings}), folder / "bots.log")
    try:
        yield worker.process
    finally:
        worker.kill()


def a_match(number: int, level: Level) -> Match:
    """With sides in turn."""
    return Match(f"m{number}", level, (Side.FIRST, Side.SECOND)[number % 2], random.Random(number))


def processor_seconds(process: psutil.Popen) -> float:
    """Of a process and its children, so far."""
    each = [process, *process.children(recursive=True)]
    return sum(times.user + times.system for times in (one.cpu_times() for one in each))


# --- under load


def new_table(matches: int) -> dict[str, Match]:
    return {f"m{number}": a_match(number, LEVELS[number % len(LEVELS)]) for number in range(matches)}


def warm_up(url: str, matches: int) -> None:
    """Until the worker has started and answered everybody once."""
    referee, table = Referee(url), new_table(matches)
    for match in table.values():
        referee.ask(match)
    for _ in table:
        referee.take(table, PATIENCE_SECONDS)


def load(url: str, matches: int, seconds: float) -> dict[str, list[Timing]]:
    """Timings by level of so many matches at once, with the levels in turn."""
    referee, table = Referee(url), new_table(matches)
    found: dict[str, list[Timing]] = {level_name(level): [] for level in LEVELS}
    begun = time.time()
    due = [(begun + 0.05 * number, name) for number, name in enumerate(table)]
    heapq.heapify(due)
    waiting = 0
    while time.time() < begun + seconds or waiting:
        while due and due[0][0] <= time.time() < begun + seconds:
            referee.ask(table[heapq.heappop(due)[1]])
            waiting += 1
        pause = due[0][0] - time.time() if due and time.time() < begun + seconds else 1.0
        try:
            match, timing = referee.take(table, min(1.0, pause))
        except Empty:
            continue
        waiting -= 1
        found[level_name(match.level)].append(timing)
        heapq.heappush(due, (match.asked_at + timing.answer, match.name))
    return found


def level_name(level: Level) -> str:
    return level if isinstance(level, str) else f"work {level['work']:,}"


def tell_load(found: dict[str, list[Timing]]) -> None:
    print("| level | answers | answer: median, p99 | ready: median, p99 | waiting: median, p99 | less work |")
    print("|---|---|---|---|---|---|")
    for level, timings in found.items():
        columns = [
            both([getattr(timing, name) for timing in timings]) for name in ("answer", "ready", "waiting")
        ]
        less = sum(timing.share < 1 for timing in timings) / len(timings)
        print(f"| {level} | {len(timings):,} | {' | '.join(columns)} | {less:.1%} |")


def both(seconds: list[float]) -> str:
    """Median and 99th percentile in milliseconds."""
    ordered = sorted(seconds)
    last = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return f"{statistics.median(ordered) * 1000:,.0f}, {last * 1000:,.0f} ms"


# --- cold start


def cold_start(url: str, folder: Path, **settings: str) -> tuple[float, float]:
    """Seconds from the start of a worker to the first answer, and to the first one by the search.

    The question waits in the queue before the worker starts.
    """
    referee, first = Referee(url), 0.0
    table = {"m0": a_match(0, "advanced")}
    referee.ask(table["m0"])
    with running_worker(url, folder, **settings) as worker:
        begun = worker.create_time()
        while True:
            match, timing = referee.take(table, PATIENCE_SECONDS)
            first = first or time.time() - begun
            if timing.work:
                return first, time.time() - begun
            time.sleep(0.2)
            referee.ask(match)


def tell_cold_starts(url: str, folder: Path) -> None:
    warm = [cold_start(url, folder) for _ in range(3)]
    cache = folder / "cache"
    cold = [cold_start(url, folder, NUMBA_CACHE_DIR=str(cache))]
    for name, found in (("with the compiled search", warm), ("with an empty cache", cold)):
        first, search = (statistics.median(column) for column in zip(*found, strict=True))
        print(
            f"cold start {name}: first answer after {first:.1f} s, first by the search after {search:.1f} s"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=60.0)
    asked = parser.parse_args()
    subprocess.run([sys.executable, "-m", "ai_workers.bots.warm"], check=True)
    with running_valkey() as (url, folder):
        print(f"{asked.matches} matches at once, {processes()} processes, {asked.seconds:.0f} s")
        with running_worker(url, folder) as worker:
            warm_up(url, asked.matches)
            before = processor_seconds(worker)
            found = load(url, asked.matches, asked.seconds)
            spent = processor_seconds(worker) - before
        tell_load(found)
        answers = sum(map(len, found.values()))
        print(
            f"{answers / asked.seconds:.1f} answers/s; the worker's processor time: "
            f"{spent / answers * 1000:.1f} ms an answer, {spent / asked.seconds:.2f} cores"
        )
        tell_cold_starts(url, folder)


if __name__ == "__main__":
    main()
