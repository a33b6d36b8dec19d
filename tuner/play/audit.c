/*
 * The queue's own key decides which games are sampled, so no clock does; the rank that played them
 * is chance.
 */
#include "tuner/play/audit.h"

#include <stdlib.h>

#include "tuner/optimize/purpose.h"

enum { AUDIT_GAMES = 1000 }; /* of which one is played again */

void audit_begin(struct audit *audit, struct queue *queue) {
    size_t count = (size_t)queue->count;
    *audit = (struct audit){.queue = queue,
                            .terms = *queue->asked,
                            .jobs = xmalloc(count * sizeof *audit->jobs),
                            .places = xmalloc(count * sizeof *audit->places),
                            .ranks = xmalloc(count * sizeof *audit->ranks)};
    audit->terms.finished = NULL;
    audit->terms.dropped = NULL;
    audit->terms.progress = NULL;
    queue_begin(&audit->again, &audit->terms, audit->jobs, 0,
                xmalloc(count * sizeof *audit->again.results), 1);
}

void audit_end(struct audit *audit) {
    free(audit->places);
    free(audit->ranks);
    free(audit->claims);
    free(audit->jobs);
    free(audit->again.results);
}

static bool audit_is_first(const struct audit *audit, int rank) {
    for (int64_t i = 0; i < audit->claim_count; i++)
        if (audit->claims[i].rank == rank) return false;
    return true;
}

static void audit_note(struct audit *audit, const struct claim *claim) {
    audit->claims = xgrow(audit->claims, (size_t)audit->claim_count, sizeof *claim);
    audit->claims[audit->claim_count++] = *claim;
}

static void audit_add(struct audit *audit, int rank, int64_t place) {
    if (audit->queue->results[place].points == RESULT_UNPLAYED) return;
    int64_t number = audit->again.count;
    audit->places[number] = place;
    audit->ranks[number] = rank;
    audit->jobs[number] = audit->queue->jobs[place];
    queue_add(&audit->again);
}

void audit_claim(struct audit *audit, const struct claim *claim) {
    const struct terms *terms = &audit->queue->terms;
    struct rng rng = rng_keyed(terms->seed, PURPOSE_AUDIT, terms->purpose << 32 | terms->generation,
                               (uint64_t)claim->first);
    bool first = audit_is_first(audit, claim->rank);
    audit_note(audit, claim);
    for (int64_t at = claim->first, end = at + claim->count; at < end; at += AUDIT_GAMES) {
        int64_t size = end - at < AUDIT_GAMES ? end - at : AUDIT_GAMES;
        bool due = rng_below(&rng, AUDIT_GAMES) < size || (first && at == claim->first);
        int64_t place = at + rng_below(&rng, (uint32_t)size);
        if (due) audit_add(audit, claim->rank, place);
    }
}

static bool audit_same(const struct result *a, const struct result *b) {
    return a->points == b->points && a->plies == b->plies && a->moves_hash == b->moves_hash;
}

bool audit_is_proof(const struct audit *audit, int rank) {
    for (int64_t i = 0; i < audit->again.count; i++)
        if (audit->ranks[i] == rank && audit->again.results[i].points != RESULT_UNPLAYED &&
            !audit_same(&audit->again.results[i], &audit->queue->results[audit->places[i]]))
            return true;
    return false;
}

int64_t audit_drop(struct audit *audit, int rank) {
    int64_t games = 0;
    for (int64_t c = 0; c < audit->claim_count; c++) {
        const struct claim *claim = &audit->claims[c];
        if (claim->rank != rank) continue;
        for (int64_t i = claim->first; i < claim->first + claim->count; i++)
            audit->queue->results[i].points = RESULT_UNPLAYED;
        games += claim->count;
    }
    return games;
}
