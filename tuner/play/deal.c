/*
 * One lock for all: it is held for a few additions, and while a hook is told of a share or a game.
 */
#include "tuner/play/deal.h"

#include <math.h>

#include "engine/base/clock.h"
#include "engine/base/progress.h"

enum { SHARES_PER_THREAD = 16 };
/* What a thread has played is known after so long, or a game. */
static const double untold_seconds = 0.25;

/* Hooks are called by one thread at a time. */
static void deal_played(void *context, const struct played *game) {
    const struct deal *deal = context;
#pragma omp critical(deal)
    deal->asked->played(deal->asked->context, game);
}

static int deal_share(int64_t count, int threads) {
    int64_t size = count / ((int64_t)threads * SHARES_PER_THREAD);
    return (int)(size < 1 ? 1 : size > DESK_JOBS_MAX ? DESK_JOBS_MAX : size);
}

void deal_begin(struct deal *deal, const struct terms *terms, const struct job *jobs, int64_t count,
                struct result *results, int threads) {
    *deal = (struct deal){.terms = *terms,
                          .asked = terms,
                          .jobs = jobs,
                          .results = results,
                          .count = count,
                          .share = deal_share(count, threads)};
    if (terms->played) {
        deal->terms.played = deal_played;
        deal->terms.context = deal;
    }
    for (int64_t i = 0; i < count; i++) results[i].points = RESULT_UNPLAYED;
}

void deal_add(struct deal *deal) {
#pragma omp critical(deal)
    deal->results[deal->count++].points = RESULT_UNPLAYED;
}

bool deal_take(struct deal *deal, int64_t most, struct share *share) {
    *share = (struct share){.deal = deal};
    if (interrupt_pending()) deal->abandoned = true;
#pragma omp critical(deal)
    if (!deal->abandoned) {
        int64_t left = deal->count - deal->taken;
        share->first = deal->taken;
        share->count = left < most ? left : most;
        deal->taken += share->count;
    }
    return share->count > 0;
}

bool deal_next(struct deal *deal, struct share *share) {
    double seconds = deal_job_seconds(deal);
    double most = seconds > 0 ? untold_seconds / seconds : 1;
    return deal_take(deal, (int64_t)fmin(deal->share, fmax(1, most)), share);
}

/* Within the lock. */
static void deal_count(const struct share *share, bool counts) {
    struct deal *deal = share->deal;
    const struct terms *asked = deal->asked;
    deal->given_back += share->count;
    if (!counts) deal->abandoned = true;
    if (asked->finished) asked->finished(asked->context, share->first, share->count);
    if (asked->progress && !asked->progress(asked->context, deal->given_back))
        deal->abandoned = true;
}

void deal_play(const struct share *share, struct desk *desk) {
    struct deal *deal = share->deal;
    double start = clock_seconds();
    bool counts = desk_play(desk, &deal->terms, deal->jobs + share->first, (int)share->count,
                            deal->results + share->first);
    double seconds = clock_seconds() - start;
#pragma omp critical(deal)
    {
        deal->timed += share->count;
        deal->seconds += seconds;
        deal_count(share, counts);
    }
}

void deal_give_back(const struct share *share, bool counts) {
#pragma omp critical(deal)
    deal_count(share, counts);
}

bool deal_is_over(struct deal *deal) {
    bool over;
#pragma omp critical(deal)
    over = deal->given_back == deal->taken && (deal->abandoned || deal->taken == deal->count);
    return over;
}

int64_t deal_left(struct deal *deal) {
    int64_t left;
#pragma omp critical(deal)
    left = deal->abandoned ? 0 : deal->count - deal->taken;
    return left;
}

double deal_job_seconds(struct deal *deal) {
    double seconds;
#pragma omp critical(deal)
    seconds = deal->timed > 0 ? deal->seconds / (double)deal->timed : 0;
    return seconds;
}
