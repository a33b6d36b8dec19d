#include "tuner/report/crosstable.h"

#include <stdlib.h>
#include <string.h>

enum { MATRIX_PLAYERS_MAX = 12, CELL_WIDTH = 4, NAME_WIDTH_MAX = 48 };
static const int left_width = 38; /* of the table without names and matrix */
static const int page_width = 100;

/* What the rows share. */
struct table {
    const char *const *names;
    int count, name_width;
    const struct rating *ratings;
    int *by_rank;    /* by_rank[0] is the strongest */
    double *points;  /* points[i * count + j]: of i against j */
    int64_t *played; /* the same of games */
    bool matrix;
};

static void add_result(struct table *table, int player, int opponent, double points,
                       int64_t played) {
    table->points[player * table->count + opponent] += points;
    table->played[player * table->count + opponent] += played;
}

static void table_init(struct table *table, const struct rated_games *games, int game_count) {
    size_t cells = (size_t)table->count * (size_t)table->count;
    table->by_rank = xcalloc((size_t)table->count, sizeof *table->by_rank);
    table->points = xcalloc(cells, sizeof *table->points);
    table->played = xcalloc(cells, sizeof *table->played);
    for (int i = 0; i < table->count; i++) table->by_rank[table->ratings[i].rank - 1] = i;
    for (int i = 0; i < game_count; i++) {
        const struct rated_games *g = &games[i];
        int64_t played = g->won + g->drawn + g->lost;
        double points = (double)g->won + (double)g->drawn / 2;
        add_result(table, g->first, g->second, points, played);
        add_result(table, g->second, g->first, (double)played - points, played);
    }
}

static void table_destroy(struct table *table) {
    free(table->by_rank);
    free(table->points);
    free(table->played);
}

/* The longest name decides, as far as the page is wide enough. */
static int fit_names(const struct table *table) {
    int width = (int)strlen("player");
    for (int i = 0; i < table->count; i++) width = max_int(width, (int)strlen(table->names[i]));
    int room = page_width - left_width - (table->matrix ? CELL_WIDTH * table->count : 0);
    return min_int(width, min_int(room, NAME_WIDTH_MAX));
}

static void print_header(const struct table *table, struct text *out) {
    text_add(out, "%3s %-*s%8s%7s%8s%6s%5s", "#", table->name_width, "player", "Elo", "+/-",
             "games", "%", "LOS");
    for (int j = 0; table->matrix && j < table->count; j++) text_add(out, "%*d", CELL_WIDTH, j + 1);
    text_add(out, "\n");
}

static void print_cell(const struct table *table, int player, int opponent, struct text *out) {
    int cell = player * table->count + opponent;
    if (table->played[cell] == 0)
        text_add(out, "%*s", CELL_WIDTH, ".");
    else
        text_add(out, "%*.0f", CELL_WIDTH, 100 * table->points[cell] / (double)table->played[cell]);
}

static void print_row(const struct table *table, int rank, struct text *out) {
    int player = table->by_rank[rank];
    const struct rating *rating = &table->ratings[player];
    text_add(out, "%3d %-*.*s%8.1f%7.1f%8lld%6.1f", rating->rank, table->name_width,
             table->name_width, table->names[player], rating->elo, rating->error,
             (long long)rating->games, 100 * rating->rate);
    if (rank + 1 < table->count)
        text_add(out, "%5.0f", 100 * rating->los);
    else
        text_add(out, "%5s", "");
    for (int j = 0; table->matrix && j < table->count; j++)
        print_cell(table, player, table->by_rank[j], out);
    text_add(out, "\n");
}

void crosstable_print(const char *const *names, int count, const struct rated_games *games,
                      int game_count, struct text *out) {
    struct rating *ratings = xcalloc((size_t)count, sizeof *ratings);
    struct ratings fit = ratings_fit(games, game_count, count, ratings);
    struct table table = {
        .names = names, .count = count, .ratings = ratings, .matrix = count <= MATRIX_PLAYERS_MAX};
    table.name_width = fit_names(&table);
    table_init(&table, games, game_count);
    print_header(&table, out);
    for (int rank = 0; rank < count; rank++) print_row(&table, rank, out);
    text_add(
        out,
        "moving first %+.1f Elo, draw margin %.1f Elo; LOS: stronger than the next, %%\n"
        "+/-: 95 %%, against the mean of all; games from one opening are taken as independent\n",
        fit.first_advantage, fit.draw_elo);
    table_destroy(&table);
    free(ratings);
}
