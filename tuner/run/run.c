/*
 * The frame of a run: open, begin, generation after generation, verify. Each part leaves the
 * database so that the next call goes on from there.
 */
#include "tuner/run/run.h"

#include <stdio.h>
#include <sys/stat.h>

#include "tuner/run/plan.h"
#include "tuner/run/session.h"
#include "tuner/run/verify.h"

struct optimizer_setup run_optimizer_setup(const struct config *config) {
    return (struct optimizer_setup){.options = &config->optimizer,
                                    .params = config->evaluator->params,
                                    .dim = config->evaluator->param_count,
                                    .seed = config->seed,
                                    .initial = config->initial,
                                    .initial_count = config->initial_count};
}

static enum run_end run_generations(struct run *run, struct error *error) {
    int generations = run->config->optimizer.generations;
    progress_start(&run->bar, run->config->name, (int64_t)generations * 1000);
    int status = 0;
    while (status == 0 && run->done < generations && !interrupt_pending())
        status = run_generation(run, error);
    progress_end(&run->bar);
    if (status) return RUN_REFUSED;
    return run->done == generations ? RUN_FINISHED : RUN_INTERRUPTED;
}

static enum run_end run_verification(struct run *run, struct error *error) {
    int status = verify_run(run, error);
    return status < 0 ? RUN_REFUSED : status > 0 ? RUN_INTERRUPTED : RUN_FINISHED;
}

static enum run_end run_in_store(struct run *run, struct error *error) {
    const struct config *config = run->config;
    struct optimizer_setup setup = run_optimizer_setup(config);
    run->optimizer = config->optimizer.kind->create(&setup);
    run->pool = pool_open(config->threads, (size_t)config->player.tt_kib * 1024);
    run->yardsticks = roster_new(&config->player.limits, config->player.epsilon);
    enum run_end end = run_begin(run, error) ? RUN_REFUSED : run_generations(run, error);
    if (end == RUN_FINISHED) end = run_verification(run, error);
    pool_close(run->pool);
    roster_destroy(&run->hall);
    roster_destroy(&run->yardsticks);
    config->optimizer.kind->destroy(run->optimizer);
    return end;
}

enum run_end run_tune(const struct config *config, struct error *error) {
    char path[600];
    struct opening_source source = session_source(config);
    store_run_path(config->output, path, sizeof path);
    struct plan plan = plan_run(config);
    if (openings_check(&source, error) || plan_check(&plan, memory_physical(), error) ||
        directory_make(config->output, error))
        return RUN_REFUSED;
    struct stat file;
    struct run run = {.config = config, .was_there = stat(path, &file) == 0 && file.st_size > 0};
    run.store = store_open(path, STORE_WRITE, error);
    if (!run.store) return RUN_REFUSED;
    enum run_end end = run_in_store(&run, error);
    store_close(run.store);
    return end;
}
