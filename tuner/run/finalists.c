/*
 * At most a quarter of the places each is for chains and for the hall, so that the spread over the
 * run stays.
 */
#include "tuner/run/finalists.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/run/choice.h"
#include "tuner/run/curve.h"
#include "tuner/run/hall.h"

static const char chain_prefix[] = "chain ";

bool finalists_lack(const struct finalists *finalists, const struct stored_player *player) {
    size_t size = (size_t)player->dim * sizeof *player->weights;
    for (int i = 0; i < finalists->count; i++) {
        const struct stored_player *other = &finalists->list[i];
        if (other->dim == player->dim && memcmp(other->weights, player->weights, size) == 0)
            return false;
    }
    return true;
}

bool finalists_make(const char *name) {
    return strncmp(name, chain_prefix, strlen(chain_prefix)) == 0;
}

void finalists_free(struct finalists *finalists) {
    for (int i = 0; i < finalists->count; i++) store_free_player(&finalists->list[i]);
    free(finalists->list);
}

/* Takes the row over. */
static void finalists_add(struct finalists *finalists, struct stored_player *row) {
    if (finalists->count < finalists->most && finalists_lack(finalists, row))
        finalists->list[finalists->count++] = *row;
    else
        store_free_player(row);
}

static int finalists_add_id(const struct run *run, int64_t id, struct finalists *finalists,
                            struct error *error) {
    struct stored_player row;
    if (store_player(run->store, id, &row, error)) return -1;
    finalists_add(finalists, &row);
    return 0;
}

/* ---- each kind: 0, or -1 and why ---- */

/* Champions of generations spread over the last half of the run, the last one first, until there
 * are `end` finalists. */
static int finalists_add_spread(const struct run *run, int end, struct finalists *finalists,
                                struct error *error) {
    for (int i = 0; finalists->count < end; i++) {
        int number = choice_generation(run->done, finalists->most, i);
        struct stored_player row;
        if (number <= 0) return 0;
        if (store_individual(run->store, run->id, number, -1, &row, error)) return -1;
        finalists_add(finalists, &row);
    }
    return 0;
}

static int finalists_add_milestone(const struct run *run, struct finalists *finalists,
                                   struct error *error) {
    struct curve curve = curve_of_run(run->store, run->id);
    int best = 0;
    for (int i = 1; i < curve.count; i++)
        if (curve.points[i].elo > curve.points[best].elo) best = i;
    int status =
        curve.count > 0 ? finalists_add_id(run, curve.points[best].player, finalists, error) : 0;
    curve_free(&curve);
    return status;
}

static void finalists_add_chains(const struct run *run, int most, struct finalists *finalists) {
    const struct config *config = run->config;
    const struct space *space = &config->space;
    if (!config->optimizer.kind->chains) return;
    int32_t *genes = xcalloc((size_t)most * (size_t)space->count, sizeof *genes);
    int count = config->optimizer.kind->chains(run->optimizer, most, genes);
    for (int i = 0; i < count; i++) {
        int32_t *weights = xmalloc((size_t)space->dim * sizeof *weights);
        struct stored_player row =
            run_player_row(run, PLAYER_INDIVIDUAL, -1, -1, config->evaluator, weights);
        snprintf(row.name, sizeof row.name, "%s%d", chain_prefix, i + 1);
        space_expand(space, genes + (size_t)i * (size_t)space->count, weights);
        finalists_add(finalists, &row);
    }
    free(genes);
}

/* The newest first. */
static int finalists_add_hall(struct run *run, int most, struct finalists *finalists,
                              struct error *error) {
    int status = hall_fill(
        run, run->done / run->config->fitness.hall_every * run->config->fitness.hall_every, error);
    int last = run->hall.count - 1;
    for (int i = last; status == 0 && i >= 0 && i > last - most; i--)
        status = finalists_add_id(run, run->hall.ids[i], finalists, error);
    return status;
}

int finalists_collect(struct run *run, int most, struct finalists *out, struct error *error) {
    *out = (struct finalists){.most = most, .list = xcalloc((size_t)most, sizeof *out->list)};
    if (run->config->verify.racing) {
        if (finalists_add_spread(run, 1, out, error) || finalists_add_milestone(run, out, error))
            return -1;
        finalists_add_chains(run, most / 4, out);
        if (finalists_add_hall(run, most / 4, out, error)) return -1;
    }
    return finalists_add_spread(run, most, out, error);
}
