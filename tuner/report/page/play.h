/*
 * play: a page on which champions are played in a browser: one file with board, engine and weights,
 * which asks nothing of a network. All but the weights comes from a page that `make web` builds,
 * play.html, which is looked for beside the program, or in the folder that HONE_WEB names.
 */
#ifndef HONE_TUNER_REPORT_PAGE_PLAY_H
#define HONE_TUNER_REPORT_PAGE_PLAY_H

#include "engine/files/weights.h"

/* Appends the page. 0, or -1 and why: it was not built, or gzip is missing. */
int play_page(const struct weights *champion, struct text *out, struct error *error);

/* Appends, for a run's page, a button that opens that page within it. The same answer. */
int play_button(const struct weights *champion, struct text *out, struct error *error);

#endif
