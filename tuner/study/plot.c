/*
 * The instructions contain the numbers, so only the picture is left behind.
 */
#include "tuner/study/plot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *ending, *terminal;
} plot_formats[] = {{".svg", "svg size 800,500 background rgb 'white'"},
                    {".png", "pngcairo size 800,500"}};

static const char *plot_terminal(const char *path) {
    const char *ending = strrchr(path, '.');
    for (size_t i = 0; ending && i < COUNT_OF(plot_formats); i++)
        if (strcmp(ending, plot_formats[i].ending) == 0) return plot_formats[i].terminal;
    return NULL;
}

int plot_check(const char *path, struct error *error) {
    if (!plot_terminal(path))
        return error_set(error, "%.200s: the name of a plot must end in .svg or .png", path);
    if (file_check(path, error)) return -1;
    /* NOLINTNEXTLINE(cert-env33-c): the line is fixed */
    if (system("gnuplot --version >/dev/null 2>&1") == 0) return 0;
    return error_set(error,
                     "a plot is drawn by gnuplot, which is missing; its package is gnuplot-nox on "
                     "Debian and Ubuntu");
}

/* In gnuplot's single quotes. */
static void plot_print_quoted(const char *word, struct text *out) {
    text_add(out, "'");
    for (; *word; word++) text_add(out, *word == '\'' ? "''" : "%c", *word);
    text_add(out, "'");
}

static bool plot_has_points(const struct trials *trials, int kind) {
    for (int budget = 0; budget < trials->budget_count; budget++)
        if (trials_summary(trials, kind, budget).runs > 0) return true;
    return false;
}

static void plot_print_points(const struct trials *trials, int kind, struct text *out) {
    text_add(out, "$points%d << END\n", kind);
    for (int budget = 0; budget < trials->budget_count; budget++) {
        struct trials_summary summary = trials_summary(trials, kind, budget);
        if (summary.runs > 0)
            text_add(out, "%.0f %.6g %.6g %.6g\n", summary.games, summary.values.median,
                     summary.values.quartile1, summary.values.quartile3);
    }
    text_add(out, "END\n");
}

static void plot_print_frame(const struct trials *trials, const char *path, struct text *out) {
    text_add(out, "set terminal %s\nset output ", plot_terminal(path));
    plot_print_quoted(path, out);
    text_add(out, "\nset title ");
    plot_print_quoted(trials->title, out);
    text_add(out, " noenhanced\nset xlabel 'games'\nset ylabel ");
    plot_print_quoted(trials->measure, out);
    text_add(out, "\nset logscale %s\nset format x '10^{%%T}'\nset key outside\nset grid\n",
             trials->regret ? "xy" : "x");
}

void plot_script(const struct trials *trials, const char *path, struct text *out) {
    const char *separator = "plot ";
    plot_print_frame(trials, path, out);
    for (int kind = 0; kind < trials->kind_count; kind++) plot_print_points(trials, kind, out);
    for (int kind = 0; kind < trials->kind_count; kind++) {
        if (!plot_has_points(trials, kind)) continue;
        text_add(out, "%s$points%d using 1:2:3:4 with yerrorlines linewidth 2 title '%s'",
                 separator, kind, trials->kinds[kind]->name);
        separator = ", \\\n    ";
    }
    text_add(out, "\n");
}

int plot_write(const struct trials *trials, const char *path, struct error *error) {
    struct text script = {0};
    plot_script(trials, path, &script);
    /* NOLINTNEXTLINE(cert-env33-c): the line is fixed */
    FILE *gnuplot = popen("gnuplot", "w");
    bool written = gnuplot && fwrite(script.data, script.length, 1, gnuplot) == 1;
    text_free(&script);
    if (gnuplot && pclose(gnuplot) == 0 && written) return 0;
    return error_set(error, "gnuplot could not draw %.200s", path);
}
