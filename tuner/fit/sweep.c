/*
 * A stage is labelled, its rows are made, and it is fitted by itself: the numbers that move are its
 * differences from the stage after it.
 */
#include "tuner/fit/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/search/player.h"
#include "tuner/fit/harvest.h"
#include "tuner/fit/linear.h"
#include "tuner/optimize/learner.h"

enum { PIECE = 512 }; /* positions of one part of the work */

/* Positions of one stage, and their terms: each pass asks for them. */
struct sweep_part {
    const struct sweep *sweep;
    struct examples *examples;
    int64_t first, count;
    const struct player *player; /* searches */
    const int32_t *origin;       /* the stage's weights before they are moved */
    float *found;                /* [count] what searches say */
    float *labels;               /* [count] less what these weights say */
    struct term *terms;          /* [count][evaluator->terms_max], of the stage's own weights */
    int *lengths;                /* [count] */
};

int sweep_stages(const struct config *config) {
    return max_int(1, config->evaluator->stage_count);
}

static int sweep_dim(const struct sweep *sweep) {
    return sweep->config->evaluator->param_count / sweep_stages(sweep->config);
}

static const struct fit_options *sweep_options(const struct sweep *sweep) {
    return optimizer_own(&sweep->config->optimizer, &fit_kind);
}

static double sweep_point(const struct sweep *sweep) {
    return linear_point(sweep->config->evaluator, sweep_options(sweep)->point);
}

/* ---- positions of a stage ---- */

static int sweep_terms_of(const struct sweep *sweep, const void *state, struct term *out) {
    const struct evaluator *evaluator = sweep->config->evaluator;
    return evaluator->terms(evaluator, state, evaluator->game->side(state), out);
}

static int sweep_stage_of(const struct sweep *sweep, const void *state) {
    const struct evaluator *evaluator = sweep->config->evaluator;
    return evaluator->stage ? evaluator->stage(evaluator, state) : 0;
}

/* They stand together. */
static void sweep_part_find(struct sweep_part *part) {
    for (int64_t i = 0; i < part->examples->count; i++) {
        const void *state = examples_state(part->examples, i);
        if (sweep_stage_of(part->sweep, state) == part->sweep->stage && part->count++ == 0)
            part->first = i;
    }
}

static void sweep_part_each(struct sweep_part *part, void (*work)(void *context, int64_t piece)) {
    pool_each(part->sweep->pool, &(struct parallel_work){.work = work, .context = part},
              (part->count + PIECE - 1) / PIECE);
}

static int64_t sweep_piece_end(const struct sweep_part *part, int64_t piece) {
    int64_t end = (piece + 1) * PIECE;
    return end < part->count ? end : part->count;
}

/* ---- labels ---- */

/* Results are exact from so few empty squares on: in every manner of play. */
static int sweep_exact(const struct config *config) {
    const struct manners *manners = &config->player.manners;
    int exact = manners->list[0].limits.endgame;
    for (int m = 1; m < manners->count; m++)
        exact = min_int(exact, manners->list[m].limits.endgame);
    return exact;
}

static const void *sweep_state(const struct sweep_part *part, int64_t i) {
    return examples_state(part->examples, part->first + i);
}

static float *sweep_label(const struct sweep_part *part, int64_t i) {
    return &part->examples->labels[part->first + i];
}

static int sweep_left(const struct sweep_part *part, int64_t i) {
    return min_int(part->sweep->config->game->plies_left(sweep_state(part, i)), GAME_PLIES_MAX);
}

/* Whether the result is what the position is worth. */
static bool sweep_is_exact(const struct sweep_part *part, int64_t i) {
    return sweep_left(part, i) <= sweep_exact(part->sweep->config);
}

static float sweep_search(const struct sweep_part *part, struct search *search, int64_t i) {
    const struct config *config = part->sweep->config;
    const struct fit_options *options = sweep_options(part->sweep);
    struct search_limits limits = part->player->limits;
    struct search_result found;
    struct state state;
    limits.depth = options->depth;
    examples_load(part->examples, part->first + i, &state);
    search_new_game(search);
    evaluator_ops(config->evaluator)
        ->search(search, config->evaluator, part->player->prepared, &state, &limits, &found);
    return (float)harvest_value(options, sweep_point(part->sweep), found.score);
}

static void sweep_search_piece(void *context, int64_t piece) {
    const struct sweep_part *part = context;
    struct search *search = search_new((size_t)part->sweep->config->player.tt_kib * 1024);
    int64_t end = sweep_piece_end(part, piece);
    for (int64_t i = piece * PIECE; i < end; i++)
        if (!sweep_is_exact(part, i)) part->found[i] = sweep_search(part, search, i);
    search_free(search);
}

static void sweep_part_search(struct sweep_part *part) {
    part->found = xcalloc((size_t)part->count + 1, sizeof *part->found);
    sweep_part_each(part, sweep_search_piece);
}

/* How much searches of a stage exceed the results on average. Left in the labels it adds up from
 * stage to stage: the values of searches of 8 and 4 plies, with large weights for Reversi, then
 * differ by 2.62 discs (root mean square, 60 positions) instead of 1.93. Not as good: 30 stages
 * instead of 12, 2.1 to 2.2; learning from the next stage's positions, too, 1.96, but -51 +/- 28
 * Elo at depth 4. */
struct sweep_hope {
    double excess[GAME_PLIES_MAX + 1]; /* by plies left */
};

static void sweep_hope_measure(const struct sweep_part *part, struct sweep_hope *out) {
    enum { DOUBT = 100 }; /* positions that the measured ones must outweigh */
    int64_t counts[GAME_PLIES_MAX + 1] = {0};
    *out = (struct sweep_hope){{0}};
    for (int64_t i = 0; i < part->count; i++) {
        if (sweep_is_exact(part, i)) continue;
        int left = sweep_left(part, i);
        counts[left]++;
        out->excess[left] += (double)part->found[i] - (double)*sweep_label(part, i);
    }
    for (int left = 0; left <= GAME_PLIES_MAX; left++)
        out->excess[left] /= (double)(counts[left] + DOUBT);
}

static void sweep_part_label(struct sweep_part *part, const struct sweep_hope *hope) {
    double trust = sweep_options(part->sweep)->trust;
    for (int64_t i = 0; i < part->count; i++) {
        float *label = sweep_label(part, i);
        double sober = (double)part->found[i] - hope->excess[sweep_left(part, i)];
        if (!sweep_is_exact(part, i)) *label = (float)(trust * *label + (1 - trust) * sober);
    }
}

/* ---- rows ---- */

static void sweep_row_piece(void *context, int64_t piece) {
    struct sweep_part *part = context;
    int terms_max = part->sweep->config->evaluator->terms_max;
    int base = part->sweep->stage * sweep_dim(part->sweep);
    double point = sweep_point(part->sweep);
    int64_t end = sweep_piece_end(part, piece);
    for (int64_t i = piece * PIECE; i < end; i++) {
        struct term *terms = part->terms + i * terms_max;
        int64_t value = 0;
        part->lengths[i] = sweep_terms_of(part->sweep, sweep_state(part, i), terms);
        for (int j = 0; j < part->lengths[i]; j++) {
            terms[j].weight -= base;
            value += (int64_t)terms[j].count * part->origin[terms[j].weight];
        }
        part->labels[i] = (float)((double)*sweep_label(part, i) - (double)value / point);
    }
}

static int sweep_terms(const void *context, int64_t row, struct term *out) {
    const struct sweep_part *part = context;
    int terms_max = part->sweep->config->evaluator->terms_max;
    memcpy(out, part->terms + row * terms_max, (size_t)part->lengths[row] * sizeof *out);
    return part->lengths[row];
}

static struct regress_rows sweep_rows(struct sweep_part *part) {
    size_t count = (size_t)part->count;
    size_t terms_max = (size_t)part->sweep->config->evaluator->terms_max;
    part->labels = xcalloc(count + 1, sizeof *part->labels);
    part->lengths = xcalloc(count + 1, sizeof *part->lengths);
    part->terms = xmalloc((count * terms_max + 1) * sizeof *part->terms);
    sweep_part_each(part, sweep_row_piece);
    return (struct regress_rows){part->count, part->labels, sweep_terms, part};
}

static void sweep_part_free(struct sweep_part *part) {
    free(part->found);
    free(part->labels);
    free(part->lengths);
    free(part->terms);
}

/* ---- a stage ---- */

/* The nearest integer within the bounds of a weight of the stage. */
static int32_t sweep_weight(const struct sweep *sweep, int i, double value) {
    const struct space_row *row = &sweep->config->space.rows[sweep->stage * sweep_dim(sweep) + i];
    return (int32_t)lround(fmin(fmax(value, row->lower), row->upper));
}

static void sweep_move(const struct sweep *sweep, const double *points, int32_t *weights) {
    double point = sweep_point(sweep);
    for (int i = 0; i < sweep_dim(sweep); i++)
        weights[i] = sweep_weight(sweep, i, weights[i] + points[i] * point);
}

static void sweep_solve(struct sweep_part *training, struct sweep_part *held_out,
                        struct regress *out, int32_t *weights) {
    const struct sweep *sweep = training->sweep;
    const struct fit_options *options = sweep_options(sweep);
    double *points = xcalloc((size_t)sweep_dim(sweep), sizeof *points);
    *out = (struct regress){.dim = sweep_dim(sweep),
                            .terms_max = sweep->config->evaluator->terms_max,
                            .ridge = options->ridge,
                            .memory = sweep->memory,
                            .passes = options->passes,
                            .training = sweep_rows(training),
                            .held_out = sweep_rows(held_out),
                            .pool = sweep->pool};
    regress_solve(out, points);
    if (!out->abandoned) sweep_move(sweep, points, weights);
    free(points);
}

/* A root mean square of `before` rows, with that of `count` more. */
static void sweep_mean(double *mean, int64_t before, double more, int64_t count) {
    double sum = *mean * *mean * (double)before + more * more * (double)count;
    *mean = sqrt(sum / fmax(1, (double)(before + count)));
}

static void sweep_log(struct sweep *sweep, const struct sweep_part *training,
                      const struct sweep_part *held_out, const struct regress *regress) {
    /* What is behind the stage has been learned. */
    int64_t trained = training->examples->count - training->first - training->count;
    int64_t seen = held_out->examples->count - held_out->first - held_out->count;
    double error = regress->held_out_errors[regress->best];
    sweep_mean(&sweep->before, seen, regress->held_out_errors[0], held_out->count);
    sweep_mean(&sweep->after, seen, error, held_out->count);
    sweep_mean(&sweep->training_error, trained, regress->training_error, training->count);
    sweep->errors[sweep->stage] = error;
    sweep->passes += regress->best;
}

static void sweep_stage(struct sweep *sweep, const struct player *player, int32_t *weights) {
    struct sweep_part training = {
        .sweep = sweep, .examples = sweep->training, .player = player, .origin = weights};
    struct sweep_part held_out = training;
    struct regress regress;
    held_out.examples = sweep->held_out;
    sweep_part_find(&training);
    sweep_part_find(&held_out);
    struct sweep_hope hope;
    sweep_part_search(&training);
    sweep_part_search(&held_out);
    sweep_hope_measure(&training, &hope);
    sweep_part_label(&training, &hope);
    sweep_part_label(&held_out, &hope);
    sweep_solve(&training, &held_out, &regress, weights);
    sweep->abandoned = regress.abandoned;
    sweep_log(sweep, &training, &held_out, &regress);
    sweep_part_free(&training);
    sweep_part_free(&held_out);
}

/* A stage's weights before it is learned, where those of the next one were moved from `played`. */
static void sweep_start(const struct sweep *sweep, const int32_t *played, int32_t *weights) {
    int dim = sweep_dim(sweep);
    for (int i = 0; i < dim; i++) {
        int32_t apart = sweep->memory > 0 ? played[i] - played[dim + i] : 0;
        weights[i] = sweep_weight(sweep, i, weights[dim + i] + apart);
    }
}

void sweep_learn(struct sweep *sweep, int32_t *weights) {
    const struct config *config = sweep->config;
    int stages = sweep_stages(config), dim = sweep_dim(sweep);
    size_t bytes = (size_t)config->evaluator->param_count * sizeof *weights;
    int32_t *played = memcpy(xmalloc(bytes), weights, bytes);
    sweep->passes = 0;
    sweep->before = sweep->after = sweep->training_error = 0;
    for (sweep->stage = stages - 1; sweep->stage >= 0 && !sweep->abandoned; sweep->stage--) {
        int32_t *own = weights + sweep->stage * dim;
        struct player player;
        if (sweep->stage < stages - 1) sweep_start(sweep, played + sweep->stage * dim, own);
        player_init(&player, config->evaluator, weights, &config->player.manners.list[0].limits, 0);
        sweep_stage(sweep, &player, own);
        player_destroy(&player);
        if (sweep->progress) sweep->progress(sweep->context, sweep);
    }
    free(played);
}
