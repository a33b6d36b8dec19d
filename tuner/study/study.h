/*
 * study: an optimiser for external loops. They ask for vectors and tell the results; its state is
 * the rows of a run, to which each call adds in one transaction. So any number of processes may ask
 * and tell at once, and a kill loses nothing that was told.
 *
 * Generation after generation: the questions of one depend on the answers of the earlier ones
 * alone, not on which program was asked, when, or in which order.
 */
#ifndef HONE_TUNER_STUDY_STUDY_H
#define HONE_TUNER_STUDY_STUDY_H

#include "tuner/run/run.h"
#include "tuner/study/answers.h"

struct study {
    struct run run;
    struct population population; /* of the next generation … */
    bool asked;                   /* … once the optimiser was asked for it */
};

/* Opens the config's study, which is begun if it is not there. 0, or -1 and why; study_close in
 * either case. The config outlives it. */
int study_open(const struct config *config, struct study *study, struct error *error);
void study_close(struct study *study);

struct study_request {
    int count;       /* questions, at most; at least 1 */
    bool again;      /* include those that are out */
    int64_t seconds; /* that they are out for */
};

struct study_reply {
    int count;
    struct stored_question *list; /* owned */
    int out;                      /* others, which have no answer yet */
    bool finished;                /* there is nothing to ask any more */
};

/* Asks for questions, up to the request's number; none if all are out or the study is finished. 0,
 * or -1 and why. study_reply_free in either case. */
int study_ask(struct study *study, const struct study_request *request, struct study_reply *reply,
              struct error *error);
void study_reply_free(struct study_reply *reply);
/* {"id": 17, "generation": 2, "values": {…}}, without a line feed. Until the next call of the
 * study.
 */
void study_print(struct study *study, const struct stored_question *question, struct text *out);

/* Takes the answer to a question. The last one of a generation moves the optimiser on. 0, or -1 and
 * why it is refused; then nothing has changed. */
int study_tell(struct study *study, const struct answer_line *line, struct error *error);

#endif
