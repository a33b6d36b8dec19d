/*
 * answers: the results of a study's generation as fitness and comparisons, for the optimiser.
 *
 * Of scores only the order is used: the better one of two counts as a few pairs won. So any rising
 * function of the scores gives the same vectors. Games say how much luck is in them: a game that is
 * no half of a pair counts as a pair that ended as the game did, which has the right variance.
 */
#ifndef HONE_TUNER_STUDY_ANSWERS_H
#define HONE_TUNER_STUDY_ANSWERS_H

#include "tuner/config/config.h"
#include "tuner/store/questions.h"

/* All of a generation. */
struct answers {
    const struct config *config;
    const struct population *population;
    int count;
    const struct stored_question *questions;
    struct stored_answer *list; /* list[i] to questions[i] */
};

/* Into fitness[population->count]. */
void answers_score(const struct answers *answers, struct fitness *fitness);
/* As a struct outcome's compare. */
struct comparison answers_compare(const void *answers, int a, int b);
/* Games, of scores their number. */
int64_t answers_games(const struct answers *answers);

/* A line of input: a question's id and its result. */
struct answer_line {
    int64_t id;
    bool has_score;
    double score;
    bool has_pairs, has_games;
    unsigned said;              /* a bit for each name */
    int64_t pairs[5], games[3]; /* won, drawn, lost */
};

/* Reads {"id": 17, "score": 0.25} or `17 score=0.25`; won=, drawn=, lost= of single games, or
 * pairs=N,N,N,N,N of pairs of games with 0, ½, 1, 1½ and 2 points. 0, or -1 and what is wrong. */
int answer_read(const char *line, struct answer_line *out, struct error *error);
/* The row of a question of a study with such results. 0, or -1 and what would be right. */
int answer_row(const struct answer_line *line, enum study_results results,
               struct stored_answer *out, struct error *error);

#endif
