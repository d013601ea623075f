"""Full knowledge of one moment of a match, and the judging of a ply.

Only the server's own side of the wall may import this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.rules.core import IllegalPly, Kind, Outcome, Ply, Side, Square
from games.rules.gunjin.battle import Battle, BattleResult, resolve
from games.rules.gunjin.board import BITS, HEADQUARTERS, PLIES, READ, SQUARES
from games.rules.gunjin.kinds import CODES, FLAG, GENERAL, OWNER, SECOND_LT, SIDES, Piece, piece
from games.rules.gunjin.moves import Board, Held, can_move, squares_of
from games.rules.gunjin.ruleset import Rules
from games.rules.gunjin.ruling import Ruling


@dataclass(frozen=True, slots=True)
class Position:
    """`board` has one entry per square; `held` is the set of squares of each side as bits.

    `number` plies were played. `removed` holds the kind codes each side lost, sorted. `turn` is None once
    `outcome` is set.
    """

    rules: Rules
    board: Board
    held: Held
    turn: Side | None
    number: int
    quiet_plies: int
    removed: tuple[tuple[int, ...], tuple[int, ...]]
    last: Ruling | None
    outcome: Outcome | None

    @property
    def pieces(self) -> Mapping[Square, Piece]:
        """Every piece by its square, in board order."""
        return {SQUARES[index]: held for index, held in enumerate(self.board) if held is not None}

    def legal_plies(self, side: Side) -> tuple[Ply, ...]:
        """In board order; empty when it is not the side's turn."""
        if side is not self.turn:
            return ()
        owner = OWNER[side]
        own, foe = self.held[owner], self.held[1 - owner]
        reach, board = self.rules.reach[owner], self.board
        plies: list[Ply] = []
        for square in squares_of(own):
            mover = board[square]
            assert mover is not None
            row = PLIES[square]
            targets = reach.targets(square, mover.code, own=own, foe=foe)
            while targets:
                low = targets & -targets
                plies.append(row[low.bit_length() - 1])
                targets ^= low
        return tuple(plies)

    def play(self, ply: Ply, side: Side) -> tuple[Position, Ruling]:
        """The position after `ply` and what the referee saw. Raises IllegalPly."""
        start, end, mover = self._read(ply, side)
        owner = mover.owner
        arrived = mover if mover.moved else piece(owner, mover.code, mover.start, True)
        battle = None if self.board[end] is None else resolve(self.rules.win_table, self.board, end, mover)
        quiet = self.quiet_plies + 1 if battle is None else 0  # A16
        ruling = Ruling(PLIES[start][end], battle, quiet)
        board, held = self._moved(start, end, arrived, battle)
        outcome = _judge(self, board, held, mover, ruling)
        after = Position(
            self.rules,
            board,
            held,
            None if outcome is not None else SIDES[1 - owner],
            self.number + 1,
            quiet,
            self.removed if battle is None else _with_removed(self.removed, battle),
            ruling,
            outcome,
        )
        return after, ruling

    def _read(self, ply: Ply, side: Side) -> tuple[int, int, Piece]:
        """Squares and piece of a legal ply; refusals tell nothing that the mover's own view does not."""
        if self.turn is None:
            raise IllegalPly("The match is over.")
        if side is not self.turn:
            raise IllegalPly("It is the other side's turn.")
        start, end = (READ.get(word) for word in ply) if len(ply) == 2 else (None, None)
        if start is None or end is None:
            raise IllegalPly("A ply names two squares of this board: from and to.")
        mover = self.board[start]
        owner = OWNER[side]
        if mover is None or mover.owner != owner:
            raise IllegalPly(f"No piece of yours stands on {SQUARES[start]}.")
        own, foe = self.held[owner], self.held[1 - owner]
        if not self.rules.reach[owner].targets(start, mover.code, own=own, foe=foe) & BITS[end]:
            raise IllegalPly(f"The piece on {SQUARES[start]} may not go to {SQUARES[end]}.")
        return start, end, mover

    def _moved(self, start: int, end: int, arrived: Piece, battle: Battle | None) -> tuple[Board, Held]:
        """The board after the ply (R-5.5)."""
        cells = list(self.board)
        cells[start] = None
        result = BattleResult.ATTACKER_WON if battle is None else battle.result
        own, foe = self.held[arrived.owner] ^ BITS[start], self.held[1 - arrived.owner]
        if result is BattleResult.ATTACKER_WON:
            cells[end] = arrived
            own |= BITS[end]
        elif result is BattleResult.BOTH_LOST:
            cells[end] = None
        if battle is not None and result is not BattleResult.DEFENDER_WON:
            foe ^= BITS[end]
        return tuple(cells), (own, foe) if arrived.owner == 0 else (foe, own)


def _with_removed(
    removed: tuple[tuple[int, ...], tuple[int, ...]], battle: Battle
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    lost = [list(codes) for codes in removed]
    for gone in battle.removed:
        lost[gone.owner].append(gone.code)
    return tuple(sorted(lost[0])), tuple(sorted(lost[1]))


def _judge(before: Position, board: Board, held: Held, mover: Piece, ruling: Ruling) -> Outcome | None:
    """The ends of a match in their order (R-6.1 to R-6.4, A18), the optional ones after occupation."""
    rules = before.rules
    battle = ruling.battle
    stands = battle is None or battle.result is BattleResult.ATTACKER_WON
    end = READ[ruling.ply[1]]
    if stands and end == HEADQUARTERS[1 - mover.owner] and mover.code in rules.occupiers:
        return Outcome((SIDES[mover.owner],), "occupation")
    if battle is not None and (outcome := _prize(rules, battle)) is not None:
        return outcome
    if (outcome := stuck(rules, board, held, turn=1 - mover.owner)) is not None:
        return outcome
    if rules.quiet_limit is not None and ruling.quiet_plies >= rules.quiet_limit:
        return Outcome((), f"quiet-{rules.quiet_limit}")
    if rules.max_plies is not None and before.number + 1 >= rules.max_plies:
        return Outcome((), f"plies-{rules.max_plies}")
    return None


def _prize(rules: Rules, battle: Battle) -> Outcome | None:
    """Ends by options win_flag and win_general. Both generals lost in one battle is a draw."""
    taken = battle.result is BattleResult.ATTACKER_WON and battle.defender.code == FLAG
    if taken and (
        rules.win_flag == "any" or (rules.win_flag == "second_lt" and battle.attacker.code == SECOND_LT)
    ):
        return Outcome((battle.attacker.side,), "flag-taken")
    if rules.win_general:
        losers = {gone.side for gone in battle.removed if gone.code == GENERAL}
        if losers:
            winners = tuple(side for side in SIDES if side not in losers)
            return Outcome(winners, "general-lost")
    return None


def stuck(rules: Rules, board: Board, held: Held, *, turn: int) -> Outcome | None:
    """The end when owner `turn` is to play and has no ply (R-6.2, R-6.3)."""
    own, foe = held[turn], held[1 - turn]
    if can_move(rules.reach[turn], board, own=own, foe=foe):
        return None
    if can_move(rules.reach[1 - turn], board, own=foe, foe=own):
        return Outcome((SIDES[1 - turn],), "no-plies")
    return Outcome((), "both-stuck")


def held_by(board: Board) -> Held:
    sets = [0, 0]
    for index, standing in enumerate(board):
        if standing is not None:
            sets[standing.owner] |= BITS[index]
    return sets[0], sets[1]


def place(
    rules: Rules,
    pieces: Iterable[tuple[Side, Kind, Square]],
    *,
    turn: Side = Side.FIRST,
    quiet_plies: int = 0,
) -> Position:
    """A position with these pieces, none of them moved yet; over at once if `turn` is stuck (A20).

    For starts, puzzles and tests; does not check the layout rules. Raises KeyError for unknown words.
    """
    cells: list[Piece | None] = [None] * len(SQUARES)
    for side, kind, name in pieces:
        index = READ[name]
        cells[index] = piece(OWNER[side], CODES[kind], index, False)
    board = tuple(cells)
    held = held_by(board)
    outcome = stuck(rules, board, held, turn=OWNER[turn])
    return Position(
        rules=rules,
        board=board,
        held=held,
        turn=turn if outcome is None else None,
        number=0,
        quiet_plies=quiet_plies,
        removed=((), ()),
        last=None,
        outcome=outcome,
    )
