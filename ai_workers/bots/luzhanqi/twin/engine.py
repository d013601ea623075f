"""Playing by the rules on arrays: where pieces may go, battles, ends. Clauses as in the plain rules.

`marks` is room for one number per square and a stamp, so that a square reached twice counts once.
"""

from __future__ import annotations

from ai_workers.bots.luzhanqi.twin.compiled import compiled
from ai_workers.bots.luzhanqi.twin.state import (
    ALIVE,
    ARMY,
    ATTACKER,
    BOTH,
    BOTH_STUCK,
    BURIED,
    CARRY,
    DEFENDER,
    FACE_DOWN,
    FLAG_HOME,
    FLAG_TAKEN,
    GOES_ON,
    LENGTH_END,
    LONGEST_WINDOW,
    MOVED,
    NEITHER,
    NO_PLIES,
    NUMBER,
    OUT,
    OUTCOME,
    PLAIN_MOVE,
    QUIET,
    QUIET_END,
    RECENT,
    REPEATED,
    SHAKEN,
    SHOWN,
    TURN,
    TURNED,
    UNDER,
    WINNERS,
)
from ai_workers.bots.luzhanqi.twin.tables import (
    ANY_HQ,
    ANYBODY,
    ATTACKS_HIDDEN,
    BOMB_SPARES,
    BOTH_DIE,
    CAPTURE,
    CARRIER,
    CLEARS_OUT,
    COLOUR_RULE,
    COMMANDER_SPARES,
    DEALT,
    END,
    END_OF_RAYS,
    ENGINEERS,
    FIRST_ENGINEER,
    FIRST_FLIP,
    FORBID,
    FORBIDS_SUICIDE,
    FRIENDS,
    GLOBAL_DOUBLE,
    GOAL,
    HOMES,
    LOCKED,
    LOSE,
    LOWEST_CLEARS,
    MAX_PLIES,
    MOUNTAIN,
    OPEN_BOMB,
    OPPONENT,
    OPPONENT_HQ,
    OWN_DOUBLE,
    OWN_HQ,
    QUIET_LIMIT,
    RAILS,
    RAYS,
    REPEAT_EFFECT,
    REPEAT_LIMIT,
    REVEALS_FLAG,
    REVEALS_OTHER,
    SEATS,
    SHAKEN_DRAWS,
    SHELTER,
    SIZE,
    SQUARES,
    STEPS,
    STUCK_DRAWS,
    TURNING,
    TYPES,
    WINDOW,
    Numbers,
)
from games.rules.luzhanqi.kinds import BOMB as BOMB_CODE
from games.rules.luzhanqi.kinds import ENGINEER as ENGINEER_CODE
from games.rules.luzhanqi.kinds import FLAG as FLAG_CODE
from games.rules.luzhanqi.kinds import MINE as MINE_CODE

# numba compiles globals of a module in; plain numbers under names of its own
COMMANDER, GENERAL = 0, 1
ENGINEER, MINE, BOMB, FLAG = ENGINEER_CODE, MINE_CODE, BOMB_CODE, FLAG_CODE
STAMP = SQUARES
MARKS = SQUARES + 1
MOST_PLIES = 1024


@compiled
def army_of(rules: Numbers, state: Numbers, seat: int) -> int:
    """The army that a seat plays; -1 before colours are known."""
    if not rules[DEALT]:
        return seat
    first = state[ARMY]
    return first if seat == 0 or first < 0 else 1 - first


@compiled
def lowest_code(state: Numbers, army: int) -> int:
    """The kind of the army's lowest living rank, -1 where none has a rank (A13)."""
    for code in range(ENGINEER, -1, -1):
        if state[ALIVE + 16 * army + code]:
            return code
    return -1


@compiled
def clears(rules: Numbers, state: Numbers, it: int) -> bool:
    code = it & 15
    if rules[LOWEST_CLEARS]:
        return code <= ENGINEER and code == lowest_code(state, it >> 4 & 3)
    return code == ENGINEER


@compiled
def judge(rules: Numbers, state: Numbers, it: int, other: int) -> int:
    """G10 and G11, on the state before the attack."""
    attacker, defender = it & 15, other & 15
    if defender == FLAG:
        if attacker == BOMB:
            return NEITHER if rules[BOMB_SPARES] else BOTH
        return NEITHER if attacker == COMMANDER and rules[COMMANDER_SPARES] else ATTACKER
    if attacker == BOMB or defender == BOMB:
        return BOTH
    if defender == MINE:
        if clears(rules, state, it):
            return ATTACKER
        return BOTH if rules[BOTH_DIE] else DEFENDER
    if attacker == defender:
        return BOTH
    return ATTACKER if attacker < defender else DEFENDER


@compiled
def reach(rules: Numbers, state: Numbers, square: int, marks: Numbers, ends: Numbers) -> int:
    """Write every square that the piece reaches, the first occupied one of each way included; how many."""
    marks[STAMP] += 1
    stamp = marks[STAMP]
    marks[square] = stamp
    count = 0
    engineer = state[square] & 15 == ENGINEER
    if engineer or rules[TURNING]:
        count = spread(rules, state, square, rules[SIZE] if engineer else rules[TURNING], marks, ends)
    else:
        at = rules[RAYS + square]
        while rules[at] != END_OF_RAYS:
            following = rules[at]
            at += 1
            while rules[at] != END:
                end = rules[at]
                if marks[end] != stamp:
                    marks[end] = stamp
                    ends[count] = end
                    count += 1
                if state[end] >= 0:
                    break
                at += 1
            at = following
    at = rules[STEPS + (SQUARES if engineer else 0) + square]
    while rules[at] != END:
        if marks[rules[at]] != stamp:
            marks[rules[at]] = stamp
            ends[count] = rules[at]
            count += 1
        at += 1
    return count


@compiled
def spread(rules: Numbers, state: Numbers, square: int, steps: int, marks: Numbers, ends: Numbers) -> int:
    """Along rails over empty squares, turning anywhere (G7); how many squares it wrote."""
    stamp = marks[STAMP]
    begin, last, count = -1, 0, 0
    for _ in range(steps):
        for index in range(begin, last):
            if index >= 0 and state[ends[index]] >= 0:
                continue
            at = rules[RAILS + (square if index < 0 else ends[index])]
            while rules[at] != END:
                if marks[rules[at]] != stamp:
                    marks[rules[at]] = stamp
                    ends[count] = rules[at]
                    count += 1
                at += 1
        if count == last:
            break
        begin, last = last, count
    return count


@compiled
def may_take(rules: Numbers, state: Numbers, it: int) -> bool:
    """Whether a piece may enter the point of the enemy's flag (F8)."""
    code, army = it & 15, it >> 4 & 3
    if code > ENGINEER or state[ALIVE + 16 * (1 - army) + MINE]:
        return False
    carrier = rules[CARRIER]
    if carrier == ENGINEERS:
        return code == ENGINEER
    return carrier == ANYBODY or code == lowest_code(state, army)


@compiled
def objects(rules: Numbers, state: Numbers, it: int, end: int) -> bool:
    """Whether flip keeps a piece off an occupied square that it reaches (F5 to F8)."""
    standing = state[end]
    if not standing & SHOWN:
        return not rules[ATTACKS_HIDDEN]
    code, other = it & 15, standing & 15
    army = it >> 4 & 3
    if standing >> 4 & 3 == army:
        return True
    if other == FLAG:
        return not may_take(rules, state, it)
    if code == BOMB or other == BOMB:
        return False
    if other == MINE:
        return not clears(rules, state, it)
    if rules[FORBIDS_SUICIDE] and code > other:
        return True
    return state[UNDER + 1 - army] == end and code < other and not may_take(rules, state, it)


@compiled
def allows(rules: Numbers, state: Numbers, square: int, end: int) -> bool:
    """Whether a piece may enter a square that it reaches."""
    standing = state[end]
    if standing < 0:
        return True
    it = state[square]
    if rules[TYPES + end] & SHELTER or rules[TYPES + square] & MOUNTAIN:
        return False
    if rules[DEALT]:
        return not objects(rules, state, it, end)
    if rules[FRIENDS + (it >> 4 & 3)] >> (standing >> 4 & 3) & 1:
        return False
    return not (rules[OPEN_BOMB] and it & 15 == BOMB and standing & 15 == FLAG)


@compiled
def may_leave(rules: Numbers, state: Numbers, army: int, square: int) -> bool:
    """Whether a piece of this army stands there that could move at all (G4)."""
    it = state[square]
    if it < 0 or it >> 4 & 3 != army or rules[TYPES + square] & LOCKED:
        return False
    code = it & 15
    if code == MINE or code == FLAG:
        return False
    return not rules[DEALT] or it & SHOWN != 0


@compiled
def can_act(rules: Numbers, state: Numbers, seat: int, marks: Numbers, ends: Numbers) -> bool:
    if state[FACE_DOWN] and rules[DEALT]:
        return True
    army = army_of(rules, state, seat)
    for square in range(rules[SIZE]):
        if may_leave(rules, state, army, square):
            for index in range(reach(rules, state, square, marks, ends)):
                if allows(rules, state, square, ends[index]):
                    return True
    return False


@compiled
def times(state: Numbers, seat: int, step: int) -> int:
    """How often a seat's recent steps hold this one."""
    at = RECENT + seat * (LONGEST_WINDOW + 1)
    found = 0
    for index in range(state[at]):
        if state[at + 1 + index] == step:
            found += 1
    return found


@compiled
def step_of(state: Numbers, ply: int) -> int:
    """-1 for turning a piece up, which cannot be repeated."""
    start, end = ply & 255, ply >> 8 & 255
    return -1 if start == end else state[start] >> 8 << 16 | start << 8 | end


@compiled
def list_plies(
    rules: Numbers, state: Numbers, seat: int, fights: bool, marks: Numbers, ends: Numbers, plies: Numbers
) -> int:
    """Write the legal plies of a seat, battles first; with `fights` those alone. How many.

    A battle is what goes to an occupied square.
    """
    army = army_of(rules, state, seat)
    count, last = 0, MOST_PLIES
    for square in range(rules[SIZE]):
        if not may_leave(rules, state, army, square):
            if rules[DEALT] and not fights and state[square] >= 0 and not state[square] & SHOWN:
                last -= 1
                plies[last] = square * 257
            continue
        loaded = rules[DEALT] and state[UNDER + 1 - army] == square
        for index in range(reach(rules, state, square, marks, ends)):
            end = ends[index]
            if not allows(rules, state, square, end):
                continue
            if state[end] >= 0:
                plies[count] = square + 256 * end
                count += 1
            elif not fights:
                last -= 1
                plies[last] = square + 256 * end
                if loaded:
                    last -= 1
                    plies[last] = square + 256 * end + CARRY
    while last < MOST_PLIES:
        plies[count] = plies[last]
        count += 1
        last += 1
    return without_repeats(rules, state, seat, plies, count)


@compiled
def without_repeats(rules: Numbers, state: Numbers, seat: int, plies: Numbers, count: int) -> int:
    """Repeated steps only when there is nothing else (G16)."""
    most = rules[REPEAT_LIMIT] - 1
    if rules[REPEAT_EFFECT] != FORBID or state[RECENT + seat * (LONGEST_WINDOW + 1)] < most:
        return count
    kept = 0
    for index in range(count):
        if times(state, seat, step_of(state, plies[index])) < most:
            plies[index], plies[kept] = plies[kept], plies[index]
            kept += 1
    return kept or count


@compiled
def remember(rules: Numbers, state: Numbers, seat: int, step: int) -> None:
    at = RECENT + seat * (LONGEST_WINDOW + 1)
    window = rules[WINDOW]
    if window == 0:
        return
    count = state[at]
    if count == window:
        for index in range(1, window):
            state[at + index] = state[at + index + 1]
        count -= 1
    state[at + 1 + count] = step
    state[at] = count + 1


@compiled
def lift(state: Numbers, square: int) -> int:
    it = state[square]
    state[square] = -1
    state[ALIVE + (it & 63)] -= 1
    return it


@compiled
def put(state: Numbers, square: int, it: int) -> None:
    state[square] = it
    state[ALIVE + (it & 63)] += 1


@compiled
def fall(rules: Numbers, state: Numbers, seat: int, why: int) -> None:
    """The seat is out; the match is over when all that are left play together (Q5, Q6)."""
    state[OUT] |= 1 << seat
    if rules[CLEARS_OUT]:
        for square in range(rules[SIZE]):
            if state[square] >= 0 and state[square] >> 4 & 3 == seat:
                lift(state, square)
    left = ((1 << rules[SEATS]) - 1) & ~state[OUT]
    first = 0
    while not left >> first & 1:
        first += 1
    if left & ~rules[FRIENDS + first] == 0:
        state[OUTCOME], state[WINNERS] = why, rules[FRIENDS + first]


@compiled
def pass_turn(rules: Numbers, state: Numbers, seat: int, marks: Numbers, ends: Numbers) -> None:
    """To the next seat that can act; who cannot is out (G13)."""
    while state[OUTCOME] == GOES_ON:
        seat = (seat + 1) % rules[SEATS]
        if state[OUT] >> seat & 1:
            continue
        if can_act(rules, state, seat, marks, ends):
            state[TURN] = seat
            return
        if rules[STUCK_DRAWS]:
            stuck = True
            for other in range(rules[SEATS]):
                if not state[OUT] >> other & 1 and can_act(rules, state, other, marks, ends):
                    stuck = False
            if stuck:
                state[OUTCOME], state[WINNERS] = BOTH_STUCK, 0
                return
        fall(rules, state, seat, NO_PLIES)


@compiled
def show(rules: Numbers, state: Numbers, army: int, fallen: int) -> None:
    """What a loss makes public (D3, A16)."""
    flag = -1
    for square in range(rules[SIZE]):
        if state[square] >= 0 and state[square] & 63 == army << 4 | FLAG:
            flag = square
    if flag < 0:
        return
    if fallen == COMMANDER and rules[REVEALS_FLAG]:
        state[flag] |= SHOWN
    if not rules[REVEALS_OTHER] or fallen > GENERAL:
        return
    if state[ALIVE + 16 * army + COMMANDER] or state[ALIVE + 16 * army + GENERAL]:
        return
    for index in range(2):
        square = rules[HOMES + 2 * army + index]
        if square != flag and state[square] >= 0 and state[square] >> 4 & 3 == army:
            state[square] |= SHOWN


@compiled
def fight(rules: Numbers, state: Numbers, start: int, end: int, result: int) -> None:
    """Remove and move the pieces; quiet plies and repetition begin anew (G15, G16)."""
    it, other = state[start], state[end]
    state[QUIET] = 0
    for seat in range(rules[SEATS]):
        state[RECENT + seat * (LONGEST_WINDOW + 1)] = 0
    lift(state, start)
    if result != DEFENDER:
        lift(state, end)
    if result == ATTACKER:
        put(state, end, it | MOVED)
    if rules[DEALT]:
        return
    if result != ATTACKER and it & 15 <= GENERAL:
        show(rules, state, it >> 4 & 3, it & 15)
    if result != DEFENDER and other & 15 <= GENERAL:
        show(rules, state, other >> 4 & 3, other & 15)


@compiled
def attack(rules: Numbers, state: Numbers, start: int, end: int) -> int:
    it, other = state[start], state[end]
    result = judge(rules, state, it, other)
    if result == NEITHER:
        return result
    fight(rules, state, start, end, result)
    if other & 15 == FLAG:
        taker, loser = it >> 4 & 3, other >> 4 & 3
        shaken = not state[ALIVE + 16 * taker + COMMANDER] and state[ALIVE + 16 * loser + COMMANDER]
        if rules[SHAKEN_DRAWS] and shaken:
            state[OUTCOME], state[WINNERS] = SHAKEN, 0
        else:
            fall(rules, state, loser, FLAG_TAKEN)
    return result


@compiled
def turn_up(state: Numbers, square: int) -> None:
    """A piece that was turned up cannot be turned back, so this starts the quiet plies anew (G15)."""
    state[QUIET] = 0
    state[square] |= SHOWN
    state[FACE_DOWN] -= 1


@compiled
def settle_colours(rules: Numbers, state: Numbers, seat: int, it: int) -> None:
    """Who plays which army, once the turned-up piece settles it (F3)."""
    if state[ARMY] >= 0:
        return
    rule, army = rules[COLOUR_RULE], it >> 4 & 3
    own = (
        rule == FIRST_FLIP
        or (rule == OWN_DOUBLE and state[TURNED + seat] == army)
        or (rule == GLOBAL_DOUBLE and state[TURNED + 1 - seat] == army)
        or (rule == FIRST_ENGINEER and it & 15 == ENGINEER)
    )
    if own or rule == OPPONENT:
        state[ARMY] = army if own == (seat == 0) else 1 - army
    elif state[FACE_DOWN] == 0:
        state[ARMY] = 0
    else:
        state[TURNED + seat] = army
        return
    state[TURNED], state[TURNED + 1] = -1, -1


@compiled
def win(rules: Numbers, state: Numbers, seat: int, why: int) -> None:
    state[OUTCOME], state[WINNERS] = why, rules[FRIENDS + seat]


@compiled
def enter_flag(rules: Numbers, state: Numbers, seat: int, start: int, end: int) -> int:
    """Stand on the flag; one that was just turned up and may not be taken yet is left alone (A11)."""
    it, flag = state[start], state[end]
    if not may_take(rules, state, it):
        return NEITHER
    lift(state, end)
    lift(state, start)
    put(state, end, it | MOVED)
    if not flag & MOVED:
        state[QUIET] = 0
    if rules[GOAL] == CAPTURE:
        win(rules, state, seat, FLAG_TAKEN)
    else:
        state[UNDER + (flag >> 4 & 3)], state[BURIED + (flag >> 4 & 3)] = end, flag | MOVED
    return PLAIN_MOVE


@compiled
def carry(rules: Numbers, state: Numbers, seat: int, start: int, end: int) -> None:
    it = lift(state, start)
    put(state, end, it | MOVED)
    state[UNDER + 1 - (it >> 4 & 3)] = end
    for index in range(2):
        own, foe = rules[HOMES + 2 * seat + index], rules[HOMES + 2 * (1 - seat) + index]
        goal = rules[GOAL]
        if (goal == OWN_HQ or goal == ANY_HQ) and end == own:
            win(rules, state, seat, FLAG_HOME)
        if (goal == OPPONENT_HQ or goal == ANY_HQ) and end == foe:
            win(rules, state, seat, FLAG_HOME)


@compiled
def march(rules: Numbers, state: Numbers, seat: int, ply: int) -> int:
    """A move in flip; its result."""
    start, end = ply & 255, ply >> 8 & 255
    it = state[start]
    result = PLAIN_MOVE
    if ply & CARRY:
        carry(rules, state, seat, start, end)
    elif state[end] < 0:
        lift(state, start)
        put(state, end, it | MOVED)
    else:
        if not state[end] & SHOWN:
            turn_up(state, end)
        other = state[end]
        if other >> 4 & 3 == it >> 4 & 3:
            result = NEITHER
        elif other & 15 == FLAG:
            result = enter_flag(rules, state, seat, start, end)
        else:
            result = judge(rules, state, it, other)
            fight(rules, state, start, end, result)
    for army in range(2):
        square = state[UNDER + army]
        if square >= 0 and state[square] < 0:
            put(state, square, state[BURIED + army])
            state[UNDER + army] = -1
    return result


@compiled
def play(rules: Numbers, state: Numbers, ply: int, marks: Numbers, ends: Numbers, plies: Numbers) -> int:
    """Play a legal ply; the result. `plies` is room for a list."""
    seat = state[TURN]
    step = step_of(state, ply)
    repeated = times(state, seat, step) >= rules[REPEAT_LIMIT] - 1
    forced = True
    if repeated and rules[REPEAT_EFFECT] == LOSE:
        for index in range(list_plies(rules, state, seat, False, marks, ends, plies)):
            if step_of(state, plies[index]) != step:
                forced = False
    state[NUMBER] += 1
    state[QUIET] += 1
    start, end = ply & 255, ply >> 8 & 255
    result = PLAIN_MOVE
    if start == end:
        turn_up(state, start)
        remember(rules, state, seat, start << 16 | start << 8 | start)
        settle_colours(rules, state, seat, state[start])
    else:
        if rules[DEALT]:
            result = march(rules, state, seat, ply)
        elif state[end] >= 0:
            result = attack(rules, state, start, end)
        else:
            put(state, end, lift(state, start) | MOVED)
        if result == PLAIN_MOVE or result == NEITHER:
            remember(rules, state, seat, step)
    pass_turn(rules, state, seat, marks, ends)
    fell = result != PLAIN_MOVE and result != NEITHER
    if state[OUTCOME] == GOES_ON and repeated and not fell:
        judge_repetition(rules, state, seat, forced)
    if state[OUTCOME] == GOES_ON:
        judge_limits(rules, state)
    if state[OUTCOME] != GOES_ON:
        state[TURN] = -1
    return result


@compiled
def judge_repetition(rules: Numbers, state: Numbers, seat: int, forced: bool) -> None:
    """Where a repeated step is not forbidden, it loses (unless it was forced) or draws."""
    effect = rules[REPEAT_EFFECT]
    if effect > LOSE:
        state[OUTCOME], state[WINNERS] = REPEATED, 0
    elif effect == LOSE and not forced:
        fall(rules, state, seat, REPEATED)


@compiled
def judge_limits(rules: Numbers, state: Numbers) -> None:
    if state[QUIET] >= rules[QUIET_LIMIT]:
        state[OUTCOME], state[WINNERS] = QUIET_END, 0
    elif state[NUMBER] >= rules[MAX_PLIES]:
        state[OUTCOME], state[WINNERS] = LENGTH_END, 0
