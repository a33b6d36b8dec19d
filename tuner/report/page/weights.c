/*
 * weights: the champion's parameters beside the start's: on the board if they are of squares, as a
 * curve if they are a row ("own1" to "own5"), else as rows between their bounds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/report/page/chart.h"
#include "tuner/report/page/parts.h"
#include "tuner/report/weights_show.h"

enum { ROW_LEAST = 3 /* parameters that make a curve */ };

/* ---- on the board ---- */

static int32_t weights_largest(const struct weights *weights) {
    int32_t largest = 1;
    for (int i = 0; i < weights->evaluator->param_count; i++)
        if (weights_show_is_disc(weights->evaluator, i))
            largest = (int32_t)max_int(largest, abs(weights->values[i]));
    return largest;
}

static void weights_board(const struct page_board *board, int from, struct text *out) {
    const struct game *game = board->weights->evaluator->game;
    double largest = weights_largest(board->weights);
    int32_t values[64];
    weights_show_values(board->weights, from, values);
    text_add(out, "<div><table class=\"heat\"><caption>%s</caption><thead><tr><td></td>",
             board->name);
    for (int column = 0; column < game->columns; column++)
        text_add(out, "<th scope=\"col\">%c</th>", 'a' + column);
    text_add(out, "</tr></thead>\n<tbody>\n");
    for (int row = 0; row < game->rows; row++) {
        text_add(out, "<tr><th scope=\"row\">%d</th>", row + 1);
        for (int column = 0; column < game->columns; column++) {
            int32_t value = values[row * game->columns + column];
            text_add(out, "<td class=\"%s\" style=\"--h:%.0f\">%d</td>",
                     value >= 0 ? "more" : "less", 100 * abs(value) / largest, (int)value);
        }
        text_add(out, "</tr>\n");
    }
    text_add(out, "</tbody></table></div>\n");
}

void page_add_boards(const struct page_board *boards, int count, struct text *out) {
    const struct evaluator *evaluator = boards[0].weights->evaluator;
    for (int i = 0, last = -1; i < evaluator->param_count; i++) {
        if (!weights_show_is_disc(evaluator, i)) continue;
        struct meaning meaning = evaluator->meaning(evaluator, i);
        if (meaning.from == last) continue;
        last = meaning.from;
        if (meaning.from > 0 || meaning.to < MEANING_GAME)
            text_add(out, "<h3>From %d %% to %d %% of the game</h3>\n",
                     100 * meaning.from / MEANING_GAME, 100 * meaning.to / MEANING_GAME);
        text_add(out, "<div class=\"boards\">\n");
        for (int b = 0; b < count; b++) weights_board(&boards[b], last, out);
        text_add(out, "</div>\n");
    }
}

/* ---- in rows ---- */

/* How many parameters from one on are of its row: names that differ in their numbers alone. */
static int weights_row_length(const struct evaluator *evaluator, int first) {
    const struct param head = evaluator_param(evaluator, first);
    size_t stem = strcspn(head.name, "0123456789");
    int length = 1;
    if (!head.name[stem] || weights_show_is_disc(evaluator, first)) return 1;
    for (; first + length < evaluator->param_count; length++) {
        const struct param param = evaluator_param(evaluator, first + length);
        if (strncmp(param.name, head.name, stem) != 0 ||
            strspn(param.name + stem, "0123456789") != strlen(param.name + stem))
            break;
    }
    return length;
}

static int weights_curve(const struct page *page, int first, int length, struct text *out,
                         struct error *error) {
    const struct param param = evaluator_param(page->champion.evaluator, first);
    int stem = (int)strcspn(param.name, "0123456789");
    double *values = xcalloc(3 * (size_t)length, sizeof *values);
    double *x = values, *champion = values + length, *start = champion + length;
    char label[64];
    for (int i = 0; i < length; i++) {
        x[i] = i + 1;
        champion[i] = page->champion.values[first + i];
        start[i] = page->start.values[first + i];
    }
    snprintf(label, sizeof label, "%.*s", stem, param.name);
    text_add(out, "<h3>%s: %s</h3>\n", label, param.doc ? param.doc : "");
    const struct chart chart = {
        .x_label = label,
        .y_label = "weight",
        .whole_x = true,
        .log_y = param.scale == SCALE_LOG,
        .count = 2,
        .series = {{"champion", length, x, champion, .points = true},
                   {"start", length, x, start, .points = true, .dashed = true}}};
    int status = chart_draw(&chart, out, error);
    free(values);
    return status;
}

static int weights_curves(const struct page *page, struct text *out, struct error *error) {
    const struct evaluator *evaluator = page->champion.evaluator;
    for (int i = 0, length; i < evaluator->param_count; i += length) {
        length = weights_row_length(evaluator, i);
        if (length >= ROW_LEAST && weights_curve(page, i, length, out, error)) return -1;
    }
    return 0;
}

/* Those that are neither on the board nor in a row, between their bounds. */
static void weights_others(const struct page *page, struct text *out) {
    const struct evaluator *evaluator = page->champion.evaluator;
    text_add(out, "<ul class=\"rows\">\n");
    for (int i = 0, length; i < evaluator->param_count; i += length) {
        length = weights_row_length(evaluator, i);
        if (length >= ROW_LEAST || weights_show_is_disc(evaluator, i)) continue;
        for (int j = i; j < i + length; j++) {
            const struct param param = evaluator_param(evaluator, j);
            const struct html_scale scale = {param.lower, param.upper};
            text_add(out, "<li><span>%s</span>", param.name);
            double value = page->champion.values[j];
            html_scale_mark(out, &scale, &(struct html_value){value, value, value},
                            page->start.values[j]);
            text_add(out, "<span class=\"value\">%d</span></li>\n", (int)page->champion.values[j]);
        }
    }
    text_add(out, "</ul>\n");
}

static void weights_numbers(const struct page *page, struct text *out) {
    const struct evaluator *evaluator = page->champion.evaluator;
    html_numbers_begin(out, "Numbers: weights", "parameter|champion|start|lower|upper");
    for (int i = 0; i < evaluator->param_count; i++) {
        const struct param param = evaluator_param(evaluator, i);
        html_row(out, "%s", param.name);
        html_cell(out, "%d", (int)page->champion.values[i]);
        html_cell(out, "%d", (int)page->start.values[i]);
        html_cell(out, "%d", (int)param.lower);
        html_cell(out, "%d", (int)param.upper);
        html_row_end(out);
    }
    html_numbers_end(out);
}

/* Only boards have colours. */
static const char *weights_doc(const struct evaluator *evaluator) {
    for (int i = 0; i < evaluator->param_count; i++)
        if (weights_show_is_disc(evaluator, i))
            return "Beside those that the run began with. Orange is good to have, blue bad, the "
                   "stronger the more so, as parts of the largest weight of each; where a row lies "
                   "between its bounds, the dashed line is the start.";
    return "Beside those that the run began with: where a row lies between its bounds, the dashed "
           "line is the start.";
}

int page_add_weights(const struct page *page, struct text *out, struct error *error) {
    const struct evaluator *evaluator = page->champion.evaluator;
    if (!evaluator || evaluator->param_count > PAGE_PARAMS_MAX) return 0;
    html_figure_begin(out, "weights", "The champion's weights", weights_doc(evaluator));
    const struct page_board boards[] = {{"Champion", &page->champion}, {"Start", &page->start}};
    page_add_boards(boards, COUNT_OF(boards), out);
    int status = weights_curves(page, out, error);
    weights_others(page, out);
    weights_numbers(page, out);
    html_figure_end(out);
    return status;
}
