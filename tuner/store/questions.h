/*
 * questions: what a study has asked, and the answers. A question is a vector of a generation, or
 * two that meet; its answer comes once. While it is out its asker has it on lease; after the lease
 * it may be asked again. Vectors are stored with their generation; until then they follow from the
 * optimiser's state. The tables are in questions.c.
 */
#ifndef HONE_TUNER_STORE_QUESTIONS_H
#define HONE_TUNER_STORE_QUESTIONS_H

#include "tuner/store/db.h"

struct stored_question {
    int64_t id, run;
    int generation, place; /* from 0, in its generation */
    int a, b;              /* slots of the generation; b -1: a alone */
    int64_t asked, lease;  /* seconds of the clock: when it was asked last, and until when it is
                            * out; 0: never, not */
    int64_t told;          /* 1: it has an answer */
};

/* Either games, with their outcome as pairs, or a score. */
struct stored_answer {
    int64_t question;
    int64_t games;     /* 0: a score */
    int64_t counts[5]; /* a's pairs by points; games that are no pairs count as 0, 2 and 4 */
    double score;      /* not a number: games */
};

/* The store fills in id and told itself. */
int64_t store_add_question(struct store *store, const struct stored_question *question);
/* All of a generation, in order of place; freed with free(). Returns count: 0 if it was not begun.
 */
int store_questions(struct store *store, int64_t run, int generation, struct stored_question **out);
/* The first `most` of these that have no answer and are not out at that time. */
int store_free_questions(struct store *store, int64_t run, int generation, int64_t now, int most,
                         struct stored_question **out);
/* How many of a generation have no answer. */
int store_open_questions(struct store *store, int64_t run, int generation);
/* Whether one of a run is out at that time: a program is working on it. */
bool store_is_asked(struct store *store, int64_t run, int64_t now);
/* By id. False: there is none. */
bool store_question(struct store *store, int64_t id, struct stored_question *out);
void store_lease_question(struct store *store, int64_t id, int64_t now, int64_t until);

void store_add_answer(struct store *store, const struct stored_answer *answer);
/* False: it has none. */
bool store_answer(struct store *store, int64_t question, struct stored_answer *out);
/* How many questions of a run were answered. */
int64_t store_answer_count(struct store *store, int64_t run);
/* The question with the best score of a run so far, of equals the first; 0: there is none. */
int64_t store_best_question(struct store *store, int64_t run, bool smallest);

/* Drops those of later generations, within the caller's transaction. */
void store_drop_questions(struct store *store, int64_t run, int generation);

/* For the schema; ends with NULL. */
extern const struct table *const questions_tables[];

#endif
