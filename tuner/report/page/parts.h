/*
 * parts: the figures of a page, one file for each kind of question. Each adds its figure, or
 * nothing if the run has no data for it. Those with charts return 0, or -1 and why.
 */
#ifndef HONE_TUNER_REPORT_PAGE_PARTS_H
#define HONE_TUNER_REPORT_PAGE_PARTS_H

#include "tuner/report/crosstable.h"
#include "tuner/report/page/html.h"
#include "tuner/report/page/page.h"
#include "tuner/tournament/series.h"

/* The most parameters that are drawn. */
enum { PAGE_PARAMS_MAX = 256 };

/* strength.c: the champion against its start and its other opponents; strength over time. */
/* Rows of scores: first all of them widen the scale, then each is added as "name [--o--] +12.3 ±
 * 4.5"; one without pairs as "name -". */
void page_take_score(struct html_scale *scale, const struct score *score);
void page_add_score(const char *name, const struct score *score, const struct html_scale *scale,
                    struct text *out);
void page_add_gain(const struct page *page, struct text *out);
int page_add_curve(const struct page *page, struct text *out, struct error *error);
void page_add_depths(const struct page *page, struct text *out);
void page_add_manners(const struct page *page, struct text *out);
void page_add_opponents(const struct page *page, struct text *out);

/* players.c: players that met each other, of a run or a tournament. */
void page_add_ratings(const struct crosstable *table, const char *doc, struct text *out);
void page_add_crosstable(const struct crosstable *table, struct text *out);
void page_add_los(const struct crosstable *table, struct text *out);
void page_add_measured(const struct page *page, struct text *out);

/* weights.c: the champion's weights beside the start's. */
int page_add_weights(const struct page *page, struct text *out, struct error *error);
/* Vectors of one evaluator side by side on the board, for each stage of the game; nothing if no
 * parameter is of squares. Each is coloured by its own largest value. */
struct page_board {
    const char *name;
    const struct weights *weights;
};
void page_add_boards(const struct page_board *boards, int count, struct text *out);

/* ablation.c: what the champion's weights are worth. */
void page_add_ablation(const struct page *page, struct text *out);

/* training.c: how it came about, and what it took. */
void page_add_trace(const struct page *page, struct text *out);
void page_add_metrics(const struct page *page, struct text *out);
int page_add_pace(const struct page *page, struct text *out, struct error *error);
void page_begin_again(const char *command, const char *doc, struct text *out);
/* Of a study, which others play. */
void page_add_settings(const struct page *page, struct text *out);
void page_add_again(const struct page *page, struct text *out);

/* games.c: the games of a tournament: all of them, or the first pairs of each meeting, on a board
 * that the script draws, and the moves of some in a table. */
/* About the most games of a page, which then has a few megabytes: a game of Reversi takes 250
 * bytes, one of Connect6 150. */
enum { PAGE_GAMES = 12000 };

/* The figure; for an interrupted series, why there are no games. `playable`: each game's moves go
 * along, for the page to play on. */
void page_add_games(const struct series *series, const struct crosstable *table, bool playable,
                    struct text *out);

#endif
