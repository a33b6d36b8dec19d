/*
 * reversi: the rules on two bitboards. A square is row * 8 + column: a1 (top left) is bit 0, b1
 * bit 1, h8 bit 63. Moves are squares, REVERSI_PASS is legal where it is the only way on.
 *
 * The functions are inline because search and batch play of the evaluators call them in their
 * innermost loops, and use what the file is compiled for (engine/base/isa.h): every instruction in
 * a kernel, those of any x86-64 elsewhere. The tables are ready as soon as a game of reversi_family
 * was made.
 */
#ifndef HONE_ENGINE_GAMES_REVERSI_RULES_H
#define HONE_ENGINE_GAMES_REVERSI_RULES_H

#include "engine/game/family.h"

enum { REVERSI_PASS = 64, REVERSI_SQUARES = 64 };

/* 24 bytes without padding, so equal positions are equal bytes. */
struct reversi {
    uint64_t own, opp; /* discs of the side to move and of the other */
    uint64_t side;     /* 0 Black, 1 White */
};

/* A fast count of the leaves below a position. */
struct reversi_perft_ops {
    /* As perft of struct game, with depth > 0. */
    uint64_t (*leaves_below)(uint64_t own, uint64_t opp, int depth);
};
ISA_DECLARE(const struct reversi_perft_ops, reversi_perft_ops);

/* The game alone, without an expert: family.c adds it. NULL and why. */
struct game *reversi_make(const char *name, struct error *error);

extern const struct game_family reversi_family;               /* family.c */
extern const struct evaluator_family reversi_wpc_family;      /* wpc.c */
extern const struct evaluator_family reversi_features_family; /* features.c */
extern const struct evaluator_family reversi_patterns_family; /* patterns.c */
extern const struct expert reversi_endgame;                   /* endgame.c */

/*
 * Lines: each square lies on four of them, and each line is gathered into a byte by one
 * multiplication (rows and diagonals by column, columns by row). What a move flips in a line
 * depends on its place in the line, the opposing discs there and the own ones, and comes from two
 * small tables.
 */
enum reversi_direction { REVERSI_ROW, REVERSI_COLUMN, REVERSI_FALLING, REVERSI_RISING };

struct reversi_line {
    uint64_t mask;   /* the line's other squares */
    uint64_t gather; /* (squares & mask) * gather has the line's byte on top */
};

struct reversi_tables {
    struct reversi_line lines[REVERSI_SQUARES][4];
    uint8_t diagonals[REVERSI_SQUARES][2]; /* the squares of the diagonals, as bytes */
    uint8_t outflanks[8][256]; /* [place][opposing discs]: where an own disc would flip some */
    uint8_t flips[8][256];     /* [place][own discs on such squares] */
    /* Other squares of row, column, rising and falling, first towards h8, then towards a1. */
    _Alignas(64) uint64_t rays[REVERSI_SQUARES][2][4];
    uint64_t queen[REVERSI_SQUARES];     /* all of those */
    uint64_t near[REVERSI_SQUARES];      /* the neighbours */
    uint8_t places[4][REVERSI_SQUARES];  /* [direction]: 8 * reversi_line_number + reversi_place */
    uint32_t places_of[REVERSI_SQUARES]; /* a byte for each direction, from the lowest on */
};
extern struct reversi_tables reversi_tables;

static inline int reversi_lowest(uint64_t squares) {
    return __builtin_ctzll(squares);
}

static inline int reversi_count(uint64_t squares) {
#ifdef __POPCNT__
    return __builtin_popcountll(squares);
#endif
    squares -= (squares >> 1) & 0x5555555555555555u;
    squares = (squares & 0x3333333333333333u) + ((squares >> 2) & 0x3333333333333333u);
    squares = (squares + (squares >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)((squares * 0x0101010101010101u) >> 56);
}

static inline int reversi_empties(uint64_t own, uint64_t opp) {
    return reversi_count(~(own | opp));
}

/* The place of a square in the byte of its line. */
static inline int reversi_place(int square, enum reversi_direction direction) {
    return direction == REVERSI_COLUMN ? square >> 3 : square & 7;
}

/* Which line of a direction a square is in, 0…7; of two diagonals that share a byte, either. */
static inline int reversi_line_number(int square, enum reversi_direction direction) {
    int row = square >> 3, column = square & 7;
    return direction == REVERSI_ROW       ? row
           : direction == REVERSI_COLUMN  ? column
           : direction == REVERSI_FALLING ? (row - column) & 7
                                          : (row + column) & 7;
}

/* What a disc at `place` of a line flips in it. */
static inline uint8_t reversi_flips_in_byte(uint8_t own, uint8_t opp, int place) {
    return reversi_tables.flips[place][reversi_tables.outflanks[place][opp] & own];
}

/* What playing on the empty `square` flips in one line, as that line's byte. */
static inline uint8_t reversi_flips_in_line(uint64_t own, uint64_t opp, int square,
                                            enum reversi_direction direction) {
    const struct reversi_line *line = &reversi_tables.lines[square][direction];
    int place = reversi_place(square, direction);
    uint8_t opp_byte = (uint8_t)(((opp & line->mask) * line->gather) >> 56);
    uint8_t own_byte = (uint8_t)(((own & line->mask) * line->gather) >> 56);
    return reversi_flips_in_byte(own_byte, opp_byte, place);
}

/* Exchanges the bits of `mask` with those `shift` higher. */
static inline uint64_t reversi_swap(uint64_t squares, uint64_t mask, int shift) {
    uint64_t differing = (squares ^ squares >> shift) & mask;
    return squares ^ differing ^ differing << shift;
}

/* Exchanges rows and columns: blocks of one, two, then four squares. */
static inline uint64_t reversi_transpose(uint64_t squares) {
    squares = reversi_swap(squares, 0x00aa00aa00aa00aau, 7);
    squares = reversi_swap(squares, 0x0000cccc0000ccccu, 14);
    return reversi_swap(squares, 0x00000000f0f0f0f0u, 28);
}

/* Moves column c up by `step` * c rows, around the edge: 1 makes a row of each pair of falling
 * diagonals that are eight rows apart, 7 of each such pair of rising ones. */
static inline uint64_t reversi_shear(uint64_t squares, int step) {
    static const uint64_t columns[3] = {0xaaaaaaaaaaaaaaaau, 0xccccccccccccccccu,
                                        0xf0f0f0f0f0f0f0f0u}; /* bits of c */
    for (int i = 0; i < 3; i++) {
        int shift = (step << i) % 8 * 8;
        uint64_t moved = squares >> shift | squares << (64 - shift);
        squares ^= (squares ^ moved) & columns[i];
    }
    return squares;
}

#ifdef __AVX2__
#include "engine/games/reversi/wide.h"
#else

/* What playing on the empty `square` flips; 0: the move is not legal. */
static inline uint64_t reversi_flips(uint64_t own, uint64_t opp, int square) {
    const uint64_t everywhere = 0x0101010101010101u, spread = 0x0002040810204081u; /* bits 1-6 */
    const struct reversi_line *lines = reversi_tables.lines[square];
    uint64_t row = reversi_flips_in_line(own, opp, square, REVERSI_ROW);
    uint64_t column = reversi_flips_in_line(own, opp, square, REVERSI_COLUMN);
    uint64_t falling = reversi_flips_in_line(own, opp, square, REVERSI_FALLING);
    uint64_t rising = reversi_flips_in_line(own, opp, square, REVERSI_RISING);
    return row << (square & 56) | ((column * spread) & everywhere) << (square & 7) |
           ((falling * everywhere) & lines[REVERSI_FALLING].mask) |
           ((rising * everywhere) & lines[REVERSI_RISING].mask);
}

/* Legal moves on `empty`, one step beyond runs of `flippable` that begin next to `own`, both ways
 * along lines whose neighbouring squares are `shift` bits apart: parallel prefix, runs of up to
 * six. The last discs of the runs are added to `near`. */
static inline uint64_t reversi_reach(uint64_t own, uint64_t flippable, uint64_t empty, int shift,
                                     uint64_t *near) {
    uint64_t up = flippable & (own << shift), down = flippable & (own >> shift);
    up |= flippable & (up << shift);
    down |= flippable & (down >> shift);
    uint64_t pairs_up = flippable & (flippable << shift), pairs_down = pairs_up >> shift;
    up |= pairs_up & (up << 2 * shift);
    down |= pairs_down & (down >> 2 * shift);
    up |= pairs_up & (up << 2 * shift);
    down |= pairs_down & (down >> 2 * shift);
    uint64_t beyond_up = up << shift & empty, beyond_down = down >> shift & empty;
    *near |= (up & beyond_up >> shift) | (down & beyond_down << shift);
    return beyond_up | beyond_down;
}

static inline uint64_t reversi_moves_near(uint64_t own, uint64_t opp, uint64_t *near) {
    uint64_t inner = opp & 0x7e7e7e7e7e7e7e7eu; /* no run goes round the left and right edges */
    uint64_t empty = ~(own | opp);
    *near = 0;
    return reversi_reach(own, inner, empty, 1, near) | reversi_reach(own, opp, empty, 8, near) |
           reversi_reach(own, inner, empty, 7, near) | reversi_reach(own, inner, empty, 9, near);
}

#endif

/* The legal moves, passes apart. */
static inline uint64_t reversi_moves(uint64_t own, uint64_t opp) {
    uint64_t near;
    return reversi_moves_near(own, opp, &near);
}

/* The functions of struct game that search needs in view. */

static inline int reversi_side(const void *state) {
    return (int)((const struct reversi *)state)->side;
}

static inline bool reversi_over(const struct game *game, const void *state) {
    const struct reversi *board = state;
    (void)game;
    return !reversi_moves(board->own, board->opp) && !reversi_moves(board->opp, board->own);
}

/* Disc difference for the owner of `own`; the empty squares go to the winner. */
static inline int reversi_difference(uint64_t own, uint64_t opp) {
    int own_count = reversi_count(own), opp_count = reversi_count(opp);
    int empties = REVERSI_SQUARES - own_count - opp_count;
    int winner = (own_count > opp_count) - (own_count < opp_count);
    return own_count - opp_count + winner * empties;
}

static inline int reversi_margin(const struct game *game, const void *state) {
    const struct reversi *board = state;
    (void)game;
    int difference = reversi_difference(board->own, board->opp);
    return board->side == 0 ? difference : -difference;
}

static inline void reversi_play(const struct game *game, void *state, move_t move) {
    struct reversi *board = state;
    uint64_t own = board->own, opp = board->opp;
    (void)game;
    if (move != REVERSI_PASS) {
        uint64_t flips = reversi_flips(own, opp, move);
        own |= flips | UINT64_C(1) << move;
        opp ^= flips;
    }
    board->own = opp;
    board->opp = own;
    board->side ^= 1;
}

static inline uint64_t reversi_hash(const void *state) {
    const struct reversi *board = state;
    uint64_t hash = board->own * 0x9e3779b97f4a7c15u + board->side;
    hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93u + board->opp;
    hash = (hash ^ hash >> 32) * 0xff51afd7ed558ccdu;
    return hash ^ hash >> 32;
}

/* The candidates where there is no move: a pass, or nothing where the game is over. */
static inline int reversi_pass_candidate(const struct game *game, const void *state,
                                         struct candidate *out) {
    out[0] = (struct candidate){.score = 0, .move = REVERSI_PASS};
    return !reversi_over(game, state);
}

/* What the struct search_ops of every evaluator says of the game. */
#define REVERSI_SEARCH_OPS                                                                         \
    .state_size = sizeof(struct reversi), .side = reversi_side, .over = reversi_over,              \
    .margin = reversi_margin, .play = reversi_play, .hash = reversi_hash

#endif
