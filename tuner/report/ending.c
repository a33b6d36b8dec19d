/*
 * The settings that repeat a run are those that its own config lacks: its generations in place of a
 * budget of games, and the schedule where one was cut short.
 */
#include "tuner/report/ending.h"

#include "tuner/config/length.h"
#include "tuner/report/run_argument.h"

static const char *ending_cause(enum run_ending ending) {
    return ending == ENDING_FINISH ? "by `hone finish`"
           : ending == ENDING_TIME ? "for want of time (--for, --until)"
                                   : "otherwise than by its length";
}

static void ending_print(const struct stored_run *run, const struct config *config,
                         struct text *out) {
    const struct optimizer_options *length = &config->optimizer;
    text_add(out, "ended at generation %d", run->generations);
    if (length->games > 0)
        text_add(out, ", before its %lld games, ", (long long)length->games);
    else
        text_add(out, " of %d ", length->generations);
    text_add(out, "%s; the same again: ", ending_cause(run->ended_by));
    if (length->games > 0) text_add(out, "--set optimizer.games=0 ");
    text_add(out, "--set optimizer.generations=%d", run->generations);
    if (length_schedule(config))
        text_add(out, " --set optimizer.schedule=%d", optimizer_schedule(length));
}

void ending_of_run(struct store *store, const struct stored_run *run, struct text *out) {
    struct run_argument argument = {.store = store, .run = run};
    struct config config;
    struct error error;
    if (run->ended_by == ENDING_LENGTH) return;
    if (run_argument_config(&argument, &config, &error) == 0) ending_print(run, &config, out);
    config_free(&config);
}
