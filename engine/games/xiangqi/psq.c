/* The evaluators `psq` and `material` of xiangqi: their layouts. */
#include "engine/games/xiangqi/psq.h"

#include <stdio.h>
#include <string.h>

static bool stands(int kind, int point) {
    return points_meet(xiangqi_homes[XIANGQI_RED][kind], points_of(point));
}

/* The values are those that Strong names in the talkchess forum, "Xiangqi piece values" (2010), in
 * hundredths of a pawn. */
static const struct psq_shape shape = {
    .kinds = XIANGQI_KINDS,
    .columns = XIANGQI_FILES,
    .ranks = XIANGQI_RANKS,
    .first_rank = 0,
    .names = {"king", "adviser", "elephant", "horse", "rook", "cannon", "pawn"},
    .worth = {0, 200, 200, 400, 900, 450, 100},
    .phases = {[XIANGQI_HORSE] = 1, [XIANGQI_ROOK] = 2, [XIANGQI_CANNON] = 1},
    .phase_max = 16,
    .stands = stands,
};

enum { LAYOUT_MATERIAL, LAYOUT_MIRRORED, LAYOUT_ALL, LAYOUT_COUNT };

static struct psq_layout layouts[LAYOUT_COUNT];

static int layout_number(const char *layout) {
    return *layout == '-' ? LAYOUT_MATERIAL : *layout == '5' ? LAYOUT_MIRRORED : LAYOUT_ALL;
}

static const struct psq_layout *layout_of(const struct evaluator *evaluator) {
    return &layouts[layout_number(evaluator->layout)];
}

static void prepare(const struct evaluator *evaluator, const int32_t *weights, void *prepared) {
    psq_prepare(layout_of(evaluator), weights, prepared);
}

static int terms(const struct evaluator *evaluator, const void *state, int side, struct term *out) {
    return psq_terms(layout_of(evaluator), ((const struct xiangqi_state *)state)->position.board,
                     side, out);
}

static struct evaluator *evaluator_new(const struct game *game,
                                       const struct evaluator_family *family, const char *name) {
    int number = layout_number(name);
    struct psq_layout *layout = &layouts[number];
    if (!layout->shape && number == LAYOUT_MATERIAL) psq_material_init(layout, &shape);
    if (!layout->shape) psq_layout_init(layout, &shape, number == LAYOUT_MIRRORED);
    struct evaluator *evaluator = xmalloc(sizeof *evaluator);
    *evaluator = (struct evaluator){
        .game = game,
        .schema = 1,
        .doc = family->doc,
        .param_count = layout->count,
        .params = layout->params,
        .unit = shape.phase_max,
        .prepared_size = sizeof(struct psq_prepared),
        .prepare = prepare,
        .terms = terms,
        .terms_max = 2 * 32,
        .ops = ISA_TABLE(xiangqi_psq_ops),
    };
    snprintf(evaluator->name, sizeof evaluator->name, "%s", family->name);
    snprintf(evaluator->layout, sizeof evaluator->layout, "%s", name);
    return evaluator;
}

static struct evaluator *psq_make(const struct game *game, const char *layout,
                                  struct error *error) {
    if (strcmp(layout, "90") == 0 || strcmp(layout, "50") == 0)
        return evaluator_new(game, &xiangqi_psq_family, layout);
    error_set(error, "evaluator psq has no layout \"%.20s\"; there are: %s", layout,
              xiangqi_psq_family.layouts);
    return NULL;
}

static struct evaluator *material_make(const struct game *game, const char *layout,
                                       struct error *error) {
    if (strcmp(layout, "-") == 0) return evaluator_new(game, &xiangqi_material_family, layout);
    error_set(error, "evaluator material has no layout \"%.20s\", only \"-\"", layout);
    return NULL;
}

const struct evaluator_family xiangqi_psq_family = {
    .name = "psq",
    .doc = "tapered piece-square tables",
    .default_layout = "50",
    .layouts = "50 (left and right alike), 90",
    .make = psq_make,
};

const struct evaluator_family xiangqi_material_family = {
    .name = "material",
    .doc = "what each kind of piece is worth",
    .default_layout = "-",
    .layouts = "-",
    .make = material_make,
};
