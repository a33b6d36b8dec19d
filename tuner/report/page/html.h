/*
 * html: the pieces of a page: text that is escaped, figures with their title and description,
 * tables. text_add adds markup; text from a run, its names first of all, goes through html_add.
 */
#ifndef HONE_TUNER_REPORT_PAGE_HTML_H
#define HONE_TUNER_REPORT_PAGE_HTML_H

#include "engine/base/base.h"
#include "tuner/statistics/score.h"

/* Text that is shown literally, between tags or in a quoted attribute; "+/-" becomes the sign. */
void html_add(struct text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whether a page can be written there: as file_check, and only pages are overwritten. 0, or -1 and
 * why not. */
int html_check_file(const char *path, struct error *error);

/* A page without its content: head, style, title; the end with the script. `refresh`: seconds after
 * which the page loads itself again; 0: it is finished. */
void html_page_begin(struct text *out, const char *title, int refresh);
void html_page_end(struct text *out);

/* A figure begins with its title and a description; its content follows. `id` is its place in the
 * page. */
void html_figure_begin(struct text *out, const char *id, const char *title, const char *doc);
void html_figure_end(struct text *out);

/* A table that opens: the numbers of a figure, or more of them. Heads are parted by "|". A row
 * begins with its head; cells with html_cell are numbers. */
void html_numbers_begin(struct text *out, const char *summary, const char *heads);
void html_numbers_end(struct text *out);
/* The same, open. */
void html_table_begin(struct text *out, const char *caption, const char *heads);
void html_table_end(struct text *out);
void html_row(struct text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void html_cell(struct text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void html_row_end(struct text *out);

/* The columns of a score ("points|Elo|LOS|pairs|pairs by points …"): HTML_SCORE_HEADS. */
#define HTML_SCORE_HEADS "pairs|points|Elo|LOS|pairs of 0, ½, 1, 1½, 2 points"
void html_score_cells(struct text *out, const struct score *score,
                      const struct pentanomial *counts);

/* The pairs by their points as one bar of five parts. */
void html_pentanomial(struct text *out, const struct pentanomial *counts);

/* A value and its 95 % interval; an end that is not known is infinite, as the value then may be. */
struct html_value {
    double value, low, high;
};
struct html_value html_value_of(const struct score *score); /* its Elo */

/* A scale on which values stand, one a row: each is marked in a track from `low` to `high`. */
struct html_scale {
    double low, high;
};
/* Widens the scale to include the value's finite ends. */
void html_scale_take(struct html_scale *scale, const struct html_value *value);
/* `zero`: where a line marks the reference. */
void html_scale_mark(struct text *out, const struct html_scale *scale,
                     const struct html_value *value, double zero);

/* A number with blanks between its thousands, "120 000". */
enum { HTML_COUNT_LENGTH = 32 };
const char *html_count(int64_t count, char out[HTML_COUNT_LENGTH]);

/* The style and the script of a page, which are files of this folder; the build turns them into
 * lines of C, with their ends, so that the program contains them. NULL ends them. */
extern const char *const files_page_css[], *const files_page_js[];

#endif
