/*
 * Prints a game for people. The game formats its board and moves; colours are put into that text
 * afterwards: the letters of the stones, and brackets with what they hold.
 */
#include "engine/cli/show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/shown.h"
#include "engine/game/evaluator.h"

static int score_margin(int32_t score) {
    return score > 0 ? score - SCORE_WIN : score + SCORE_WIN;
}

static double score_discs(const struct evaluator *evaluator, int32_t score) {
    return abs(score) >= SCORE_WIN ? score_margin(score) : (double)score / evaluator->disc;
}

/* Whether it is shown as a win or a loss. Discs that are but expected are a value like others. */
static bool score_decides(const struct evaluator *evaluator, const struct search_result *result) {
    return abs(result->score) >= SCORE_WIN && (result->proved || evaluator->disc == 0);
}

const char *score_format(const struct evaluator *evaluator, const struct search_result *result,
                         char out[SCORE_TEXT_MAX]) {
    int32_t score = result->score;
    if (score_decides(evaluator, result))
        snprintf(out, SCORE_TEXT_MAX, "%s%+d%s", score > 0 ? "win" : "loss", score_margin(score),
                 result->proved ? "" : "?");
    else if (evaluator->disc > 0)
        snprintf(out, SCORE_TEXT_MAX, "%+.2f", score_discs(evaluator, score));
    else
        snprintf(out, SCORE_TEXT_MAX, "%+d", score / max_int(1, evaluator->unit));
    return out;
}

const char *score_words(const struct evaluator *evaluator, const void *state,
                        const struct search_result *result, char out[SCORE_TEXT_MAX]) {
    static const char *const verbs[2][2] = {{"seems to lose", "loses"}, {"seems to win", "wins"}};
    const struct game *game = evaluator->game;
    char score[SCORE_TEXT_MAX];
    const char *verb = verbs[result->score > 0][result->proved];
    int margin = abs(score_margin(result->score)), plies = game->plies_left(state) - (margin - 1);
    if (result->proved && result->score == 0)
        snprintf(out, SCORE_TEXT_MAX, "a draw");
    else if (!score_decides(evaluator, result))
        snprintf(out, SCORE_TEXT_MAX, "score %s", score_format(evaluator, result, score));
    else if (game->counted)
        snprintf(out, SCORE_TEXT_MAX, "%s by %d %s%s", verb, margin, game->counted, plural(margin));
    else
        snprintf(out, SCORE_TEXT_MAX, "%s within %d %s%s", verb, plies,
                 game->placement ? "stone" : "move", plural(plies));
    return out;
}

/* ---- colours ------------------------------------------------------------------------------- */

static bool show_in_colour(void) {
    const char *refused = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(refused && *refused) && terminal &&
           strcmp(terminal, "dumb") != 0;
}

/* Black yellow, White cyan, both readable on dark and on light; marked ones bold and inverse. */
static const char *show_colour(char sign, bool marked) {
    if (sign == 'X') return marked ? "\033[1;7;33m" : "\033[33m";
    if (sign == 'O') return marked ? "\033[1;7;36m" : "\033[36m";
    return NULL;
}

static void show_coloured(const char *text) {
    bool marked = false;
    for (; *text; text++) {
        marked = (marked && !strchr(")]", *text)) || strchr("([", *text);
        const char *colour = show_colour(*text, marked);
        if (colour) shown_control(stdout, colour);
        shown_print("%c", *text);
        if (colour) shown_control(stdout, "\033[0m");
    }
}

void show_board(const struct game *game, const void *state, const move_t *marked, int count) {
    struct text text = {0};
    game->print(game, state, marked, count, &text);
    if (show_in_colour())
        show_coloured(text_get(&text));
    else
        shown_put(text_get(&text));
    text_free(&text);
}

/* ---- words --------------------------------------------------------------------------------- */

static void show_list(const struct game *game, const move_t *moves, int count) {
    for (int i = 0; i < count; i++) {
        char name[MOVE_TEXT_MAX];
        game->move_format(game, moves[i], name);
        shown_print("%s%s", i > 0 ? " " : "", name);
    }
}

void show_moves(const struct game *game, const move_t *moves, int count) {
    show_list(game, moves, count);
    shown_print("\n");
}

void show_line(const struct game *game, const void *state, const move_t *moves, int count) {
    struct state at;
    memcpy(&at, state, game->state_size);
    if (!game->move_name) {
        show_moves(game, moves, count);
        return;
    }
    for (int i = 0; i < count; i++) {
        char name[MOVE_TEXT_MAX];
        game_move_name(game, &at, moves[i], name);
        shown_print("%s%s", i > 0 ? " " : "", name);
        game->play(game, &at, moves[i]);
    }
    shown_print("\n");
}

void show_contestant(const char *role, const struct contestant *contestant, const char *end) {
    struct text tuning = {0};
    contestant_tuning(contestant, &tuning);
    shown_print("%s %s", role, contestant->name);
    if (tuning.length)
        shown_print(contestant->as_tuned ? " (as tuned: %s)" : " (tuned otherwise: %s)",
                    text_get(&tuning));
    shown_print("%s", end);
    text_free(&tuning);
}

/* ---- the end ------------------------------------------------------------------------------- */

/* The stones of one side from a point on in one direction, which are more where it is not the first
 * of a row. */
static int show_row_from(const struct game *game, const void *state, int side, int point, int dx,
                         int dy, move_t *out) {
    int x = point % game->columns, y = point / game->columns, count = 0;
    while (x >= 0 && x < game->columns && y >= 0 && y < game->rows &&
           game->stone(state, y * game->columns + x) == side) {
        out[count++] = (move_t)(y * game->columns + x);
        x += dx, y += dy;
    }
    return count;
}

static bool show_row_wins(const struct game *game, int stones) {
    return game->exact ? stones == game->in_a_row : stones >= game->in_a_row;
}

int show_winning_row(const struct game *game, const void *state, move_t out[GAME_POINTS_MAX]) {
    static const int ways[][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    int side = game->margin(game, state) < 0;
    if (!game->in_a_row || game->margin(game, state) == 0) return 0;
    for (int point = 0; point < game->columns * game->rows; point++)
        for (size_t way = 0; way < COUNT_OF(ways); way++) {
            int dx = ways[way][0], dy = ways[way][1];
            bool first = show_row_from(game, state, side, point, -dx, -dy, out) == 1;
            int count = show_row_from(game, state, side, point, dx, dy, out);
            if (first && show_row_wins(game, count)) return count;
        }
    return 0;
}

void show_outcome(const struct game *game, const void *state) {
    move_t row[GAME_POINTS_MAX];
    int margin = game->margin(game, state), stones = show_winning_row(game, state, row);
    if (margin == 0) {
        shown_print("A draw.\n");
    } else if (stones > 0) {
        shown_print("%s wins with %d in a row: ", game->sides[margin < 0], stones);
        show_moves(game, row, stones);
    } else if (game->counted) {
        shown_print("%s wins by %d %s%s.\n", game->sides[margin < 0], abs(margin), game->counted,
                    plural(abs(margin)));
    } else {
        shown_print("%s wins.\n", game->sides[margin < 0]);
    }
}
