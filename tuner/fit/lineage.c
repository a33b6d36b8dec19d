/*
 * The start has a row of its own; the player of a later generation has one as the champion of the
 * generation before.
 */
#include "tuner/fit/lineage.h"

#include <stdlib.h>
#include <string.h>

static void lineage_begin(const struct run *run, int32_t *out) {
    struct population start;
    population_init(&start, 1, run->config->space.count);
    run->config->optimizer.kind->ask(run->optimizer, 0, &start);
    space_expand(&run->config->space, population_get(&start, 0), out);
    population_destroy(&start);
}

int lineage_player(const struct run *run, int number, int32_t *out, struct error *error) {
    struct stored_player row;
    bool first = number == 1;
    if (store_individual(run->store, run->id, first ? 1 : number - 1, first ? 0 : -1, &row,
                         error)) {
        if (first) lineage_begin(run, out);
        return first ? 0 : -1;
    }
    memcpy(out, row.weights, (size_t)run->config->evaluator->param_count * sizeof *out);
    store_free_player(&row);
    return 0;
}

/* 0, or -1 and why. */
static int lineage_keep_players(const struct run *run, const struct heir *heir, int64_t *champion,
                                struct error *error) {
    int32_t *start = xmalloc((size_t)run->config->evaluator->param_count * sizeof *start);
    int status = heir->number == 1 ? lineage_player(run, 1, start, error) : 0;
    if (status == 0 && heir->number == 1) run_save_individual(run, 1, 0, start);
    if (status == 0) *champion = run_save_individual(run, heir->number, 1, heir->weights);
    free(start);
    return status;
}

int lineage_keep(struct run *run, const struct heir *heir, struct error *error) {
    struct text state = {0};
    run->config->optimizer.kind->save(run->optimizer, &state);
    store_begin(run->store);
    struct stored_generation row = {
        .generation = heir->number,
        .openings = heir->openings,
        .openings_distinct = heir->openings_distinct,
        .games = heir->games,
        .games_distinct = heir->games_distinct,
        .state = state.data,
        .seconds = heir->seconds,
        .threads = pool_threads(run->pool),
    };
    int status = lineage_keep_players(run, heir, &row.champion, error);
    if (status == 0) {
        store_add_generation(run->store, run->id, &row, &heir->metrics);
        store_commit(run->store);
        run->done = heir->number;
        run->games += heir->games;
    } else {
        store_rollback(run->store);
    }
    text_free(&state);
    return status;
}
