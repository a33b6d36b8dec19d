/*
 * play: a page on which champions are played in a browser: one file with board, engine and weights,
 * which asks nothing of a network. All but the weights comes from a page that `make web` builds,
 * play.html, which is looked for beside the program, or in the folder that HONE_WEB names; of a
 * plug-in mine.so mine-play.html, beside the library.
 */
#ifndef HONE_TUNER_REPORT_PAGE_PLAY_H
#define HONE_TUNER_REPORT_PAGE_PLAY_H

#include "engine/files/weights.h"

/* The players of the page; the second one can be chosen there. */
struct play_seats {
    int count; /* 1 or 2, of one game */
    const struct weights *champions[2];
};

/* Whether the evaluator's players can play there; an engine cannot. */
bool play_knows(const struct evaluator *evaluator);
/* Whether there is a page for both: it has one plug-in at most. */
bool play_knows_both(const struct evaluator *a, const struct evaluator *b);

/* Whether the page for an evaluator was built. 0, or -1 and what to run. */
int play_check_built(const struct evaluator *evaluator, struct error *error);

/* Appends the page. 0, or -1 and why: it was not built, or gzip is missing. */
int play_page(const struct play_seats *seats, struct text *out, struct error *error);

/* Appends to another page a button that opens this page within it. Returns the same. */
int play_button(const struct play_seats *seats, const char *words, struct text *out,
                struct error *error);

#endif
