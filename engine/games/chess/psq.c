/* The evaluators `psq` and `material` of chess: their layouts. */
#include "engine/games/chess/psq.h"

#include <stdio.h>
#include <string.h>

static bool stands(int kind, int square) {
    return kind != PAWN || (chess_bit(square) & ~CHESS_LAST_RANKS);
}

/* The values are the oldest usual ones: Shannon, "Programming a Computer for Playing Chess", 1950.
 * The phase is that of Fruit and of most engines since. */
static const struct psq_shape shape = {
    .kinds = CHESS_KINDS,
    .columns = 8,
    .ranks = 8,
    .first_rank = 1,
    .names = {"pawn", "knight", "bishop", "rook", "queen", "king"},
    .worth = {100, 300, 300, 500, 900, 0},
    .phases = {0, 1, 1, 2, 4, 0},
    .phase_max = 24,
    .stands = stands,
};

enum { LAYOUT_MATERIAL, LAYOUT_MIRRORED, LAYOUT_ALL, LAYOUT_COUNT };

static struct psq_layout layouts[LAYOUT_COUNT];

static int layout_number(const char *layout) {
    return *layout == '-' ? LAYOUT_MATERIAL : *layout == '3' ? LAYOUT_MIRRORED : LAYOUT_ALL;
}

static const struct psq_layout *layout_of(const struct evaluator *evaluator) {
    return &layouts[layout_number(evaluator->layout)];
}

static void prepare(const struct evaluator *evaluator, const int32_t *weights, void *prepared) {
    psq_prepare(layout_of(evaluator), weights, prepared);
}

static int terms(const struct evaluator *evaluator, const void *state, int side, struct term *out) {
    return psq_terms(layout_of(evaluator), ((const struct chess_state *)state)->position.board,
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
        .ops = ISA_TABLE(chess_psq_ops),
    };
    snprintf(evaluator->name, sizeof evaluator->name, "%s", family->name);
    snprintf(evaluator->layout, sizeof evaluator->layout, "%s", name);
    return evaluator;
}

static struct evaluator *psq_make(const struct game *game, const char *layout,
                                  struct error *error) {
    if (strcmp(layout, "64") == 0 || strcmp(layout, "32") == 0)
        return evaluator_new(game, &chess_psq_family, layout);
    error_set(error, "evaluator psq has no layout \"%.20s\"; there are: %s", layout,
              chess_psq_family.layouts);
    return NULL;
}

static struct evaluator *material_make(const struct game *game, const char *layout,
                                       struct error *error) {
    if (strcmp(layout, "-") == 0) return evaluator_new(game, &chess_material_family, layout);
    error_set(error, "evaluator material has no layout \"%.20s\", only \"-\"", layout);
    return NULL;
}

const struct evaluator_family chess_psq_family = {
    .name = "psq",
    .doc = "tapered piece-square tables",
    .default_layout = "32",
    .layouts = "32 (left and right alike), 64",
    .make = psq_make,
};

const struct evaluator_family chess_material_family = {
    .name = "material",
    .doc = "what each kind of piece is worth",
    .default_layout = "-",
    .layouts = "-",
    .make = material_make,
};
