/*
 * findings: what a study has found so far: its champion, which was not measured, and the best
 * reported score. From the database alone, as plain data.
 */
#ifndef HONE_TUNER_REPORT_FINDINGS_H
#define HONE_TUNER_REPORT_FINDINGS_H

#include "tuner/config/config.h"
#include "tuner/store/questions.h"
#include "tuner/store/runs.h"

/* Values of a parameter in the user's units. */
struct finding {
    char name[sizeof((struct parameter *)0)->name];
    char champion[64], best[64], min[64], max[64]; /* "": there is none */
    bool at_bound;                                 /* the champion's number is */
};

struct findings {
    bool scores;          /* its results are scores; else games */
    int64_t answers, out; /* results; unanswered questions of the next generation */
    int generation;       /* of the champion; 0: there is none yet */
    bool asked;           /* the champion is a vector that was asked; else the optimiser's mean */
    double rate;          /* of those asked: points a game, of scores in its generation's ranking */
    struct stored_question best; /* with the best score; id 0: none is known */
    double score;
    int count;
    struct finding *list; /* of each parameter; owned */
};

/* Of a study. findings_free. */
void findings_load(struct store *store, const struct stored_run *run, const struct config *config,
                   struct findings *out);
void findings_free(struct findings *findings);

/* Lines without indentation: what the champion is, that it is not verified, the best score. */
void findings_describe(const struct findings *findings, struct text *out);
/* A table. */
void findings_print_values(const struct findings *findings, struct text *out);
/* "champion" as JSON, {"generation": 3, "values": {…}}. 0, or -1 and why: there is none. */
int findings_print_json(struct store *store, const struct stored_run *run,
                        const struct config *config, struct text *out, struct error *error);

#endif
