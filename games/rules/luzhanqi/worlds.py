"""Guesses: a random full position that a view cannot tell from the real one.

Uses counts, origins, which pieces moved and which were shown; what past battles tell is not used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games.rules.core import BadView, Json, JsonObject, Kind, Outcome, Rng, Side
from games.rules.luzhanqi.dealing import Demand, assign
from games.rules.luzhanqi.ends import FLAG_TAKEN, SHAKEN
from games.rules.luzhanqi.kinds import BOMB, CODES, COMMANDER, FLAG, FULL_SET, KINDS, MINE, Piece, piece
from games.rules.luzhanqi.layout import forbidden
from games.rules.luzhanqi.position import FlipState, Position, Step
from games.rules.luzhanqi.ruleset import COLOURS, Rules
from games.rules.luzhanqi.ruling import Result, Ruling, read_ruling
from games.rules.luzhanqi.start import place
from games.rules.reading import as_count, as_items, as_object, as_text


def world(view: JsonObject, rules: Rules, rng: Rng) -> Position:
    """A full position whose view for the same viewer is `view`. Raises BadView for a view nobody can have.

    Uniform over the kinds of the hidden pieces, given the public facts named above.
    """
    try:
        return _world(_View(view, rules), rng)
    except (KeyError, ValueError, TypeError) as error:
        raise BadView("This is no view of a position under these rules.") from error


@dataclass(frozen=True, slots=True)
class _Seen:
    """A piece of a view. `army` and `code` are None where they are hidden."""

    square: int
    army: int | None
    start: int
    moved: bool
    code: int | None


class _View:
    """A view read with the names of its ruleset. Everything here raises KeyError, TypeError or ValueError."""

    def __init__(self, told: JsonObject, rules: Rules) -> None:
        self.told, self.rules = told, rules
        self.index = rules.graph.index
        self.viewer = None if told["viewer"] is None else Side(as_text(told["viewer"]))
        self.outcome = None if told["outcome"] is None else _outcome(as_object(told["outcome"]))
        self.out = tuple(rules.seat_of(Side(as_text(side))) for side in as_items(told["out"]))
        self.last = None if told["last"] is None else as_object(told["last"])
        self.pieces = [self._seen(as_object(item)) for item in as_items(told["pieces"])]
        if len({it.square for it in self.pieces}) != len(self.pieces):
            raise ValueError

    def square(self, value: Json) -> int:
        return self.index[as_text(value)]

    def _seen(self, told: Mapping[str, Json]) -> _Seen:
        owner = told["army"] if self.rules.variant.is_dealt else told["side"]
        kind = told["kind"]
        return _Seen(
            square=self.square(told["square"]),
            army=None if owner is None else self.rules.owner_names.index(as_text(owner)),
            start=self.square(told["origin"]),
            moved=told["moved"] is True,
            code=None if kind is None else CODES[as_text(kind)],
        )

    def lost(self, army: int) -> tuple[int, list[int] | None]:
        """How many pieces, and which where that is known."""
        losses = as_object(as_object(self.told["removed"])[self.rules.owner_name(army)])
        count, kinds = as_count(losses["count"]), losses["kinds"]
        codes = None if kinds is None else [CODES[as_text(kind)] for kind in as_items(kinds)]
        if codes is not None and len(codes) != count:
            raise ValueError
        return count, codes

    def recent(self) -> tuple[tuple[Step, ...], ...]:
        by_side = as_object(self.told["recent"])
        return tuple(
            tuple(self._step(as_items(step)) for step in as_items(by_side[side])) for side in self.rules.sides
        )

    def _step(self, words: Sequence[Json]) -> Step:
        origin, start, end = map(self.square, words)
        return origin, start, end

    def shown_flag(self, seat: int) -> int | None:
        square = as_object(self.told["flags"])[self.rules.sides[seat]]
        return None if square is None else self.square(square)

    def lost_flag(self, seat: int) -> bool:
        """Whether the flag of a seat has left the board."""
        termination = None if self.outcome is None else self.outcome.termination
        if seat in self.out:
            return self.rules.variant.clears_out or termination == FLAG_TAKEN
        if termination != SHAKEN or self.last is None:
            return False
        battle = as_object(self.last["battle"])
        return self.rules.sides[seat] in set(as_object(battle["pieces"])) - {battle["attacker"]}


def _outcome(told: Mapping[str, Json]) -> Outcome:
    winners = tuple(Side(as_text(side)) for side in as_items(told["winners"]))
    return Outcome(winners, as_text(told["termination"]))


def _world(view: _View, rng: Rng) -> Position:
    rules, told = view.rules, view.told
    guess = _guess_dealt if rules.variant.is_dealt else _guess_laid
    pieces, removed = guess(view, rng)
    turn = told["turn"]
    standing = place(rules, pieces, quiet_plies=as_count(told["quiet_plies"]), out=view.out)
    position = replace(
        standing,
        turn=None if turn is None else Side(as_text(turn)),
        number=as_count(told["number"]),
        removed=removed,
        recent=view.recent(),
        outcome=view.outcome,
        flip=_flip(view) if rules.variant.is_dealt else None,
    )
    return replace(position, last=_last(view, position, rng))


# --- layouts


_Guess = tuple[list[tuple[int, Piece]], tuple[tuple[int, ...], ...]]


def _guess_laid(view: _View, rng: Rng) -> _Guess:
    pieces: list[tuple[int, Piece]] = []
    removed = []
    for army in range(view.rules.armies):
        seen = [it for it in view.pieces if it.army == army]
        codes, lost = _army(view, army, seen, rng)
        flag, knows = view.shown_flag(army), view.rules.knows(view.viewer, army)
        for it, code in zip(seen, codes, strict=True):
            is_shown = it.square == flag or (it.code is not None and not knows)
            pieces.append((it.square, piece(army, code, it.start, it.moved, is_shown)))
        removed.append(tuple(sorted(lost)))
    if len(pieces) != len(view.pieces):
        raise ValueError
    return pieces, tuple(removed)


def _army(view: _View, army: int, seen: list[_Seen], rng: Rng) -> tuple[list[int], list[int]]:
    """Codes of the pieces on the board and of the removed ones: as seen, or guessed where hidden."""
    count, lost = view.lost(army)
    if lost is not None:
        codes = [it.code for it in seen if it.code is not None]
        if len(codes) != len(seen):
            raise ValueError
        return codes, lost
    if len(seen) + count > len(FULL_SET):
        raise ValueError
    fixed = {slot: it.code for slot, it in enumerate(seen) if it.code is not None}
    flag = view.shown_flag(army)
    fixed |= {slot: FLAG for slot, it in enumerate(seen) if it.square == flag}
    guessed = assign(_demands(view, army, seen, count), rng, fixed)
    if guessed is None:
        raise ValueError
    return guessed[: len(seen)], guessed[len(seen) : len(seen) + count]


def _demands(view: _View, army: int, seen: list[_Seen], count: int) -> list[Demand]:
    """25 slots: the pieces on the board, the removed ones, and those that were never placed."""
    rules = view.rules
    starts = [it.start for it in seen]
    gone = [square for square in rules.graph.home(army) if square not in starts][:count]
    slots = [*starts, *gone]
    board, lost = set(range(len(seen))), set(range(len(seen), len(slots)))
    unplaced = set(range(len(slots), len(FULL_SET)))
    still = {slot for slot in board if not seen[slot].moved}

    def fits(code: int, among: set[int]) -> set[int]:
        return {slot for slot in among if not forbidden(rules, slots[slot], code)} | unplaced

    has_lost_flag = view.lost_flag(army)
    demands = [
        Demand(FLAG, fits(FLAG, lost if has_lost_flag else still)),
        Demand(MINE, fits(MINE, still | lost)),
        Demand(BOMB, fits(BOMB, board | lost)),
    ]
    if rules.reveals_flag and not has_lost_flag:
        is_dead = view.shown_flag(army) is not None  # D3: then, and only then, the commander is dead
        demands.append(Demand(COMMANDER, (lost if is_dead else board) | unplaced))
    return demands


# --- flip


def _guess_dealt(view: _View, rng: Rng) -> _Guess:
    """The face-down pieces are what is left of both armies, in any order."""
    removed = []
    pool = Counter((army, code) for army in range(2) for code in FULL_SET)
    pool.subtract((it.army, it.code) for it in view.pieces if it.army is not None and it.code is not None)
    for army in range(2):
        _, lost = view.lost(army)
        if lost is None:
            raise ValueError
        removed.append(tuple(sorted(lost)))
        pool.subtract((army, code) for code in lost)
    pool.subtract((flag.army, flag.code) for _, flag in _flip(view).under)
    if min(pool.values()) < 0:
        raise ValueError
    hidden = list(pool.elements())
    rng.shuffle(hidden)
    return [(it.square, _dealt_piece(it, hidden)) for it in view.pieces], tuple(removed)


def _dealt_piece(it: _Seen, hidden: list[tuple[int, int]]) -> Piece:
    if it.army is not None and it.code is not None:
        return piece(it.army, it.code, it.start, it.moved, True)
    if not hidden or it.army is not None or it.code is not None:
        raise ValueError
    return piece(*hidden.pop(), it.start)


def _flip(view: _View) -> FlipState:
    told = as_object(view.told["flip"])

    def armies(value: Json) -> tuple[int | None, int | None]:
        by_side = as_object(value)
        first, second = (
            None if by_side[side] is None else COLOURS.index(as_text(by_side[side]))
            for side in view.rules.sides
        )
        return first, second

    first, second = armies(told["colours"])
    known = None if first is None or second is None else (first, second)
    if known not in (None, (0, 1), (1, 0)):
        raise ValueError
    under = []
    for item in map(as_object, as_items(told["under"])):
        flag = piece(COLOURS.index(as_text(item["army"])), FLAG, view.square(item["origin"]), True, True)
        under.append((view.square(item["square"]), flag))
    return FlipState(known, armies(told["turned"]), tuple(under))


# --- the last ply


def _last(view: _View, position: Position, rng: Rng) -> Ruling | None:
    """The last ruling; a hidden kind in it is one that the world allows."""
    if view.last is None:
        return None
    told = dict(view.last)
    if told["battle"] is not None:
        told["battle"] = _battle(view, as_object(told["battle"]), position, rng)
    told["shown"] = [_shown(view, as_object(item), position) for item in as_items(told["shown"])]
    return read_ruling(told)


def _shown(view: _View, told: Mapping[str, Json], position: Position) -> JsonObject:
    standing = position.board[view.square(told["square"])]
    kind = told["kind"] or (KINDS[FLAG] if standing is None else standing.kind)
    return {**told, "kind": kind}


def _battle(view: _View, told: Mapping[str, Json], position: Position, rng: Rng) -> JsonObject:
    result, attacker = Result(as_text(told["result"])), told["attacker"]
    assert view.last is not None
    start, end = (view.square(word) for word in as_items(view.last["ply"])[:2])
    stays = {
        True: {Result.ATTACKER: end, Result.NEITHER: start}.get(result),
        False: {Result.DEFENDER: end, Result.NEITHER: end}.get(result),
    }
    kinds: dict[str, Json] = {
        side: kind or _fought(position, Side(side), stays[side == attacker], rng)
        for side, kind in as_object(told["pieces"]).items()
    }
    return {**told, "pieces": kinds}


def _fought(position: Position, side: Side, square: int | None, rng: Rng) -> Kind:
    """The kind of the survivor that stands there, or of any lost piece."""
    army = position.rules.seat_of(side)
    standing = None if square is None else position.board[square]
    if standing is not None and standing.army == army:
        return standing.kind
    lost = position.removed[army]
    if not lost:
        raise ValueError
    return KINDS[lost[rng.randrange(len(lost))]]
