/* The evaluators `psq` and `material` of xiangqi. */
#include "engine/games/xiangqi/psq.h"

static bool xiangqi_stands(int kind, int point) {
    return points_meet(xiangqi_homes[XIANGQI_RED][kind], points_of(point));
}

static const uint8_t *xiangqi_board_of(const void *state) {
    return ((const struct xiangqi_state *)state)->position.board;
}

/* The values are those that Strong names in the talkchess forum, "Xiangqi piece values" (2010), in
 * hundredths of a pawn. */
static const struct psq_shape xiangqi_pieces = {
    .board = &xiangqi_board,
    .kinds = XIANGQI_KINDS,
    .names = {"king", "adviser", "elephant", "horse", "rook", "cannon", "pawn"},
    .worth = {0, 200, 200, 400, 900, 450, 100},
    .phases = {[XIANGQI_HORSE] = 1, [XIANGQI_ROOK] = 2, [XIANGQI_CANNON] = 1},
    .phase_max = 16,
    .stands = xiangqi_stands,
    .board_of = xiangqi_board_of,
    .ops = ISA_TABLE(xiangqi_psq_ops),
};

const struct psq_family xiangqi_psq_family = {
    .family = {.name = "psq",
               .doc = "tapered piece-square tables",
               .default_layout = "50",
               .layouts = "50 (left and right alike), 90",
               .make_one = psq_make},
    .shape = &xiangqi_pieces,
    .layouts = {[PSQ_MIRRORED] = "50", [PSQ_ALL] = "90"},
};

const struct psq_family xiangqi_features_family = {
    .family = {.name = "features",
               .doc = "tables, mobility, crossed pawns, cannons, guards and attacks",
               .default_layout = "50",
               .layouts = "50 (left and right alike), 90",
               .make_one = psq_make},
    .shape = &xiangqi_pieces,
    .layouts = {[PSQ_MIRRORED] = "50", [PSQ_ALL] = "90"},
    .features = &xiangqi_features,
};

const struct psq_family xiangqi_material_family = {
    .family = {.name = "material",
               .doc = "what each kind of piece is worth",
               .default_layout = "-",
               .layouts = "-",
               .make_one = psq_make},
    .shape = &xiangqi_pieces,
    .layouts = {[PSQ_MATERIAL] = "-"},
};
