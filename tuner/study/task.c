/*
 * A trial's config is the user's, with settings that override it.
 */
#include "tuner/study/task.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/fit/fit.h"
#include "tuner/report/facts.h"
#include "tuner/report/run_argument.h"
#include "tuner/study/budget.h"

/* ---- the config of a trial ---- */

struct task_settings {
    int count;
    char list[10][700];
};

static void task_set(struct task_settings *settings, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void task_set(struct task_settings *settings, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(settings->list[settings->count++], sizeof settings->list[0], format, arguments);
    va_end(arguments);
}

static int task_settings(const struct task *task, const struct trial *trial,
                         struct task_settings *out, struct error *error) {
    const struct config *config = &task->config;
    struct budget budget;
    if (budget_divide(config, trial->budget, &budget, error)) return -1;
    task_set(out, "optimizer.name=%s", trial->kind->name);
    task_set(out, "optimizer.games=%" PRId64, budget.training);
    task_set(out, "seed=%" PRIu64, trial->seed);
    task_set(out, "name=%.40s-%s", config->name, trial->kind->name);
    task_set(out, "verify.selection_pairs=%d", budget.choice_pairs);
    task_set(out, "verify.milestone_every=0");
    task_set(out, "progress.every=0");
    if (task->pairs > 0) task_set(out, "verify.pairs=%d", task->pairs);
    task_set(out, "output=%.250s%s/%s/%" PRId64 "/%" PRIu64,
             task->output[0] ? task->output : config->output, task->output[0] ? "" : "-optimizers",
             trial->kind->name, trial->budget, trial->seed);
    return 0;
}

static int task_config(const struct task *task, const struct trial *trial, struct config *out,
                       struct error *error) {
    struct task_settings settings = {0};
    const char *sets[2 * OPTION_TEXTS_MAX];
    *out = (struct config){0};
    if (task_settings(task, trial, &settings, error)) return -1;
    int count = task->sets.count;
    memcpy(sets, task->sets.list, (size_t)count * sizeof *sets);
    for (int i = 0; i < settings.count; i++) sets[count++] = settings.list[i];
    return config_load_kinds(task->path, sets, count, out, error);
}

/* ---- what a run came to ---- */

/* The champion's meetings with the yardsticks of the measurement. */
static int task_read_strength(const struct config *config, struct store *store, int64_t run,
                              int64_t champion, double *out, struct error *error) {
    struct figures_pool pool = {0};
    struct stored_meeting *meetings;
    struct stored_player yardstick;
    int count = store_meetings(store, run, STAGE_VERIFY, -1, &meetings), status = 0;
    for (int y = 0; status == 0 && y < config->verify.yardstick_count; y++) {
        const char *name = config->verify.yardsticks[y].weights.provenance.name;
        status = store_named_player(store, run, name, &yardstick, error);
        for (int i = 0; status == 0 && i < count; i++)
            if (meetings[i].a == champion && meetings[i].b == yardstick.id)
                figures_add(&pool, &meetings[i]);
        if (status == 0) store_free_player(&yardstick);
    }
    free(meetings);
    if (status == 0) *out = figures_rate(&pool);
    return status;
}

/* 1 if the run is not finished. */
static int task_read_run(const struct config *config, struct store *store, struct trial *trial,
                         struct error *error) {
    struct stored_champion champion;
    struct stored_run *runs;
    int count = store_runs(store, &runs);
    bool finished = count > 0 && runs[0].finished[0];
    trial->generations = count > 0 ? runs[0].generations : 0;
    int64_t run = finished ? runs[0].id : 0;
    store_free_runs(runs, count);
    if (!finished) return 1;
    if (store_champion(store, run, &champion, error)) return -1;
    trial->games = champion.games - champion.verify_games;
    return task_read_strength(config, store, run, champion.player, &trial->value, error);
}

static int task_read(const struct config *config, struct trial *trial, struct error *error) {
    char path[600];
    store_run_path(config->output, path, sizeof path);
    struct store *store = store_open(path, STORE_READ, error);
    if (!store) return 1;
    int status = task_read_run(config, store, trial, error);
    store_close(store);
    return status;
}

/* ---- trials ---- */

/* What the user can change: the generations follow from the budget. */
static void task_differences(const char *there, const char *here, struct text *out) {
    struct text all = {0};
    config_differences(there, here, 0, &all);
    for (const char *line = text_get(&all); *line;) {
        size_t length = strcspn(line, "\n") + 1;
        if (strncmp(line, "  optimizer.generations: ", 25) != 0) text_add_bytes(out, line, length);
        line += length;
    }
    text_free(&all);
}

/* A trial that was begun with other settings is none of these. */
static int task_check_begun(const struct config *config, struct error *error) {
    struct run_argument begun;
    struct text here = {0}, differences = {0};
    if (run_argument_open(config->output, &begun, NULL)) return 0;
    config_print(config, &here);
    task_differences(begun.run->config, text_get(&here), &differences);
    int status = differences.length
                     ? error_set(error,
                                 "%s holds a trial with other settings; choose another --output. "
                                 "They differ in:\n%s",
                                 config->output, text_get(&differences))
                     : 0;
    text_free(&differences);
    text_free(&here);
    run_argument_close(&begun);
    return status;
}

/* A finished run is tuned as well: that compares its settings and plays nothing. */
static enum run_end task_play(void *context, struct trial *trial, struct error *error) {
    const struct task *task = context;
    struct config config;
    enum run_end end = RUN_REFUSED;
    if (task_config(task, trial, &config, error) == 0 && task_check_begun(&config, error) == 0) {
        trial->found = task_read(&config, trial, error) == 0;
        end = methods_run(&config, NULL, error);
        if (end == RUN_FINISHED && task_read(&config, trial, error)) end = RUN_REFUSED;
    }
    config_free(&config);
    return end;
}

static int task_check(const void *context, const struct trial *trial, struct error *error) {
    struct config config;
    int status = task_config(context, trial, &config, error);
    if (status == 0) status = task_check_begun(&config, error);
    config_free(&config);
    return status;
}

static void task_set_title(struct task *task) {
    const struct config *config = &task->config;
    text_add(&task->title, "%s: points a game against ", config->name);
    for (int i = 0; i < config->verify.yardstick_count; i++)
        text_add(&task->title, "%s%s", i ? ", " : "",
                 config->verify.yardsticks[i].weights.provenance.name);
}

int task_open(struct task *task, struct trials *trials, struct error *error) {
    const struct config *config = &task->config;
    task->title = (struct text){0};
    if (config_load_kinds(task->path, task->sets.list, task->sets.count, &task->config, error))
        return -1;
    if (config->verify.yardstick_count == 0)
        return error_set(error,
                         "%s: verify.yardsticks is empty, so there is nothing to compare the "
                         "champions by",
                         task->path);
    task_set_title(task);
    trials->title = text_get(&task->title);
    trials->measure = "points a game";
    trials->play = task_play;
    trials->context = task;
    return trials_check(trials, task_check, error);
}

void task_close(struct task *task) {
    config_free(&task->config);
    text_free(&task->title);
}
