/*
 * The settings that repeat a run are those that its own config lacks: its generations in place of a
 * budget of games, and the schedule if the run was cut short.
 */
#include "tuner/report/ending.h"

#include "tuner/config/length.h"
#include "tuner/report/run_argument.h"

static const char *ending_cause(enum run_ending ending) {
    return ending == ENDING_FINISH ? "by `hone finish`"
           : ending == ENDING_TIME ? "for want of time (--for, --until)"
                                   : "otherwise than by its length";
}

static void ending_print_settings(const struct stored_run *run, const struct config *config,
                                  struct text *out) {
    text_add(out, "; the same again: ");
    if (config->optimizer.games > 0) text_add(out, "--set optimizer.games=0 ");
    text_add(out, "--set optimizer.generations=%d", run->generations);
    if (length_schedule(config))
        text_add(out, " --set optimizer.schedule=%d", optimizer_schedule(&config->optimizer));
}

/* Patience is in the config already, which gives the same rows by itself. */
static void ending_print(const struct stored_run *run, const struct config *config,
                         struct text *out) {
    const struct optimizer_options *length = &config->optimizer;
    text_add(out, "ended at generation %d", run->generations);
    if (length->games > 0)
        text_add(out, ", before its %lld games, ", (long long)length->games);
    else
        text_add(out, " of %d ", length->generations);
    if (run->ended_by == ENDING_PATIENCE) {
        text_add(out, "after %d milestones without growth (optimizer.patience)", length->patience);
        return;
    }
    text_add(out, "%s", ending_cause(run->ended_by));
    ending_print_settings(run, config, out);
}

static int ending_config(struct store *store, const struct stored_run *run, struct config *out) {
    struct run_argument argument = {.store = store, .run = run};
    struct error error;
    return run_argument_config(&argument, out, &error);
}

void ending_of_run(struct store *store, const struct stored_run *run, struct text *out) {
    struct config config;
    text_add(out, "%s", run->remark);
    if (run->ended_by == ENDING_LENGTH) return;
    if (*run->remark) text_add(out, "; ");
    if (ending_config(store, run, &config) == 0) ending_print(run, &config, out);
    config_free(&config);
}

void ending_of_measurement(struct store *store, const struct stored_run *run,
                           const struct champion *champion, struct text *out) {
    struct config config;
    if (!champion->gain_known) return;
    double wanted = ending_config(store, run, &config) == 0 ? config.verify.error : 0;
    int batch = config.pairs[STAGE_VERIFY];
    config_free(&config);
    if (wanted == 0) return;
    text_add(out, "measured by %d pairs again and again until the error was %g Elo or less", batch,
             wanted);
    if (champion->gain.elo_error > wanted) text_add(out, "; verify.pairs_max came first");
    text_add(out, "; the score did not matter, so that this has no bias");
}

void ending_of_ranks(const struct stored_run *run, struct text *out) {
    if (run->dropped == 0) return;
    text_add(out, "%lld game%s were played again: a rank had played some of them wrongly",
             (long long)run->dropped, plural(run->dropped));
}
