/* The terms of `features` of chess beyond the piece-square tables. */
#include "engine/games/chess/moves.h"
#include "engine/games/chess/psq.h"

#define CHESS_FILE_A 0x0101010101010101u

enum {
    MOBILITY,              /* by kind, from the knight */
    ATTACK = MOBILITY + 4, /* by kind, from the knight */
    SHIELD = ATTACK + 4,
    DOUBLED,
    ISOLATED,
    PASSED, /* by rank, from the second */
    PAIR = PASSED + 6,
    OPEN,
    HALF_OPEN,
};

static uint64_t chess_file(int square) {
    return CHESS_FILE_A << square % 8;
}

static uint64_t chess_files_beside(int square) {
    uint64_t file = chess_file(square);
    return (square % 8 > 0 ? file >> 1 : 0) | (square % 8 < 7 ? file << 1 : 0);
}

/* Squares of ranks that are ahead of a side's square. */
static uint64_t chess_ahead(int square, int side) {
    int rank = square / 8;
    if (side == CHESS_BLACK) return (1ull << 8 * rank) - 1;
    return rank == 7 ? 0 : ~0ull << 8 * (rank + 1);
}

static uint64_t chess_reach(int kind, int square, uint64_t occupied) {
    uint64_t diagonal = kind == ROOK ? 0 : chess_bishop_attacks(square, occupied);
    if (kind == KNIGHT) return chess_knight_attacks[square];
    return kind == BISHOP ? diagonal : diagonal | chess_rook_attacks(square, occupied);
}

/* Squares that knights, bishops, rooks and queens reach, and those beside the other king. */
static void chess_count_pieces(const struct chess_position *position, int side, int sign,
                               int32_t *counts) {
    uint64_t ring = chess_king_attacks[chess_king(position, !side)];
    uint64_t occupied = chess_occupied(position), own = position->sides[side];
    for (int kind = KNIGHT; kind <= QUEEN; kind++)
        for (uint64_t left = position->kinds[kind] & own; left; left &= left - 1) {
            uint64_t reach = chess_reach(kind, __builtin_ctzll(left), occupied);
            counts[MOBILITY + kind - KNIGHT] += sign * __builtin_popcountll(reach & ~own);
            counts[ATTACK + kind - KNIGHT] += sign * __builtin_popcountll(reach & ring);
        }
}

static void chess_count_pawns(const struct chess_position *position, int side, int sign,
                              int32_t *counts) {
    uint64_t own = position->kinds[PAWN] & position->sides[side];
    uint64_t others = position->kinds[PAWN] & position->sides[!side];
    for (uint64_t left = own; left; left &= left - 1) {
        int square = __builtin_ctzll(left),
            rank = side == CHESS_WHITE ? square / 8 : 7 - square / 8;
        uint64_t ahead = chess_ahead(square, side), beside = chess_files_beside(square);
        counts[DOUBLED] += sign * ((own & ahead & chess_file(square)) != 0);
        counts[ISOLATED] += sign * !(own & beside);
        counts[PASSED + rank - 1] += sign * !(others & ahead & (beside | chess_file(square)));
    }
}

static void chess_count_rooks(const struct chess_position *position, int side, int sign,
                              int32_t *counts) {
    uint64_t pawns = position->kinds[PAWN];
    for (uint64_t left = position->kinds[ROOK] & position->sides[side]; left; left &= left - 1) {
        uint64_t file = chess_file(__builtin_ctzll(left));
        if (!(pawns & file))
            counts[OPEN] += sign;
        else if (!(pawns & position->sides[side] & file))
            counts[HALF_OPEN] += sign;
    }
}

/* Pawns beside the king and before it. */
static int chess_shield(const struct chess_position *position, int side) {
    int king = chess_king(position, side);
    return __builtin_popcountll(chess_king_attacks[king] & position->kinds[PAWN] &
                                position->sides[side]);
}

static int chess_has_pair(const struct chess_position *position, int side) {
    return __builtin_popcountll(position->kinds[BISHOP] & position->sides[side]) >= 2;
}

void chess_features_count(const void *state, int32_t counts[PSQ_FEATURES_MAX]) {
    const struct chess_position *position = &((const struct chess_state *)state)->position;
    for (int side = 0; side < 2; side++) {
        int sign = side == CHESS_WHITE ? 1 : -1;
        chess_count_pieces(position, side, sign, counts);
        chess_count_pawns(position, side, sign, counts);
        chess_count_rooks(position, side, sign, counts);
        counts[SHIELD] += sign * chess_shield(position, side);
        counts[PAIR] += sign * chess_has_pair(position, side);
    }
}

/* The first values are small parts of a pawn, in the directions that are usual. */
const struct psq_features chess_features = {
    .list = {[MOBILITY] = {"mobility.knight", "a square that a knight reaches", 4, 4},
             {"mobility.bishop", "a square that a bishop reaches", 4, 4},
             {"mobility.rook", "a square that a rook reaches", 2, 4},
             {"mobility.queen", "a square that a queen reaches", 1, 2},
             [ATTACK] = {"attack.knight", "a square beside the other king, by a knight", 5, 0},
             {"attack.bishop", "a square beside the other king, by a bishop", 5, 0},
             {"attack.rook", "a square beside the other king, by a rook", 5, 0},
             {"attack.queen", "a square beside the other king, by a queen", 5, 0},
             [SHIELD] = {"shield", "a pawn beside its king", 8, 0},
             [DOUBLED] = {"pawn.doubled", "a pawn with another one ahead of it", -10, -20},
             [ISOLATED] = {"pawn.isolated", "a pawn without one on the files beside", -10, -10},
             [PASSED] = {"passed.2", "a passed pawn on its second rank", 0, 10},
             {"passed.3", "a passed pawn on its third rank", 0, 10},
             {"passed.4", "a passed pawn on its fourth rank", 10, 20},
             {"passed.5", "a passed pawn on its fifth rank", 20, 40},
             {"passed.6", "a passed pawn on its sixth rank", 40, 70},
             {"passed.7", "a passed pawn on its seventh rank", 60, 110},
             [PAIR] = {"pair", "two bishops or more", 25, 40},
             [OPEN] = {"rook.open", "a rook on a file without pawns", 20, 10},
             [HALF_OPEN] = {"rook.half", "a rook on a file without own pawns", 10, 5}},
    .count = chess_features_count,
    .ops = ISA_TABLE(chess_features_ops),
};
