/*
 * ablation: the value of each of the champion's weights, if `hone ablate` was run: on the board,
 * and as rows of scores, the most valuable first.
 */
#include "tuner/tournament/ablation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tuner/report/page/parts.h"

enum { ROWS_MOST = 40, ELO_MOST = 999 /* on the board, where all was won */ };

static const struct stored_ablation_part *ablation_part_of(const struct stored_ablation *stored,
                                                           const char *name) {
    for (int i = 0; i < stored->part_count; i++)
        if (strcmp(stored->parts[i].name, name) == 0) return &stored->parts[i];
    return NULL;
}

/* Each weight has the Elo of its part; one that is as at the start 0. */
static void ablation_board(const struct page *page, struct text *out) {
    struct weights worth = page->champion;
    struct ablation ablation = ablation_of(worth.evaluator, page->champion.values,
                                           page->start.values, page->ablation.grouped);
    worth.values = xcalloc((size_t)worth.evaluator->param_count, sizeof *worth.values);
    for (int i = 0; i < worth.evaluator->param_count; i++) {
        const char *name = ablation.part[i] >= 0 ? ablation.names[ablation.part[i]] : "";
        const struct stored_ablation_part *part = ablation_part_of(&page->ablation, name);
        double elo = part ? score_of(&part->counts).elo : 0;
        worth.values[i] = (int32_t)lround(fmax(-ELO_MOST, fmin(ELO_MOST, elo)));
    }
    page_add_boards(&(struct page_board){"Elo that each is worth", &worth}, 1, out);
    free(worth.values);
    ablation_free(&ablation);
}

static void ablation_rows(const struct stored_ablation *stored, struct text *out) {
    struct html_scale scale = {0, 0};
    int count = min_int(stored->part_count, ROWS_MOST);
    for (int i = 0; i < count; i++) {
        const struct score score = score_of(&stored->parts[i].counts);
        page_take_score(&scale, &score);
    }
    if (count < stored->part_count)
        text_add(out, "<h3>The %d that are worth most</h3>\n", count);
    else
        text_add(out, "<h3>Part by part</h3>\n");
    text_add(out, "<ul class=\"rows\">\n");
    for (int i = 0; i < count; i++) {
        const struct score score = score_of(&stored->parts[i].counts);
        page_add_score(stored->parts[i].name, &score, &scale, out);
    }
    text_add(out, "</ul>\n");
}

/* How many parts suffice. */
static void ablation_rest(const struct stored_ablation *stored, struct text *out) {
    char elo[SCORE_ELO_LENGTH];
    int kept = 0;
    for (int i = 0; i < stored->part_count; i++) kept += stored->parts[i].kept;
    const struct score left = score_of(&stored->left);
    score_format_elo(&left, elo);
    text_add(out, "<p>");
    if (kept == stored->part_count)
        html_add(out, "No part can be back at its start without being missed.");
    else
        html_add(out,
                 "The smallest vector that was not shown to be weaker keeps %d of these %d part%s; "
                 "on openings that chose nothing the champion has %s Elo against it.",
                 kept, stored->part_count, plural(stored->part_count), elo);
    text_add(out, "</p>\n");
}

static void ablation_numbers(const struct stored_ablation *stored, struct text *out) {
    html_numbers_begin(out, "Numbers: what each part is worth",
                       "part|weights|" HTML_SCORE_HEADS "|the smallest vector has it");
    for (int i = 0; i < stored->part_count; i++) {
        const struct stored_ablation_part *part = &stored->parts[i];
        const struct score score = score_of(&part->counts);
        html_row(out, "%s", part->name);
        html_cell(out, "%d", part->weights);
        html_score_cells(out, &score, &part->counts);
        html_cell(out, part->kept ? "yes" : "no");
        html_row_end(out);
    }
    html_numbers_end(out);
}

void page_add_ablation(const struct page *page, struct text *out) {
    const struct stored_ablation *stored = &page->ablation;
    if (!page->ablated) return;
    html_figure_begin(out, "ablation", "What each weight is worth",
                      "Ablation: Elo that the champion has against itself with one weight, or a "
                      "group of them, back as at the start. Bars are 95 % intervals, the dashed "
                      "line is no difference. One in forty of those that are worth nothing seems "
                      "to be worth something.");
    ablation_board(page, out);
    ablation_rows(stored, out);
    ablation_rest(stored, out);
    text_add(out, "<p class=\"soft\">");
    html_add(out, "%s", stored->settings);
    text_add(out, "</p>\n");
    ablation_numbers(stored, out);
    html_figure_end(out);
}
