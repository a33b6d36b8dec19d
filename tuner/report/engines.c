/*
 * Figures are from the rows alone: a meeting's pairs, and its faults.
 */
#include "tuner/report/engines.h"

#include "tuner/external/drive.h"

/* ", 3 of them lost by crash, 1 by timeout" */
static void engines_print_faults(struct store *store, int64_t player, enum stage stage,
                                 struct text *out) {
    int kinds = 0;
    for (int end = 0; end < EXTERNAL_ENDS; end++) {
        if (!external_is_fault((enum external_end)end)) continue;
        int64_t games = store_engine_faults(store, player, stage, external_end_names[end]);
        if (games == 0) continue;
        text_add(out, "%s %lld by %s", kinds++ ? "," : ", of which it lost", (long long)games,
                 external_end_names[end]);
    }
}

static void engines_print_one(struct store *store, const struct stored_player *engine,
                              struct text *out) {
    text_add(out, "  %s: %s\n", engine->name, engine->line);
    for (enum stage stage = STAGE_TRAIN; stage < STAGE_SERIES; stage++) {
        int64_t games = store_engine_games(store, engine->id, stage);
        if (games == 0) continue;
        text_add(out, "    %s: %lld games", stage_table[stage].label, (long long)games);
        engines_print_faults(store, engine->id, stage, out);
        text_add(out, "\n");
    }
}

/* Whether training or choice depends on games with them. */
static bool engines_decided(struct store *store, int64_t run) {
    int64_t games = 0;
    for (int64_t id = 0; (id = store_next_engine(store, run, id)) > 0;)
        games += store_engine_games(store, id, STAGE_TRAIN) +
                 store_engine_games(store, id, STAGE_SELECT);
    return games > 0;
}

void engines_print(struct store *store, int64_t run, struct text *out) {
    if (store_next_engine(store, run, 0) == 0) return;
    text_add(out, "\nNot repeatable (*): games with engines of their own%s\n",
             engines_decided(store, run)
                 ? ",\n  and this run, whose training or choice followed from them"
                 : "; all else is");
    for (int64_t id = 0; (id = store_next_engine(store, run, id)) > 0;) {
        struct stored_player engine;
        struct error error;
        if (store_player(store, id, &engine, &error)) continue;
        engines_print_one(store, &engine, out);
        store_free_player(&engine);
    }
}
