/*
 * A generation of temporal differences: batches of games, each played and then learned from.
 */
#include "tuner/fit/td.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/base/progress.h"
#include "engine/search/referee.h"
#include "tuner/fit/lineage.h"
#include "tuner/fit/linear.h"
#include "tuner/run/session.h"
#include "tuner/statistics/results.h"

enum {
    BATCH = 256, /* games that are played with the same weights: 64 to 1024 end alike */
    BASKET = 8,  /* of these on one thread */
    BASKETS = BATCH / BASKET,
};

/* ---- learning ---- */

double td_rate(const struct td_options *options, double done) {
    return options->rate * pow(options->rate_end / options->rate, fmin(done, 1));
}

/* What a position is thought to be worth to the learner, in points. */
static double td_worth(const struct td_thought *thought, const struct trace_position *position,
                       const struct term *terms) {
    double sum = (double)position->fixed / thought->point;
    for (int i = 0; i < position->count; i++)
        sum += terms[i].count * thought->points[terms[i].weight];
    return position->sign * sum;
}

/* The gene's points plus `by`, within its bounds. */
static double td_moved(const struct td_thought *thought, int gene, double by) {
    double point = thought->point;
    return fmin(fmax(thought->points[gene] + by, thought->genes[gene].lower / point),
                thought->genes[gene].upper / point);
}

/* Moves the position's value by `by` points. */
static void td_move(const struct td_thought *thought, const struct trace_position *position,
                    const struct term *terms, double by) {
    double squares = 0;
    for (int i = 0; i < position->count; i++) squares += (double)terms[i].count * terms[i].count;
    if (squares == 0) return;
    double step = position->sign * by / squares;
    for (int i = 0; i < position->count; i++)
        thought->points[terms[i].weight] =
            td_moved(thought, terms[i].weight, step * terms[i].count);
}

void td_learn(struct td_thought *thought, const struct traces *traces, const struct trace *trace) {
    double followed = trace->margin, trust = thought->options->trust;
    for (int64_t i = trace->first + trace->count - 1; i >= trace->first; i--) {
        const struct trace_position *position = &traces->positions[i];
        const struct term *terms = &traces->terms[position->first];
        double worth = td_worth(thought, position, terms), error = followed - worth;
        td_move(thought, position, terms, thought->rate * error);
        thought->error_squares += error * error;
        thought->positions++;
        followed = trust * followed + (1 - trust) * worth;
    }
}

/* ---- a generation while it is made ---- */

struct td_generation {
    struct run *run;
    int number, games; /* of the generation */
    int others;        /* yardsticks that are met by turns, … */
    bool among;        /* … and itself */
    uint8_t *manners;  /* of each round, in which all opponents are met with either colour */
    struct td_thought thought;
    int32_t *weights;               /* of the batch in play */
    struct result *results;         /* of all games, the learner's points */
    struct traces baskets[BASKETS]; /* of a batch's games */
    struct distinct_set openings;   /* hashes of those that were played */
    int64_t openings_distinct;
    double points; /* a win 1, a draw a half: of the learner's games against others */
    int met;       /* the number of these games */
};

/* Games [first, first + count) of it. */
struct td_batch {
    const struct td_generation *generation;
    int first, count;
    struct roster roster; /* the learner, then the others */
    struct openings openings;
    struct traces *baskets;
    struct result *results;
};

/* ---- a game ---- */

int td_opponent(int number, int others, bool among) {
    return number / 2 % (others + among) + !among;
}

bool td_plays(int number, int others, bool among, int side) {
    return side == number % 2 || td_opponent(number, others, among) == 0;
}

/* The opponent's place in the roster. */
static int td_met(const struct td_generation *generation, int number) {
    return td_opponent(number, generation->others, generation->among);
}

int td_round(int number, int others, bool among) {
    return number / (2 * (others + among));
}

static struct bout td_bout(const struct td_batch *batch, int i) {
    const struct td_generation *generation = batch->generation;
    const struct config *config = generation->run->config;
    int number = batch->first + i, side = number % 2;
    int manner = generation->manners[td_round(number, generation->others, generation->among)];
    struct bout bout = {.start = &batch->openings.positions[i],
                        .rng = rng_keyed(config->seed, PURPOSE_GAME_TRAIN,
                                         (uint64_t)generation->number, (uint64_t)number),
                        .plies_max = config_plies_max(config)};
    bout.players[side] = batch->roster.players[manner][0];
    bout.players[!side] = batch->roster.players[manner][td_met(generation, number)];
    return bout;
}

/* False if Ctrl-C came before it was over. */
static bool td_game(const struct td_batch *batch, int i, struct referee *referee,
                    struct traces *traces) {
    struct bout bout = td_bout(batch, i);
    struct record record;
    move_t moves[GAME_PLIES_MAX];
    if (!referee_play(referee, &bout, &record, moves)) return false;
    const struct td_generation *generation = batch->generation;
    int number = batch->first + i;
    for (int side = 0; side < 2; side++)
        if (td_plays(number, generation->others, generation->among, side))
            traces_add(traces, generation->run->config, bout.start, moves, record.plies, side,
                       record.margin);
    int points = number % 2 == 0 ? 1 + record.outcome : 1 - record.outcome;
    batch->results[i] = (struct result){(uint8_t)points, record.plies, record.moves_hash};
    return true;
}

static void td_basket(void *context, int64_t basket) {
    const struct td_batch *batch = context;
    const struct config *config = batch->generation->run->config;
    struct referee referee;
    referee_init(&referee, (size_t)config->player.tt_kib * 1024);
    int first = (int)basket * BASKET, end = min_int(first + BASKET, batch->count);
    bool on = true;
    traces_clear(&batch->baskets[basket]);
    for (int i = first; on && i < end; i++)
        on = td_game(batch, i, &referee, &batch->baskets[basket]);
    referee_destroy(&referee);
}

/* ---- a batch ---- */

/* In the run, from 1 on. */
static int td_batch_number(const struct td_batch *batch) {
    const struct td_generation *generation = batch->generation;
    int each = (generation->games + BATCH - 1) / BATCH;
    return (int)((unsigned)(generation->number - 1) * (unsigned)each) + batch->first / BATCH + 1;
}

/* The players of the batch, and its openings. 0, or -1 if Ctrl-C came. */
static int td_begin_batch(struct td_batch *batch) {
    const struct td_generation *generation = batch->generation;
    const struct run *run = generation->run;
    const struct config *config = run->config;
    const struct opening_source source = session_source(config);
    linear_round(&config->space, generation->thought.point, generation->thought.points,
                 generation->weights);
    batch->roster = roster_new(&config->player.manners);
    roster_seat(&batch->roster, config->evaluator, generation->weights, ROLE_CANDIDATE, 0);
    run_seat_yardsticks(run, run->training, generation->others, &batch->roster);
    return openings_draw(&batch->openings, &source, OPENING_TRAIN, td_batch_number(batch),
                         batch->count, pool_parallel(run->pool), NULL);
}

static void td_learn_batch(struct td_generation *generation, const struct td_batch *batch,
                           int baskets) {
    for (int basket = 0; basket < baskets; basket++) {
        const struct traces *traces = &batch->baskets[basket];
        for (int64_t i = 0; i < traces->count; i++)
            td_learn(&generation->thought, traces, &traces->list[i]);
    }
}

static void td_count_batch(struct td_generation *generation, const struct td_batch *batch) {
    for (int i = 0; i < batch->count; i++) {
        generation->openings_distinct +=
            distinct_set_add(&generation->openings, batch->openings.hashes[i]);
        if (td_met(generation, batch->first + i) == 0) continue;
        generation->points += batch->results[i].points / 2.0;
        generation->met++;
    }
}

/* 0, or 1 if Ctrl-C came before all its games were over. */
static int td_make_batch(struct td_generation *generation, int first) {
    struct td_batch batch = {.generation = generation,
                             .first = first,
                             .count = min_int(BATCH, generation->games - first),
                             .baskets = generation->baskets,
                             .results = generation->results + first};
    int baskets = (batch.count + BASKET - 1) / BASKET;
    int status = td_begin_batch(&batch);
    if (status == 0)
        status = pool_each(generation->run->pool,
                           &(struct parallel_work){.work = td_basket, .context = &batch}, baskets);
    if (status == 0) {
        td_learn_batch(generation, &batch, baskets);
        td_count_batch(generation, &batch);
    }
    openings_free(&batch.openings);
    roster_destroy(&batch.roster);
    return status ? 1 : 0;
}

/* ---- a generation ---- */

static double td_error(const struct td_generation *generation) {
    const struct td_thought *thought = &generation->thought;
    return sqrt(thought->error_squares / fmax(1, (double)thought->positions));
}

/* `done` of its games are over. */
static void td_show(const struct td_generation *generation, int done) {
    char detail[64];
    snprintf(detail, sizeof detail, "error %.3f", td_error(generation));
    run_show_part(generation->run, (double)done / generation->games, generation->games,
                  done ? detail : "");
}

/* 0, or 1 if Ctrl-C came. */
static int td_play(struct td_generation *generation) {
    const struct optimizer_options *options = &generation->run->config->optimizer;
    int status = 0;
    for (int done = 0; status == 0 && done < generation->games; done += BATCH) {
        double part = (double)done / generation->games;
        generation->thought.rate =
            td_rate(generation->thought.options,
                    (generation->number - 1 + part) / optimizer_schedule(options));
        td_show(generation, done);
        status = td_make_batch(generation, done);
    }
    return status;
}

static int td_keep(const struct td_generation *generation, double seconds, struct error *error) {
    const struct config *config = generation->run->config;
    struct heir heir = {.number = generation->number,
                        .weights = generation->weights,
                        .games = generation->games,
                        .games_distinct = results_distinct(generation->results, generation->games),
                        .openings = generation->games,
                        .openings_distinct = generation->openings_distinct,
                        .seconds = seconds};
    linear_round(&config->space, generation->thought.point, generation->thought.points,
                 generation->weights);
    metrics_add(&heir.metrics, td_error(generation), "error");
    metrics_add(&heir.metrics, generation->thought.rate, "rate");
    if (generation->met) metrics_add(&heir.metrics, generation->points / generation->met, "points");
    return lineage_keep(generation->run, &heir, error);
}

static struct td_generation td_generation_of(struct run *run) {
    const struct config *config = run->config;
    int games = 2 * config->pairs[STAGE_TRAIN];
    const struct td_options *options = optimizer_own(&config->optimizer, &td_kind);
    struct td_generation generation = {
        .run = run,
        .number = run->done + 1,
        .games = games,
        .others = config->fitness.gauntlet ? config->fitness.yardstick_count : 0,
        .among = config->fitness.groups,
        .manners = xmalloc((size_t)games),
        .thought = {.options = options,
                    .point = linear_point(config->evaluator, options->point),
                    .genes = config->space.genes,
                    .points = xmalloc((size_t)config->space.count * sizeof(double))},
        .weights = xmalloc((size_t)config->evaluator->param_count * sizeof(int32_t)),
        .results = xcalloc((size_t)games, sizeof(struct result)),
        .openings = distinct_set_new(games)};
    int rounds = td_round(games - 1, generation.others, generation.among) + 1;
    manners_deal(&config->player.manners, rounds, generation.manners);
    return generation;
}

static void td_generation_free(struct td_generation *generation) {
    free(generation->manners);
    free(generation->thought.points);
    free(generation->weights);
    free(generation->results);
    distinct_set_free(&generation->openings);
    for (int i = 0; i < BASKETS; i++) traces_free(&generation->baskets[i]);
}

static int td_make_generation(struct run *run, struct error *error) {
    struct td_generation generation = td_generation_of(run);
    double start = clock_seconds();
    int status = lineage_player(run, generation.number, generation.weights, error);
    if (status == 0) {
        linear_read(&run->config->space, generation.thought.point, generation.weights,
                    generation.thought.points);
        status = td_play(&generation);
    }
    if (status == 0) status = td_keep(&generation, clock_seconds() - start, error);
    td_generation_free(&generation);
    return status;
}

/* ---- memory ---- */

/* The positions of a batch in their terms, in lists that are half as long again at most and exist
 * twice while they grow; and what a generation keeps beside the weights. */
static struct plan td_plan(const struct config *config) {
    struct plan plan = plan_run(config);
    double games = fmin(BATCH, 2.0 * config->pairs[STAGE_TRAIN]);
    double position =
        config->evaluator->terms_max * sizeof(struct term) + sizeof(struct trace_position);
    plan.method_bytes =
        2.5 * games * config_plies_max(config) * position +
        2.0 * config->pairs[STAGE_TRAIN] * (sizeof(struct result) + 1 + 4 * sizeof(uint64_t)) +
        config->evaluator->param_count * (sizeof(double) + (3.0 + BASKETS) * sizeof(int32_t));
    plan.method_keys = "fitness.pairs";
    return plan;
}

const struct run_method td_method = {.generation = td_make_generation, .plan = td_plan};
