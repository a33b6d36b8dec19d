/*
 * stages: a run's stages in the order of the stage table. A stage without meetings is also over
 * when a later one is, or the run.
 */
#include "tuner/report/stages.h"

#include "tuner/config/length.h"
#include "tuner/run/verify.h"

struct stages stages_of(struct store *store, const struct stored_run *run,
                        const struct config *config) {
    int64_t games = store_games(store, run->id, run->generations);
    bool trained =
        run->ended_by != ENDING_LENGTH || length_reached(config, run->generations, games);
    int generations = trained ? run->generations : config->optimizer.generations;
    struct stages stages = {.count = 1, .done = trained, .list = {STAGE_TRAIN}};
    for (enum stage stage = STAGE_SELECT; stage <= STAGE_MILESTONE; stage++) {
        if (!verify_wants(config, generations, stage)) continue;
        stages.list[stages.count++] = stage;
        if (store_stage_is_played(store, run->id, stage)) stages.done = stages.count;
    }
    if (run->finished[0]) stages.done = stages.count;
    return stages;
}

void stages_print(const struct stages *stages, bool running, struct text *out) {
    for (int i = 0; i < stages->count; i++)
        text_add(out, "%s%s %s", i ? ", " : "", stage_table[stages->list[i]].label,
                 i < stages->done   ? "done"
                 : i > stages->done ? "to come"
                 : running          ? "going on"
                                    : "next");
}
