/*
 * Plays the stages that the run has and that are not played yet, in order.
 */
#include "tuner/run/verify.h"

#include "tuner/run/contest.h"

bool verify_wants(const struct config *config, int generations, enum stage stage) {
    int every = config->verify.milestone_every;
    if (stage == STAGE_DEPTH || stage == STAGE_LIMIT) return config->pairs[stage] > 0;
    return stage != STAGE_MILESTONE || (every > 0 && every <= generations);
}

int verify_run(struct run *run, struct error *error) {
    static const struct contest_stage *const stages[] = {
        &choose_stage, &measure_stage, &depths_stage, &limit_stage, &milestones_stage};
    for (size_t i = 0; i < COUNT_OF(stages); i++) {
        if (!verify_wants(run->config, run->done, stages[i]->stage)) continue;
        if (interrupt_pending()) return 1;
        bool played = store_stage_is_played(run->store, run->id, stages[i]->stage);
        int status = played ? 0 : contest_hold(stages[i], run, error);
        if (status) return status;
    }
    store_finish_run(run->store, run->id);
    return 0;
}

bool verify_makes_player(const char *name) {
    return choose_makes_player(name) || milestones_make_player(name);
}
