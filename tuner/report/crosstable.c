/*
 * crosstable: the matrix sums the meetings of two players; the widths are fitted to the page before
 * anything is written.
 */
#include "tuner/report/crosstable.h"

#include <stdlib.h>
#include <string.h>

#include "tuner/report/first_move.h"
#include "tuner/statistics/intransitivity.h"

enum { MATRIX_PLAYERS_MAX = 12, CELL_WIDTH = 4, NAME_WIDTH_MAX = 48 };
static const int left_width = 38; /* of the table without names and matrix */
static const int page_width = 100;

/* Shared by the rows. */
struct crosstable_page {
    const struct crosstable *table;
    bool matrix;
    int name_width;
    int *by_rank; /* by_rank[0] is the strongest; owned */
};

static int *crosstable_by_rank(const struct crosstable *table) {
    int *by_rank = xcalloc((size_t)table->count, sizeof *by_rank);
    for (int i = 0; i < table->count; i++) by_rank[table->ratings->list[i].rank - 1] = i;
    return by_rank;
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
    if (rating_is_exact(rating))
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

/* Players without a number, and why. */
static void crosstable_outsiders(const struct crosstable_page *page, struct text *out) {
    static const char *const reasons[] = {
        [RATING_ABOVE] = "won all games against those on the scale: there is no upper end",
        [RATING_BELOW] = "lost all games against those on the scale: there is no lower end",
        [RATING_UNKNOWN] = "met no player on the scale: its strength cannot be compared"};
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
    char first[FIRST_MOVE_LENGTH];
    first_move_format(ratings->first_advantage, table->first_error, first);
    if (ratings->fitted > 1) text_add(out, "moving first %s", first);
    if (ratings->draw_rate > 0)
        text_add(out, ", draws between equals %.1f %%", 100 * ratings->draw_rate);
    text_add(out, "%sLOS: stronger than the next, %%\n+/-: 95 %%, against ",
             ratings->fitted > 1 ? "; " : "");
    if (ratings->anchor >= 0)
        text_add(out, "%s, the anchor", table->names[ratings->anchor]);
    else
        text_add(out, "the mean of %s",
                 ratings->fitted < ratings->count ? "those on the scale" : "all");
    text_add(out, ", from pairs%s\n", ratings->openings_are_known ? " that share openings" : "");
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
                                   .by_rank = crosstable_by_rank(table)};
    crosstable_header(&page, out);
    for (int rank = 0; rank < table->count; rank++) crosstable_row(&page, rank, out);
    crosstable_explain(&page, out);
    free(page.by_rank);
}

/* ---- the likelihood of superiority of all pairs ---- */

static void crosstable_los_cell(const struct crosstable *table, int player, int opponent,
                                struct text *out) {
    struct pentanomial pairs =
        ratings_pairs(table->meetings, table->meeting_count, player, opponent);
    if (player == opponent)
        text_add(out, "%*s", CELL_WIDTH, ".");
    else
        text_add(out, "%*.0f", CELL_WIDTH,
                 100 * ratings_los(table->ratings, player, opponent, &pairs));
}

/* The columns of the ranks from `first` on, up to `end`. */
static void crosstable_los_block(const struct crosstable_page *page, int first, int end,
                                 struct text *out) {
    const struct crosstable *table = page->table;
    text_add(out, "%3s %-*s", "#", page->name_width, "LOS over");
    for (int j = first; j < end; j++) text_add(out, "%*d", CELL_WIDTH, j + 1);
    text_add(out, "\n");
    for (int i = 0; i < table->count; i++) {
        text_add(out, "%3d %-*.*s", i + 1, page->name_width, page->name_width,
                 table->names[page->by_rank[i]]);
        for (int j = first; j < end; j++)
            crosstable_los_cell(table, page->by_rank[i], page->by_rank[j], out);
        text_add(out, "\n");
    }
}

void crosstable_print_los(const struct crosstable *table, struct text *out) {
    if (table->count < 3) return;
    struct crosstable_page page = {
        .table = table,
        .name_width = max_int((int)strlen("LOS over"), crosstable_name_width(table, false)),
        .by_rank = crosstable_by_rank(table)};
    int columns = (page_width - 4 - page.name_width) / CELL_WIDTH;
    for (int first = 0; first < table->count; first += columns)
        crosstable_los_block(&page, first, min_int(first + columns, table->count), out);
    free(page.by_rank);
}
