/*
 * plan: how many games a run takes and how much memory, counted from its config before anything is
 * played or allocated. A size that no machine has is refused, with the keys that cause it;
 * otherwise the run would fail hours later, in an allocation or by the kernel.
 */
#ifndef HONE_TUNER_RUN_PLAN_H
#define HONE_TUNER_RUN_PLAN_H

#include "tuner/config/config.h"
#include "tuner/play/stage.h"

struct plan_stage {
    int64_t players, meetings; /* 0: the stage is left out */
    int64_t pairs;             /* of each meeting */
    int64_t pairs_most;        /* at most, if `pairs` is only expected; 0: no more */
    int64_t stock; /* openings that meetings are dealt theirs from; 0: all play the same */
};

struct plan {
    int individuals; /* of the first generation */
    int threads;
    double table_bytes;               /* of each side's transposition table on each thread */
    double player_bytes;              /* of a prepared player */
    double method_bytes;              /* what training keeps besides, see run_method */
    const char *method_keys;          /* that cause it */
    struct plan_stage stages[STAGES]; /* training: the first generation, with a full hall of fame;
                                         the others and one milestone: at most, except that
                                         verify.error is taken to be reached as expected */
};

struct plan plan_run(const struct config *config);
/* If training ends after `generations` instead of the config's. */
struct plan plan_ending(const struct config *config, int generations);

/* Games of one stage (of training: a generation); of the whole run after its last generation. */
int64_t plan_games(const struct plan *plan, enum stage stage);
int64_t plan_verify_games(const struct plan *plan);
/* Of the milestones' round robin, if training ends after `generations`. */
int64_t plan_milestone_games(const struct config *config, int generations);

/* Bytes of all transposition tables, and of what a stage keeps while it is played. */
double plan_table_bytes(const struct plan *plan);
double plan_stage_bytes(const struct plan *plan, enum stage stage);
/* At its peak. */
double plan_bytes(const struct plan *plan);
/* Whether that fits `physical` bytes of memory (0: not known, all fits): 0, or -1 and what is too
 * large. */
int plan_check(const struct plan *plan, double physical, struct error *error);

/* "1.5 GiB", into out[PLAN_BYTES_LENGTH]. */
enum { PLAN_BYTES_LENGTH = 32 };
void plan_format_bytes(double bytes, char *out);

#endif
