/*
 * A rank that plays wrongly: linked into the program in place of its workers, it tells
 * otherwise than it was how the games ended that the rank LIAR of the environment has played.
 */
#include <stdlib.h>
#include <string.h>

#include "tuner/play/worker.h"

/* The linker's own names. NOLINTBEGIN(*reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
bool __real_worker_play(struct worker *worker, const struct terms *terms, const struct job *jobs,
                        int count, struct result *results);
bool __wrap_worker_play(struct worker *worker, const struct terms *terms, const struct job *jobs,
                        int count, struct result *results);

/* As Open MPI and MPICH say it. */
static bool liar_is_here(void) {
    const char *liar = getenv("LIAR"), *rank = getenv("OMPI_COMM_WORLD_RANK");
    if (!rank) rank = getenv("PMI_RANK");
    return liar && rank && strcmp(liar, rank) == 0;
}

bool __wrap_worker_play(struct worker *worker, const struct terms *terms, const struct job *jobs,
                        int count, struct result *results) {
    bool counts = __real_worker_play(worker, terms, jobs, count, results);
    for (int i = 0; counts && liar_is_here() && i < count; i++) {
        results[i].points = (uint8_t)(2 - results[i].points);
        results[i].plies++;
    }
    return counts;
}
/* NOLINTEND(*reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
