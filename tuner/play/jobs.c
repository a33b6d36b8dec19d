/*
 * From a job to its game. All meetings on an opening use common random numbers, which cuts the
 * variance of a comparison several times.
 */
#include "tuner/play/jobs.h"

/* The last part of the key of a game's random numbers. */
static uint64_t job_key(const struct terms *terms, const struct job *job,
                        const struct player *const players[2]) {
    uint64_t first = players[0]->salt, second = players[1]->salt;
    if (terms->mixing == MIXING_SUM || (first == 0 && second == 0))
        return (first + second) << 32 | (uint64_t)job->opening;
    return mix64(mix64(first) + second) + (uint64_t)job->opening;
}

struct bout job_bout(const struct terms *terms, const struct job *job) {
    const struct player *const *all = terms->players[job->manner];
    const struct player *a = all[job->a], *b = all[job->b];
    const struct player *const players[2] = {job->swapped ? b : a, job->swapped ? a : b};
    return (struct bout){
        .players = {players[0], players[1]},
        .start = terms->openings->positions[job->opening].bytes,
        .rng =
            rng_keyed(terms->seed, terms->purpose, terms->generation, job_key(terms, job, players)),
        .plies_max = terms->plies_max ? terms->plies_max : terms->game->plies_max,
    };
}

struct result job_result(const struct job *job, const struct record *record) {
    int outcome = job->swapped ? -record->outcome : record->outcome;
    return (struct result){(uint8_t)(outcome + 1), record->plies, record->moves_hash};
}
