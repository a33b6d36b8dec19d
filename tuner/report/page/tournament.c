/*
 * tournament: the games are a table of moves, which can be read as it is; beside each move stand
 * the points of the board that it changed, so that the page's script needs to know no rules.
 */
#include "tuner/report/page/tournament.h"

#include <stdlib.h>
#include <string.h>

#include "tuner/report/intransitivity.h"
#include "tuner/report/page/chart.h"
#include "tuner/report/page/parts.h"

/* ---- who won ---- */

static int tournament_ranked(const struct crosstable *table, int rank) {
    int player = 0;
    while (table->ratings->list[player].rank != rank) player++;
    return player;
}

static void tournament_verdict(const struct crosstable *table, struct text *out) {
    int first = tournament_ranked(table, 1), second = tournament_ranked(table, 2);
    double los = table->ratings->list[first].los;
    char elo[SCORE_ELO_LENGTH];
    rating_format(&table->ratings->list[first], elo);
    text_add(out, "<p class=\"verdict%s\">", los >= 0.975 ? " better" : "");
    html_add(out, "%s is first with %s Elo, and %s than %s, the second (likelihood %.1f %%).",
             table->names[first], elo, los >= 0.975 ? "stronger" : "not shown to be stronger",
             table->names[second], 100 * los);
    text_add(out, "</p>\n");
}

static void tournament_heading(const struct series *series, struct text *out) {
    struct text words = {0};
    text_add(out, "<header>\n<h1>");
    html_add(out, "%d players of %s", series->entrants->count, series->entrants->game->name);
    text_add(out, "</h1>\n");
    series_describe(series, &words);
    for (const char *line = text_get(&words); *line; line += strcspn(line, "\n") + 1) {
        text_add(out, "<p class=\"soft\">");
        html_add(out, "%.*s", (int)strcspn(line, "\n"), line);
        text_add(out, "</p>\n");
    }
    text_free(&words);
}

/* ---- pairs, and what a scale cannot say ---- */

static void tournament_pairs(const struct crosstable *table, struct text *out) {
    html_figure_begin(out, "pairs", "Pairs by their points",
                      "What the pairs of games of two players came to, from 0 points of the first "
                      "one named, on the left, to 2 on the right.");
    text_add(out, "<ul class=\"rows pairs\">\n");
    for (int m = 0; m < table->meeting_count; m++) {
        const struct rated_meeting *meeting = &table->meetings[m];
        text_add(out, "<li><span>");
        html_add(out, "%s - %s", table->names[meeting->a], table->names[meeting->b]);
        text_add(out, "</span>");
        html_pentanomial(out, &meeting->score.counts);
        text_add(out, "<span class=\"value\">");
        html_add(out, "%.1f %%", 100 * pentanomial_mean(&meeting->score.counts));
        text_add(out, "</span></li>\n");
    }
    text_add(out, "</ul>\n");
    html_numbers_begin(out, "Numbers: pairs by their points", "player|against|" HTML_SCORE_HEADS);
    for (int m = 0; m < table->meeting_count; m++) {
        const struct rated_meeting *meeting = &table->meetings[m];
        struct score score = score_of(&meeting->score.counts);
        html_row(out, "%s", table->names[meeting->a]);
        html_cell(out, "%s", table->names[meeting->b]);
        html_score_cells(out, &score, &meeting->score.counts);
        html_row_end(out);
    }
    html_numbers_end(out);
    html_figure_end(out);
}

static void tournament_scale(const struct crosstable *table, struct text *out) {
    struct intransitivity found =
        intransitivity_of(table->meetings, table->meeting_count, table->ratings);
    struct text words = {0};
    intransitivity_print(&found, table->names, &words);
    if (words.length) {
        html_figure_begin(
            out, "scale", "What one scale leaves unexplained",
            "A rating is one number a player; where a beats b, b beats c, and c holds "
            "his own against a, no numbers can say so.");
        text_add(out, "<p class=\"lines\">");
        html_add(out, "%s", words.data);
        text_add(out, "</p>\n");
        html_figure_end(out);
    }
    text_free(&words);
}

/* ---- games ---- */

/* The points that differ, as number and "x" or "o" of the sides or "-"; `before` is brought up to
 * date. */
static void tournament_changes(const struct game *game, const struct state *state, int8_t *before,
                               struct text *out) {
    for (int point = 0; point < game->columns * game->rows; point++) {
        int8_t stone = (int8_t)game->stone(state->bytes, point);
        if (stone == before[point]) continue;
        text_add(out, "%d%c", point, stone == 0 ? 'x' : stone == 1 ? 'o' : '-');
        before[point] = stone;
    }
}

/* What is on the board at first, and then what each move changes. */
static void tournament_frames(const struct game *game, const struct shown_game *shown,
                              struct text *out) {
    struct state state = shown->start;
    int8_t before[GAME_POINTS_MAX];
    memset(before, -1, sizeof before);
    tournament_changes(game, &state, before, out);
    for (int i = 0; i < shown->plies; i++) {
        game->play(game, state.bytes, shown->moves[i]);
        text_add(out, ";");
        tournament_changes(game, &state, before, out);
    }
}

static void tournament_moves(const struct game *game, const struct shown_game *shown,
                             struct text *out) {
    for (int i = 0; i < shown->plies; i++) {
        char move[MOVE_TEXT_MAX];
        game->move_format(game, shown->moves[i], move);
        html_add(out, i ? " %s" : "%s", move);
    }
}

static void tournament_game(const struct crosstable *table, const struct game *game, int number,
                            const struct shown_game *shown, struct text *out) {
    static const char *const results[] = {"0-1", "½-½", "1-0"};
    text_add(out, "<tr data-opening=\"%d\"", shown->opening);
    if (game->placement) {
        text_add(out, " data-board=\"");
        tournament_frames(game, shown, out);
        text_add(out, "\"");
    }
    text_add(out, "><th scope=\"row\">%d</th>", number);
    for (int side = 0; side < 2; side++) html_cell(out, "%s", table->names[shown->players[side]]);
    html_cell(out, "%s", results[shown->outcome + 1]);
    text_add(out, "<td class=\"moves\">");
    tournament_moves(game, shown, out);
    text_add(out, "</td></tr>\n");
}

static void tournament_no_games(const struct series *series, struct text *out) {
    if (series->end != SERIES_INTERRUPTED) return;
    html_figure_begin(out, "games", "Games",
                      "They are not shown, since the tournament was interrupted: they would have "
                      "had to be played again.");
    html_figure_end(out);
}

/* The script fills the board in, of games whose stones are all that is on it; without it there are
 * the moves. */
static void tournament_games(const struct series *series, const struct crosstable *table,
                             struct text *out) {
    const struct game *game = series->entrants->game;
    struct text heads = {0};
    html_figure_begin(
        out, "games", "Games",
        "The first games of each meeting, from the start; the table has their moves.");
    if (game->placement)
        text_add(out,
                 "<div id=\"board\" hidden data-columns=\"%d\" data-rows=\"%d\" data-top=\"%d\" "
                 "data-cells=\"%d\"></div>\n",
                 game->columns, game->rows, game->rows_from_top, game->in_a_row == 0);
    text_add(&heads, "game|%s|%s|result|moves", game->sides[0], game->sides[1]);
    html_numbers_begin(out, "Moves of the games", text_get(&heads));
    for (int i = 0; i < series->shown.count; i++)
        tournament_game(table, game, i + 1, &series->shown.list[i], out);
    html_numbers_end(out);
    html_figure_end(out);
    text_free(&heads);
}

/* ---- the page ---- */

static void tournament_figures(const struct series *series, const struct crosstable *table,
                               struct text *out) {
    page_add_ratings(table, "Who plays how strongly, fitted to all meetings at once.", out);
    page_add_crosstable(table, out);
    page_add_los(table, out);
    tournament_scale(table, out);
    tournament_pairs(table, out);
    if (series->shown.count > 0)
        tournament_games(series, table, out);
    else
        tournament_no_games(series, out);
}

void page_tournament(const struct series *series, const struct crosstable *table,
                     const char *command, struct text *out) {
    bool played = series->session.pairs_played > 0;
    html_page_begin(out, "Tournament", 0);
    tournament_heading(series, out);
    if (played) tournament_verdict(table, out);
    text_add(out, "</header>\n<main>\n");
    if (played) tournament_figures(series, table, out);
    page_begin_again(command, "This command plays the tournament again.", out);
    html_figure_end(out);
    text_add(out, "</main>\n");
    html_page_end(out);
}
