/*
 * crosstable: the matrix sums what several entries say of two players; the widths are fitted to the
 * page before anything is written.
 */
#include "tuner/report/crosstable.h"

#include <stdlib.h>
#include <string.h>

enum { MATRIX_PLAYERS_MAX = 12, CELL_WIDTH = 4, NAME_WIDTH_MAX = 48 };
static const int left_width = 38; /* of the table without names and matrix */
static const int page_width = 100;

/* What the rows share. */
struct crosstable_page {
    const struct crosstable *table;
    bool matrix;
    int name_width;
    int *by_rank;    /* by_rank[0] is the strongest */
    double *points;  /* points[i * count + j]: of i against j */
    int64_t *played; /* the same of games */
};

static void crosstable_add(struct crosstable_page *page, int player, int opponent, double points,
                           int64_t played) {
    page->points[player * page->table->count + opponent] += points;
    page->played[player * page->table->count + opponent] += played;
}

static void crosstable_fill(struct crosstable_page *page) {
    const struct crosstable *table = page->table;
    for (int i = 0; i < table->count; i++) page->by_rank[table->ratings[i].rank - 1] = i;
    for (int i = 0; i < table->game_count; i++) {
        const struct rated_games *g = &table->games[i];
        int64_t played = g->won + g->drawn + g->lost;
        double points = (double)g->won + (double)g->drawn / 2;
        crosstable_add(page, g->first, g->second, points, played);
        crosstable_add(page, g->second, g->first, (double)played - points, played);
    }
}

/* The longest name decides, as far as the page is wide enough. */
static int crosstable_name_width(const struct crosstable *table, bool matrix) {
    int width = (int)strlen("player");
    for (int i = 0; i < table->count; i++) width = max_int(width, (int)strlen(table->names[i]));
    int room = page_width - left_width - (matrix ? CELL_WIDTH * table->count : 0);
    return min_int(width, min_int(room, NAME_WIDTH_MAX));
}

static void crosstable_header(const struct crosstable_page *page, struct text *out) {
    text_add(out, "%3s %-*s%8s%7s%8s%6s%5s", "#", page->name_width, "player", "Elo", "+/-", "games",
             "%", "LOS");
    for (int j = 0; page->matrix && j < page->table->count; j++)
        text_add(out, "%*d", CELL_WIDTH, j + 1);
    text_add(out, "\n");
}

static void crosstable_cell(const struct crosstable_page *page, int player, int opponent,
                            struct text *out) {
    int cell = player * page->table->count + opponent;
    if (page->played[cell] == 0)
        text_add(out, "%*s", CELL_WIDTH, ".");
    else
        text_add(out, "%*.0f", CELL_WIDTH, 100 * page->points[cell] / (double)page->played[cell]);
}

static void crosstable_row(const struct crosstable_page *page, int rank, struct text *out) {
    int player = page->by_rank[rank], count = page->table->count;
    const struct rating *rating = &page->table->ratings[player];
    text_add(out, "%3d %-*.*s%8.1f%7.1f%8lld%6.1f", rating->rank, page->name_width,
             page->name_width, page->table->names[player], rating->elo, rating->error,
             (long long)rating->games, 100 * rating->rate);
    if (rank + 1 < count)
        text_add(out, "%5.0f", 100 * rating->los);
    else
        text_add(out, "%5s", "");
    for (int j = 0; page->matrix && j < count; j++)
        crosstable_cell(page, player, page->by_rank[j], out);
    text_add(out, "\n");
}

void crosstable_print(const struct crosstable *table, struct text *out) {
    size_t count = (size_t)table->count;
    bool matrix = table->count <= MATRIX_PLAYERS_MAX;
    struct crosstable_page page = {.table = table,
                                   .matrix = matrix,
                                   .name_width = crosstable_name_width(table, matrix),
                                   .by_rank = xcalloc(count, sizeof *page.by_rank),
                                   .points = xcalloc(count * count, sizeof *page.points),
                                   .played = xcalloc(count * count, sizeof *page.played)};
    crosstable_fill(&page);
    crosstable_header(&page, out);
    for (int rank = 0; rank < table->count; rank++) crosstable_row(&page, rank, out);
    text_add(
        out,
        "moving first %+.1f Elo, draw margin %.1f Elo; LOS: stronger than the next, %%\n"
        "+/-: 95 %%, against the mean of all; games from one opening are taken as independent\n",
        table->overall.first_advantage, table->overall.draw_elo);
    free(page.by_rank);
    free(page.points);
    free(page.played);
}
