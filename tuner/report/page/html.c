/*
 * One file is the whole page, so that nothing is asked of a network: style and script are in it.
 */
#include "tuner/report/page/html.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- text ---- */

static void html_escape(const char *text, struct text *out) {
    static const struct {
        const char *what, *as;
    } signs[] = {{"+/-", "±"},   {"<", "&lt;"},    {">", "&gt;"},
                 {"&", "&amp;"}, {"\"", "&quot;"}, {"'", "&#39;"}};
    while (*text) {
        size_t s = 0;
        while (s < COUNT_OF(signs) && strncmp(text, signs[s].what, strlen(signs[s].what)) != 0) s++;
        bool plain = s == COUNT_OF(signs);
        text_add_bytes(out, plain ? text : signs[s].as, plain ? 1 : strlen(signs[s].as));
        text += plain ? 1 : strlen(signs[s].what);
    }
}

static void html_add_list(struct text *out, const char *format, va_list list) {
    va_list again;
    va_copy(again, list);
    size_t size = (size_t)vsnprintf(NULL, 0, format, again) + 1;
    char *text = xmalloc(size);
    va_end(again);
    vsnprintf(text, size, format, list);
    text_make_harmless(text, "\n\t");
    html_escape(text, out);
    free(text);
}

void html_add(struct text *out, const char *format, ...) {
    va_list list;
    va_start(list, format);
    html_add_list(out, format, list);
    va_end(list);
}

const char *html_count(int64_t count, char out[HTML_COUNT_LENGTH]) {
    char digits[HTML_COUNT_LENGTH];
    int length = snprintf(digits, sizeof digits, "%lld", (long long)count), written = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0 && digits[i - 1] != '-') out[written++] = ' ';
        out[written++] = digits[i];
    }
    out[written] = '\0';
    return out;
}

/* ---- the page ---- */

static void html_add_lines(struct text *out, const char *const *lines) {
    while (*lines) text_add(out, "%s", *lines++);
}

#define HTML_FIRST "<!DOCTYPE html>"

/* A file with something in it that is no page. Only regular files are read, no pipes or
 * terminals. */
static bool html_is_foreign(const char *path) {
    struct stat status;
    char first[sizeof HTML_FIRST] = "";
    if (stat(path, &status) || !S_ISREG(status.st_mode) || status.st_size == 0) return false;
    FILE *file = fopen(path, "r");
    bool page = file && fgets(first, sizeof first, file) && strcmp(first, HTML_FIRST) == 0;
    if (file) fclose(file);
    return !page;
}

int html_check_file(const char *path, struct error *error) {
    if (!*path || strcmp(path, "-") == 0)
        return error_set(error, "--html '%s': a page needs a file", path);
    if (html_is_foreign(path))
        return error_set(error, "%s: is there and no page, so it is not written over", path);
    return file_check(path, error);
}

void html_page_begin(struct text *out, const char *title, int refresh) {
    text_add(out,
             HTML_FIRST "\n<html lang=\"en\" data-refresh=\"%d\">\n<head>\n"
                        "<meta charset=\"utf-8\">\n"
                        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                        "<meta name=\"color-scheme\" content=\"light dark\">\n"
                        "<meta name=\"generator\" content=\"hone " HONE_VERSION "\">\n"
                        "<link rel=\"icon\" href=\"data:,\">\n",
             refresh);
    if (refresh > 0)
        text_add(out, "<noscript><meta http-equiv=\"refresh\" content=\"%d\"></noscript>\n",
                 refresh);
    text_add(out, "<title>");
    html_add(out, "%s", title);
    text_add(out, "</title>\n<style>\n");
    html_add_lines(out, files_page_css);
    text_add(out, "</style>\n</head>\n<body>\n");
}

void html_page_end(struct text *out) {
    text_add(out, "<script>\n");
    html_add_lines(out, files_page_js);
    text_add(out, "</script>\n</body>\n</html>\n");
    text_make_harmless(out->data, "\n\t"); /* the page's door, as shown.h is the terminal's */
}

/* ---- figures ---- */

void html_figure_begin(struct text *out, const char *id, const char *title, const char *doc) {
    text_add(out,
             "<figure id=\"%s\" aria-labelledby=\"%s-title\">\n<figcaption><h2 id=\"%s-title\">",
             id, id, id);
    html_add(out, "%s", title);
    text_add(out, "</h2>\n<p>");
    html_add(out, "%s", doc);
    text_add(out, "</p></figcaption>\n");
}

void html_figure_end(struct text *out) {
    text_add(out, "</figure>\n");
}

/* ---- tables ---- */

void html_table_begin(struct text *out, const char *caption, const char *heads) {
    text_add(out, "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"");
    html_add(out, "%s", caption);
    text_add(out, "\"><table>\n<thead><tr>");
    while (*heads) {
        int length = (int)strcspn(heads, "|");
        text_add(out, "<th scope=\"col\">");
        html_add(out, "%.*s", length, heads);
        text_add(out, "</th>");
        heads += length + (heads[length] == '|');
    }
    text_add(out, "</tr></thead>\n<tbody>\n");
}

void html_table_end(struct text *out) {
    text_add(out, "</tbody></table></div>\n");
}

void html_numbers_begin(struct text *out, const char *summary, const char *heads) {
    text_add(out, "<details><summary>");
    html_add(out, "%s", summary);
    text_add(out, "</summary>\n");
    html_table_begin(out, summary, heads);
}

void html_numbers_end(struct text *out) {
    html_table_end(out);
    text_add(out, "</details>\n");
}

void html_row(struct text *out, const char *format, ...) {
    va_list list;
    va_start(list, format);
    text_add(out, "<tr><th scope=\"row\">");
    html_add_list(out, format, list);
    text_add(out, "</th>");
    va_end(list);
}

void html_cell(struct text *out, const char *format, ...) {
    va_list list;
    va_start(list, format);
    text_add(out, "<td>");
    html_add_list(out, format, list);
    text_add(out, "</td>");
    va_end(list);
}

void html_row_end(struct text *out) {
    text_add(out, "</tr>\n");
}

/* ---- scores ---- */

void html_score_cells(struct text *out, const struct score *score,
                      const struct pentanomial *counts) {
    const int64_t *n = counts->n;
    char elo[SCORE_ELO_LENGTH], pairs[HTML_COUNT_LENGTH];
    score_format_elo(score, elo);
    html_cell(out, "%s", html_count(score->pairs, pairs));
    html_cell(out, "%.1f %%", 100 * score->rate);
    html_cell(out, "%s", elo);
    html_cell(out, "%.1f %%", 100 * score->los);
    html_cell(out, "%lld, %lld, %lld, %lld, %lld", (long long)n[0], (long long)n[1],
              (long long)n[2], (long long)n[3], (long long)n[4]);
}

void html_pentanomial(struct text *out, const struct pentanomial *counts) {
    static const char *const points[] = {"0", "½", "1", "1½", "2"};
    double all = (double)pentanomial_pairs(counts);
    text_add(out, "<div class=\"pentanomial\">");
    for (int i = 0; all > 0 && i < 5; i++) {
        double share = (double)counts->n[i] / all;
        if (share > 0)
            text_add(out,
                     "<span class=\"p%d\" style=\"flex-grow:%.4g\" title=\"%s: %lld\">%s</span>", i,
                     share, points[i], (long long)counts->n[i], share > 0.07 ? points[i] : "");
    }
    text_add(out, "</div>\n");
}

/* ---- values on a scale ---- */

struct html_value html_value_of(const struct score *score) {
    return (struct html_value){score->elo, elo_of_rate(score->rate - score->rate_error),
                               elo_of_rate(score->rate + score->rate_error)};
}

void html_scale_take(struct html_scale *scale, const struct html_value *value) {
    const double ends[] = {value->low, value->high};
    for (int i = 0; i < 2; i++) {
        if (!isfinite(ends[i])) continue;
        scale->low = fmin(scale->low, ends[i]);
        scale->high = fmax(scale->high, ends[i]);
    }
}

/* In parts of a hundred of the track. */
static double html_scale_at(const struct html_scale *scale, double value) {
    double width = scale->high - scale->low;
    return fmax(0, fmin(100, width > 0 ? 100 * (value - scale->low) / width : 50));
}

void html_scale_mark(struct text *out, const struct html_scale *scale,
                     const struct html_value *value, double zero) {
    double low = html_scale_at(scale, value->low), high = html_scale_at(scale, value->high);
    text_add(
        out,
        "<span class=\"track\" aria-hidden=\"true\"><i class=\"zero\" style=\"left:%.2f%%\"></i>"
        "<i class=\"error\" style=\"left:%.2f%%;width:%.2f%%\"></i>"
        "<i class=\"point%s\" style=\"left:%.2f%%\"></i></span>",
        html_scale_at(scale, zero), low, high - low,
        value->high < zero  ? " below"
        : value->low > zero ? " above"
                            : "",
        html_scale_at(scale, value->value));
}
