/*
 * figures: a meeting's figures are its first player's. A pool keeps weighted sums.
 */
#include "tuner/report/figures.h"

#include <string.h>

struct figures_meeting figures_of(struct store *store, const struct stored_meeting *meeting) {
    struct figures_meeting figures = {
        .id = meeting->id, .counts = meeting->counts, .score = score_of(&meeting->counts)};
    names_id(store, meeting->b, figures.against);
    if (meeting->not_repeatable) strcat(figures.against, " *");
    return figures;
}

void figures_add_weighted(struct figures_pool *pool, const struct stored_meeting *meeting,
                          double weight) {
    struct score score = score_of(&meeting->counts);
    pool->meetings++;
    pool->ahead += score.rate - score.rate_error > 0.5;
    pool->behind += score.rate + score.rate_error < 0.5;
    pool->pairs += score.pairs;
    pool->weights += weight;
    pool->points += weight * score.rate;
    pool->errors += weight * score.rate_error;
}

void figures_add(struct figures_pool *pool, const struct stored_meeting *meeting) {
    figures_add_weighted(pool, meeting, (double)pentanomial_pairs(&meeting->counts));
}

double figures_rate(const struct figures_pool *pool) {
    return pool->points / pool->weights;
}

double figures_error(const struct figures_pool *pool) {
    return pool->errors / pool->weights;
}
