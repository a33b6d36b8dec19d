/*
 * Moves are played again from the start of their game.
 */
#include "tuner/fit/traces.h"

#include <stdlib.h>
#include <string.h>

#include "tuner/fit/linear.h"

static int traces_order(const void *a, const void *b) {
    const struct term *x = a, *y = b;
    return (x->weight > y->weight) - (x->weight < y->weight);
}

/* Makes one term of those of one gene; how many are left. */
static int traces_merge(struct term *terms, int count) {
    int merged = 0;
    qsort(terms, (size_t)count, sizeof *terms, traces_order);
    for (int i = 0; i < count; i++)
        if (merged > 0 && terms[merged - 1].weight == terms[i].weight)
            terms[merged - 1].count += terms[i].count;
        else
            terms[merged++] = terms[i];
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
    position->count = traces_merge(terms, linear_terms(config, state, terms, &position->fixed));
    traces->term_count += position->count;
}

void traces_add(struct traces *traces, const struct config *config, const void *start,
                const move_t *moves, int plies, int side, double margin) {
    const struct game *game = config->game;
    struct state state;
    memcpy(&state, start, game->state_size);
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

void traces_free(struct traces *traces) {
    free(traces->list);
    free(traces->positions);
    free(traces->terms);
    *traces = (struct traces){0};
}
