/*
 * The evaluator `features`: for each stage of the game a weight for each symmetric class of
 * squares, as wpc's, and one for each count of features.h.
 */
#include "engine/games/reversi/features.h"

#include <stdio.h>
#include <string.h>

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

static void features_stage_prepare(struct features_stage *stage, const int32_t *weights) {
    for (int row = 0; row < 4; row++) {
        int16_t squares[8];
        for (int i = 0; i < 8; i++) squares[i] = (int16_t)weights[wpc_class_of(8 * row + i)];
        wpc_line_fill(squares, stage->rows[row]);
    }
    memcpy(stage->weights, weights + WPC_CLASSES, sizeof stage->weights);
}

static void features_prepare(const struct evaluator *evaluator, const int32_t *weights,
                             void *prepared_) {
    struct features_prepared *prepared = prepared_;
    prepared->stage_count = evaluator->param_count / FEATURES_PARAMS;
    for (int i = 0; i < prepared->stage_count; i++)
        features_stage_prepare(&prepared->stages[i], weights + i * FEATURES_PARAMS);
}

static int features_terms(const struct evaluator *evaluator, const void *state, int side,
                          struct term *out) {
    const struct reversi *board = state;
    int sign = side == (int)board->side ? 1 : -1;
    int stages = evaluator->param_count / FEATURES_PARAMS;
    int first = wpc_stage_number(stages, reversi_count(board->own | board->opp)) * FEATURES_PARAMS;
    const struct features_counts counts = features_count(board->own, board->opp);
    int count = wpc_class_terms(board->own, board->opp, first, out);
    for (int i = 0; i < FEATURE_COUNT; i++)
        if (counts.counts[i])
            out[count++] = (struct term){first + WPC_CLASSES + i, counts.counts[i]};
    for (int i = 0; i < count; i++) out[i].count *= sign;
    return count;
}

static struct meaning features_meaning(const struct evaluator *evaluator, int index) {
    int feature = index % FEATURES_PARAMS;
    bool square = feature < WPC_CLASSES;
    return wpc_stage_meaning(square ? "disc" : features[feature].name,
                             square ? wpc_class_squares(feature) : ~(uint64_t)0,
                             index / FEATURES_PARAMS, evaluator->param_count / FEATURES_PARAMS);
}

/* The stage's middle on the way from the game's beginning to its end. */
static int32_t features_initial(int feature, int stage, int stage_count) {
    int32_t early = features[feature].early, late = features[feature].late;
    return early + (late - early) * (2 * stage + 1) / (2 * stage_count);
}

static void features_param_fill(int feature, int stage, int stage_count, struct param *out) {
    char stage_name[4] = "";
    if (stage_count > 1)
        memcpy(stage_name, (char[]){'s', (char)('1' + stage), '.', '\0'}, sizeof stage_name);
    int32_t limit = feature < WPC_CLASSES ? SQUARE_LIMIT : COUNT_LIMIT;
    *out = (struct param){.initial = features_initial(feature, stage, stage_count),
                          .lower = -limit,
                          .upper = limit,
                          .scale = SCALE_LINEAR,
                          .doc = features[feature].doc};
    snprintf(out->name, sizeof out->name, "%s%s", stage_name, features[feature].name);
}

static const struct param *features_params(int stage_count) {
    struct param *params = xcalloc((size_t)stage_count * FEATURES_PARAMS, sizeof *params);
    for (int stage = 0; stage < stage_count; stage++)
        for (int i = 0; i < FEATURES_PARAMS; i++)
            features_param_fill(i, stage, stage_count, &params[stage * FEATURES_PARAMS + i]);
    return params;
}

static struct evaluator *features_make(const struct game *game, const char *layout,
                                       struct error *error) {
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
        .stage_count = (int)stages,
        .stage = wpc_stage_of,
        .params = features_params((int)stages),
        .prepared_size =
            sizeof(struct features_prepared) + (size_t)stages * sizeof(struct features_stage),
        .prepare = features_prepare,
        .meaning = features_meaning,
        .terms = features_terms,
        .terms_max = FEATURES_PARAMS,
        .ops = ISA_TABLE(features_ops),
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
    .make = features_make,
};
