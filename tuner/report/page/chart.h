/*
 * chart: lines and points over an axis, drawn by gnuplot: once for wide and once for narrow
 * screens, in stand-in colours that the page's style replaces, light and dark.
 */
#ifndef HONE_TUNER_REPORT_PAGE_CHART_H
#define HONE_TUNER_REPORT_PAGE_CHART_H

#include "engine/base/base.h"

enum { CHART_SERIES_MAX = 6 };

/* Points from left to right, drawn in the colour and with the marker of its number. */
struct chart_series {
    const char *name;
    int count;
    const double *x, *y;
    const double *error; /* half widths; NULL: none */
    bool dashed;
    bool points; /* marked, and named where the mouse stands */
};

struct chart {
    const char *x_label, *y_label;
    bool log_y, whole_x, from_zero /* the y axis */;
    int count;
    struct chart_series series[CHART_SERIES_MAX];
};

/* Whether there is a gnuplot: 0, or -1 and how to get it. */
int chart_check(struct error *error);

/* The markers, once a page. */
void chart_add_markers(struct text *out);
/* Adds the legend and both drawings. 0, or -1 and why. */
int chart_draw(const struct chart *chart, struct text *out, struct error *error);

#endif
