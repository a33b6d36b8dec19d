/*
 * A weight's count goes to its gene, or to the fixed part.
 */
#include "tuner/fit/linear.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int linear_terms(const struct config *config, const void *state, struct term *out, int64_t *fixed) {
    const struct evaluator *evaluator = config->evaluator;
    int all = evaluator->terms(evaluator, state, evaluator->game->side(state), out), count = 0;
    int64_t rest = 0;
    for (int i = 0; i < all; i++) {
        struct term term = out[i];
        const struct space_row *weight = &config->space.rows[term.weight];
        rest += (int64_t)term.count * weight->origin;
        if (weight->factor) out[count++] = (struct term){weight->gene, term.count * weight->factor};
    }
    if (fixed) *fixed = rest;
    return count;
}

double linear_point(const struct evaluator *evaluator, double point) {
    return point * max_int(1, evaluator->unit);
}

void linear_read(const struct space *space, double point, const int32_t *weights, double *points) {
    int32_t *genes = xmalloc((size_t)space->count * sizeof *genes);
    space_reduce(space, weights, genes);
    for (int i = 0; i < space->count; i++) points[i] = genes[i] / point;
    free(genes);
}

void linear_round(const struct space *space, double point, const double *points, int32_t *weights) {
    int32_t *genes = xmalloc((size_t)space->count * sizeof *genes);
    for (int i = 0; i < space->count; i++)
        genes[i] = (int32_t)lround(
            fmin(fmax(points[i] * point, space->genes[i].lower), space->genes[i].upper));
    space_expand(space, genes, weights);
    free(genes);
}

/* ---- traces ---- */

/* Moves are played again from the start of their game. */

/* Makes one term of those of one gene; how many are left. */
static int traces_merge(int32_t *places, struct term *terms, int count) {
    int merged = 0;
    for (int i = 0; i < count; i++) {
        struct term term = terms[i];
        int32_t *place = &places[term.weight];
        if (*place > 0) {
            terms[*place - 1].count += term.count;
        } else {
            terms[merged++] = term;
            *place = merged;
        }
    }
    for (int i = 0; i < merged; i++) places[terms[i].weight] = 0;
    return merged;
}

static struct term *traces_room(struct traces *traces, int more) {
    if (traces->term_count + more > traces->term_capacity) {
        traces->term_capacity = traces->term_count + more + traces->term_capacity / 2;
        traces->terms =
            xrealloc(traces->terms, (size_t)traces->term_capacity * sizeof *traces->terms);
    }
    return traces->terms + traces->term_count;
}

static void traces_add_position(struct traces *traces, const struct config *config,
                                const void *state, int sign) {
    struct term *terms = traces_room(traces, config->evaluator->terms_max);
    traces->positions =
        xgrow(traces->positions, (size_t)traces->position_count, sizeof *traces->positions);
    struct trace_position *position = &traces->positions[traces->position_count++];
    position->first = traces->term_count;
    position->sign = sign;
    position->count =
        traces_merge(traces->places, terms, linear_terms(config, state, terms, &position->fixed));
    traces->term_count += position->count;
}

void traces_add(struct traces *traces, const struct config *config, const void *start,
                const move_t *moves, int plies, int side, double margin) {
    const struct game *game = config->game;
    struct state state;
    memcpy(&state, start, game->state_size);
    if (!traces->places)
        traces->places = xcalloc((size_t)config->space.count, sizeof *traces->places);
    traces->list = xgrow(traces->list, (size_t)traces->count, sizeof *traces->list);
    struct trace *trace = &traces->list[traces->count++];
    *trace = (struct trace){traces->position_count, 0, side == 0 ? margin : -margin};
    for (int i = 0; i < plies; i++) {
        bool own = game->side(&state) == side;
        game->play(game, &state, moves[i]);
        if (own && !game->over(game, &state))
            traces_add_position(traces, config, &state, game->side(&state) == side ? 1 : -1);
    }
    trace->count = (int)(traces->position_count - trace->first);
}

void traces_clear(struct traces *traces) {
    traces->count = traces->position_count = traces->term_count = 0;
}

void traces_free(struct traces *traces) {
    free(traces->list);
    free(traces->positions);
    free(traces->terms);
    free(traces->places);
    *traces = (struct traces){0};
}
