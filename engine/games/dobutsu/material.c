/*
 * The evaluator `material`: what pieces are worth on the board and in hand, the points that they
 * go to, how far the lion has come, and what is attacked around the other lion.
 */
#include <string.h>

#include "engine/games/dobutsu/rules.h"
#include "engine/search/node.h"

enum { MATERIAL_PIECE_MAX = 3000, MATERIAL_PLACE_MAX = 500, MATERIAL_PARAMS = 11 };

#define MATERIAL_PIECE(name, worth, what)                                                          \
    { name, worth, 0, MATERIAL_PIECE_MAX, SCALE_LINEAR, what }
#define MATERIAL_PLACE(name, worth, what)                                                          \
    { name, worth, -MATERIAL_PLACE_MAX, MATERIAL_PLACE_MAX, SCALE_LINEAR, what }

/* The own ones less the other side's; kinds in the order of enum dobutsu_kind. */
enum {
    MATERIAL_BOARD = 0,
    MATERIAL_HAND = 4,
    MATERIAL_MOBILITY = 7,
    MATERIAL_ADVANCE,
    MATERIAL_NEAR,
    MATERIAL_TURN
};
static const struct param material_params[MATERIAL_PARAMS] = {
    MATERIAL_PIECE("chick", 100, "a chick on the board"),
    MATERIAL_PIECE("elephant", 300, "an elephant on the board"),
    MATERIAL_PIECE("giraffe", 300, "a giraffe on the board"),
    MATERIAL_PIECE("hen", 400, "a hen on the board"),
    MATERIAL_PIECE("hand.chick", 100, "a chick in hand"),
    MATERIAL_PIECE("hand.elephant", 300, "an elephant in hand"),
    MATERIAL_PIECE("hand.giraffe", 300, "a giraffe in hand"),
    MATERIAL_PLACE("mobility", 10, "a point that a piece goes to, own pieces apart"),
    MATERIAL_PLACE("advance", 0, "a row that the lion has come forward"),
    MATERIAL_PLACE("near", 10, "a point beside the other lion, or its own, that is attacked"),
    MATERIAL_PLACE("turn", 0, "to be on the move"),
};

/* What is counted of a side. */
struct material_side {
    int mobility, advance, near;
};

static struct material_side material_side(const struct dobutsu_board *board, int side) {
    uint16_t mine = dobutsu_pieces(board, side), reached = 0;
    int lion = __builtin_ctz(board->pieces[side][DOBUTSU_LION]) / DOBUTSU_COLUMNS;
    int other = __builtin_ctz(board->pieces[!side][DOBUTSU_LION]);
    struct material_side out = {.advance = side == 0 ? DOBUTSU_ROWS - 1 - lion : lion};
    for (int kind = 0; kind < DOBUTSU_KINDS; kind++)
        for (uint16_t left = board->pieces[side][kind]; left; left &= (uint16_t)(left - 1)) {
            uint16_t steps = dobutsu_steps[side][kind][__builtin_ctz(left)];
            reached |= steps;
            out.mobility += __builtin_popcount(steps & ~mine);
        }
    uint16_t around = (uint16_t)(dobutsu_steps[side][DOBUTSU_LION][other] | 1u << other);
    out.near = __builtin_popcount(reached & around);
    return out;
}

static void material_counts(const struct dobutsu_board *board, int side,
                            int counts[MATERIAL_PARAMS]) {
    struct material_side own = material_side(board, side), opp = material_side(board, !side);
    for (int kind = 0; kind <= DOBUTSU_HEN; kind++)
        counts[MATERIAL_BOARD + kind] = __builtin_popcount(board->pieces[side][kind]) -
                                        __builtin_popcount(board->pieces[!side][kind]);
    for (int kind = 0; kind < DOBUTSU_IN_HAND; kind++)
        counts[MATERIAL_HAND + kind] = board->hands[side][kind] - board->hands[!side][kind];
    counts[MATERIAL_MOBILITY] = own.mobility - opp.mobility;
    counts[MATERIAL_ADVANCE] = own.advance - opp.advance;
    counts[MATERIAL_NEAR] = own.near - opp.near;
    counts[MATERIAL_TURN] = board->side == side ? 1 : -1;
}

static int material_terms(const struct evaluator *evaluator, const void *state, int side,
                          struct term *out) {
    int counts[MATERIAL_PARAMS];
    (void)evaluator;
    material_counts(&((const struct dobutsu_state *)state)->board, side, counts);
    for (int i = 0; i < MATERIAL_PARAMS; i++) out[i] = (struct term){i, counts[i]};
    return MATERIAL_PARAMS;
}

static int32_t material_of(const int32_t *weights, const struct dobutsu_board *board, int side) {
    int counts[MATERIAL_PARAMS];
    int32_t sum = 0;
    material_counts(board, side, counts);
    for (int i = 0; i < MATERIAL_PARAMS; i++) sum += counts[i] * weights[i];
    return sum;
}

static int32_t material_eval(const struct evaluator *evaluator, const void *prepared,
                             const void *state, int side) {
    (void)evaluator;
    return material_of(prepared, &((const struct dobutsu_state *)state)->board, side);
}

/* A move that only repeats a position, which may draw, is judged as any other. */
static int material_candidates(const struct evaluator *evaluator, const void *prepared,
                               const void *state_, bool all, struct candidate *out) {
    const struct dobutsu_state *state = state_;
    move_t moves[DOBUTSU_MOVES_MAX];
    int count = dobutsu_moves(evaluator->game, state, moves);
    (void)all;
    for (int i = 0; i < count; i++) {
        struct dobutsu_board after = state->board;
        dobutsu_board_play(&after, moves[i]);
        out[i].move = moves[i];
        out[i].score =
            dobutsu_is_won(&after) ? SCORE_WIN : material_of(prepared, &after, state->board.side);
    }
    return count;
}

static const struct search_ops material_search_ops = {
    .state_size = sizeof(struct dobutsu_state),
    .side = dobutsu_side,
    .over = dobutsu_over,
    .margin = dobutsu_margin,
    .play = dobutsu_play,
    .hash = dobutsu_hash,
    .candidates = material_candidates,
    .eval = material_eval,
    .repeats = dobutsu_repeats,
    .plies_left = dobutsu_plies_left,
    .in_check = dobutsu_in_check,
    .noisy = dobutsu_noisy,
    .pass_turn = dobutsu_pass_turn,
};
SEARCH_INSTANCE(material_search, material_search_ops)

static const struct evaluator_ops material_ops = {
    .eval = material_eval,
    .candidates = material_candidates,
    .search = material_search,
};

static struct evaluator *material_make(const struct game *game, const char *layout,
                                       struct error *error) {
    const struct evaluator pattern = {
        .name = "material",
        .layout = "-",
        .schema = 1,
        .doc = dobutsu_material_family.doc,
        .param_count = MATERIAL_PARAMS,
        .params = material_params,
        .prepared_size = MATERIAL_PARAMS * sizeof(int32_t),
        .prepare = evaluator_copy_weights,
        .terms = material_terms,
        .terms_max = MATERIAL_PARAMS,
        .ops = ISA_SAME(material_ops),
    };
    return evaluator_make_single(game, layout, &pattern, error);
}

const struct evaluator_family dobutsu_material_family = {
    .name = "material",
    .doc = "pieces on the board and in hand, mobility, the lions' rows and surroundings",
    .default_layout = "-",
    .layouts = "-",
    .make = material_make,
};
