/*
 * ablations: the value of each part of a run's champion (tuner/tournament/ablation.h), stored with
 * the run so that its page shows it. A run has the newest one only. The tables are in ablations.c.
 */
#ifndef HONE_TUNER_STORE_ABLATIONS_H
#define HONE_TUNER_STORE_ABLATIONS_H

#include "engine/game/param.h"
#include "tuner/statistics/score.h"
#include "tuner/store/db.h"

struct stored_ablation_part {
    int64_t run;
    int place;                  /* from 0; the one that is worth most first */
    char name[PARAM_NAME_SIZE]; /* of a parameter or a group */
    int weights;                /* parameters of it that differ from the start */
    struct pentanomial counts;  /* the whole's, against the vector with that part back */
    int kept;                   /* 1: the smallest vector has it */
};

struct stored_ablation {
    int64_t run, player; /* of the champion that was tested */
    int grouped;         /* 1: parts are groups */
    char *settings;      /* how it was played, in words; owned when it came from the store */
    struct pentanomial
        left; /* the whole's, against the smallest vector; no pairs: it is the whole */
    int part_count;
    struct stored_ablation_part *parts; /* owned when they came from the store */
};

/* Without a transaction of its own. */
void store_forget_ablation(struct store *store, int64_t run);
/* In the place of the run's earlier one, in one transaction. */
void store_keep_ablation(struct store *store, const struct stored_ablation *ablation);
/* Whether there is one of that player; store_free_ablation if so. */
bool store_ablation(struct store *store, int64_t run, int64_t player, struct stored_ablation *out);
void store_free_ablation(struct stored_ablation *ablation);

/* For the schema; ends with NULL. */
extern const struct table *const ablations_tables[];

#endif
