/*
 * How a run begins, or goes on: its rows are made, or found and compared with the config, in one
 * transaction. A refused run leaves nothing behind that would hinder the next one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "engine/base/options.h"
#include "engine/base/shown.h"
#include "tuner/config/length.h"
#include "tuner/optimize/anneal.h"
#include "tuner/run/adopt.h"
#include "tuner/run/programs.h"
#include "tuner/run/run.h"
#include "tuner/run/verify.h"

/* ---- yardsticks ---- */

/* The row of an engine has the line that names it, and no weights. */
static struct stored_player begin_yardstick_row(const struct run *run,
                                                const struct yardstick *yardstick) {
    const struct weights *weights = &yardstick->weights;
    struct stored_player row = {
        .run = run->id, .kind = PLAYER_YARDSTICK, .generation = -1, .slot = -1};
    if (yardstick->line)
        row.line = (char *)(uintptr_t)yardstick->line;
    else
        row = run_player_row(run, PLAYER_YARDSTICK, -1, -1, weights->evaluator, weights->values);
    snprintf(row.name, sizeof row.name, "%s", weights->provenance.name);
    return row;
}

static void begin_save_yardsticks(struct run *run, const struct yardstick *yardsticks, int count) {
    for (int i = 0; i < count; i++) {
        struct stored_player there, row = begin_yardstick_row(run, &yardsticks[i]);
        if (store_named_player(run->store, run->id, row.name, &there, NULL))
            store_add_player(run->store, &row);
        else
            store_free_player(&there);
    }
}

static bool begin_same_yardstick(const struct yardstick *yardstick,
                                 const struct stored_player *row) {
    const struct evaluator *evaluator = yardstick->weights.evaluator;
    if (yardstick->line) return strcmp(row->line, yardstick->line) == 0;
    return row->dim == evaluator->param_count && strcmp(row->evaluator, evaluator->name) == 0 &&
           strcmp(row->layout, evaluator->layout) == 0 &&
           memcmp(row->weights, yardstick->weights.values,
                  (size_t)row->dim * sizeof *row->weights) == 0;
}

/* NULL: there is no guest of that name. */
static struct guest *begin_find_guest(struct run *run, const struct yardstick *yardstick) {
    int i = 0;
    while (i < run->guest_count && strcmp(run->guests[i].spec->name, yardstick->external.name) != 0)
        i++;
    return i < run->guest_count ? &run->guests[i] : NULL;
}

static int begin_refuse_other(const struct yardstick *yardstick, struct error *error) {
    return error_set(error,
                     "yardstick '%s' is not the one this run began with; two yardsticks need two "
                     "names, and a run keeps its yardsticks",
                     yardstick->weights.provenance.name);
}

static int begin_seat_guest(struct run *run, const struct yardstick *yardstick, int64_t id) {
    int place = roster_find(&run->yardsticks, id);
    if (place >= 0) return place;
    return roster_seat_player(&run->yardsticks, &begin_find_guest(run, yardstick)->player,
                              ROLE_YARDSTICK, id);
}

/* Seats a yardstick that the run began with; its place, or -1 and why. */
static int begin_seat_yardstick(struct run *run, const struct yardstick *yardstick,
                                struct error *error) {
    struct stored_player row;
    const char *name = yardstick->weights.provenance.name;
    if (verify_makes_player(name))
        return error_set(error,
                         "a yardstick cannot be called '%s', which the run may make itself; change "
                         "the name in its weight file, or ;name= of an engine of its own",
                         name);
    if (store_named_player(run->store, run->id, name, &row, error)) return -1;
    int place = -1;
    if (!begin_same_yardstick(yardstick, &row))
        begin_refuse_other(yardstick, error);
    else if (yardstick->line)
        place = begin_seat_guest(run, yardstick, row.id);
    else
        place =
            roster_seat_row(&run->yardsticks, run->config->evaluator, &row, ROLE_YARDSTICK, error);
    store_free_player(&row);
    return place;
}

static int begin_seat_yardsticks(struct run *run, const struct yardstick *yardsticks, int count,
                                 int *places, struct error *error) {
    for (int i = 0; i < count; i++) {
        places[i] = begin_seat_yardstick(run, &yardsticks[i], error);
        if (places[i] < 0) return -1;
    }
    return 0;
}

/* Whether nothing will be played. */
static bool begin_is_over(const struct run *run, const struct stored_run *there) {
    return there && there->finished[0] && !run->wish.relength;
}

/* Starts a new yardstick that is an engine, if games will be played. */
static int begin_start_guest(struct run *run, const struct yardstick *yardstick,
                             const struct stored_run *there, struct error *error) {
    struct stored_player row;
    if (!yardstick->line || begin_find_guest(run, yardstick)) return 0;
    struct guest *guest = &run->guests[run->guest_count++];
    guest_init(guest, run->config->evaluator, &yardstick->external);
    if (there &&
        store_named_player(run->store, there->id, yardstick->external.name, &row, NULL) == 0) {
        bool same = begin_same_yardstick(yardstick, &row);
        store_free_player(&row);
        if (!same) return begin_refuse_other(yardstick, error);
    }
    return begin_is_over(run, there) ? 0 : guest_try(pool_mover(run->pool, &guest->player), error);
}

/* Starting engines takes time, so no transaction is open meanwhile. */
static int begin_start_guests(struct run *run, struct error *error) {
    const struct config *config = run->config;
    struct stored_run *rows;
    int count = store_runs(run->store, &rows);
    const struct stored_run *there = count ? &rows[0] : NULL;
    bool over = begin_is_over(run, there);
    int status = over ? 0 : run_try_engine(run->config, run->pool, error);
    for (int i = 0; status == 0 && i < config->fitness.yardstick_count; i++)
        status = begin_start_guest(run, &config->fitness.yardsticks[i], there, error);
    for (int i = 0; status == 0 && i < config->verify.yardstick_count; i++)
        status = begin_start_guest(run, &config->verify.yardsticks[i], there, error);
    store_free_runs(rows, count);
    return status;
}

/* ---- the run's row ---- */

static void begin_describe_machine(struct stored_run *row) {
    struct utsname machine;
    snprintf(row->program, sizeof row->program, "hone %s", HONE_VERSION);
    snprintf(row->compiler, sizeof row->compiler, "%s", __VERSION__);
    if (uname(&machine) == 0)
        snprintf(row->machine, sizeof row->machine, "%.40s %.16s, %d cores", machine.nodename,
                 machine.machine, pool_cores());
}

static int begin_revision(const struct config *config) {
    const struct optimizer_options *options = &config->optimizer;
    bool clamps = options->bounds == SCALE_CLAMP && !options->kind->learns;
    if (clamps && optimizer_reads(options->kind, &anneal_kind)) return RUN_REVISION_ANNEAL;
    return clamps || config->evaluator->unit > 0 ? RUN_REVISION_LATER : RUN_REVISION;
}

static void begin_create(struct run *run, const char *config_text) {
    const struct config *config = run->config;
    struct stored_run row = {.seed = config->seed,
                             .evaluator_schema = config->evaluator->schema,
                             .mixing = MIXING_NEWEST,
                             .revision = begin_revision(config)};
    row.config = xstrdup(config_text);
    snprintf(row.name, sizeof row.name, "%s", config->name);
    snprintf(row.game, sizeof row.game, "%s", config->game->name);
    snprintf(row.evaluator, sizeof row.evaluator, "%s", config->evaluator->name);
    snprintf(row.layout, sizeof row.layout, "%s", config->evaluator->layout);
    snprintf(row.init, sizeof row.init, "%s", optimizer_init_names[config->optimizer.init]);
    begin_describe_machine(&row);
    run->mixing = (enum mixing)row.mixing;
    run->id = store_add_run(run->store, &row);
    for (int i = 0; i < config->contents.count; i++)
        store_add_file(run->store, &(struct stored_file){run->id, config->contents.paths[i],
                                                         config->contents.texts[i]});
    programs_keep(run);
    begin_save_yardsticks(run, config->fitness.yardsticks, config->fitness.yardstick_count);
    begin_save_yardsticks(run, config->verify.yardsticks, config->verify.yardstick_count);
    free(row.config);
}

static bool begin_same_settings(const char *there, const char *here, unsigned but) {
    struct text differences = {0};
    config_differences(there, here, but, &differences);
    bool same = differences.length == 0;
    text_free(&differences);
    return same;
}

/* Adopted ranges may come with another length. */
static bool begin_may_go_on(struct run *run, const char *there, const char *here) {
    if (begin_same_settings(there, here, run->wish.relength ? CONFIG_LENGTH : 0)) return true;
    if (!run->wish.adopt || !begin_same_settings(there, here, CONFIG_LENGTH | CONFIG_RANGES))
        return false;
    run->wish.relength |= !begin_same_settings(there, here, CONFIG_RANGES);
    return true;
}

/* The advice comes first: a long list is cut. */
static int begin_check_settings(struct run *run, const char *there, const char *here,
                                struct error *error) {
    struct text differences = {0};
    if (begin_may_go_on(run, there, here)) return 0;
    config_differences(there, here, 0, &differences);
    int status;
    if (begin_same_settings(there, here, CONFIG_LENGTH))
        status = error_set(error,
                           "%s holds this run with another length; `%s tune %s` goes on with it "
                           "as it is, with --generations or --games it is made longer. They "
                           "differ in:\n%s",
                           run->config->output, program_base(), run->config->output,
                           text_get(&differences));
    else if (begin_same_settings(there, here, CONFIG_LENGTH | CONFIG_RANGES))
        status = error_set(error,
                           "%s holds this run with other ranges of parameters; with --adopt it "
                           "goes on with the new ones, which the report will say. They differ "
                           "in:\n%s",
                           run->config->output, text_get(&differences));
    else
        status = error_set(error,
                           "%s holds a run with other settings; choose another `output`, or --set "
                           "name=NAME, or, to go on from this run's champion, begin a new one with "
                           "%s. They differ in:\n%s",
                           run->config->output,
                           config_has_engine(run->config)
                               ? "its values as the starts of `parameters`"
                               : "optimizer.init = \"file\" and optimizer.init_weights",
                           text_get(&differences));
    text_free(&differences);
    return status;
}

/* The same config and seed give the same rows, so only a program of its revision and schema
 * continues a run. */
static int begin_check_program(const struct run *run, const struct stored_run *row,
                               struct error *error) {
    const struct evaluator *evaluator = run->config->evaluator;
    if (row->evaluator_schema != evaluator->schema)
        return error_set(error,
                         "%s was begun by %s when the parameters of %s had schema %d; they have %d "
                         "in hone %s, which cannot go on with it",
                         run->config->output, row->program, evaluator->name, row->evaluator_schema,
                         evaluator->schema, HONE_VERSION);
    int revision = begin_revision(run->config);
    if (row->revision != revision)
        return error_set(error,
                         "%s was begun by %s (revision %d of what a config and seed give); hone %s "
                         "(revision %d) would give other rows and does not go on with it",
                         run->config->output, row->program, row->revision, HONE_VERSION, revision);
    if (strcmp(row->program, "hone " HONE_VERSION) != 0 && !row->finished[0])
        shown_warn("%s was begun by %s; hone %s goes on with it\n", run->config->output,
                   row->program, HONE_VERSION);
    return 0;
}

/* The run may have played more than the new length already. */
static int begin_check_length(const struct run *run, struct error *error) {
    int before = run->done - 1;
    if (before < 0 ||
        !length_reached(run->config, before, store_games(run->store, run->id, before)))
        return 0;
    return error_set(error,
                     "%s has %d generations and %lld training games already, which is more than "
                     "was asked for: a run is never shortened",
                     run->config->output, run->done, (long long)run->games);
}

/* A run that has the wanted length and did not end before it is left alone. */
static int begin_relength(struct run *run, const struct stored_run *row, const char *config_text,
                          struct error *error) {
    bool same = begin_same_settings(row->config, config_text, 0);
    if (!run->wish.relength || (same && row->ended_by == ENDING_LENGTH)) return 0;
    if (row->ended_by == ENDING_PATIENCE)
        return error_set(error,
                         "%s was ended by optimizer.patience, not by its length, and would be so "
                         "again; a run with more patience is another one",
                         run->config->output);
    if (begin_check_length(run, error)) return -1;
    store_relength_run(run->store, run->id, config_text);
    run->ended_by = ENDING_LENGTH;
    run->finished = false;
    return 0;
}

/* Something must be left to be played with them. */
static int begin_adopt(struct run *run, const struct stored_run *row, const char *config_text,
                       struct error *error) {
    if (begin_same_settings(row->config, config_text, CONFIG_LENGTH)) return 0;
    bool ended = run->ended_by != ENDING_LENGTH && !run->wish.relength;
    if (ended || length_reached(run->config, run->done, run->games))
        return error_set(error,
                         "%s: its training is over, so that no game would be played with the new "
                         "ranges; say a greater length too (optimizer.generations or "
                         "optimizer.games)",
                         run->config->output);
    return adopt_ranges(run, row, config_text, error);
}

/* Frozen values come from weight files, which may have changed since the run began. */
static int begin_check_space(const struct run *run, struct error *error) {
    struct stored_player start;
    if (store_individual(run->store, run->id, 1, 0, &start, error)) return -1;
    bool fits = roster_check(run->config->evaluator, &start, error) == 0;
    bool same = fits && start.dim == run->config->space.dim &&
                space_moved(&run->config->space, start.weights) == 0;
    store_free_player(&start);
    if (!fits || same) return fits ? 0 : -1;
    return error_set(error,
                     "%s began with other values of parameters that are frozen, tied or stepping: "
                     "the files of optimizer.init_weights have changed since; go on with those it "
                     "began with",
                     run->config->output);
}

int run_load_optimizer(struct run *run, struct error *error) {
    char *state;
    if (adopt_read_state(run, &state, error)) return -1;
    int status = run->config->optimizer.kind->load(run->optimizer, state, error);
    free(state);
    return status;
}

static int begin_resume(struct run *run, const struct stored_run *row, const char *config_text,
                        struct error *error) {
    if (begin_check_program(run, row, error) ||
        begin_check_settings(run, row->config, config_text, error) ||
        programs_check(run, row, error))
        return -1;
    run->id = row->id;
    run->mixing = (enum mixing)row->mixing;
    run->done = row->generations;
    run->finished = row->finished[0] != '\0';
    run->games = store_games(run->store, run->id, run->done);
    run->ended_by = row->ended_by;
    if (begin_adopt(run, row, config_text, error) || begin_relength(run, row, config_text, error))
        return -1;
    if (run->done == 0 && run->wish.finish)
        return error_set(error, "%s has no generation yet, so there is no champion to choose",
                         run->config->output);
    if (run->done == 0) return 0;
    if (begin_check_space(run, error)) return -1;
    struct stored_player next;
    if (store_individual(run->store, run->id, run->done + 1, 0, &next, NULL) == 0) {
        store_free_player(&next);
        return error_set(error, "%s: has players of generation %d, but only %d generations",
                         run->config->output, run->done + 1, run->done);
    }
    return run_load_optimizer(run, error);
}

static int begin_create_or_resume(struct run *run, struct error *error) {
    struct text config_text = {0};
    struct stored_run *rows;
    config_print(run->config, &config_text);
    int count = store_runs(run->store, &rows), status = 0;
    if (count == 0 && run->was_there)
        shown_warn("hone: %s: the database there holds no run; one is begun\n",
                   run->config->output);
    if (count == 0)
        begin_create(run, text_get(&config_text));
    else
        status = begin_resume(run, &rows[0], text_get(&config_text), error);
    store_free_runs(rows, count);
    text_free(&config_text);
    return status;
}

int run_begin(struct run *run, const struct run_method *method, struct error *error) {
    const struct config *config = run->config;
    if (begin_start_guests(run, error)) return -1;
    store_begin(run->store);
    int status = begin_create_or_resume(run, error);
    if (status == 0)
        status = begin_seat_yardsticks(run, config->fitness.yardsticks,
                                       config->fitness.yardstick_count, run->training, error);
    if (status == 0)
        status = begin_seat_yardsticks(run, config->verify.yardsticks,
                                       config->verify.yardstick_count, run->measuring, error);
    if (status == 0 && method->begin) status = method->begin(run, error);
    if (status == 0)
        store_commit(run->store);
    else
        store_rollback(run->store);
    return status;
}
