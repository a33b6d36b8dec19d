/*
 * A generation of a fit. Positions are not stored: a resumed run plays the games of the last
 * generations again, with the stored weights, and gets the same.
 */
#include "tuner/fit/fit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/base/clock.h"
#include "engine/base/shown.h"
#include "tuner/fit/data.h"
#include "tuner/fit/harvest.h"
#include "tuner/fit/lineage.h"
#include "tuner/fit/linear.h"
#include "tuner/fit/odds.h"
#include "tuner/fit/regress.h"
#include "tuner/fit/sweep.h"
#include "tuner/fit/td.h"
#include "tuner/optimize/learner.h"

/* What is kept from one generation to the next: the positions of the last generations. */
struct fit {
    struct harvest window[FIT_WINDOW_MAX]; /* by generation modulo its length */
    int newest;                            /* generation; 0: nothing is there */
    struct harvest given;                  /* what the config's files hold */
    uint64_t checksums[CONFIG_FILES_MAX];  /* of those */
    double point;                          /* of labels, in units of the evaluator's values */
};

/* One generation while it is made. */
struct fit_generation {
    struct run *run;
    struct fit *fit;
    const struct fit_options *options;
    int number;
    int32_t *weights; /* those that play, then the learned ones */
    struct examples training, held_out;
    int64_t repeated;       /* positions */
    struct regress regress; /* of all stages together, */
    struct sweep sweep;     /* or one by one, where fit's depth is not 0 */
    double seconds;
};

/* ---- positions ---- */

/* `part` of the generation is done. */
static void fit_show(const struct fit_generation *generation, double part, const char *detail) {
    struct run *run = generation->run;
    run_show_part(run, part, 2 * run->config->pairs[STAGE_TRAIN], detail);
}

static void fit_played(void *context, int64_t games) {
    const struct fit_generation *generation = context;
    fit_show(generation, 0.6 * (double)games / (2.0 * generation->run->config->pairs[STAGE_TRAIN]),
             "");
}

static struct harvest *fit_harvest(struct fit_generation *generation, int number) {
    return &generation->fit->window[number % generation->options->window];
}

/* Plays what is missing in the window. 0; 1 if Ctrl-C came; -1 and why. */
static int fit_play(struct fit_generation *generation, struct error *error) {
    struct run *run = generation->run;
    struct fit *fit = generation->fit;
    int oldest = max_int(1, generation->number - generation->options->window + 1);
    for (int number = max_int(oldest, fit->newest + 1); number <= generation->number; number++) {
        if (lineage_player(run, number, generation->weights, error)) return -1;
        struct harvest *harvest = fit_harvest(generation, number);
        harvest_free(harvest);
        *harvest = harvest_play(run->config, generation->weights, fit->point, number, run->pool,
                                fit_played, generation);
        if (harvest->abandoned) return 1;
        fit->newest = number;
    }
    return 0;
}

/* The window's positions, the newest first, and those given. */
static void fit_gather(struct fit_generation *generation) {
    const struct harvest *window[FIT_WINDOW_MAX + 1];
    int count = min_int(generation->options->window, generation->number);
    for (int i = 0; i < count; i++) window[i] = fit_harvest(generation, generation->number - i);
    window[count++] = &generation->fit->given;
    generation->repeated =
        harvest_gather(window, count, &generation->training, &generation->held_out);
}

/* ---- learning ---- */

struct fit_source {
    const struct examples *examples;
    const struct config *config;
};

static int fit_terms(const void *context, int64_t row, struct term *out) {
    const struct fit_source *source = context;
    return linear_terms(source->config, examples_state(source->examples, row), out, NULL);
}

/* Takes from the labels what weights say that cannot move, or begin elsewhere than at 0. */
static void fit_take_fixed(const struct fit_source *source, double point, float *labels) {
    struct term *terms = xmalloc((size_t)source->config->evaluator->terms_max * sizeof *terms);
    for (int64_t row = 0; row < source->examples->count; row++) {
        int64_t fixed;
        linear_terms(source->config, examples_state(source->examples, row), terms, &fixed);
        labels[row] = (float)((double)labels[row] - (double)fixed / point);
    }
    free(terms);
}

static void fit_progress(void *context, const struct regress *regress) {
    const struct fit_generation *generation = context;
    char detail[64];
    int pass = regress->passes_done;
    snprintf(detail, sizeof detail, "pass %d, held-out error %.3f", pass,
             regress->held_out_errors[pass]);
    fit_show(generation, 0.6 + 0.4 * pass / regress->passes, detail);
}

static struct regress_rows fit_rows(const struct fit_source *source) {
    return (struct regress_rows){.count = source->examples->count,
                                 .labels = source->examples->labels,
                                 .terms = fit_terms,
                                 .context = source};
}

/* How many generations' positions the playing weights stand for; none for the run's first weights,
 * since their history is not known. */
static double fit_memory(const struct fit_generation *generation) {
    double memory = 0;
    for (int before = 1; before < generation->number; before++)
        memory = generation->options->keep * (1 + memory);
    return memory;
}

/* Whether the ridge has a centre other than 0. */
static bool fit_is_far(const double *centre, int dim) {
    for (int i = 0; centre && i < dim; i++)
        if (centre[i] != 0) return true;
    return false;
}

/* The genes of weights that evaluator.beside puts together, into a list that is the caller's; their
 * number. */
static int fit_pairs(const struct config *config, struct regress_pair **out) {
    const struct evaluator *evaluator = config->evaluator;
    const struct space_row *rows = config->space.rows;
    int count = 0, beside[EVALUATOR_BESIDE_MAX];
    *out = NULL;
    for (int i = 0; evaluator->beside && i < evaluator->param_count; i++) {
        int found = rows[i].factor == 1 ? evaluator->beside(evaluator, i, beside) : 0;
        for (int b = 0; b < found; b++) {
            const struct space_row *row = &rows[beside[b]];
            if (row->factor != 1 || row->gene == rows[i].gene) continue;
            *out = xgrow(*out, (size_t)count, sizeof **out);
            (*out)[count++] = (struct regress_pair){rows[i].gene, row->gene};
        }
    }
    return count;
}

/* 0, or 1 if Ctrl-C came. */
static int fit_solve(struct fit_generation *generation, const double *centre, double *points) {
    const struct config *config = generation->run->config;
    const struct fit_source training = {&generation->training, config},
                            held_out = {&generation->held_out, config};
    if (generation->options->aim == FIT_MARGIN) {
        fit_take_fixed(&training, generation->fit->point, generation->training.labels);
        fit_take_fixed(&held_out, generation->fit->point, generation->held_out.labels);
    }
    double unit = linear_point(config->evaluator, 1);
    struct regress_pair *pairs = NULL;
    int pair_count = generation->options->smooth > 0 ? fit_pairs(config, &pairs) : 0;
    generation->regress = (struct regress){.dim = config->space.count,
                                           .terms_max = config->evaluator->terms_max,
                                           .ridge = generation->options->ridge * unit * unit,
                                           .centre = centre,
                                           .smooth = generation->options->smooth * unit * unit,
                                           .pairs = pairs,
                                           .pair_count = pair_count,
                                           .memory = fit_memory(generation),
                                           .logistic = generation->options->aim == FIT_RESULT,
                                           .guarded = fit_is_far(centre, config->space.count),
                                           .passes = generation->options->passes,
                                           .training = fit_rows(&training),
                                           .held_out = fit_rows(&held_out),
                                           .pool = generation->run->pool,
                                           .progress = fit_progress,
                                           .context = generation};
    regress_solve(&generation->regress, points);
    free(pairs);
    return generation->regress.abandoned;
}

/* The run's first weights as points, for the ridge. */
static int fit_read_start(const struct fit_generation *generation, double *points,
                          struct error *error) {
    const struct run *run = generation->run;
    int32_t *weights = xmalloc((size_t)run->config->evaluator->param_count * sizeof *weights);
    int status = lineage_player(run, 1, weights, error);
    if (status == 0) linear_read(&run->config->space, generation->fit->point, weights, points);
    free(weights);
    return status;
}

/* 0; 1 if Ctrl-C came; -1 and why. */
static int fit_together(struct fit_generation *generation, struct error *error) {
    const struct space *space = &generation->run->config->space;
    double point = generation->fit->point;
    double *points = xmalloc(2 * (size_t)space->count * sizeof *points);
    double *start = points + space->count;
    bool pulled = generation->options->toward == FIT_START;
    linear_read(space, point, generation->weights, points);
    int status = pulled ? fit_read_start(generation, start, error) : 0;
    if (status == 0) status = fit_solve(generation, pulled ? start : NULL, points);
    if (status == 0) linear_round(space, point, points, generation->weights);
    free(points);
    return status;
}

static void fit_swept(void *context, const struct sweep *sweep) {
    const struct fit_generation *generation = context;
    int stages = sweep_stages(generation->run->config), done = stages - sweep->stage;
    char detail[64];
    snprintf(detail, sizeof detail, "stage %d of %d, held-out error %.3f", sweep->stage + 1, stages,
             sweep->after);
    fit_show(generation, 0.6 + 0.4 * done / stages, detail);
}

static int fit_stage_by_stage(struct fit_generation *generation) {
    generation->sweep = (struct sweep){.config = generation->run->config,
                                       .training = &generation->training,
                                       .held_out = &generation->held_out,
                                       .memory = fit_memory(generation),
                                       .pool = generation->run->pool,
                                       .progress = fit_swept,
                                       .context = generation};
    sweep_learn(&generation->sweep, generation->weights);
    return generation->sweep.abandoned;
}

static int fit_learn(struct fit_generation *generation, struct error *error) {
    return generation->options->depth ? fit_stage_by_stage(generation)
                                      : fit_together(generation, error);
}

/* ---- keeping it ---- */

static void fit_log_sweep(const struct fit_generation *generation, struct metrics *metrics) {
    const struct sweep *sweep = &generation->sweep;
    metrics_add(metrics, sweep->before, "before");
    metrics_add(metrics, sweep->after, "held-out");
    metrics_add(metrics, sweep->training_error, "training");
    metrics_add(metrics, sweep->passes, "passes");
    for (int stage = 0; stage < sweep_stages(generation->run->config); stage++)
        metrics_add(metrics, sweep->errors[stage], "held-out.s%d", stage + 1);
}

static void fit_log_together(const struct fit_generation *generation, struct metrics *metrics) {
    const struct regress *regress = &generation->regress;
    metrics_add(metrics, regress->held_out_errors[0], "before");
    metrics_add(metrics, regress->held_out_errors[regress->best], "held-out");
    metrics_add(metrics, regress->training_error, "training");
    metrics_add(metrics, regress->best, "passes");
    int last = min_int(regress->passes_done, METRICS_MAX - metrics->count);
    for (int pass = 1; pass <= last; pass++)
        metrics_add(metrics, regress->held_out_errors[pass], "held-out.%d", pass);
}

static void fit_log(const struct fit_generation *generation, struct metrics *metrics) {
    const struct config *config = generation->run->config;
    metrics_add(metrics, (double)generation->training.count, "positions");
    metrics_add(metrics, (double)generation->repeated, "repeated");
    if (generation->options->keep > 0) metrics_add(metrics, fit_memory(generation), "memory");
    if (generation->options->point == 0)
        metrics_add(metrics, generation->fit->point / linear_point(config->evaluator, 1), "point");
    (generation->options->depth ? fit_log_sweep : fit_log_together)(generation, metrics);
}

static int fit_keep(struct fit_generation *generation, struct error *error) {
    const struct harvest *harvest = fit_harvest(generation, generation->number);
    struct heir heir = {.number = generation->number,
                        .weights = generation->weights,
                        .games = harvest->games,
                        .games_distinct = harvest->games_distinct,
                        .openings = harvest->games,
                        .openings_distinct = harvest->openings_distinct,
                        .seconds = generation->seconds};
    fit_log(generation, &heir.metrics);
    return lineage_keep(generation->run, &heir, error);
}

/* ---- files ---- */

/* Compares a file that the config names with the run's database, which has "CHECKSUM PATH". 1 if it
 * is not there, 0 if it is the same, -1 and why. */
static int fit_check_file(const struct run *run, const char *name, uint64_t checksum,
                          struct error *error) {
    struct stored_file *files;
    int count = store_files(run->store, run->id, &files), status = 1;
    for (int i = 0; i < count && status > 0; i++)
        if (strcmp(files[i].path, name) == 0)
            status = strtoull(files[i].content, NULL, 16) == checksum ? 0 : -1;
    store_free_files(files, count);
    if (status < 0)
        error_set(error, "%s is not the file that the run began with: a run learns from one", name);
    return status;
}

static void fit_keep_file(const struct run *run, const char *name, const char *path,
                          uint64_t checksum) {
    struct text content = {0};
    text_add(&content, "%016" PRIx64 " %s", checksum, path);
    store_add_file(run->store, &(struct stored_file){run->id, (char *)name, content.data});
    text_free(&content);
}

/* Splits a file's examples. Of results, the last HELD_OUT of each BLOCK are held out, so that few
 * games are in both parts: a run that reads results plays hardly any games to hold out. */
static void fit_give(const struct examples *from, bool results, struct fit *fit) {
    enum { BLOCK = 1000, HELD_OUT = BLOCK / HARVEST_HELD_OUT };
    for (int64_t i = 0; i < from->count; i++)
        examples_add(results && i % BLOCK >= BLOCK - HELD_OUT ? &fit->given.held_out
                                                              : &fit->given.training,
                     examples_state(from, i), from->hashes[i], from->labels[i]);
}

static int fit_read_file(const struct config *config, int i, struct fit *fit, struct text *said,
                         struct error *error) {
    const struct fit_options *options = optimizer_own(&config->optimizer, &fit_kind);
    const struct data_file file = {config->given.data.paths[i], config->data.paths[i],
                                   options->side == FIT_MOVER};
    struct examples examples = examples_new(config->game);
    struct data_yield yield;
    int status = data_read(&file, &examples, &yield, &fit->checksums[i], error);
    if (status == 0 && yield.results && options->aim != FIT_RESULT)
        status =
            error_set(error, "%s: has results: optimizer.fit.aim must be \"result\"", file.name);
    for (int64_t row = 0; row < examples.count; row++)
        examples.labels[row] = (float)harvest_end(options, (double)examples.labels[row]);
    if (status == 0) fit_give(&examples, yield.results, fit);
    if (status == 0 && said) data_describe(file.name, &yield, said);
    examples_free(&examples);
    return status;
}

/* Reads what the config's files hold; `said`, unless it is NULL, tells what each gave. */
static int fit_read(const struct config *config, struct fit *fit, struct text *said,
                    struct error *error) {
    fit->given.training = fit->given.held_out = examples_new(config->game);
    for (int i = 0; i < config->data.count; i++)
        if (fit_read_file(config, i, fit, said, error)) return -1;
    return 0;
}

/* Whether these are the files that the run began with; `keep`: those that are not in the database
 * are added. */
static int fit_check_files(const struct run *run, const struct fit *fit, bool keep,
                           struct error *error) {
    const struct config *config = run->config;
    for (int i = 0; i < config->data.count; i++) {
        const char *name = config->given.data.paths[i];
        int status = fit_check_file(run, name, fit->checksums[i], error);
        if (status < 0) return -1;
        if (status > 0 && keep) fit_keep_file(run, name, config->data.paths[i], fit->checksums[i]);
    }
    return 0;
}

static void fit_free(struct fit *fit) {
    for (int i = 0; i < FIT_WINDOW_MAX; i++) harvest_free(&fit->window[i]);
    harvest_free(&fit->given);
}

int fit_check_data(const struct config *config, struct text *out, struct error *error) {
    struct fit fit = {0};
    int status = fit_read(config, &fit, out, error);
    fit_free(&fit);
    return status;
}

static int fit_read_run(struct run *run, struct error *error) {
    struct fit *fit = run->own = xcalloc(1, sizeof *fit);
    struct text said = {0};
    int status = fit_read(run->config, fit, &said, error);
    if (run->wish.announced) shown_warn("%s", text_get(&said));
    text_free(&said);
    return status;
}

static int fit_begin_run(struct run *run, struct error *error) {
    return fit_check_files(run, run->own, true, error);
}

static void fit_end(struct run *run) {
    if (run->own) fit_free(run->own);
    free(run->own);
}

/* ---- the scale ---- */

/* What weights say of the positions in files. */
static float *fit_values(const struct run *run, const struct fit *fit, const int32_t *weights) {
    const struct evaluator *evaluator = run->config->evaluator;
    const struct examples *examples = &fit->given.training;
    struct term *terms = xmalloc((size_t)evaluator->terms_max * sizeof *terms);
    float *values = xmalloc((size_t)examples->count * sizeof *values + 1);
    for (int64_t row = 0; row < examples->count; row++) {
        const void *state = examples_state(examples, row);
        int count = evaluator->terms(evaluator, state, evaluator->game->side(state), terms);
        int64_t value = 0;
        for (int i = 0; i < count; i++) value += (int64_t)terms[i].count * weights[terms[i].weight];
        values[row] = (float)value;
    }
    free(terms);
    return values;
}

/* The scale of labels: the config's, or that of the first weights. 0, or -1 and why not. */
static int fit_find_point(const struct run *run, struct fit *fit, struct error *error) {
    const struct evaluator *evaluator = run->config->evaluator;
    const struct fit_options *options = optimizer_own(&run->config->optimizer, &fit_kind);
    int32_t *weights = xmalloc((size_t)evaluator->param_count * sizeof *weights);
    int status = 0;
    if (options->point > 0) {
        fit->point = linear_point(evaluator, options->point);
    } else if ((status = lineage_player(run, 1, weights, error)) == 0) {
        float *values = fit_values(run, fit, weights);
        fit->point = odds_scale(values, fit->given.training.labels, fit->given.training.count);
        free(values);
        if (fit->point == 0)
            status =
                error_set(error, "optimizer.fit.point = 0: the first weights do not predict the "
                                 "results in optimizer.data");
    }
    free(weights);
    return status;
}

/* ---- a generation ---- */

static struct fit_generation fit_generation_of(struct run *run, int number) {
    size_t dim = (size_t)run->config->evaluator->param_count;
    return (struct fit_generation){.run = run,
                                   .fit = run->own,
                                   .options = optimizer_own(&run->config->optimizer, &fit_kind),
                                   .number = number,
                                   .weights = xmalloc(dim * sizeof(int32_t))};
}

static int fit_generation(struct run *run, struct error *error) {
    struct fit_generation generation = fit_generation_of(run, run->done + 1);
    double start = clock_seconds();
    int status = generation.fit->point > 0 ? 0 : fit_find_point(run, generation.fit, error);
    if (status == 0) status = fit_play(&generation, error);
    if (status == 0) {
        fit_gather(&generation);
        status = fit_learn(&generation, error);
    }
    if (status == 0) {
        generation.seconds = clock_seconds() - start;
        status = fit_keep(&generation, error);
    }
    examples_free(&generation.training);
    examples_free(&generation.held_out);
    free(generation.weights);
    return status;
}

int fit_positions(struct run *run, int number, struct examples *training, struct examples *held_out,
                  struct error *error) {
    struct fit fit = {0};
    /* cppcheck-suppress autoVariables ; taken back below */
    run->own = &fit;
    struct fit_generation generation = fit_generation_of(run, number);
    int status = fit_read(run->config, &fit, NULL, error);
    if (status == 0) status = fit_check_files(run, &fit, false, error);
    if (status == 0) status = fit_find_point(run, &fit, error);
    if (status == 0) status = fit_play(&generation, error);
    if (status == 0) fit_gather(&generation);
    *training = generation.training;
    *held_out = generation.held_out;
    free(generation.weights);
    run->own = NULL;
    fit_free(&fit);
    return status;
}

/* ---- memory ---- */

/* Of a generation's games, if they fill the board, or a third of it if a line wins: gomoku's had
 * less than 30 of 120 plies. */
static double fit_positions_expected(const struct config *config) {
    struct state start;
    const struct fit_options *options = optimizer_own(&config->optimizer, &fit_kind);
    config->game->start(config->game, &start);
    int opening = (config->openings.plies_min + config->openings.plies_max) / 2;
    int plies = config->game->plies_left(&start) - opening;
    if (config->player.plies_max) plies = min_int(plies, config->player.plies_max);
    if (config->game->in_a_row > 0) plies = (plies + 2) / 3;
    return 2.0 * config->pairs[STAGE_TRAIN] * plies * options->sample;
}

/* Of files; those that cannot be read are refused later. */
static double fit_positions_given(const struct config *config) {
    double positions = 0;
    for (int i = 0; i < config->data.count; i++) {
        const struct data_file file = {config->given.data.paths[i], config->data.paths[i], false};
        struct stat found;
        if (stat(file.path, &found) == 0)
            positions += data_positions_expected(&file, (double)found.st_size);
    }
    return positions;
}

/* A window's positions are there three times while they are gathered and sorted, with a hash table
 * of two to four slots for each; and those of one stage with their terms, where stages are learned
 * one by one. */
static struct plan fit_plan(const struct config *config) {
    const struct fit_options *options = optimizer_own(&config->optimizer, &fit_kind);
    struct plan plan = plan_run(config);
    double given = fit_positions_given(config);
    double positions = fit_positions_expected(config) * options->window + given;
    double rows = options->depth ? positions / sweep_stages(config) : 0;
    plan.method_bytes = positions * (3.0 * (double)examples_size(config->game) + 24) +
                        rows * config->evaluator->terms_max * sizeof(struct term) +
                        given * (double)examples_size(config->game) +
                        regress_bytes(config->space.count);
    plan.method_keys =
        "optimizer.data, fitness.pairs, optimizer.fit.window or optimizer.fit.sample";
    return plan;
}

const struct run_method fit_method = {fit_read_run, fit_begin_run, fit_generation, fit_end,
                                      fit_plan};

/* ---- the method of a config ---- */

/* The one list of methods. */

static const struct {
    const struct optimizer_kind *kind;
    const struct run_method *method;
} methods[] = {{&fit_kind, &fit_method}, {&td_kind, &td_method}};

/* NULL: that of run_tune. */
static const struct run_method *methods_find(const struct config *config) {
    for (size_t i = 0; i < COUNT_OF(methods); i++)
        if (methods[i].kind == config->optimizer.kind) return methods[i].method;
    return NULL;
}

struct plan methods_plan(const struct config *config) {
    const struct run_method *method = methods_find(config);
    return method ? method->plan(config) : plan_run(config);
}

enum run_end methods_run(const struct config *config, const struct run_wish *wish,
                         struct error *error) {
    const struct run_method *method = methods_find(config);
    return method ? run_by(config, method, wish, error) : run_tune(config, wish, error);
}
