/* The weights of piece-square tables: their names, and where each counts. */
#include "engine/game/psq.h"

#include <stdio.h>
#include <string.h>

static void layout_clear(struct psq_layout *out, const struct psq_shape *shape) {
    *out = (struct psq_layout){.shape = shape};
    memset(out->weights, -1, sizeof out->weights);
    out->params = xcalloc(2 * PSQ_KINDS_MAX * PSQ_POINTS_MAX, sizeof *out->params);
}

static void point_param(struct psq_layout *out, int phase, int kind, int point) {
    const struct psq_shape *shape = out->shape;
    static const char *const docs[] = {"a piece on this point, in the middlegame",
                                       "a piece on this point, in the endgame"};
    struct param *param = &out->params[out->count];
    *param = (struct param){"",           shape->worth[kind], -PSQ_WEIGHT_MAX, PSQ_WEIGHT_MAX,
                            SCALE_LINEAR, docs[phase]};
    snprintf(param->name, sizeof param->name, "%s.%s.%c%d", phase ? "eg" : "mg", shape->names[kind],
             'a' + point % shape->columns, shape->first_rank + point / shape->columns);
    out->weights[phase][kind][point] = (int16_t)out->count++;
}

static int mirror(const struct psq_shape *shape, int point) {
    int column = point % shape->columns;
    return point - column + shape->columns - 1 - column;
}

/* A point of the right half has the weight of its image, which comes before it. */
static void kind_init(struct psq_layout *out, int phase, int kind, bool mirrored) {
    const struct psq_shape *shape = out->shape;
    for (int point = 0; point < shape->columns * shape->ranks; point++) {
        int image = mirrored ? mirror(shape, point) : point;
        if (!shape->stands(kind, point)) continue;
        if (image < point)
            out->weights[phase][kind][point] = out->weights[phase][kind][image];
        else
            point_param(out, phase, kind, point);
    }
}

void psq_layout_init(struct psq_layout *out, const struct psq_shape *shape, bool mirrored) {
    layout_clear(out, shape);
    for (int phase = 0; phase < 2; phase++)
        for (int kind = 0; kind < shape->kinds; kind++) kind_init(out, phase, kind, mirrored);
}

void psq_material_init(struct psq_layout *out, const struct psq_shape *shape) {
    layout_clear(out, shape);
    for (int kind = 0; kind < shape->kinds; kind++) {
        if (shape->worth[kind] == 0) continue;
        struct param *param = &out->params[out->count];
        *param = (struct param){"", shape->worth[kind], 0, PSQ_WEIGHT_MAX, SCALE_LINEAR, "a piece"};
        snprintf(param->name, sizeof param->name, "%s", shape->names[kind]);
        for (int phase = 0; phase < 2; phase++)
            for (int point = 0; point < shape->columns * shape->ranks; point++)
                out->weights[phase][kind][point] = (int16_t)out->count;
        out->count++;
    }
}

/* Where side 0 would see what side 1 has on a point. */
static int point_seen(const struct psq_shape *shape, int side, int point) {
    int column = point % shape->columns, rank = point / shape->columns;
    return side == 0 ? point : (shape->ranks - 1 - rank) * shape->columns + column;
}

void psq_prepare(const struct psq_layout *layout, const int32_t *weights,
                 struct psq_prepared *out) {
    const struct psq_shape *shape = layout->shape;
    memset(out, 0, sizeof *out);
    out->phase_max = shape->phase_max;
    for (int piece = 0; piece < 2 * shape->kinds; piece++)
        for (int point = 0; point < shape->columns * shape->ranks; point++) {
            int kind = piece / 2, sign = piece % 2 ? -1 : 1;
            int seen = point_seen(shape, piece % 2, point);
            int middle = layout->weights[0][kind][seen], end = layout->weights[1][kind][seen];
            out->adds[piece][point] =
                (struct psq_sum){middle < 0 ? 0 : sign * weights[middle],
                                 end < 0 ? 0 : sign * weights[end], shape->phases[kind]};
        }
}

static int phase_of(const struct psq_shape *shape, const uint8_t *board) {
    int phase = 0;
    for (int point = 0; point < shape->columns * shape->ranks; point++)
        if (board[point] < 2 * shape->kinds) phase += shape->phases[board[point] / 2];
    return min_int(phase, shape->phase_max);
}

int psq_terms(const struct psq_layout *layout, const uint8_t *board, int side, struct term *out) {
    const struct psq_shape *shape = layout->shape;
    int phase = phase_of(shape, board), count = 0;
    const int parts[2] = {phase, shape->phase_max - phase};
    for (int point = 0; point < shape->columns * shape->ranks; point++) {
        int kind = board[point] / 2, owner = board[point] % 2;
        if (kind == shape->kinds) continue;
        for (int i = 0; i < 2; i++) {
            int weight = layout->weights[i][kind][point_seen(shape, owner, point)];
            int part = owner == side ? parts[i] : -parts[i];
            if (weight >= 0 && part) out[count++] = (struct term){weight, part};
        }
    }
    return count;
}
