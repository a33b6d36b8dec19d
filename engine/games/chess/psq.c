/* The evaluators `psq` and `material` of chess. */
#include "engine/games/chess/psq.h"
#include "engine/games/chess/notation.h"

static bool chess_stands(int kind, int square) {
    return kind != PAWN || (chess_bit(square) & ~CHESS_LAST_RANKS);
}

static const uint8_t *chess_board_of(const void *state) {
    return ((const struct chess_state *)state)->position.board;
}

/* The values are the oldest usual ones: Shannon, "Programming a Computer for Playing Chess", 1950.
 * The phase is that of Fruit and of most engines since. */
static const struct psq_shape chess_pieces = {
    .board = &chess_board,
    .kinds = CHESS_KINDS,
    .names = {"pawn", "knight", "bishop", "rook", "queen", "king"},
    .worth = {100, 300, 300, 500, 900, 0},
    .phases = {0, 1, 1, 2, 4, 0},
    .phase_max = 24,
    .stands = chess_stands,
    .board_of = chess_board_of,
    .ops = ISA_TABLE(chess_psq_ops),
};

const struct psq_family chess_psq_family = {
    .family = {.name = "psq",
               .doc = "tapered piece-square tables",
               .default_layout = "32",
               .layouts = "32 (left and right alike), 64",
               .make_one = psq_make},
    .shape = &chess_pieces,
    .layouts = {[PSQ_MIRRORED] = "32", [PSQ_ALL] = "64"},
};

const struct psq_family chess_features_family = {
    .family = {.name = "features",
               .doc = "tables, mobility, pawns, kings, bishop pair and rooks on open files",
               .default_layout = "32",
               .layouts = "32 (left and right alike), 64",
               .make_one = psq_make},
    .shape = &chess_pieces,
    .layouts = {[PSQ_MIRRORED] = "32", [PSQ_ALL] = "64"},
    .features = &chess_features,
};

const struct psq_family chess_material_family = {
    .family = {.name = "material",
               .doc = "what each kind of piece is worth",
               .default_layout = "-",
               .layouts = "-",
               .make_one = psq_make},
    .shape = &chess_pieces,
    .layouts = {[PSQ_MATERIAL] = "-"},
};
