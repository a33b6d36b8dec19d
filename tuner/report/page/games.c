/*
 * games: each ply has the points of the board that it changed, so that the page's script need not
 * know rules. A game is a line:
 *
 *     MEETING SWAPPED POINTS OPENING ,points;points.points:points-points…
 *
 * with the points of side 0 (0: lost … 2: won), the plies of the opening, and then the board at
 * first: "," before the stones of side 0 and ";" before those of side 1. "." begins a ply of side 0
 * and ":" one of side 1, with the points that have its stones from then on; "," ";" and "-" (none)
 * go before others that changed. Where pieces have letters, "." and ":" stand alone, and "!" with a
 * letter goes before the points that have that piece. A point is a digit to the base 64, or two.
 * Where the page to play on is there, too, a tab and the game's record follow, "[position] f5 d6".
 */
#include "tuner/report/page/parts.h"

#include <stdlib.h>
#include <string.h>

#include "engine/files/records.h"
#include "tuner/report/page/html.h"

enum { LISTED = 240 /* games in the table, about */ };

/* Whether the board can be drawn: what stands on it has a side. */
static bool games_have_board(const struct series *series) {
    const struct game *game = series->entrants->game;
    return game->placement || game->piece;
}

/* ---- for the script ---- */

static void games_point(const struct game *game, int point, struct text *out) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+_";
    if (game->columns * game->rows > 64) text_add_char(out, digits[point / 64]);
    text_add_char(out, digits[point % 64]);
}

/* What is on the board, as far as it has been told. */
struct games_board {
    const struct game *game;
    int8_t stones[GAME_POINTS_MAX];
    char pieces[GAME_POINTS_MAX]; /* where they have letters, in place of stones */
    struct text *out;
};

/* The points that have become `stone`, after their sign, which else may be left out. */
static void games_changes(struct games_board *board, const struct state *state, int stone,
                          char sign, bool always) {
    const struct game *game = board->game;
    if (always) text_add_char(board->out, sign);
    for (int point = 0; point < game->columns * game->rows; point++) {
        if (board->stones[point] == stone || game->stone(state->bytes, point) != stone) continue;
        if (!always) text_add_char(board->out, sign);
        always = true;
        games_point(game, point, board->out);
        board->stones[point] = (int8_t)stone;
    }
}

static void games_other_changes(struct games_board *board, const struct state *state) {
    for (int stone = -1; stone < 2; stone++)
        games_changes(board, state, stone, "-,;"[stone + 1], false);
}

/* The points that have become that piece. */
static void games_become(struct games_board *board, const struct state *state, char piece) {
    const struct game *game = board->game;
    if (piece)
        text_add(board->out, "!%c", piece);
    else
        text_add(board->out, "-");
    for (int point = 0; point < game->columns * game->rows; point++) {
        if (board->pieces[point] == piece || game->piece(state->bytes, point) != piece) continue;
        games_point(game, point, board->out);
        board->pieces[point] = piece;
    }
}

static void games_piece_changes(struct games_board *board, const struct state *state) {
    const struct game *game = board->game;
    for (int point = 0; point < game->columns * game->rows; point++) {
        char piece = game->piece(state->bytes, point);
        if (board->pieces[point] != piece) games_become(board, state, piece);
    }
}

/* All changes, those to stones of `mover` first; -1: before the first move. */
static void games_show(struct games_board *board, const struct state *state, int mover) {
    if (board->game->piece) {
        if (mover >= 0) text_add_char(board->out, ".:"[mover]);
        games_piece_changes(board, state);
        return;
    }
    if (mover >= 0) games_changes(board, state, mover, ".:"[mover], true);
    games_other_changes(board, state);
}

static void games_play(const struct game *game, const struct shown_game *shown, struct text *out) {
    struct games_board board = {.game = game, .out = out};
    struct state state = shown->start;
    memset(board.stones, -1, sizeof board.stones);
    games_show(&board, &state, -1);
    for (int i = 0; i < shown->plies; i++) {
        int mover = game->side(state.bytes);
        game->play(game, state.bytes, shown->moves[i]);
        games_show(&board, &state, mover);
    }
}

static int games_meeting(const struct crosstable *table, const struct shown_game *shown) {
    int a = shown->players[0], b = shown->players[1], m = 0;
    while (!(table->meetings[m].a == a && table->meetings[m].b == b) &&
           !(table->meetings[m].a == b && table->meetings[m].b == a))
        m++;
    return m;
}

/* The moves are legal, passes among them: they need not be added one by one. */
static void games_record(const struct game *game, const struct shown_game *shown,
                         struct text *out) {
    struct text line = {0};
    struct game_record *record = xmalloc(sizeof *record);
    records_begin(record, game, &shown->start);
    memcpy(record->moves, shown->moves, (size_t)shown->plies * sizeof *shown->moves);
    record->count = shown->plies;
    records_print(RECORDS_MOVES, record, &line);
    text_add(out, "\t%.*s", (int)strcspn(text_get(&line), "\n"), text_get(&line));
    text_free(&line);
    free(record);
}

static void games_lines(const struct series *series, const struct crosstable *table, bool playable,
                        struct text *out) {
    text_add(out, "<script type=\"text/plain\" id=\"moves\">\n");
    for (int i = 0; i < series->shown.count; i++) {
        const struct shown_game *shown = &series->shown.list[i];
        int meeting = games_meeting(table, shown);
        text_add(out, "%d %d %d %d ", meeting, table->meetings[meeting].a != shown->players[0],
                 shown->outcome + 1, shown->opening);
        if (games_have_board(series)) games_play(series->entrants->game, shown, out);
        if (playable) games_record(series->entrants->game, shown, out);
        text_add(out, "\n");
    }
    text_add(out, "</script>\n");
}

/* The script fills it in; the meetings are there, since their names are. */
static void games_stand(const struct series *series, const struct crosstable *table,
                        struct text *out) {
    const struct game *game = series->entrants->game;
    text_add(out,
             "<div id=\"board\" hidden data-columns=\"%d\" data-rows=\"%d\" data-top=\"%d\" "
             "data-cells=\"%s\" data-pieces=\"%d\">\n<label for=\"meeting\">Players</label> "
             "<select id=\"meeting\">",
             game->columns, game->rows, game->rows_from_top,
             !games_have_board(series) ? "none"
             : game->hexagons          ? "hexagons"
             : game->in_a_row == 0     ? "squares"
                                       : "lines",
             game->piece != NULL);
    for (int m = 0; m < table->meeting_count; m++) {
        const char *a = table->names[table->meetings[m].a], *b = table->names[table->meetings[m].b];
        text_add(out, "<option data-a=\"");
        html_add(out, "%s", a);
        text_add(out, "\" data-b=\"");
        html_add(out, "%s", b);
        text_add(out, "\">");
        html_add(out, "%s - %s", a, b);
        text_add(out, "</option>");
    }
    text_add(out, "</select>\n</div>\n");
}

/* ---- for the reader ---- */

static void games_row(const struct crosstable *table, const struct game *game, int number,
                      const struct shown_game *shown, struct text *out) {
    static const char *const results[] = {"0-1", "½-½", "1-0"};
    html_row(out, "%d", number);
    for (int side = 0; side < 2; side++) html_cell(out, "%s", table->names[shown->players[side]]);
    html_cell(out, "%s", results[shown->outcome + 1]);
    text_add(out, "<td class=\"moves\">");
    for (int i = 0; i < shown->plies; i++) {
        char move[MOVE_TEXT_MAX];
        game->move_format(game, shown->moves[i], move);
        html_add(out, i ? " %s" : "%s", move);
    }
    text_add(out, "</td></tr>\n");
}

/* The first of each meeting. */
static void games_list(const struct series *series, const struct crosstable *table,
                       struct text *out) {
    const struct game *game = series->entrants->game;
    int most = 2 * max_int(1, LISTED / 2 / table->meeting_count), number = 0;
    int *listed = xcalloc((size_t)table->meeting_count, sizeof *listed);
    struct text heads = {0};
    text_add(&heads, "game|%s|%s|result|moves", game->sides[0], game->sides[1]);
    html_numbers_begin(out, "Moves of the first games of each meeting", text_get(&heads));
    for (int i = 0; i < series->shown.count; i++) {
        const struct shown_game *shown = &series->shown.list[i];
        if (listed[games_meeting(table, shown)]++ < most)
            games_row(table, game, ++number, shown, out);
    }
    html_numbers_end(out);
    text_free(&heads);
    free(listed);
}

/* Which games there are, and how the others can be seen. */
static void games_begin(const struct series *series, struct text *out) {
    struct text doc = {0};
    char games[HTML_COUNT_LENGTH];
    int pairs = series->shown.pairs, played = series->session.pairs_played;
    if (!games_have_board(series))
        text_add(&doc, "The moves of the first ones of each meeting, from the start.");
    else if (pairs == played)
        text_add(&doc, "All %s, each from the start.", html_count(series->shown.count, games));
    else
        text_add(&doc,
                 "Of each meeting the first %d of %d pairs, %s games, each from the start. A "
                 "tournament of two of the players alone has more of theirs: they are the same.",
                 pairs, played, html_count(series->shown.count, games));
    html_figure_begin(out, "games", "Games", text_get(&doc));
    text_free(&doc);
}

void page_add_games(const struct series *series, const struct crosstable *table, bool playable,
                    struct text *out) {
    bool board = playable || games_have_board(series);
    if (series->shown.count > 0) {
        games_begin(series, out);
        if (board) games_stand(series, table, out);
        if (board) games_lines(series, table, playable, out);
        games_list(series, table, out);
        html_figure_end(out);
    } else if (series->end == SERIES_INTERRUPTED) {
        html_figure_begin(out, "games", "Games",
                          "They are not shown, since the tournament was interrupted: they would "
                          "have had to be played again.");
        html_figure_end(out);
    }
}
