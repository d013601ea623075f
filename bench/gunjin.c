/* Full random matches of Gunjin Shogi with the default options: the yardstick for the array twin.
 * Compiled and run by bench/bots.py, which writes tables.h from the plain rules. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "tables.h" /* REACH[2][16][46], WAYS[2][16][46], LINES[], DUEL[16][16], BACK[2][46], MINES, FLAGS */

enum { FLAG = 15, MINE = 14, HQ1 = 2, HQ8 = 43, CAMP = 23 };
static const uint64_t OCCUPIERS = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 5 | 1 << 6 | 1 << 7;

static int8_t board[46];
static uint64_t held[2];
static uint32_t dice;

static uint32_t roll(uint32_t below) {
    dice ^= dice << 13;
    dice ^= dice >> 17;
    dice ^= dice << 5;
    return (uint64_t)dice * below >> 32;
}

static uint64_t targets(int owner, int code, int square, uint64_t own, uint64_t foe) {
    uint64_t reached = REACH[owner][code][square] & ~own;
    int at = WAYS[owner][code][square];
    if (!at) return reached;
    while (LINES[at] >= 0) {
        uint64_t bit = 1ULL << LINES[at];
        if (bit & own) {
            at = LINES[at + 1];
            continue;
        }
        reached |= bit;
        at = bit & foe ? LINES[at + 1] : at + 2;
    }
    return reached;
}

static int can_move(int owner) {
    for (uint64_t left = held[owner]; left; left &= left - 1) {
        int square = __builtin_ctzll(left);
        if (targets(owner, board[square] & 15, square, held[owner], held[1 - owner])) return 1;
    }
    return 0;
}

static int fight(int start, int end) {
    int owner = board[end] >> 4, strength = board[end] & 15;
    if (strength == FLAG) {
        int back = BACK[owner][end];
        if (back < 0 || board[back] < 0 || board[back] >> 4 != owner || (board[back] & 15) == FLAG) return 1;
        strength = board[back] & 15;
    }
    return DUEL[board[start] & 15][strength];
}

static void deal(int owner) {
    static const int8_t DECK[CAMP] = {0, 1, 2, 3, 3, 4, 4, 5, 6, 7, 8, 8, 9, 9, 10, 10, 11, 12, 12, 13, 14, 14, 15};
    int8_t *camp = board + owner * CAMP;
    for (int legal = 0; !legal;) {
        memcpy(camp, DECK, CAMP);
        for (int slot = CAMP - 1; slot >= 0; slot--) {
            int other = roll(slot + 1);
            int8_t kept = camp[slot];
            camp[slot] = camp[other];
            camp[other] = kept;
        }
        legal = 1;
        for (int slot = 0; slot < CAMP; slot++) {
            int square = owner * CAMP + slot;
            if (camp[slot] == MINE && !(MINES[owner] >> square & 1)) legal = 0;
            if (camp[slot] == FLAG && !(FLAGS[owner] >> square & 1)) legal = 0;
        }
    }
    for (int slot = 0; slot < CAMP; slot++) camp[slot] += 16 * owner;
    held[owner] = ((1ULL << CAMP) - 1) << (owner * CAMP);
}

static long match(void) {
    deal(0);
    deal(1);
    int turn = 0, quiet = 0;
    for (long plies = 0;;) {
        uint64_t own = held[turn], foe = held[1 - turn], reach[CAMP];
        int total = 0, pieces = 0;
        for (uint64_t left = own; left; left &= left - 1) {
            int square = __builtin_ctzll(left);
            reach[pieces] = targets(turn, board[square] & 15, square, own, foe);
            total += __builtin_popcountll(reach[pieces++]);
        }
        int pick = roll(total), start = 0, end = 0;
        pieces = 0;
        for (uint64_t left = own; left; left &= left - 1) {
            uint64_t mask = reach[pieces++];
            int count = __builtin_popcountll(mask);
            if (pick < count) {
                while (pick--) mask &= mask - 1;
                start = __builtin_ctzll(left);
                end = __builtin_ctzll(mask);
                break;
            }
            pick -= count;
        }
        int mover = board[start], result = board[end] < 0 ? 0 : fight(start, end);
        board[start] = -1;
        held[turn] ^= 1ULL << start;
        if (result == 1 || result == 3) {
            held[1 - turn] ^= 1ULL << end;
            board[end] = -1;
        }
        if (result < 2) {
            board[end] = mover;
            held[turn] |= 1ULL << end;
        }
        plies++;
        quiet = result ? 0 : quiet + 1;
        if (result < 2 && end == (turn ? HQ1 : HQ8) && OCCUPIERS >> (mover & 15) & 1) return plies;
        if (!can_move(1 - turn)) return plies;
        if (quiet >= 100) return plies;
        turn = 1 - turn;
    }
}

int main(int count, char **words) {
    long matches = count > 1 ? atol(words[1]) : 10000, plies = 0;
    dice = count > 2 ? (uint32_t)atol(words[2]) : 1;
    clock_t begun = clock();
    for (long number = 0; number < matches; number++) plies += match();
    printf("%ld %.6f\n", plies, (double)(clock() - begun) / CLOCKS_PER_SEC);
    return 0;
}
