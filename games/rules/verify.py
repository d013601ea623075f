"""Was this match refereed fairly? Re-judges a finished match from its record alone.

`python -m games.rules.verify record.json` (or `-` for standard input) prints one line and exits with 0 when
everything fits, 1 with the place of the first thing that does not, 2 when the text is no record.

A record is a JSON object: format ("gyoji-record-1"), match, system, ruleset, options (all of them), layouts,
salts, commitments (side -> square -> text; "deal" stands for the sides where the server dealt), plies
(number, side and the full ruling of each; the ply "left" where a side gave up and others played on), end
(winners, termination; `by`: who resigned, or who ended an abandoned match, if anybody did).
`about` at the top and `at` in a ply may hold anything.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, MutableSequence, Sequence
from pathlib import Path
from typing import NoReturn, TypeAlias, cast

from games.rules.core import (
    ABANDONED,
    RESIGNED,
    VOIDED,
    GameSystem,
    Json,
    JsonObject,
    Options,
    Ply,
    Position,
    RuleViolation,
    Secret,
    Side,
    T,
    judge,
)
from games.rules.proofs import SALT_BYTES, commit, owner_key
from games.rules.systems import SYSTEMS

# None owns what the server dealt.
Owner: TypeAlias = "Side | None"
Layouts: TypeAlias = "dict[Owner, dict[str, str]]"

FORMAT = "gyoji-record-1"
_KEYS = ("format", "match", "system", "ruleset", "options", "layouts", "salts", "commitments", "plies", "end")
_SALT = re.compile(f"[0-9a-f]{{{2 * SALT_BYTES}}}")


def _line(text: str, limit: int) -> str:
    """What a record says may be anything; what is printed is one short line of ASCII."""
    return "".join(
        letter if letter.isascii() and letter.isprintable() else ascii(letter)[1:-1]
        for letter in text[:limit]
    )[:limit]


class RecordRefused(Exception):
    """The record contradicts itself or the rules. `place` says where, such as "ply 17"."""

    def __init__(self, place: str, detail: str) -> None:
        self.place = _line(place, 40)
        self.detail = _line(detail, 300)
        super().__init__(f"{self.place}: {self.detail}")


class MalformedRecord(RecordRefused):
    """The value does not have the shape of a record, so nothing could be judged."""


class _NoDice:
    """A match is replayed from what its record says; nothing may be left to chance."""

    def random(self) -> float:
        self._refuse()

    def randrange(self, stop: int, /) -> int:
        del stop
        self._refuse()

    def shuffle(self, x: MutableSequence[T], /) -> None:
        del x
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise RecordRefused("record", "the first position depends on dice that the record does not hold")


def verify_record(record: Json) -> None:
    """Check commitments, layouts, every ply and the end. Raises RecordRefused, or MalformedRecord."""
    fields = _object(record, "record", required=_KEYS, allowed=("about",))
    if fields["format"] != FORMAT:
        raise MalformedRecord("format", f"only {FORMAT} can be read")
    system, options = _rules(fields)
    owners: tuple[Owner, ...] = system.sides(options) if system.has_layout(options) else (None,)
    layouts = _layouts(fields["layouts"], "layouts", owners)
    _check_commitments(fields, layouts)
    position = _start(system, options, layouts)
    for number, item in enumerate(_items(fields["plies"], "plies"), start=1):
        position = _play(system, position, number, item)
    _check_end(system, system.sides(options), position, fields["end"])


def _object(
    value: Json, place: str, *, required: Iterable[str] = (), allowed: Iterable[str] = ()
) -> Mapping[str, Json]:
    if not isinstance(value, Mapping):
        raise MalformedRecord(place, "must be an object")
    needed = tuple(required)
    missing = [key for key in needed if key not in value]
    if missing:
        raise MalformedRecord(place, f"lacks {missing[0]!r}")
    strange = sorted(set(value) - set(needed) - set(allowed)) if needed else []
    if strange:
        raise MalformedRecord(place, f"has an unknown key {strange[0][:40]!r}")
    return value


def _items(value: Json, place: str) -> Sequence[Json]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise MalformedRecord(place, "must be a list")
    return value


def _text(value: Json, place: str) -> str:
    if not isinstance(value, str):
        raise MalformedRecord(place, "must be text")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise MalformedRecord(place, "must be text in UTF-8") from error
    return value


def _rules(fields: Mapping[str, Json]) -> tuple[GameSystem[Position], Options]:
    system = SYSTEMS.get(_text(fields["system"], "system"))
    if system is None:
        raise RecordRefused("system", "unknown")
    if _text(fields["ruleset"], "ruleset") != system.ruleset:
        raise RecordRefused("ruleset", f"only {system.ruleset} can be judged")
    raw = _object(fields["options"], "options")
    try:
        options = system.parse_options(raw)
    except RuleViolation as error:
        raise RecordRefused("options", error.detail) from error
    if dict(options) != dict(raw):
        raise RecordRefused("options", "must name every option of the ruleset")
    return system, options


def _layouts(value: Json, place: str, owners: Sequence[Owner]) -> Layouts:
    """Text by owner and square; also the shape of salts and commitments."""
    by_owner = _object(value, place, required=map(owner_key, owners))
    found: Layouts = {}
    for owner in owners:
        own = f"{place} {owner_key(owner)}"
        texts = _object(by_owner[owner_key(owner)], own)
        found[owner] = {_text(square, own): _text(text, f"{own} {square}") for square, text in texts.items()}
    return found


def _check_commitments(fields: Mapping[str, Json], layouts: Layouts) -> None:
    match = _text(fields["match"], "match")
    owners = tuple(layouts)
    salts = _layouts(fields["salts"], "salts", owners)
    commitments = _layouts(fields["commitments"], "commitments", owners)
    _check_salts(salts)
    for owner, kinds in layouts.items():
        for square in sorted({*kinds, *salts[owner], *commitments[owner]}):
            place = f"commitment {owner_key(owner)} {square}"
            if square not in kinds or square not in salts[owner] or square not in commitments[owner]:
                raise RecordRefused(place, "kind, salt or commitment is missing")
            digest = commit(match, Secret(owner, square, kinds[square]), salts[owner][square])
            if digest != commitments[owner][square]:
                raise RecordRefused(place, "kind and salt do not give this digest")


def _check_salts(salts: Layouts) -> None:
    """A salt that is short or used twice could have been guessed during play."""
    seen: set[str] = set()
    for owner, own in salts.items():
        for square, salt in own.items():
            place = f"salt {owner_key(owner)} {square}"
            if not _SALT.fullmatch(salt):
                raise RecordRefused(place, f"must be {2 * SALT_BYTES} hexadecimal digits")
            if salt in seen:
                raise RecordRefused(place, "was used before")
            seen.add(salt)


def _start(system: GameSystem[Position], options: Options, layouts: Layouts) -> Position:
    laid = {side: kinds for side, kinds in layouts.items() if side is not None}
    for side, kinds in laid.items():
        reasons = system.check_layout(options, side, kinds.items())
        if reasons:
            raise RecordRefused(f"layout {side}", ", ".join(reason.code for reason in reasons))
        if dict(system.read_layout(options, side, kinds.items())) != kinds:
            raise RecordRefused(f"layout {side}", "names a square by its other name")
    if None not in layouts:
        return system.start(options, laid, _NoDice())
    try:
        return system.restart(options, laid, layouts[None])
    except RuleViolation as error:
        raise RecordRefused("deal", error.detail) from error


def _play(system: GameSystem[Position], position: Position, number: int, item: Json) -> Position:
    place = f"ply {number}"
    told = _object(item, place)
    words = [_text(word, place) for word in _items(told.get("ply"), place)]
    name = _text(told.get("side"), place)
    if name not in tuple(Side):
        raise MalformedRecord(place, "names an unknown side")
    try:
        after, ruling = judge(system, position, Ply(*words), Side(name))
    except RuleViolation as error:
        raise RecordRefused(place, error.detail) from error
    judged: JsonObject = {"number": number, "side": name, **ruling.to_json()}
    for key in _object(told, place, required=judged, allowed=("at",)):
        if key in judged and not _same(told[key], judged[key]):
            raise RecordRefused(place, f"{key} should be {json.dumps(judged[key])}")
    return after


def _same(told: Json, judged: Json) -> bool:
    """Equal as JSON, where true is not 1; goes no deeper than `judged` does."""
    if isinstance(judged, str):
        return isinstance(told, str) and told == judged
    if isinstance(judged, Mapping):
        return (
            isinstance(told, Mapping)
            and set(told) == set(judged)
            and all(_same(told[key], judged[key]) for key in judged)
        )
    if isinstance(judged, Sequence):
        return (
            isinstance(told, Sequence)
            and not isinstance(told, str)
            and len(told) == len(judged)
            and all(map(_same, told, judged))
        )
    return type(told) is type(judged) and told == judged


def _check_end(system: GameSystem[Position], sides: Sequence[Side], position: Position, value: Json) -> None:
    end = _object(value, "end", required=("winners", "termination"), allowed=("by",))
    winners = [_text(side, "end") for side in _items(end["winners"], "end")]
    termination = _text(end["termination"], "end")
    if position.outcome is not None:
        if not _same(end, position.outcome.to_json()):
            raise RecordRefused("end", f"should be {json.dumps(position.outcome.to_json())}")
    elif termination == RESIGNED:
        by = _text(end.get("by"), "end")
        if by not in sides or winners != [side for side in sides if side != by]:
            raise RecordRefused("end", "everyone but the side that resigned must have won")
        if system.leave(position, Side(by)) is not None:
            raise RecordRefused("end", "the others would have played on")
    elif termination == ABANDONED:
        if winners or end.get("by", sides[0]) not in sides:
            raise RecordRefused("end", "an abandoned match has no winner, and `by` names a side")
    elif termination == VOIDED:
        if winners or "by" in end:
            raise RecordRefused("end", "a voided match has no winner, and no side voids it")
    else:
        raise RecordRefused("end", "the match is not over after the last ply")


def _refuse_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is no JSON")


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("an object names a key twice")
    return found


def load(text: bytes) -> Json:
    """JSON in UTF-8, without doubled keys or NaN. Raises MalformedRecord."""
    try:
        value = json.loads(
            text.decode("utf-8-sig"), parse_constant=_refuse_constant, object_pairs_hook=_unique
        )
    except (ValueError, RecursionError) as error:
        raise MalformedRecord("record", "is no JSON in UTF-8") from error
    return cast("Json", value)


def main(arguments: Sequence[str]) -> int:
    """Exit status of the command line."""
    if len(arguments) != 1:
        print("usage: python -m games.rules.verify RECORD.json (or -)", file=sys.stderr)
        return 2
    try:
        text = sys.stdin.buffer.read() if arguments[0] == "-" else Path(arguments[0]).read_bytes()
        record = load(text)
        verify_record(record)
    except OSError as error:
        print(f"cannot read the record: {error.strerror}", file=sys.stderr)
        return 2
    except MalformedRecord as error:
        print(f"malformed: {error}", file=sys.stderr)
        return 2
    except RecordRefused as error:
        print(f"refused: {error}")
        return 1
    print(_summary(record))
    return 0


def _summary(record: Json) -> str:
    assert isinstance(record, Mapping)
    plies, end = record["plies"], record["end"]
    assert isinstance(plies, Sequence)
    assert isinstance(end, Mapping)
    winners = end["winners"]
    assert isinstance(winners, Sequence)
    won = "no winner" if not winners else f"{' and '.join(map(str, winners))} won"
    return f"ok: {record['system']}, {len(plies)} plies, {won}, {end['termination']}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
