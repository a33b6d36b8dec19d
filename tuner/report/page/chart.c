/*
 * gnuplot's instructions contain the numbers and go through a file, so that its pipe is free for
 * the drawing. The page keeps the part of the drawing between the definitions, which it has once
 * for all charts, and the end. Points get a name, which browsers show.
 */
#include "tuner/report/page/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/report/page/filter.h"
#include "tuner/report/page/html.h"

static const struct chart_size {
    const char *name;
    int width, height;
} chart_sizes[] = {{"wide", 760, 300}, {"narrow", 340, 260}};

/* gnuplot's numbers of disc, square, triangle, diamond, filled. */
static const int chart_markers[CHART_SERIES_MAX] = {7, 5, 9, 13, 7, 5};

int chart_check(struct error *error) {
    /* NOLINTNEXTLINE(cert-env33-c): the line is fixed */
    if (system("gnuplot --version >/dev/null 2>&1") == 0) return 0;
    return error_set(error, "the page's curves are drawn by gnuplot, which is missing; its package "
                            "is gnuplot-nox on Debian and Ubuntu");
}

/* ---- instructions ---- */

/* Between marks of the x axis: 1, 2 or 5 times a power of ten, with room for a label at each. */
static double chart_step(const struct chart *chart, const struct chart_size *size) {
    enum { LABEL = 56 };
    int labels = size->width / LABEL;
    double most = 0, step = 1e-3;
    for (int s = 0; s < chart->count; s++)
        for (int i = 0; i < chart->series[s].count; i++) most = fmax(most, chart->series[s].x[i]);
    for (int i = 0; most / step > labels; i++) step *= i % 3 == 1 ? 2.5 : 2;
    return step;
}

static void chart_script_frame(const struct chart *chart, const struct chart_size *size,
                               struct text *out) {
    text_add(out,
             "set encoding utf8\n"
             "set terminal svg size %d,%d dynamic font 'Arial,13' linewidth 1\n"
             "set border 3 linecolor rgb '#00000a'\n"
             "set tics nomirror scale 0.5 textcolor rgb '#00000b'\n"
             "set grid ytics linetype 1 linecolor rgb '#00000a'\n"
             "set key off\nset xlabel '%s' textcolor rgb '#00000b'\n"
             "set ylabel '%s' textcolor rgb '#00000b' offset 1\n",
             size->width, size->height, chart->x_label, chart->y_label);
    if (chart->log_y) text_add(out, "set logscale y\n");
    if (chart->from_zero) text_add(out, "set yrange [0:*]\n");
    if (chart->whole_x)
        text_add(out, "set xtics 1\nset offsets 0.2,0.2,0,0\n");
    else
        text_add(out, "set xrange [0:*]\nset xtics %g\n", chart_step(chart, size));
}

static void chart_script_points(const struct chart_series *series, int number, struct text *out) {
    text_add(out, "$points%d << END\n", number);
    for (int i = 0; i < series->count; i++)
        text_add(out, "%.10g %.6g %.6g\n", series->x[i], series->y[i],
                 series->error ? series->error[i] : 0);
    text_add(out, "END\n");
}

/* Its errors, its line, its points. */
static void chart_script_series(const struct chart_series *series, int number, struct text *out) {
    if (series->error)
        text_add(out,
                 ", $points%d using 1:($2-$3):(0):(2*$3) with vectors nohead linecolor rgb '#%06x'",
                 number, number + 1);
    text_add(out, ", $points%d with lines linewidth 2 dashtype %s linecolor rgb '#%06x'", number,
             series->dashed ? "(8,6)" : "1", number + 1);
    if (series->points)
        text_add(out, ", $points%d with points pointtype %d pointsize 0.7 linecolor rgb '#%06x'",
                 number, chart_markers[number], number + 1);
}

static void chart_script(const struct chart *chart, const struct chart_size *size,
                         struct text *out) {
    chart_script_frame(chart, size, out);
    for (int s = 0; s < chart->count; s++) chart_script_points(&chart->series[s], s, out);
    text_add(out, "plot 1/0");
    for (int s = 0; s < chart->count; s++) chart_script_series(&chart->series[s], s, out);
    text_add(out, "\n");
}

/* ---- the drawing ---- */

static int chart_run(const struct text *script, struct text *out, struct error *error) {
    int status = filter_run("gnuplot ", script, out);
    return status ? error_set(error, "gnuplot could not draw a chart of the page") : 0;
}

/* The title of a point, with the points numbered through all series. */
static void chart_add_title(const struct chart *chart, int number, struct text *out) {
    const struct chart_series *series = chart->series;
    while (!series->points || number >= series->count) {
        if (series->points) number -= series->count;
        if (++series == chart->series + chart->count) return;
    }
    text_add(out, "<title>");
    html_add(out, "%s, %s %.10g: %.4g", series->name, chart->x_label, series->x[number],
             series->y[number]);
    if (series->error) html_add(out, " +/- %.3g", series->error[number]);
    text_add(out, "</title>");
}

/* Leaves out the titles by gnuplot, and its ids, which are the same in every drawing. */
static void chart_add_drawing(const struct chart *chart, const char *at, struct text *out) {
    for (int points = 0; *at && strncmp(at, "</svg>", 6) != 0;) {
        if (strncmp(at, "<title>", 7) == 0) {
            at = strstr(at, "</title>") + strlen("</title>");
        } else if (strncmp(at, "<g id=", 6) == 0) {
            text_add(out, "<g");
            at = strchr(at, '>');
        } else if (strncmp(at, "<use ", 5) == 0) {
            const char *end = strstr(at, "/>");
            text_add(out, "%.*s>", (int)(end - at), at);
            chart_add_title(chart, points++, out);
            text_add(out, "</use>");
            at = end + strlen("/>");
        } else {
            text_add_bytes(out, at++, 1);
        }
    }
}

static int chart_draw_size(const struct chart *chart, const struct chart_size *size,
                           struct text *out, struct error *error) {
    struct text script = {0}, drawing = {0};
    chart_script(chart, size, &script);
    int status = chart_run(&script, &drawing, error);
    const char *begin = strstr(text_get(&drawing), "</defs>");
    if (status == 0 && !begin) status = error_set(error, "gnuplot drew nothing");
    if (status == 0) {
        text_add(out, "<svg class=\"chart %s\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"",
                 size->name, size->width, size->height);
        html_add(out, "%s over %s", chart->y_label, chart->x_label);
        text_add(out, "\"><g>"); /* which ends with gnuplot's own, that of all it draws */
        chart_add_drawing(chart, begin + strlen("</defs>"), out);
        text_add(out, "</svg>\n");
    }
    text_free(&script);
    text_free(&drawing);
    return status;
}

static void chart_add_legend(const struct chart *chart, struct text *out) {
    text_add(out, "<ul class=\"legend\">");
    for (int s = 0; s < chart->count; s++) {
        text_add(out,
                 "<li><svg class=\"chart\" viewBox=\"-14 -6 28 12\" aria-hidden=\"true\">"
                 "<path d=\"M-14 0H14\" stroke-width=\"2\"%s stroke=\"rgb(  0,   0,%4d)\"/>",
                 chart->series[s].dashed ? " stroke-dasharray=\"5 4\"" : "", s + 1);
        if (chart->series[s].points)
            text_add(out,
                     "<use href=\"#gpPt%d\" color=\"rgb(  0,   0,%4d)\" transform=\"scale(4)\"/>",
                     chart_markers[s] - 1, s + 1);
        text_add(out, "</svg>");
        html_add(out, "%s", chart->series[s].name);
        text_add(out, "</li>");
    }
    text_add(out, "</ul>\n");
}

int chart_draw(const struct chart *chart, struct text *out, struct error *error) {
    if (chart->count > 1) chart_add_legend(chart, out);
    for (size_t i = 0; i < COUNT_OF(chart_sizes); i++)
        if (chart_draw_size(chart, &chart_sizes[i], out, error)) return -1;
    return 0;
}

void chart_add_markers(struct text *out) {
    text_add(out, "<svg width=\"0\" height=\"0\" aria-hidden=\"true\" class=\"markers\"><defs>"
                  "<circle id=\"gpPt6\" r=\"1\" fill=\"currentColor\"/>"
                  "<path id=\"gpPt4\" fill=\"currentColor\" d=\"M-1-1H1V1H-1z\"/>"
                  "<path id=\"gpPt8\" fill=\"currentColor\" d=\"M0-1.3L-1.3.7H1.3z\"/>"
                  "<path id=\"gpPt12\" fill=\"currentColor\" d=\"M0-1.4L1.4 0L0 1.4L-1.4 0z\"/>"
                  "</defs></svg>\n");
}
