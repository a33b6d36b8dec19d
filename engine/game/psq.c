/* The evaluators of piece-square tables: the names of their weights, and where each counts. */
#include "engine/game/psq.h"

#include <stdio.h>
#include <string.h>

/* Which weight a piece's worth is. */
struct psq_layout {
    const struct psq_shape *shape;
    const struct psq_features *features;
    struct param *params;
    int count, tables; /* weights; those of pieces, before those of features */
    bool material;     /* one for each kind, wherever it stands */
    int16_t weights[2][PSQ_KINDS_MAX][PIECE_POINTS_MAX]; /* by phase, for side 0; -1: none */
};

struct psq_evaluator {
    struct evaluator evaluator; /* first, so that a pointer to it is one to the whole */
    struct psq_layout layout;
};

/* ---- layouts ------------------------------------------------------------------------------- */

static int psq_points(const struct psq_shape *shape) {
    return shape->board->columns * shape->board->ranks;
}

static void layout_clear(struct psq_layout *out, const struct psq_shape *shape) {
    *out = (struct psq_layout){.shape = shape};
    memset(out->weights, -1, sizeof out->weights);
    out->params =
        xcalloc(2 * (PSQ_KINDS_MAX * PIECE_POINTS_MAX + PSQ_FEATURES_MAX), sizeof *out->params);
}

static void point_param(struct psq_layout *out, int phase, int kind, int point) {
    const struct psq_shape *shape = out->shape;
    static const char *const docs[] = {"a piece on this point, in the middlegame",
                                       "a piece on this point, in the endgame"};
    struct param *param = &out->params[out->count];
    *param = (struct param){"",           shape->worth[kind], -PSQ_WEIGHT_MAX, PSQ_WEIGHT_MAX,
                            SCALE_LINEAR, docs[phase]};
    snprintf(param->name, sizeof param->name, "%s.%s.%c%d", phase ? "eg" : "mg", shape->names[kind],
             'a' + point % shape->board->columns,
             shape->board->first_rank + point / shape->board->columns);
    out->weights[phase][kind][point] = (int16_t)out->count++;
}

static int mirror(const struct psq_shape *shape, int point) {
    int column = point % shape->board->columns;
    return point - column + shape->board->columns - 1 - column;
}

/* A point of the right half has the weight of its image, which comes before it. */
static void kind_init(struct psq_layout *out, int phase, int kind, bool mirrored) {
    const struct psq_shape *shape = out->shape;
    for (int point = 0; point < psq_points(shape); point++) {
        int image = mirrored ? mirror(shape, point) : point;
        if (!shape->stands(kind, point)) continue;
        if (image < point)
            out->weights[phase][kind][point] = out->weights[phase][kind][image];
        else
            point_param(out, phase, kind, point);
    }
}

/* One weight for each point; `mirrored`: one for each of the left half. */
static void tables_init(struct psq_layout *out, const struct psq_shape *shape, bool mirrored) {
    layout_clear(out, shape);
    for (int phase = 0; phase < 2; phase++)
        for (int kind = 0; kind < shape->kinds; kind++) kind_init(out, phase, kind, mirrored);
}

/* One weight a kind, in both phases, for the kinds that are worth something. */
static void material_init(struct psq_layout *out, const struct psq_shape *shape) {
    layout_clear(out, shape);
    out->material = true;
    for (int kind = 0; kind < shape->kinds; kind++) {
        if (shape->worth[kind] == 0) continue;
        struct param *param = &out->params[out->count];
        *param = (struct param){"", shape->worth[kind], 0, PSQ_WEIGHT_MAX, SCALE_LINEAR, "a piece"};
        snprintf(param->name, sizeof param->name, "%s", shape->names[kind]);
        for (int phase = 0; phase < 2; phase++)
            for (int point = 0; point < psq_points(shape); point++)
                out->weights[phase][kind][point] = (int16_t)out->count;
        out->count++;
    }
}

/* How many there are. */
static int feature_count(const struct psq_features *features) {
    int count = 0;
    while (features && features->list[count].name) count++;
    return count;
}

/* All of the middlegame, then all of the endgame. */
static void features_init(struct psq_layout *out, const struct psq_features *features) {
    int count = feature_count(features);
    out->features = features;
    out->tables = out->count;
    for (int i = 0; i < 2 * count; i++) {
        const struct psq_feature *feature = &features->list[i % count];
        struct param *param = &out->params[out->count++];
        *param = (struct param){"",
                                i < count ? feature->middle : feature->end,
                                -PSQ_FEATURE_WEIGHT_MAX,
                                PSQ_FEATURE_WEIGHT_MAX,
                                SCALE_LINEAR,
                                feature->doc};
        snprintf(param->name, sizeof param->name, "%s.%s", i < count ? "mg" : "eg", feature->name);
    }
}

/* Where side 0 would see what side 1 has on a point. */
static int point_seen(const struct psq_shape *shape, int side, int point) {
    return side == 0 ? point : piece_point(shape->board, point);
}

/* The mean of both phases over the points where a piece of side 0 stands. */
static int32_t kind_mean(const struct psq_layout *layout, const struct psq_prepared *prepared,
                         int kind) {
    int64_t sum = 0;
    int points = 0;
    for (int point = 0; point < psq_points(layout->shape); point++) {
        if (layout->weights[0][kind][point] < 0) continue;
        const struct psq_sum *add = &prepared->adds[2 * kind][point];
        sum += (int64_t)(add->middle + add->end) * prepared->phase_max / 2;
        points++;
    }
    return points > 0 ? (int32_t)(sum / points) : 0;
}

static int32_t unit_of(const struct psq_layout *layout, const struct psq_prepared *prepared) {
    int32_t most = 0;
    for (int kind = 0; kind < layout->shape->kinds; kind++)
        if (layout->shape->worth[kind] > 0) most = max_int(most, kind_mean(layout, prepared, kind));
    return most / 10;
}

/* Values are in parts of `phase_max`, so that they are exact sums of weights. */
static void psq_prepare(const struct evaluator *evaluator, const int32_t *weights, void *prepared) {
    const struct psq_layout *layout = &((const struct psq_evaluator *)evaluator)->layout;
    const struct psq_shape *shape = layout->shape;
    struct psq_prepared *out = prepared;
    memset(out, 0, sizeof *out);
    out->phase_max = shape->phase_max;
    for (int piece = 0; piece < 2 * shape->kinds; piece++)
        for (int point = 0; point < psq_points(shape); point++) {
            int kind = piece / 2, sign = piece % 2 ? -1 : 1;
            int seen = point_seen(shape, piece % 2, point);
            int middle = layout->weights[0][kind][seen], end = layout->weights[1][kind][seen];
            out->adds[piece][point] =
                (struct psq_sum){middle < 0 ? 0 : sign * weights[middle],
                                 end < 0 ? 0 : sign * weights[end], shape->phases[kind]};
        }
    int count = feature_count(layout->features);
    for (int i = 0; i < 2 * count; i++)
        out->features[i / count][i % count] = weights[layout->tables + i];
    out->unit = unit_of(layout, out);
}

static int phase_of(const struct psq_shape *shape, const uint8_t *board) {
    int phase = 0;
    for (int point = 0; point < psq_points(shape); point++)
        if (board[point] < 2 * shape->kinds) phase += shape->phases[board[point] / 2];
    return min_int(phase, shape->phase_max);
}

/* Appends the terms of features to `out`; their number. */
static int feature_terms(const struct psq_layout *layout, const void *state, int side,
                         const int parts[2], struct term *out) {
    int32_t counts[PSQ_FEATURES_MAX] = {0};
    int count = feature_count(layout->features), terms = 0;
    if (count > 0) layout->features->count(state, counts);
    for (int i = 0; i < 2 * count; i++) {
        int32_t part = parts[i / count] * (side == 0 ? counts[i % count] : -counts[i % count]);
        if (part) out[terms++] = (struct term){layout->tables + i, part};
    }
    return terms;
}

static int psq_terms(const struct evaluator *evaluator, const void *state, int side,
                     struct term *out) {
    const struct psq_layout *layout = &((const struct psq_evaluator *)evaluator)->layout;
    const struct psq_shape *shape = layout->shape;
    const uint8_t *board = shape->board_of(state);
    int phase = phase_of(shape, board), count = 0;
    const int parts[2] = {phase, shape->phase_max - phase};
    for (int point = 0; point < psq_points(shape); point++) {
        int kind = board[point] / 2, owner = board[point] % 2;
        if (kind == shape->kinds) continue;
        for (int i = 0; i < 2; i++) {
            int weight = layout->weights[i][kind][point_seen(shape, owner, point)];
            int part = owner == side ? parts[i] : -parts[i];
            if (weight >= 0 && part) out[count++] = (struct term){weight, part};
        }
    }
    return count + feature_terms(layout, state, side, parts, out + count);
}

/* ---- points beside each other -------------------------------------------------------------- */

struct psq_place {
    int phase, kind, point;
};

/* The first place where a weight counts; false: it is a feature's. */
static bool place_find(const struct psq_layout *layout, int weight, struct psq_place *out) {
    for (int phase = 0; phase < 2; phase++)
        for (int kind = 0; kind < layout->shape->kinds; kind++)
            for (int point = 0; point < psq_points(layout->shape); point++)
                if (layout->weights[phase][kind][point] == weight) {
                    *out = (struct psq_place){phase, kind, point};
                    return true;
                }
    return false;
}

static bool lists_int(const int *list, int count, int value) {
    for (int i = 0; i < count; i++)
        if (list[i] == value) return true;
    return false;
}

/* The next point on the rank, and those of the rank above. */
static int psq_beside(const struct evaluator *evaluator, int index, int *out) {
    static const int steps[][2] = {{1, 0}, {-1, 1}, {0, 1}, {1, 1}};
    const struct psq_layout *layout = &((const struct psq_evaluator *)evaluator)->layout;
    const struct piece_board *board = layout->shape->board;
    struct psq_place place;
    int count = 0;
    if (!place_find(layout, index, &place)) return 0;
    for (size_t i = 0; i < COUNT_OF(steps); i++) {
        int column = place.point % board->columns + steps[i][0];
        int rank = place.point / board->columns + steps[i][1];
        if (column < 0 || column >= board->columns || rank >= board->ranks) continue;
        int weight = layout->weights[place.phase][place.kind][rank * board->columns + column];
        if (weight > index && !lists_int(out, count, weight)) out[count++] = weight;
    }
    return count;
}

/* ---- what weights mean, in layouts of other points ------------------------------------------ */

/* A piece on some columns of a rank: a board may have more points than a meaning. */
static struct meaning psq_meaning(const struct evaluator *evaluator, int index) {
    const struct psq_layout *layout = &((const struct psq_evaluator *)evaluator)->layout;
    const int columns = layout->shape->board->columns;
    struct meaning meaning = {.points = ~(uint64_t)0, .to = MEANING_GAME};
    struct psq_place place;
    snprintf(meaning.what, sizeof meaning.what, "%s", layout->params[index].name);
    if (layout->material || !place_find(layout, index, &place)) return meaning;
    const int rank = place.point / columns;
    snprintf(meaning.what, sizeof meaning.what, "%s.%s.%d", place.phase ? "eg" : "mg",
             layout->shape->names[place.kind], rank);
    meaning.points = 0;
    for (int column = 0; column < columns; column++)
        if (layout->weights[place.phase][place.kind][rank * columns + column] == index)
            meaning.points |= UINT64_C(1) << column;
    return meaning;
}

/* ---- the family ---------------------------------------------------------------------------- */

static void layout_init(struct psq_layout *out, const struct psq_shape *shape,
                        enum psq_weights weights) {
    if (weights == PSQ_MATERIAL)
        material_init(out, shape);
    else
        tables_init(out, shape, weights == PSQ_MIRRORED);
}

static struct evaluator *evaluator_new(const struct psq_family *family, const struct game *game,
                                       enum psq_weights weights) {
    const struct psq_shape *shape = family->shape;
    struct psq_evaluator *out = xmalloc(sizeof *out);
    layout_init(&out->layout, shape, weights);
    features_init(&out->layout, family->features);
    out->evaluator = (struct evaluator){
        .game = game,
        .schema = 1,
        .doc = family->family.doc,
        .param_count = out->layout.count,
        .params = out->layout.params,
        .unit = shape->phase_max,
        .prepared_size = sizeof(struct psq_prepared),
        .prepare = psq_prepare,
        .terms = psq_terms,
        .terms_max = 2 * (PSQ_PIECES_MAX + PSQ_FEATURES_MAX),
        .beside = psq_beside,
        .meaning = psq_meaning,
    };
    memcpy(out->evaluator.ops, family->features ? family->features->ops : shape->ops,
           sizeof shape->ops);
    snprintf(out->evaluator.name, sizeof out->evaluator.name, "%s", family->family.name);
    snprintf(out->evaluator.layout, sizeof out->evaluator.layout, "%s", family->layouts[weights]);
    return &out->evaluator;
}

struct evaluator *psq_make(const struct evaluator_family *family_, const struct game *game,
                           const char *layout, struct error *error) {
    const struct psq_family *family = (const struct psq_family *)family_;
    for (int weights = 0; weights < PSQ_WEIGHTS_COUNT; weights++)
        if (family->layouts[weights] && strcmp(layout, family->layouts[weights]) == 0)
            return evaluator_new(family, game, (enum psq_weights)weights);
    error_set(error, "evaluator %s has no layout \"%.20s\"; there are: %s", family_->name, layout,
              family_->layouts);
    return NULL;
}
