/*
 * crosstable: the matrix sums what several meetings say of two players; the widths are fitted to
 * the page before anything is written.
 */
#include "tuner/report/crosstable.h"

#include <stdlib.h>
#include <string.h>

#include "tuner/report/intransitivity.h"

enum { MATRIX_PLAYERS_MAX = 12, CELL_WIDTH = 4, NAME_WIDTH_MAX = 48 };
static const int left_width = 38; /* of the table without names and matrix */
static const int page_width = 100;

/* What the rows share. */
struct crosstable_page {
    const struct crosstable *table;
    bool matrix;
    int name_width;
    int *by_rank; /* by_rank[0] is the strongest; owned */
};

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
    const struct crosstable *table = page->table;
    struct pentanomial pairs =
        ratings_pairs(table->meetings, table->meeting_count, player, opponent);
    if (player == opponent || pentanomial_pairs(&pairs) == 0)
        text_add(out, "%*s", CELL_WIDTH, ".");
    else
        text_add(out, "%*.0f", CELL_WIDTH, 100 * pentanomial_mean(&pairs));
}

static void crosstable_elo(const struct rating *rating, struct text *out) {
    char elo[SCORE_ELO_LENGTH];
    rating_format(rating, elo);
    if (rating_is_alone(rating))
        text_add(out, "%8.1f%7s", rating->elo, "-");
    else if (rating->kind == RATING_FITTED)
        text_add(out, "%8.1f%7.1f", rating->elo, rating->error);
    else
        text_add(out, "%15s", elo);
}

static void crosstable_row(const struct crosstable_page *page, int rank, struct text *out) {
    int player = page->by_rank[rank], count = page->table->count;
    const struct rating *rating = &page->table->ratings->list[player];
    text_add(out, "%3d %-*.*s", rating->rank, page->name_width, page->name_width,
             page->table->names[player]);
    crosstable_elo(rating, out);
    text_add(out, "%8lld%6.1f", (long long)rating->games, 100 * rating->rate);
    if (rank + 1 < count)
        text_add(out, "%5.0f", 100 * rating->los);
    else
        text_add(out, "%5s", "");
    for (int j = 0; page->matrix && j < count; j++)
        crosstable_cell(page, player, page->by_rank[j], out);
    text_add(out, "\n");
}

/* Who has no number, and why. */
static void crosstable_outsiders(const struct crosstable_page *page, struct text *out) {
    static const char *const reasons[] = {
        [RATING_ABOVE] = "won all games against those on the scale: there is no upper end",
        [RATING_BELOW] = "lost all games against those on the scale: there is no lower end",
        [RATING_UNKNOWN] = "met nobody on the scale: its strength cannot be compared"};
    for (int rank = 0; rank < page->table->count; rank++) {
        int player = page->by_rank[rank];
        enum rating_kind kind = page->table->ratings->list[player].kind;
        if (kind != RATING_FITTED)
            text_add(out, "%s %s\n", page->table->names[player], reasons[kind]);
    }
}

static void crosstable_explain(const struct crosstable_page *page, struct text *out) {
    const struct crosstable *table = page->table;
    const struct ratings *ratings = table->ratings;
    if (ratings->fitted > 1) text_add(out, "moving first %+.1f Elo", ratings->first_advantage);
    if (ratings->draw_rate > 0)
        text_add(out, ", draws between equals %.1f %%", 100 * ratings->draw_rate);
    text_add(out,
             "%sLOS: stronger than the next, %%\n"
             "+/-: 95 %%, against the mean of %s, from pairs%s\n",
             ratings->fitted > 1 ? "; " : "",
             ratings->fitted < ratings->count ? "those on the scale" : "all",
             ratings->openings_are_known ? " that share openings" : "");
    crosstable_outsiders(page, out);
    struct intransitivity intransitivity =
        intransitivity_of(table->meetings, table->meeting_count, ratings);
    intransitivity_print(&intransitivity, table->names, out);
}

void crosstable_print(const struct crosstable *table, struct text *out) {
    bool matrix = table->count <= MATRIX_PLAYERS_MAX;
    struct crosstable_page page = {.table = table,
                                   .matrix = matrix,
                                   .name_width = crosstable_name_width(table, matrix),
                                   .by_rank = xcalloc((size_t)table->count, sizeof(int))};
    for (int i = 0; i < table->count; i++) page.by_rank[table->ratings->list[i].rank - 1] = i;
    crosstable_header(&page, out);
    for (int rank = 0; rank < table->count; rank++) crosstable_row(&page, rank, out);
    crosstable_explain(&page, out);
    free(page.by_rank);
}
