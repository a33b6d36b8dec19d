/*
 * stages: who is champion may have nobody to meet (it is the start, and there are no yardsticks),
 * so a stage without meetings is over too when a later one is, or the run.
 */
#include "tuner/report/stages.h"

#include <stdlib.h>

static bool stages_has_meetings(struct store *store, int64_t run, enum stage stage) {
    struct stored_meeting *rows;
    int count = store_meetings(store, run, stage, -1, &rows);
    free(rows);
    return count > 0;
}

struct stages stages_of(struct store *store, const struct stored_run *run,
                        const struct config *config) {
    static const enum stage after[] = {STAGE_SELECT, STAGE_VERIFY, STAGE_MILESTONE};
    struct stages stages = {
        .count = 1 + COUNT_OF(after),
        .done = run->generations >= config->optimizer.generations,
        .names = {"training", "choosing the champion", "measuring the champion", "milestones"},
    };
    int every = config->verify.milestone_every;
    if (every == 0 || every > config->optimizer.generations) stages.count--;
    for (int i = 1; i < stages.count; i++)
        if (stages_has_meetings(store, run->id, after[i - 1])) stages.done = i + 1;
    if (run->finished[0]) stages.done = stages.count;
    return stages;
}

void stages_print(const struct stages *stages, bool running, struct text *out) {
    for (int i = 0; i < stages->count; i++)
        text_add(out, "%s%s %s", i ? ", " : "", stages->names[i],
                 i < stages->done   ? "done"
                 : i > stages->done ? "to come"
                 : running          ? "going on"
                                    : "next");
}
