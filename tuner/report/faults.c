/*
 * Everything is counted from rows: the pairs and faults of meetings.
 */
#include "tuner/report/faults.h"

#include <stdlib.h>

#include "tuner/external/drive.h"
#include "tuner/external/tuned.h"
#include "tuner/run/blame.h"

enum { FAULTS_SHOWN = 3 };

static int64_t faults_print_verdicts(struct store *store, int64_t run, struct text *out) {
    int64_t games = store_faults(store, run, external_end_names[EXTERNAL_ADJUDICATED]);
    if (games > 0)
        text_add(out, "; %lld of them were adjudicated, by both engines' scores", (long long)games);
    return games;
}

static void faults_print_kinds(struct store *store, int64_t run, struct text *out) {
    int64_t all = 0, verdicts = faults_print_verdicts(store, run, out);
    for (int end = 0; end < EXTERNAL_ENDS; end++) {
        if (!external_is_fault((enum external_end)end)) continue;
        int64_t games = store_faults(store, run, external_end_names[end]);
        if (games > 0)
            text_add(out, "%s%lld by %s",
                     all ? ", " : "; lost otherwise than by the rules: ", (long long)games,
                     external_end_names[end]);
        all += games;
    }
    text_add(out, "%s\n", all || verdicts ? "" : "; the rules ended all of them");
}

static void faults_print_values(struct store *store, int64_t player, const struct config *config,
                                struct text *out) {
    struct stored_player row;
    if (store_player(store, player, &row, NULL)) return;
    for (int i = 0; i < config->parameters.count && row.dim == config->parameters.count; i++) {
        text_add(out, "%s%s = ", i ? ", " : "", config->parameters.list[i].name);
        parameter_print(&config->parameters.list[i], row.weights[i], out);
    }
    store_free_player(&row);
}

static void faults_print_vector(struct store *store, const struct stored_faulty *vector,
                                bool blamed, const struct config *config, struct text *out) {
    text_add(out, "    %lld of %lld games%s, ", (long long)vector->faults, (long long)vector->games,
             blamed ? ", more than chance: these values are to blame" : "");
    if (vector->generation > 0)
        text_add(out, "generation %d, vector %d: ", vector->generation, vector->slot + 1);
    faults_print_values(store, vector->player, config, out);
    text_add(out, "\n");
}

void faults_print(struct store *store, const struct stored_run *run, const struct config *config,
                  struct text *out) {
    int64_t games = store_games_of_all(store, run->id);
    const char *name = config->engine.name[0] ? config->engine.name : "the engine";
    text_add(out,
             tuned_is_timed(tuned_of(config->evaluator))
                 ? "\nNot repeatable (*): %s moves by the clock\n"
                 : "\n* repeatable only if %s is; `hone check` tests that\n",
             name);
    text_add(out, "  %lld games of it", (long long)games);
    faults_print_kinds(store, run->id, out);
    struct blame blame = blame_of_run(store, run->id, FAULTS_SHOWN);
    if (blame.count > 0)
        text_add(out, "  most of these; values that are to blame cannot become champion\n");
    for (int i = 0; i < blame.count; i++)
        faults_print_vector(store, &blame.list[i], blame_is(&blame, &blame.list[i]), config, out);
    blame_free(&blame);
}
