/*
 * Values of some positions by some weights, asked for in every way: twice, in another order, all
 * moves at once, as a sum of terms, and by several threads.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/plugin/adapt.h"
#include "engine/plugin/check.h"

enum { POSITIONS = 200, ROUNDS = 5, BEYOND = 64 };

struct subject {
    const struct plugin_evaluator *own;
    const struct game *game;
    int32_t *weights;
    unsigned char *prepared; /* with something behind it */
    struct state states[POSITIONS];
    int32_t values[POSITIONS][2];
};

static const struct evaluator *evaluator_of(const struct subject *subject) {
    return &subject->own->evaluator;
}

static int32_t value_of(const struct subject *subject, int position, int side) {
    const struct evaluator *evaluator = evaluator_of(subject);
    return evaluator_ops(evaluator)->eval(evaluator, subject->prepared, &subject->states[position],
                                          side);
}

/* Those that it begins with, all at a bound, and random ones. */
static void fill_weights(struct subject *subject, int round, struct rng *rng) {
    for (int i = 0; i < evaluator_of(subject)->param_count; i++) {
        const struct param param = evaluator_param(evaluator_of(subject), i);
        uint32_t range = (uint32_t)param.upper - (uint32_t)param.lower;
        uint32_t drawn = range == UINT32_MAX ? rng_next(rng) : rng_below(rng, range + 1);
        subject->weights[i] = round == 0   ? param.initial
                              : round == 1 ? param.lower
                              : round == 2 ? param.upper
                                           : (int32_t)((uint32_t)param.lower + drawn);
    }
}

/* Twice: the same bytes, and none behind them. */
static void check_prepare(struct subject *subject) {
    const struct evaluator *evaluator = evaluator_of(subject);
    size_t size = evaluator->prepared_size;
    unsigned char *again = xcalloc(1, size + BEYOND);
    check_note(NULL, NULL, "prepare()");
    memset(subject->prepared, 0x5a, size + BEYOND);
    evaluator->prepare(evaluator, subject->weights, subject->prepared);
    evaluator->prepare(evaluator, subject->weights, again);
    if (memcmp(subject->prepared, again, size) != 0)
        check_fail(NULL, NULL, MOVE_NONE,
                   "prepare() gives other bytes the second time: they may depend on the weights "
                   "alone, without pointers");
    for (size_t i = 0; i < BEYOND; i++)
        if (subject->prepared[size + i] != 0x5a)
            check_fail(NULL, NULL, MOVE_NONE, "prepare() writes behind prepared_size bytes");
    free(again);
}

/* A value out of bounds ends it in plugin_value(). */
static void take_values(struct subject *subject) {
    struct state before;
    uint64_t checksum =
        bytes_checksum((char *)subject->prepared, evaluator_of(subject)->prepared_size);
    for (int i = 0; i < POSITIONS; i++)
        for (int side = 0; side < 2; side++) {
            before = subject->states[i];
            check_note(subject->game, &before, "evaluate()");
            subject->values[i][side] = value_of(subject, i, side);
            if (memcmp(&before, &subject->states[i], subject->game->state_size) != 0)
                check_fail(subject->game, &before, MOVE_NONE, "evaluate() changes the position");
        }
    if (checksum != bytes_checksum((char *)subject->prepared, evaluator_of(subject)->prepared_size))
        check_fail(NULL, NULL, MOVE_NONE, "evaluate() changes what prepare() has prepared");
}

static void check_again(const struct subject *subject) {
    for (int i = POSITIONS - 1; i >= 0; i--)
        for (int side = 1; side >= 0; side--)
            for (int times = 0; times < 2; times++) {
                int32_t value = value_of(subject, i, side);
                if (value != subject->values[i][side])
                    check_fail(subject->game, &subject->states[i], MOVE_NONE,
                               "evaluate() for side %d gives %d, and %d when it is asked again: "
                               "nothing may be kept between calls",
                               side, subject->values[i][side], value);
            }
}

static void check_terms(const struct subject *subject) {
    const struct evaluator *evaluator = evaluator_of(subject);
    if (!evaluator->terms) return;
    struct term *terms = xcalloc((size_t)evaluator->terms_max, sizeof *terms);
    for (int i = 0; i < POSITIONS; i++)
        for (int side = 0; side < 2; side++) {
            int64_t sum = 0;
            check_note(subject->game, &subject->states[i], "terms()");
            int count = evaluator->terms(evaluator, &subject->states[i], side, terms);
            for (int t = 0; t < count; t++) {
                if (terms[t].weight < 0 || terms[t].weight >= evaluator->param_count)
                    check_fail(subject->game, &subject->states[i], MOVE_NONE,
                               "terms() names weight %d, and there are %d", terms[t].weight,
                               evaluator->param_count);
                sum += (int64_t)terms[t].count * subject->weights[terms[t].weight];
            }
            if (sum != subject->values[i][side])
                check_fail(subject->game, &subject->states[i], MOVE_NONE,
                           "terms() for side %d sum up to %lld, and evaluate() gives %d", side,
                           (long long)sum, subject->values[i][side]);
        }
    free(terms);
}

/* Scores of moves are the values after them, whichever way the plug-in finds them. */
static void check_after(const struct subject *subject) {
    const struct evaluator *evaluator = evaluator_of(subject);
    const struct game *game = subject->game;
    for (int i = 0; i < POSITIONS; i++) {
        const struct state *state = &subject->states[i];
        struct candidate list[GAME_MOVES_MAX];
        int side = game->side(state);
        check_note(game, state, "evaluate_after()");
        int count =
            evaluator_ops(evaluator)->candidates(evaluator, subject->prepared, state, true, list);
        for (int m = 0; m < count; m++) {
            struct state after = *state;
            if (list[m].move == game->pass) continue;
            game->play(game, &after, list[m].move);
            if (game->over(game, &after)) continue;
            int32_t value =
                evaluator_ops(evaluator)->eval(evaluator, subject->prepared, &after, side);
            if (value != list[m].score)
                check_fail(game, state, list[m].move,
                           "evaluate_after() gives %d, and evaluate() after the move %d",
                           list[m].score, value);
        }
    }
}

static bool is_same_value(const void *subject_, int position) {
    const struct subject *subject = subject_;
    for (int side = 0; side < 2; side++)
        if (value_of(subject, position, side) != subject->values[position][side]) return false;
    return true;
}

static void check_threads(const struct subject *subject) {
    check_note(NULL, NULL, "evaluate() in several threads");
    int wrong = check_by_threads(is_same_value, subject, POSITIONS);
    if (wrong >= 0)
        check_fail(subject->game, &subject->states[wrong], MOVE_NONE,
                   "evaluate() gives another value when several threads ask at once");
}

void check_evaluator(const struct evaluator *evaluator) {
    struct rng rng = rng_keyed(1, 2, 0, 0);
    struct subject *subject = xcalloc(1, sizeof *subject);
    subject->own = (const struct plugin_evaluator *)evaluator;
    subject->game = evaluator->game;
    subject->weights = xcalloc((size_t)evaluator->param_count, sizeof *subject->weights);
    subject->prepared = xcalloc(1, evaluator->prepared_size + BEYOND);
    for (int i = 0; i < POSITIONS; i++) subject->states[i] = check_position(evaluator->game, &rng);
    for (int round = 0; round < ROUNDS; round++) {
        fill_weights(subject, round, &rng);
        check_prepare(subject);
        take_values(subject);
        check_again(subject);
        check_terms(subject);
        check_after(subject);
    }
    check_threads(subject);
    free(subject->weights);
    free(subject->prepared);
    free(subject);
}
