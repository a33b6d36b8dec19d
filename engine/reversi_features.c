/*
 * The evaluator `features`: for each stage of the game a weight for each symmetric class of
 * squares, as wpc's, and one for each count of reversi_features.h.
 */
#include "engine/reversi_features.h"

#include <stdio.h>
#include <string.h>

#include "engine/reversi_wpc.h"
#include "engine/search_body.h"

/* A square counts once at most, moves and discs next to empty squares by the dozen: so that equal
 * parts of the ranges matter alike, the latter's weights have a smaller one. */
enum {
    FEATURES_PARAMS = WPC_CLASSES + FEATURE_COUNT, /* of a stage */
    SQUARE_LIMIT = 1023,
    COUNT_LIMIT = 255,
};

/* Initial weights at the beginning and at the end of the game; a stage gets what lies between. Set
 * by hand: early on moves count and the squares that give a corner away, later discs that stay. */
static const struct {
    const char *name, *doc;
    int32_t early, late;
} features[FEATURES_PARAMS] = {
    {"a1", "a disc in a corner", 900, 500},
    {"b1", "a disc on b1 and squares like it, next to a corner on the edge", -160, -20},
    {"c1", "a disc on c1 and squares like it", 30, 60},
    {"d1", "a disc on d1 and squares like it", 10, 50},
    {"b2", "a disc on b2 and squares like it, next to a corner on the diagonal", -350, -60},
    {"c2", "a disc on c2 and squares like it", -20, 20},
    {"d2", "a disc on d2 and squares like it", -20, 20},
    {"c3", "a disc on c3 and squares like it", 10, 20},
    {"d3", "a disc on d3 and squares like it", 0, 20},
    {"d4", "a disc on one of the four squares in the middle", 0, 20},
    [WPC_CLASSES + FEATURE_MOBILITY] = {"mobility", "a legal move", 70, 50},
    [WPC_CLASSES + FEATURE_FRONTIER] = {"frontier", "a disc next to an empty square", -25, -10},
    [WPC_CLASSES +
        FEATURE_POTENTIAL] = {"potential", "an empty square next to an opposing disc", 20, 10},
    [WPC_CLASSES + FEATURE_STABLE] = {"stable", "a disc stable from a corner", 100, 150},
    [WPC_CLASSES + FEATURE_PARITY] = {"parity",
                                      "a quadrant with an odd number of empty squares, "
                                      "for the side to move",
                                      0, 40},
};

/* The squares of opposite rows are alike, so half the rows have a table. */
struct features_stage {
    int16_t rows[4][256]; /* the sum of the weights of a row's discs */
    int32_t weights[FEATURE_COUNT];
};

struct features_prepared {
    int stage_count;
    struct features_stage stages[];
};

static void stage_prepare(struct features_stage *stage, const int32_t *weights) {
    for (int row = 0; row < 4; row++) {
        int16_t squares[8];
        for (int i = 0; i < 8; i++) squares[i] = (int16_t)weights[wpc_class_of(8 * row + i)];
        wpc_line_fill(squares, stage->rows[row]);
    }
    memcpy(stage->weights, weights + WPC_CLASSES, sizeof stage->weights);
}

static void prepare(const struct evaluator *evaluator, const int32_t *weights, void *prepared_) {
    struct features_prepared *prepared = prepared_;
    prepared->stage_count = evaluator->param_count / FEATURES_PARAMS;
    for (int i = 0; i < prepared->stage_count; i++)
        stage_prepare(&prepared->stages[i], weights + i * FEATURES_PARAMS);
}

static inline int32_t squares_value(const struct features_stage *stage, uint64_t discs) {
    int32_t value = 0;
    for (int row = 0; row < 4; row++)
        value += stage->rows[row][discs >> 8 * row & 0xff] +
                 stage->rows[row][discs >> (56 - 8 * row) & 0xff];
    return value;
}

struct judgement {
    int32_t value; /* for the side to move */
    bool over;     /* and the value is none */
};

static inline struct judgement judge(const struct features_prepared *prepared, uint64_t own,
                                     uint64_t opp) {
    const struct features_stage *stage =
        &prepared->stages[wpc_stage_number(prepared->stage_count, reversi_count(own | opp))];
    const struct features_counts counts = features_count(own, opp);
    int32_t value = squares_value(stage, own) - squares_value(stage, opp);
    for (int i = 0; i < FEATURE_COUNT; i++) value += stage->weights[i] * counts.counts[i];
    return (struct judgement){value, counts.over};
}

static inline int32_t eval(const struct evaluator *evaluator, const void *prepared,
                           const void *state, int side) {
    const struct reversi *board = state;
    (void)evaluator;
    int32_t value = judge(prepared, board->own, board->opp).value;
    return side == (int)board->side ? value : -value;
}

/* The position after a move, its side to move being the opponent. */
static inline struct reversi after(const struct reversi *board, move_t move) {
    struct reversi child = *board;
    reversi_play(NULL, &child, move);
    return child;
}

/* A finished game's worth is who has won it. */
static inline int32_t score(const struct features_prepared *prepared, const struct reversi *child) {
    const struct judgement judgement = judge(prepared, child->own, child->opp);
    if (!judgement.over) return -judgement.value;
    int difference = reversi_difference(child->opp, child->own);
    return difference > 0 ? SCORE_WIN : difference < 0 ? -SCORE_WIN : 0;
}

static inline int candidates(const struct evaluator *evaluator, const void *prepared,
                             const void *state, bool all, struct candidate *out) {
    const struct reversi *board = state;
    uint64_t moves = reversi_moves(board->own, board->opp);
    (void)all;
    if (!moves) {
        out[0] = (struct candidate){.score = 0, .move = REVERSI_PASS};
        return !reversi_over(evaluator->game, state);
    }
    int count = 0;
    for (; moves; moves &= moves - 1) {
        move_t move = (move_t)reversi_lowest(moves);
        const struct reversi child = after(board, move);
        out[count++] = (struct candidate){score(prepared, &child), move};
    }
    return count;
}

/* A child's value for its mover; the weights' owner does not matter, as one side's gain is the
 * other's loss. */
static inline void last_add(const struct features_prepared *prepared, const struct reversi *board,
                            move_t move, struct search_last *last) {
    const struct reversi child = after(board, move);
    const struct judgement judgement = judge(prepared, child.own, child.opp);
    int32_t value = judgement.over
                        ? search_final_value(reversi_margin(NULL, &child), (int)board->side)
                        : -judgement.value;
    last->leaves++;
    last->certain &= judgement.over;
    if (value <= last->value) return;
    last->value = value;
    last->move = move;
}

static inline struct search_last last_ply(const struct evaluator *evaluator, const void *prepared,
                                          const void *state, int root_side) {
    const struct reversi *board = state;
    struct search_last last = {.value = -SCORE_INFINITE, .certain = true};
    (void)evaluator, (void)root_side;
    uint64_t moves = reversi_moves(board->own, board->opp);
    if (!moves) last_add(prepared, board, REVERSI_PASS, &last);
    for (; moves; moves &= moves - 1)
        last_add(prepared, board, (move_t)reversi_lowest(moves), &last);
    return last;
}

static const struct search_ops features_ops = {
    .state_size = sizeof(struct reversi),
    .side = reversi_side,
    .over = reversi_over,
    .margin = reversi_margin,
    .play = reversi_play,
    .hash = reversi_hash,
    .candidates = candidates,
    .eval = eval,
    .last_ply = last_ply,
};
SEARCH_INSTANCE(features_search, features_ops)

/* The stage's middle on the way from the game's beginning to its end. */
static int32_t initial_at(int feature, int stage, int stage_count) {
    int32_t early = features[feature].early, late = features[feature].late;
    return early + (late - early) * (2 * stage + 1) / (2 * stage_count);
}

static void param_fill(int feature, int stage, int stage_count, struct param *out) {
    char stage_name[4] = "";
    if (stage_count > 1)
        memcpy(stage_name, (char[]){'s', (char)('1' + stage), '.', '\0'}, sizeof stage_name);
    int32_t limit = feature < WPC_CLASSES ? SQUARE_LIMIT : COUNT_LIMIT;
    *out = (struct param){.initial = initial_at(feature, stage, stage_count),
                          .lower = -limit,
                          .upper = limit,
                          .scale = SCALE_LINEAR,
                          .doc = features[feature].doc};
    snprintf(out->name, sizeof out->name, "%s%s", stage_name, features[feature].name);
}

static const struct param *params_new(int stage_count) {
    struct param *params = xcalloc((size_t)stage_count * FEATURES_PARAMS, sizeof *params);
    for (int stage = 0; stage < stage_count; stage++)
        for (int i = 0; i < FEATURES_PARAMS; i++)
            param_fill(i, stage, stage_count, &params[stage * FEATURES_PARAMS + i]);
    return params;
}

static struct evaluator *make(const struct game *game, const char *layout, struct error *error) {
    int64_t stages;
    if (!parse_i64(layout, 1, WPC_STAGES_MAX, &stages)) {
        error_set(error, "unknown layout \"%.20s\"; there are: %s", layout,
                  reversi_features_family.layouts);
        return NULL;
    }
    struct evaluator *evaluator = xmalloc(sizeof *evaluator);
    *evaluator = (struct evaluator){
        .game = game,
        .schema = 1,
        .doc = reversi_features_family.doc,
        .param_count = (int)stages * FEATURES_PARAMS,
        .params = params_new((int)stages),
        .prepared_size =
            sizeof(struct features_prepared) + (size_t)stages * sizeof(struct features_stage),
        .prepare = prepare,
        .eval = eval,
        .candidates = candidates,
        .search = features_search,
    };
    snprintf(evaluator->name, sizeof evaluator->name, "%s", reversi_features_family.name);
    snprintf(evaluator->layout, sizeof evaluator->layout, "%d", (int)stages);
    return evaluator;
}

const struct evaluator_family reversi_features_family = {
    .name = "features",
    .doc = "squares, mobility, frontier, stable discs and parity, by stages of the game",
    .default_layout = "3",
    .layouts = "1…8, the number of stages",
    .make = make,
};
