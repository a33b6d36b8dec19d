/*
 * Moves are played again from the start of their game.
 */
#include "tuner/fit/traces.h"

#include <stdlib.h>
#include <string.h>

#include "tuner/fit/linear.h"

/* The array with room for `more` entries behind `count`. */
static void *traces_room(void *array, int64_t count, int64_t more, int64_t *capacity, size_t size) {
    if (count + more <= *capacity) return array;
    *capacity = count + more + *capacity / 2;
    return xrealloc(array, (size_t)*capacity * size);
}

static void traces_add_position(struct traces *traces, const struct config *config,
                                const void *state, int sign) {
    int most = config->evaluator->terms_max;
    traces->terms = traces_room(traces->terms, traces->term_count, most, &traces->term_capacity,
                                sizeof *traces->terms);
    traces->positions = traces_room(traces->positions, traces->position_count, 1,
                                    &traces->position_capacity, sizeof *traces->positions);
    struct trace_position *position = &traces->positions[traces->position_count++];
    position->first = traces->term_count;
    position->sign = sign;
    position->count =
        linear_terms(config, state, traces->terms + traces->term_count, &position->fixed);
    traces->term_count += position->count;
}

void traces_add(struct traces *traces, const struct config *config, const void *start,
                const move_t *moves, int plies, int side, double margin) {
    const struct game *game = config->game;
    struct state state;
    memcpy(&state, start, game->state_size);
    traces->list =
        traces_room(traces->list, traces->count, 1, &traces->capacity, sizeof *traces->list);
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
