"""The two checks: what was received before the end is blind, and is the same whatever the other side hides.

Both read parsed values and keys, never substrings of raw text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from games.rules.core import Side
from games.rules.gunjin import kinds as gunjin
from games.rules.luzhanqi import kinds as luzhanqi
from games.rules.proofs import owner_key
from games.rules.systems import SYSTEMS
from tests.support.leaks_seen import Entry, Party, Seen

KINDS = frozenset({*gunjin.KINDS, *luzhanqi.KINDS})
SYMBOLS = {*gunjin.SYMBOLS, *luzhanqi.SYMBOLS}
WORD = re.compile(r"\w+")
UUID_TEXT = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# What differs from match to match by chance or by the clock.
CHANCE = (
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)"), "<time>"),
    (re.compile(r"\b[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT\b"), "<time>"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "<commitment>"),
)
CHANCE_KEYS = {"retry_after": "<wait>", "retry_ms": "<wait>", "request_id": "<request>"}
CHANCE_HEADERS = {"Retry-After": "<length>", "X-Request-ID": "<request>"}

# Wires of their own beside the one that their first word names: these arrive whenever they are ready.
APART = {"rest long poll", "socket room", "stream"}

# --- equal whatever is hidden


class _Mask:
    """Ids become their place in the order of first appearance, so their pattern stays to be compared."""

    def __init__(self, seen: Seen) -> None:
        self.words = seen.words
        self.ids: dict[str, str] = {}

    def text(self, text: str) -> str:
        for word, name in self.words.items():
            text = text.replace(word, name)
        for pattern, name in CHANCE:
            text = pattern.sub(name, text)
        return UUID_TEXT.sub(lambda found: self.ids.setdefault(found[0], f"<id {len(self.ids)}>"), text)

    def value(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {self.text(key): CHANCE_KEYS.get(key) or self.value(each) for key, each in value.items()}
        if isinstance(value, list):
            return [self.value(each) for each in value]
        return self.text(value) if isinstance(value, str) else value


def _lines(seen: Seen, party: Party) -> list[tuple[str, str]]:
    """Every entry by its channel as comparable text: order of keys and raw size included."""
    mask = _Mask(seen)
    lines = []
    for entry in party.before_end():
        headers = [[name, CHANCE_HEADERS.get(name) or mask.text(value)] for name, value in entry.headers]
        text = json.dumps(
            [mask.text(entry.asked), entry.status, headers, mask.value(entry.value), entry.size]
        )
        lines.append((entry.channel, text))
    return lines


def _by_order(lines: list[tuple[str, str]]) -> dict[str, list[tuple[str, str]]]:
    """What comes over one wire keeps its order; different wires are not ordered among each other."""
    wires: dict[str, list[tuple[str, str]]] = {}
    for channel, text in lines:
        wire = channel if channel in APART else channel.split()[0]
        wires.setdefault(wire, []).append((channel, text))
    return wires


def assert_same(one: Seen, two: Seen, names: Iterable[str]) -> None:
    """What these parties received before the end differs in nothing but chance."""
    for name in names:
        here = _by_order(_lines(one, one.party(name)))
        there = _by_order(_lines(two, two.party(name)))
        assert set(here) == set(there), f"{name}: other channels"
        for wire, lines in here.items():
            for number, (left, right) in enumerate(zip(lines, there[wire], strict=False)):
                assert left == right, f"{name} {wire} {number}: {_difference(left, right)}"
            assert len(lines) == len(there[wire]), (
                f"{name} {wire}: {len(lines)} != {len(there[wire])} messages"
            )


def _difference(left: tuple[str, str], right: tuple[str, str]) -> str:
    at = next((i for i, (a, b) in enumerate(zip(left[1], right[1], strict=False)) if a != b), 0)
    start = max(0, at - 60)
    return f"{left[0]}: ...{left[1][start : at + 60]} != {right[0]}: ...{right[1][start : at + 60]}"


# --- blind


def kinds_told(
    value: Any, own: Side | None, seen: Seen, turned: frozenset[str] = frozenset()
) -> Iterator[str]:
    """Paths of kinds that are told, are not the reader's own and were not turned up.

    Options name kinds and hide nothing.
    """
    reader = _Reader(seen.eyes.get(own, set()), own_layouts(seen, own), seen.shown, KINDS - turned)
    yield from _told(value, reader, ())


@dataclass(frozen=True)
class _Reader:
    """What may be told: pieces of the sides one sees, the own layouts, and flags that the rules show.

    `hidden`: the kinds that nothing else may name.
    """

    eyes: set[Side]
    layouts: list[dict[str, str]]
    shown: set[str]
    hidden: frozenset[str]


def names_kind(text: str, kinds: frozenset[str] = KINDS) -> bool:
    """A kind as a whole word ("spy" stands in many a random token), or a symbol anywhere."""
    words = {word.lower() for word in WORD.findall(text)}
    return not words.isdisjoint(kinds) or any(symbol in text for symbol in SYMBOLS)


def _told(value: Any, reader: _Reader, path: tuple[str, ...]) -> Iterator[str]:
    if isinstance(value, str):
        if names_kind(value, reader.hidden):
            yield "/".join((*path, value[:80]))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from _told(each, reader, (*path, str(number)))
    elif isinstance(value, dict):
        for key, each in value.items():
            if names_kind(key, reader.hidden):
                yield "/".join((*path, key))
            if not _is_own(key, each, value, reader, path):
                yield from _told(each, reader, (*path, key))


def _is_own(key: str, value: Any, around: dict[str, Any], reader: _Reader, path: tuple[str, ...]) -> bool:
    if key == "options":
        return True
    if not reader.eyes:
        return False
    if key == "kind" and "square" in around:
        is_shown = value == "flag" and around["square"] in reader.shown
        return is_shown or not reader.eyes.isdisjoint({around.get("side"), around.get("owner")})
    if key == "pieces":
        return value in reader.layouts
    if key in reader.eyes:  # battles: the own piece; losses: the own kinds
        parent = path[-1] if path else ""
        return parent == "pieces" or (parent == "removed" and set(value) == {"count", "kinds"})
    return False


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from _texts(each)


def own_layouts(seen: Seen, side: Side | None) -> list[dict[str, str]]:
    """The own layout as it stands, and as it is saved: from the owner's point of view."""
    if side is None or side not in seen.layouts:
        return []
    layout, rules = seen.layouts[side], SYSTEMS[seen.system]
    owners = {Side.FIRST, Side(seen.people[0])}
    return [layout, *(dict(rules.turn_layout(layout, side=side, to=to)) for to in owners)]


def _but_conclusions(entry: Entry) -> Any:
    """Deductions name kinds by right: the checks of sameness and of the truth hold them, not this one."""
    if entry.channel != "rest deductions" or entry.status != 200:
        return entry.value
    allowed = {"kinds", "facts"}
    pieces = [{key: each[key] for key in each.keys() - allowed} for each in entry.value["pieces"]]
    return {**entry.value, "pieces": pieces}


def _assert_truth_possible(entry: Entry, side: Side, seen: Seen) -> None:
    others = [layout for owner, layout in seen.layouts.items() if owner != side]
    truth = {square: kind for layout in others for square, kind in layout.items()}
    for piece in entry.value["pieces"]:
        assert truth.get(piece["origin"]) in piece["kinds"], f"{entry} excludes the truth"


def assert_entry_blind(entry: Entry, side: Side | None, seen: Seen) -> None:
    value = _but_conclusions(entry)
    if value is not entry.value:
        assert side is not None, f"{entry} concludes for nobody's seat"
        _assert_truth_possible(entry, side, seen)
    told = list(kinds_told([value, list(map(list, entry.headers))], side, seen, entry.turned))
    assert not told, f"{entry} tells {told[:3]}"
    for text in _texts([entry.value, list(map(list, entry.headers))]):
        assert not text.startswith("sealed_"), f"{entry} names {text}"
        for word in re.split(r"[^\w:./+=-]+", text):
            assert word not in seen.secrets, f"{entry} tells a salt or a position"
        assert text not in seen.secrets, f"{entry} tells a salt or a position"


def assert_blind(seen: Seen, names: Iterable[str] | None = None) -> None:
    """Before the end nobody was told a kind of the other side, a salt or a sealed column."""
    for party in seen.parties.values() if names is None else map(seen.party, names):
        for entry in party.before_end():
            assert_entry_blind(entry, party.side, seen)


# --- revealed


def assert_revealed(seen: Seen) -> None:
    """After the end everybody was told all layouts, or the deal, over every channel that tells of matches."""
    for name in seen.people:
        party = seen.party(name)
        for channel in ("socket ev", "stream"):
            ends = [entry.value["d"] for entry in party.after_end() if entry.channel == channel]
            ends = [data for data in ends if data["type"] == "match.ended"]
            assert ends, f"{name} was not told of the end over {channel}"
            for data in ends:
                _assert_whole(data["reveal"], seen, f"{name} {channel}")
        for entry in party.after_end():
            if entry.channel == "socket snap":
                _assert_whole(entry.value["d"]["reveal"], seen, f"{name} {entry}")
        for entry in party.after_end():
            if entry.status == 200:
                _assert_answer_whole(entry, seen, name)
    for name in seen.layers:
        ended = [
            entry.value for entry in seen.party(name).after_end() if entry.channel == "layer match.frame"
        ]
        assert ended, f"nothing to {name} after the end"
        _assert_whole(ended[-1]["d"]["reveal"], seen, name)


def _assert_answer_whole(entry: Entry, seen: Seen, name: str) -> None:
    value, where = entry.value, f"{name} {entry}"
    if entry.channel == "rest match":
        _assert_whole(value["reveal"], seen, where)
        assert all(piece["kind"] for piece in value["view"]["pieces"]), where
    elif entry.channel == "rest events" and value["events"]:
        _assert_whole(value["events"][-1]["d"]["reveal"], seen, where)
    elif entry.channel == "rest long poll":
        for event in value["events"]:
            if event["d"]["type"] == "match.ended":
                _assert_whole(event["d"]["reveal"], seen, where)
    elif entry.channel == "rest thoughts":
        told = [origin for thought in value["thoughts"] for origin in thought["beliefs"]]
        assert set(told) == {word for word in seen.secrets if word.startswith("thought-")}, where
    elif entry.channel == "rest record":
        if "of=" in entry.asked:
            _assert_whole(value["events"][-1]["reveal"], seen, where)
            assert value["audience"] == entry.asked.partition("of=")[2].strip(), where
        else:
            assert value["format"] == "gyoji-record-1", where
            assert value["layouts"] == _named(seen), where
            assert {owner: set(salts) for owner, salts in value["salts"].items()} == _squares(seen), where


def _named(seen: Seen) -> dict[str, dict[str, str]]:
    return {owner_key(owner): layout for owner, layout in seen.layouts.items()}


def _squares(seen: Seen) -> dict[str, set[str]]:
    return {owner: set(layout) for owner, layout in _named(seen).items()}


def _assert_whole(reveal: Any, seen: Seen, where: str) -> None:
    assert reveal, f"{where} hides the layouts after the end"
    assert {owner: told["layout"] for owner, told in reveal.items()} == _named(seen), where
    assert {owner: set(told["salts"]) for owner, told in reveal.items()} == _squares(seen), where
