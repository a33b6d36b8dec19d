/*
 * page: a run as one HTML file, another picture of the report's model. It is self-contained: style
 * and script are in it, it uses no network, and it can be read without its script. It follows the
 * order of the questions: is it better, how sure is that, against which opponents, what are its
 * weights, how did it come about, and how can it be made again.
 */
#ifndef HONE_TUNER_REPORT_PAGE_PAGE_H
#define HONE_TUNER_REPORT_PAGE_PAGE_H

#include "tuner/play/stage.h"
#include "tuner/report/crosstable.h"
#include "tuner/report/live.h"
#include "tuner/report/model.h"
#include "tuner/store/ablations.h"
#include "tuner/tournament/series.h"

/* The genes of some generations' champions, the last one's among them. */
struct page_trace {
    int count;        /* 0: they cannot be told, or are too many to be drawn */
    int *generations; /* owned, as the rest is */
    int32_t *genes;   /* genes[i * space.count + g] */
};

/* All that a page shows of a run, as plain data. */
struct page {
    struct live live; /* the run, its config, how far it is */
    struct report report;
    struct weights champion, start;  /* empty while there is no champion */
    bool ablated;                    /* the champion's parts were evaluated (hone ablate): */
    struct stored_ablation ablation; /* then of at least one part */
    struct page_trace trace;
    int64_t games[STAGES];  /* played in each stage */
    double seconds[STAGES]; /* that each took; 0: not stored */
    bool follow;            /* written again and again; set by the caller, as the next is */
    bool playable;          /* the champion can be played on it */
};

/* How often, in seconds, as long as the run is not finished. */
enum { PAGE_REFRESH = 60 };

/* Takes over a run that is open, and reads it. 0, or -1 and why; page_close in either case. */
int page_open(struct run_argument *run, struct page *page, struct error *error);
void page_close(struct page *page);

/* Reads everything anew, as it is at one moment: the run's writer may go on meanwhile. 0, or -1 and
 * why. */
int page_read(struct page *page, struct error *error);

/* Draws what was read. 0, or -1 and why: gnuplot failed. */
int page_draw(const struct page *page, struct text *out, struct error *error);
/* Runs of one game side by side, each named as it was on the command line. */
int page_draw_several(const struct page *pages, int count, struct text *out, struct error *error);

/* A tournament as a page: the strongest player, how sure that is, the score of each against each,
 * and games on a board. */
/* `command`: plays it again. `playable`: the games open on the page to play on, where the two
 * strongest players with weights sit. A series of which no pair was played has no figures. 0, or -1
 * and why not. */
int page_tournament(const struct series *series, const struct crosstable *table,
                    const char *command, bool playable, struct text *out, struct error *error);
/* Whether such a page can be made of these players' games: 0, or -1 and why not. */
int page_check_playable(const struct entrants *entrants, struct error *error);

#endif
