"""A full position as one array of whole numbers, and how a plain one becomes it.

A square holds -1, or a piece: its kind, then from bit 4 its army, SHOWN, MOVED, and from bit 8 its start.
A ply is `start + 256 * end`, with CARRY; turning up has one square for both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ai_workers.bots.luzhanqi.twin.tables import SQUARES, Numbers
from games.rules.core import Ply
from games.rules.luzhanqi.kinds import Piece
from games.rules.luzhanqi.march import CARRY as CARRY_WORD
from games.rules.luzhanqi.ruleset import Rules

if TYPE_CHECKING:
    from games.rules.luzhanqi.position import Position

SHOWN, MOVED = 1 << 6, 1 << 7
CARRY = 1 << 16
MOST_SEATS, LONGEST_WINDOW = 4, 8

TURN = SQUARES  # a seat; -1 when the match is over
QUIET, NUMBER, OUTCOME, WINNERS, OUT = range(TURN + 1, TURN + 6)  # WINNERS and OUT: seats as bits
ARMY = TURN + 6  # of the first seat in flip; -1 until colours are known, in other variants never read
TURNED = TURN + 7  # by seat: the army turned up last, or -1
UNDER = TURN + 9  # by army: the square where its flag lies under a piece, or -1
BURIED = TURN + 11  # by army: that flag
FACE_DOWN = TURN + 13  # how many pieces lie face down in flip
ALIVE = TURN + 14  # by army and kind, 16 each: how many stand on the board
RECENT = ALIVE + 16 * MOST_SEATS  # by seat: how many, then the steps, the oldest first
STATE = RECENT + MOST_SEATS * (LONGEST_WINDOW + 1)

# Ends, and results of a ply.
(
    GOES_ON, FLAG_TAKEN, FLAG_HOME, SHAKEN, NO_PLIES, BOTH_STUCK, REPEATED, QUIET_END, LENGTH_END,
) = range(9)  # fmt: skip
END_WORDS = (
    "", "flag-taken", "flag-home", "shaken-army", "no-plies", "mutual-no-plies", "repetition",
    "quiet", "plies",
)  # fmt: skip
PLAIN_MOVE, ATTACKER, DEFENDER, BOTH, NEITHER = range(5)


def piece_number(it: Piece) -> int:
    return it.code | it.army << 4 | it.shown * SHOWN | it.moved * MOVED | it.start << 8


def step_number(step: tuple[int, int, int]) -> int:
    return step[0] << 16 | step[1] << 8 | step[2]


def state_of(position: Position) -> Numbers:
    """For a position that is not over."""
    rules = position.rules
    state = np.zeros(STATE, dtype=np.int64)
    board = [-1 if it is None else piece_number(it) for it in position.board]
    state[:SQUARES] = -1
    state[: len(board)] = board
    assert position.turn is not None
    state[TURN] = rules.seat_of(position.turn)
    state[QUIET], state[NUMBER] = position.quiet_plies, position.number
    state[OUT] = sum(1 << seat for seat in position.out)
    state[ARMY] = -1
    state[TURNED : TURNED + 4] = -1
    if position.flip is not None:
        state[ARMY] = -1 if position.flip.armies is None else position.flip.armies[0]
        state[TURNED : TURNED + 2] = [-1 if army is None else army for army in position.flip.turned]
        for square, flag in position.flip.under:
            state[UNDER + flag.army], state[BURIED + flag.army] = square, piece_number(flag)
    for seat, steps in enumerate(position.recent):
        at = RECENT + seat * (LONGEST_WINDOW + 1)
        state[at] = len(steps)
        state[at + 1 : at + 1 + len(steps)] = list(map(step_number, steps))
    recount(state, dealt=rules.variant.is_dealt)
    return state


def recount(state: Numbers, *, dealt: bool) -> None:
    """Count ALIVE and FACE_DOWN anew."""
    pieces = state[:SQUARES][state[:SQUARES] >= 0]
    state[ALIVE : ALIVE + 16 * MOST_SEATS] = np.bincount(pieces & 63, minlength=16 * MOST_SEATS)
    state[FACE_DOWN] = np.count_nonzero(pieces & SHOWN == 0) if dealt else 0


def ply_number(rules: Rules, ply: Ply) -> int:
    index = rules.graph.index
    if len(ply) == 1:
        return index[ply[0]] * 257
    return index[ply[0]] + 256 * index[ply[1]] + (CARRY if ply[2:] == (CARRY_WORD,) else 0)
